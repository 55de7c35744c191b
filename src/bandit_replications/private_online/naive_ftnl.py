"""Naive Follow the Noisy Leader (Section 5): each of the K actions' means gets the budget ε/K.

Epochs, laziness and forgetfulness are FTNL's. Substituting a reward vector moves each of the K
sums by at most 1, so Lap(K/ε) on each makes each (ε/K)-private and, by basic composition, all of
them and what is played from them ε-private: as printed, and for every law of neighbours in
Definition 1. With two actions this is FTNL with `noise_scale` 2; from three on it has more noise.
"""


