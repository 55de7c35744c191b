"""Theorem 10 (Appendix H), the lower bound, step by step: each step is a Check."""

import bisect
import math

from bandit_replications.inference.checks import Check, Relation, above, at_least, at_most, equal
from bandit_replications.papers.private_online.algorithms.ftnl_exact import expected_regret
from bandit_replications.papers.private_online.algorithms.optimal_selector import (
    minimax_error,
    non_private_regret,
)
from bandit_replications.papers.private_online.theory import full_information_bounds as bounds
from bandit_replications.papers.private_online.theory.grids import erratum
from bandit_replications.papers.private_online.theory.lower_bounds import (
    packing,
    selector_bound,
    total_variation,
)

MOST_SAMPLES = 50  # of two hypotheses, for which the best selector is computed

# --- Step 1: the packing --------------------------------------------------------------------


def packing_distance(*, min_gap: float = 0.3, low: float = 0.5) -> tuple[Check, Check]:
    """Check that two instances are at total-variation distance Δ, hence more than Δ/2 apart.

    True, also for means `low` and `low` + Δ in place of 1/2 and 1/2 + Δ, which fit into [0, 1] for
    every Δ <= 1 - `low`.
    """
    distance = total_variation([low + min_gap, low], [low, low + min_gap]).value
    return (
        equal("total-variation distance = Δ", distance, min_gap),
        above("Δ/2-packing", distance, min_gap / 2),
    )


def packing_witness(*, arms: int = 4, min_gap: float = 0.3) -> Check:
    """Check the footnote: {(1, 0)} x {0, 1}^(K-2) attains the distance of P_1 and P_2."""
    means = packing(arms=arms, min_gap=min_gap)
    first, second = means[0, :2], means[1, :2]
    event = first[0] * (1 - first[1]) - second[0] * (1 - second[1])
    return equal(
        "P_1 - P_2 on the footnote's event", float(event), total_variation(means[0], means[1]).value
    )


@erratum("lower-bound-gap-range")
def packing_range(*, min_gap: float = 0.6) -> Check:
    """Check that 1/2 + Δ is a mean reward: for Δ_min > 1/2 it is not, but any Δ_min > 0 is allowed.

    Means (1 - Δ)/2 and (1 + Δ)/2 repair the step up to Δ = 1: the distance is still Δ.
    """
    return at_most("best mean of the packing", 0.5 + min_gap, 1.0)


@erratum("lower-bound-gap-range")
def range_of_statement(*, arms: int = 2**20, constant: float = 0.098) -> Check:
    """Check Theorem 10 at Δ_min = 1, ε = 4 ln K: regret >= c max(ln(K)/Δ_min, ln(K)/ε), T = 2^16.

    Gaps of 1 leave one kind of instance: the best action always yields 1, the others 0. One round
    shows everything. FTNL with noise of scale 2/ε is ε-private, and starting on a wrong action
    has regret at most 1 + Σ_{r>=1} 2^r (K-1) P{ξ > 2^(r-1)}, which tends to 1 as K grows, while
    ln K does not: no constant c > 0 is left. The bound needs Δ_min away from 1.
    """
    scaled = [2 * math.log(arms) * 2.0 ** (r - 1) for r in range(1, 17)]
    wrong = [2.0**r * (arms - 1) * (0.5 + x / 4) * math.exp(-x) for r, x in enumerate(scaled, 1)]
    return at_least(
        f"Theorem 10 at Δ_min = 1, K = {arms}, constant {constant:g}",
        1 + math.fsum(wrong),
        constant * math.log(arms),
    )


# --- Step 2: selectors ----------------------------------------------------------------------


def asz_inequality(
    *, hypotheses: int = 2, exponent: float = 0.0, relation: Relation = ">="
) -> Check:
    """Check 0.9 M (M-1) / (M-1 + e^x) >= 0.8 M min(1, M e^-x), which the paper says is wrong.

    At M = 2 and ε = 0 (x = 10 ε D = 0) it reads 0.9 >= 1.6.
    """
    m, growth = hypotheses, math.exp(exponent)
    return Check(
        step=f"inequality of Acharya et al., M = {m}, 10 ε D = {exponent:g}",
        left=0.9 * m * (m - 1) / (m - 1 + growth),
        relation=relation,
        right=0.8 * m * min(1.0, m / growth),
    )


