"""The privacy proof of Anytime-Lazy-UCB (Theorem 2, Appendix B), step by step.

The functions check the steps that do not hold as printed, and their repairs.
"""

import itertools
import math

from bandit_replications.bandits.laplace import laplace_sum_tail
from bandit_replications.inference.checks import Check, at_most, equal, erratum


@erratum("initial-pull-noise")
def initial_pull(*, epsilon: float = 1.0, noised: bool) -> Check:
    """Theorem 2 needs the initial pull to be noised.

    Algorithm 1 only says that it initialises the private mean of array 0. Two arms, X = (1, 1/2)
    against X' = (0, 1/2) in the initial rounds: round 3 compares two indices of equal widths.
    Without noise arm 1 is played with probability 1 on X and 0 on X': the loss is infinite, Theorem
    2 false. With the noise of (3) at r = 0 both means carry Lap(1/ε), the probability is that of
    γ_2 - γ_1 <= ±1/2, and the ratio stays below e^ε; in general array 0 is an array like others.
    """
    if noised:
        below = laplace_sum_tail(count=2, threshold=epsilon / 2)
        first, second = 1 - below, below
    else:
        first, second = (float(reward > 0.5) for reward in (1.0, 0.0))
    return at_most(
        f"(8): initial pull {'noised' if noised else 'not noised'}",
        first,
        math.exp(epsilon) * second,
    )


@erratum("neighbour-decomposition")
def decomposition_12(*, horizon: int = 7, repaired: bool = False) -> Check:
    """(12), (13): the sum over q = 1, … and s = t, …, T is not all of η.

    Given the decisions up to t, the arm and its array are determined. The printed ranges miss
    two events: round t is an initial pull (q = 0), and the array is never filled (no s <= T).
    Both are harmless in the repaired sum: in the first the release at t itself is noised, in the
    second α = α' because the observation is never used. Counted here: pairs of a decision
    sequence of two arms and a round, covered against all.
    """
    covered = total = 0
    for free in itertools.product((0, 1), repeat=horizon - 2):
        decisions = (0, 1, *free)
        for t, arm in enumerate(decisions, start=1):
            pull = decisions[:t].count(arm)
            array = pull.bit_length() - 1
            filled = decisions.count(arm) >= 2 ** (array + 1) - 1
            total += 1
            covered += repaired or (array >= 1 and filled)
    return equal("(12): pairs (decisions, round) that the sum covers, against all", covered, total)


@erratum("conditioning-on-a-set")
def conditioning_17(*, epsilon: float = 1.0, threshold: float = -0.5, pointwise: bool) -> Check:
    """(17): the future is claimed to have the same law given that the noisy sum is in a set I.

    False for a set: given I the noisy sum still has different laws on the two inputs. With I the
    whole line (17) would read β = β', perfect privacy. Counterexample: the arm is played next if
    its noisy sum is at least c; the sums are 0 and -1 (a c that is itself random changes nothing:
    β > β' for each of its values). What holds, and suffices, is (17) given the value y; then
    β = ∫ f(y) g(y) dy <= e^ε ∫ f'(y) g(y) dy = e^ε β'.
    """
    beta = _tail(epsilon * threshold)
    other = _tail(epsilon * (threshold + 1))
    if pointwise:
        step = "(17) given the value, integrated: β <= e^ε β'"
        return at_most(step, beta, math.exp(epsilon) * other)
    return equal("(17) with I the whole line: β = β'", beta, other)


def _tail(x: float) -> float:
    """Return P{standard Laplace >= x}."""
    one_side = laplace_sum_tail(count=1, threshold=abs(x))
    return one_side if x >= 0 else 1 - one_side
