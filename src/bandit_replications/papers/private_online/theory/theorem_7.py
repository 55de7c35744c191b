"""Lemma 13 and the proof of Theorem 7 (Appendix G) up to one bracket's bound, step by step.

Each step is a Check. What follows from the bound of one bracket is in `bracket_sums`.
"""

import dataclasses
import itertools
import math

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from bandit_replications.inference.checks import Check, above, at_most, equal, nearest_check
from bandit_replications.papers.private_online.theory.grids import erratum, worst_case
from bandit_replications.papers.private_online.theory.theorem_6 import laplace_difference_tail

# --- Lemma 13 (Appendix G) ------------------------------------------------------------------


def hoeffding_step(*, rounds: int = 64, gap: float = 0.25, best: float = 0.75) -> Check:
    """Check the first term of (55): P{G_j - G_1 + nΔ >= nΔ/2} <= e^(-nΔ²/8), n = 2^r.

    A reward difference X_j - X_1 lies in [-1, 1], so Hoeffding's exponent is
    2 (nΔ/2)² / (4n) = nΔ²/8. Left: exact, independent Bernoulli rewards.
    """
    law = _difference_law(rounds, best, gap)
    difference = np.arange(-rounds, rounds + 1)
    left = float(np.sum(law[difference + rounds * gap >= rounds * gap / 2 - 1e-9]))
    return at_most("(55), first term: Hoeffding", left, math.exp(-rounds * gap**2 / 8))


def laplace_step(*, distance: float = 3.0) -> tuple[Check, Check]:
    """Check the second term of (55) in units of 1/ε: P{ξ >= x} <= 2 P{Z >= x/2} = e^(-x/2).

    The union bound is generous: exactly, P{ξ >= x} = (1/2 + x/4) e^-x. The factor 2 goes because
    the upper tail of Z is e^-x / 2.
    """
    upper = 2 * float(stats.laplace.sf(distance / 2))
    return (
        at_most("(55), second term: union bound", laplace_difference_tail(distance), upper),
        equal("2 P{Z >= x/2} = e^(-x/2)", upper, math.exp(-distance / 2)),
    )


def lemma_13(
    *, epoch: int = 6, gap: float = 0.25, bracket_gap: float | None = None, epsilon: float = 0.5
) -> Check:
    """Check Lemma 13: P{G~_j - G~_1 >= 0} <= 2 exp(-2^r Δ_(k) min(Δ_(k), ε) / 8), for r >= 0.

    The lemma says "for all r >= r0" before any r0 is defined; its proof needs none. Δ_(k) is Δ_j
    by default, where it is tightest. Left: exact, independent Bernoulli rewards with means 0.75 and
    0.75 - Δ_j.
    """
    rounds = 2**epoch
    law = _difference_law(rounds, 0.75, gap)
    tails = [laplace_difference_tail(-epsilon * d) for d in range(-rounds, rounds + 1)]
    least = gap if bracket_gap is None else bracket_gap
    exponent = rounds * least * min(least, epsilon) / 8
    return at_most(
        f"Lemma 13, epoch {epoch}", float(law @ np.array(tails)), 2 * math.exp(-exponent)
    )


def lemma_13_tightest() -> Check:
    """Return Lemma 13 where it is tightest: epochs 0 to 8, gaps 0.1, 0.2, 0.4, ε 0.05, 0.5, 5.

    Where its bound is 1 or more it says nothing of a probability; such places are left out.
    """
    found = []
    for epoch, gap, epsilon in itertools.product(range(9), (0.1, 0.2, 0.4), (0.05, 0.5, 5.0)):
        check = lemma_13(epoch=epoch, gap=gap, epsilon=epsilon)
        if check.right < 1:
            place = f"epoch {epoch}, Δ = {gap:g}, ε = {epsilon:g}"
            found.append(dataclasses.replace(check, at=place))
    return nearest_check(found)


def _difference_law(rounds: int, best: float, gap: float) -> NDArray[np.float64]:
    """Return P{G_j - G_1 = d} for d = -n, …, n."""
    sums = np.arange(rounds + 1)
    worse = stats.binom.pmf(sums, rounds, best - gap)
    better = stats.binom.pmf(sums, rounds, best)
    return np.asarray(np.convolve(worse, better[::-1]))