def private_selectors(
    *, arms: int = 3, min_gap: float = 0.2, epsilon: float = 0.2, samples: int = 2
) -> tuple[Check, Check]:
    """Check (58): the exact minimax error of ε-private selectors, and the two bounds below it."""
    exact = minimax_error(arms=arms, min_gap=min_gap, epsilon=epsilon, samples=samples)
    bound = selector_bound(arms=arms, min_gap=min_gap, epsilon=epsilon, samples=samples)
    return (
        at_least(
            "best private selector's error >= 0.9 (K-1) / (K-1 + e^{10 ε n Δ})", exact, bound.fano
        ),
        at_least("(58)", bound.fano, bound.printed),
    )


def samples_needed(*, min_gap: float = 0.5, epsilon: float = 0.5) -> Check:
    """Check that an error below 0.2 takes more than m* samples, two hypotheses; exact, left.

    True with much room: m* = ln(2) / (10 ε Δ) is off by more than an order of magnitude.
    """

    def enough(samples: int) -> bool:
        error = minimax_error(arms=2, min_gap=min_gap, epsilon=epsilon, samples=samples)
        return error < 0.2

    # more samples never hurt; one more than `minimax_error` can handle is an error there
    samples = bisect.bisect_left(range(MOST_SAMPLES + 2), True, key=enough)
    return above(
        "least n with error below 0.2 against m*",
        float(samples),
        math.log(2) / (10 * epsilon * min_gap),
    )


# --- Step 3: batch to online ----------------------------------------------------------------


@erratum("lower-bound-rounds")
def rounds_are_whole(*, arms: int = 8, min_gap: float = 0.1, epsilon: float = 0.1) -> Check:
    """Check that m* = ln(K) / (10 ε Δ) is a number of rounds; it must be rounded down.

    For m* >= 1 rounding costs at most a factor of 2 in the bound.
    """
    exact = math.log(arms) / (10 * epsilon * min_gap)
    rounds = bounds.theorem_10_rounds(arms=arms, min_gap=min_gap, epsilon=epsilon)
    return equal("m* = whole rounds", exact, float(rounds))


@erratum("lower-bound-rounds")
def rounds_below_one(*, arms: int = 8, min_gap: float = 0.1, epsilon: float = 8.0) -> Check:
    """Check the bound where m* < 1: (1 - 1/K) Δ from the first round is at least ln(K) / (20 ε).

    The printed argument needs a round; but the first one is played before any reward is seen, so
    on some instance of the packing (and on average) it costs (1 - 1/K) Δ >= Δ/2 > m* Δ/2.
    """
    return at_least(
        "first round's regret >= ln(K) / (20 ε)",
        (1 - 1 / arms) * min_gap,
        math.log(arms) / (20 * epsilon),
    )


def theorem_10(
    *,
    arms: int = 8,
    min_gap: float = 0.1,
    epsilon: float = 0.1,
    noise_scale: float = 2.0,
    factor: float = 1.0,
) -> Check:
    """Check Theorem 10 on FTNL: exact regret after floor(m*) rounds, averaged over the packing.

    Noise of scale 2/ε makes FTNL ε-private. By symmetry the average is over the best action
    standing first (probability 1/K: epoch 0 plays it and costs nothing) and elsewhere. `factor`
    multiplies the bound.
    """
    rounds = bounds.theorem_10_rounds(arms=arms, min_gap=min_gap, epsilon=epsilon)
    means = packing(arms=arms, min_gap=min_gap)
    elsewhere = expected_regret(
        means=means[-1], epsilon=epsilon, horizon=rounds, noise_scale=noise_scale
    )
    return at_least(
        f"FTNL's regret after {rounds} rounds >= 0.2 · 0.49 floor(m*) Δ",
        elsewhere - min_gap / arms,
        factor * bounds.theorem_10_regret(arms=arms, min_gap=min_gap, epsilon=epsilon),
    )


# --- The non-private term -------------------------------------------------------------------


def non_private_term(*, arms: int = 8, min_gap: float = 0.1, constant: float = 1 / 40) -> Check:
    """Check the first term at T = ceil(ln(K) / (16 Δ²)): every algorithm has regret c ln(K) / Δ.

    The paper cites it. On the paper's own packing the least worst-case regret is exact, and
    c = 1/40 serves for every K and Δ that were tried; T rounds cannot cost more than T Δ, about
    ln(K) / (16 Δ).
    """
    horizon = math.ceil(math.log(arms) / (16 * min_gap**2))
    return at_least(
        f"least regret after {horizon} rounds, K = {arms}: >= {constant:g} ln(K) / Δ",
        non_private_regret(arms=arms, min_gap=min_gap, horizon=horizon),
        constant * math.log(arms) / min_gap,
    )
