"""Exact privacy losses of selections and eliminations on worst-case neighbours (Definition 1).

Neighbours differ in one whole reward vector. With full information every action's sum of an epoch
may then move by 1, up or down; with bandit feedback only the pulled arm's sum moves.
"""

import itertools
import math
from dataclasses import dataclass

import numpy as np

from bandit_replications.bandits.arrays import Floats
from bandit_replications.inference.privacy_audits import exact_log_loss
from bandit_replications.papers.private_online.algorithms.binary_mechanism import privacy_loss
from bandit_replications.papers.private_online.algorithms.report_noisy_max import (
    Noise,
    log_selection_probabilities,
)

# --- Report Noisy Max (Algorithm 3) and FTNL (Algorithm 2) ----------------------------------


def worst_sums(*, actions: int, rounds: int, monotone: bool = False) -> tuple[Floats, Floats]:
    """Return the sums of an epoch on the neighbours that Report Noisy Max tells apart best.

    Let action 0 be the outcome, s its sum, and g(s) its probability. The ratio of g at s + δ and s
    is the mean of f(z - s - δ) / f(z - s) over the law of the winning z. As the noise's density f
    is log-concave, that quotient grows with z, and the law of z moves up with each other action's
    sum, and with s relative to them. So the worst epoch gives action 0 nothing and all others
    everything in every round but one; and that one vector, which moves from action 0 alone to
    all others alone, shifts action 0 by 2 against them. If all rewards of the vector must move in
    the same direction (`monotone`, the setting of Dwork and Roth's Claim 3.9) only action 0's
    moves, and shifts it by 1.
    """
    others = [float(rounds)] * (actions - 1)
    before = others if monotone else [rounds - 1.0] * (actions - 1)
    return np.array([1.0, *before]), np.array([0.0, *others])


def selection_loss(
    *, actions: int, rounds: int, scale: float, noise: Noise = "laplace", monotone: bool = False
) -> float:
    """Return Report Noisy Max's privacy loss for an epoch of this many rounds.

    With two actions the lower of two sums at distance x noise scales wins with probability
    (2 + x) exp(-x) / 4. An epoch of n >= 2 rounds moves x from (n - 2)/b to n/b: with b = 1/ε the
    loss is 2ε - ln((2 + εn) / (2 + ε(n - 2))), more than ε, and tends to 2ε with n. With three
    actions or more it is more than ε even for n = 1, and tends to 2ε with n or with their number.
    """
    laws = [
        log_selection_probabilities(sums=sums, scale=scale, noise=noise)
        for sums in worst_sums(actions=actions, rounds=rounds, monotone=monotone)
    ]
    return exact_log_loss(*laws)


def epoch_outputs_loss(*, actions: int, rounds: int, scale: float) -> float:
    """Return FTNL's privacy loss over `rounds` rounds, by enumerating its choices.

    The decisions are the outputs of Report Noisy Max after the complete epochs of 1, 2, 4, …
    rounds whose successor begins by round `rounds`. The differing vector is in the last of them.
    """
    epochs = [2**s for s in range((rounds).bit_length()) if 2 ** (s + 1) - 1 < rounds]
    laws: list[Floats] = []
    for last_epoch in worst_sums(actions=actions, rounds=epochs[-1]):
        sums = [np.full(actions, length / 2) for length in epochs[:-1]]
        logarithms = [log_selection_probabilities(sums=s, scale=scale) for s in [*sums, last_epoch]]
        sequences = itertools.product(range(actions), repeat=len(epochs))
        laws.append(np.array([math.fsum(map(_pick, logarithms, choice)) for choice in sequences]))
    return exact_log_loss(*laws)


def _pick(values: Floats, place: int) -> float:
    return float(values[place])


# --- DP-SE ----------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class FirstEpoch:
    """DP-SE's first epoch for two arms, and the smallest horizon that shows its outcome.

    Attributes
    ----------
    epsilon : float
    horizon : int
        T, a power of two; the failure probability is 1/T.
    pulls : int
        R, pulls of each arm in the epoch.
    margin : float
        Difference of noisy means beyond which the lower arm is dropped.

    """

    epsilon: float
    horizon: int
    pulls: int
    margin: float

    @classmethod
    def shortest(cls, epsilon: float) -> "FirstEpoch":
        """Return the epoch for the smallest horizon with two rounds or more after it."""
        for exponent in itertools.count(2):
            horizon = 2**exponent
            alive, gap = 2, 0.5
            private = math.log(4 * alive * horizon)
            statistical = math.log(8 * alive * horizon)
            pulls = math.ceil(max(32 * statistical / gap**2, 8 * private / (epsilon * gap)) + 1)
            if 2 * pulls + 2 <= horizon:
                width = math.sqrt(statistical / (2 * pulls)) + private / (pulls * epsilon)
                return cls(epsilon=epsilon, horizon=horizon, pulls=pulls, margin=2 * width)
        raise AssertionError("unreachable: itertools.count does not end")

    def log_law(self, difference: float) -> Floats:
        """Return log probabilities that arm 1 is dropped after the epoch, and that it is not.

        `difference` is the sum of arm 0's rewards less that of arm 1's.
        """
        distance = (self.margin * self.pulls - difference) * self.epsilon
        # the difference of two standard Laplace variables exceeds x >= 0 with (2 + x) exp(-x) / 4
        rarer = math.log((2 + abs(distance)) / 4) - abs(distance)
        other = math.log1p(-math.exp(rarer))
        return np.array([rarer, other] if distance > 0 else [other, rarer])

    def loss(self, difference: float) -> float:
        """Return the loss when a reward of arm 0 moves the difference to `difference` + 1."""
        return exact_log_loss(self.log_law(difference), self.log_law(difference + 1))

    def worst_loss(self) -> float:
        """Return the largest loss over all differences: arm 1 is dropped, all rewards its own.

        There the margin is far; the ratio of tails is that of two actions' selection for a shift
        by 1.
        """
        far = (self.margin + 1) * self.pulls * self.epsilon
        return self.epsilon - math.log((2 + far) / (2 + far - self.epsilon))

    def difference_at(self, distance: float) -> int:
        """Return the difference of sums from which the margin is about this far, in scales."""
        return round(self.margin * self.pulls - distance / self.epsilon)


# --- Sums -----------------------------------------------------------------------------------


def noised_sums_loss(*, epsilon: float, noise_scale: float = 1.0, sums: int = 1) -> float:
    """Return the loss of an item that enters some sums with noise Lap(noise_scale / ε) each."""
    return privacy_loss(np.ones((sums, 1)), np.full(sums, noise_scale / epsilon))
