"""The lower bound of Section 2 does not hold for any algorithm.

Dubey and Pentland, Private and Byzantine-Proof Cooperative Decision-Making (AAMAS 2020), quote: for
any algorithm that pulls M arms in each trial, liminf R(T)/ln T >= sum_k Delta_k / D(mu*, mu_k).

An algorithm that pulls arm 1 for ever has no regret on the instances where arm 1 is the best. The
right side is positive there, whatever the order of the arguments of D. Needed is a class, such as
the algorithms whose regret is below every power of T on every instance (Lai and Robbins).
"""

import math


def divergence(p: float, q: float) -> float:
    """Return the Kullback-Leibler divergence of Bernoulli(p) from Bernoulli(q)."""
    return p * math.log(p / q) + (1 - p) * math.log((1 - p) / (1 - q))


best, other, horizon = 0.9, 0.5, 10**5
regret = sum(best - mean for mean in [best] * horizon)
for name, value in (
    ("D(mu*, mu_k)", divergence(best, other)),
    ("D(mu_k, mu*)", divergence(other, best)),
):
    bound = (best - other) / value * math.log(horizon)
    print(f"{name}: regret {regret:.0f} at T = {horizon}, stated at least {bound:.2f}")
    assert regret < bound
