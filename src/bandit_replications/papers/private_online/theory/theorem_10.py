"""Theorem 10 (Appendix H), the lower bound, step by step: each step is a Check."""

import math

from bandit_replications.inference.checks import Check, Relation, at_least, erratum
from bandit_replications.papers.private_online.theory import full_information_bounds as bounds
from bandit_replications.papers.private_online.theory.ftnl_exact import expected_regret
from bandit_replications.papers.private_online.theory.lower_bounds import packing
from bandit_replications.papers.private_online.theory.optimal_selector import (
    minimax_error,
    non_private_regret,
)


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


def private_selectors(
    *, arms: int = 3, min_gap: float = 0.2, epsilon: float = 0.2, samples: int = 2
) -> tuple[Check, Check]:
    """Check (58): the exact minimax error of ε-private selectors, and the two bounds below it.

    The n reward vectors of two instances can be coupled so that D = n Δ of them differ on average,
    hence at most 10 D but for probability 0.1.
    """
    exact = minimax_error(arms=arms, min_gap=min_gap, epsilon=epsilon, samples=samples)
    odds = (arms - 1) * math.exp(-10 * epsilon * samples * min_gap)
    fano = 0.9 * odds / (1 + odds)
    return (
        at_least("best private selector's error >= 0.9 (K-1) / (K-1 + e^{10 ε n Δ})", exact, fano),
        at_least("(58): that >= 0.45 min(1, (K-1) / e^{10 ε n Δ})", fano, 0.45 * min(1.0, odds)),
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


def non_private_term(
    *,
    arms: int = 8,
    min_gap: float = 0.1,
    constant: float = 1 / 70,
    relation: Relation = ">=",
) -> Check:
    """Check the first term at T = ceil(ln(K) / (16 Δ²)): every algorithm has regret c ln(K) / Δ.

    The paper cites it; c = 1/70 has a proof in the notebook. On the paper's packing the least
    regret, averaged over its instances, is exact.
    """
    horizon = math.ceil(math.log(arms) / (16 * min_gap**2))
    return Check(
        step=f"least regret after {horizon} rounds, K = {arms}: {relation} {constant:g} ln(K) / Δ",
        left=non_private_regret(arms=arms, min_gap=min_gap, horizon=horizon),
        relation=relation,
        right=constant * math.log(arms) / min_gap,
    )