# --- Theorem 7's proof (Appendix G) ---------------------------------------------------------


@erratum("ftnl-indexing")
def first_epoch(*, best_first: bool = False) -> Check:
    """Check the first line of (56) at r = 0: P{i_1 = j} <= P{G~_j^(-1) >= G~_1^(-1)}.

    Action 1 is played in epoch 0. If it is not the best one (the labels' order is "without loss
    of generality" for the instance, not for Algorithm 2) the left side is 1 for that action, while
    two noises around 0 give 1/2. Nothing is lost: the proof then bounds this term by 1.
    """
    return at_most(
        f"(56), r = 0, best action {'first' if best_first else 'not first'}",
        0.0 if best_first else 1.0,
        laplace_difference_tail(0.0),
    )


@erratum("series-first-epoch")
def split_in_halves(*, first_epoch: int = 0, alpha: float = 0.05) -> Check:
    """Check after (56): Σ_{r>=r0} 2^r e^(-2^r α) = 2 Σ_{r>=r0} Σ_{s=1}^{2^(r-1)} e^(-2^r α).

    False at r0 = 0, though the proof says "for any r0 >= 0": the inner sum for r = 0 is empty.
    """
    epochs = np.arange(first_epoch, 60)
    halves = np.floor(2.0 ** (epochs - 1))
    decay = np.exp(-(2.0**epochs) * alpha)
    return equal(
        f"series split in halves, r0 = {first_epoch}",
        float(np.sum(2.0**epochs * decay)),
        float(np.sum(2 * halves * decay)),
    )


def series_bound(*, first_epoch: int = 0, constant: float = 4.0) -> Check:
    """Check Σ_{r>=r0} 2^r e^(-2^r α) <= 4 e^(-2^(r0-1) α) / α for α in (0, 1/2].

    Holds at r0 = 0 too, although the derivation breaks there: the term r = 0 is at most
    4 (e^(-α/2) - e^(-α)) / α, which r0 = 1 leaves over. Worst case over a grid of α.
    """
    alpha = np.geomspace(1e-4, 0.5, 200)[:, None]
    powers = 2.0 ** np.arange(first_epoch, 40)
    left = np.sum(powers * np.exp(-powers * alpha), axis=1)
    right = constant * np.exp(-(2.0 ** (first_epoch - 1)) * alpha[:, 0]) / alpha[:, 0]
    return worst_case(f"series from r0 = {first_epoch}", left, "<=", right)


def starting_epoch(*, actions: int, gap: float, epsilon: float) -> int:
    """Return r0 = ceil(log2(8 ln|J_k| / m)) + 1 with m = Δ_(k) min(Δ_(k), ε); 0 for |J_k| = 1.

    The printed r0 has no value for a bracket of one action: ln 1 = 0. At least 4 otherwise.
    """
    if actions == 1:
        return 0
    return math.ceil(math.log2(8 * math.log(actions) / (gap * min(gap, epsilon)))) + 1


@erratum("starting-epoch-constant")
def starting_epoch_constant(
    *, actions: int = 7, gap: float = 0.05, epsilon: float = 0.5, constant: float = 32.0
) -> Check:
    """Check 2^(r0+1) <= 32 ln|J_k| / m.

    r0 rounds a logarithm up and adds 1, so 2^(r0+1) lies in [32, 64) ln|J_k| / m: 32 is its
    lower end and 64 the constant that holds.
    """
    start = starting_epoch(actions=actions, gap=gap, epsilon=epsilon)
    return at_most(
        f"2^(r0+1) <= {constant:g} ln|J_k| / m",
        2.0 ** (start + 1),
        constant * math.log(actions) / (gap * min(gap, epsilon)),
    )


@erratum("singleton-brackets")
def singleton_start(*, actions: int = 1) -> Check:
    """Check that r0 exists: the argument 8 ln|J_k| / m of its logarithm is positive."""
    return above(f"argument of the logarithm in r0, |J_k| = {actions}", 8 * math.log(actions), 0.0)
