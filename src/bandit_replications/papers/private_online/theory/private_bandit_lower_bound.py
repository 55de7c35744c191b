"""A lower bound for private bandits with explicit constants, after Shariff and Sheffet (2018).

The paper cites theirs to call Theorem 3 optimal. The proof in the notebook couples the rewards of
one arm under two laws: an ε-private algorithm tells them apart no better than ε times the number of
rewards that differ. Here are the bound, and an algorithm that comes near the lemma behind it.
"""

import math

import numpy as np
from numpy.typing import ArrayLike

from bandit_replications.inference.checks import Check, Relation

DIVERGENCE = 8.8  # times Δ²: of coins with means 1/2 - Δ and 1/2 + Δ, Δ <= 1/4


def least_pulls(*, gap: float, epsilon: float, horizon: int, regret: float) -> float:
    """Return the pulls of a sub-optimal arm that an ε-private algorithm must expect.

    ((1-p) ln(1/p) - ln 2) / min(2εΔ, 8.8 Δ²) with p = 2B / (ΔT), for an algorithm with regret at
    most B after T rounds on the instance, and on the one in which this arm's mean is 1/2 + Δ.

    Parameters
    ----------
    gap : float
        Δ in (0, 1/4]; the arm has mean 1/2 - Δ, the best one 1/2.
    epsilon : float
        ε > 0.
    horizon : int
        T, >= 1.
    regret : float
        B, > 0; with p >= 1 the bound is 0.

    """
    share = min(1.0, 2 * regret / (gap * horizon))
    needed = (1 - share) * math.log(1 / share) - math.log(2)
    return max(0.0, needed) / min(2 * epsilon * gap, DIVERGENCE * gap**2)


def regret_floor(*, gaps: ArrayLike, epsilon: float, horizon: ArrayLike) -> float:
    """Return ln(T)/8 Σ max(1/(2ε), 1/(8.8 Δ_j)), at least Σ ln T / (71 min(Δ_j, ε)).

    For ε-private algorithms with regret at most Δ_min T^(3/4) / 2 on this instance and on each of
    its variants; T >= 2981, Bernoulli rewards, gaps at most 1/4, best mean 1/2.
    """
    values = np.asarray(gaps, dtype=np.float64)
    worse = values[values > 0]
    sides = np.maximum(1 / (2 * epsilon), 1 / (DIVERGENCE * worse))
    return float(np.sum(sides) * np.log(horizon) / 8)


def divergence_of_decisions(
    *,
    epsilon: float = 8.0,
    rewards: int = 1,
    constant: float = 1.0,
    by_pulls: bool = True,
    relation: Relation = "<=",
) -> Check:
    """Compare the divergence of an algorithm's decisions with ε δ E[N_j], exactly.

    In each of so many pairs of rounds the algorithm pulls arm j and then names its reward, 0 or 1,
    by randomised response: arm j again if the answer is 1, else another arm. Each reward is in one
    answer, so that the decisions are ε-private. Arm j yields always 0 under ν and always 1 under
    ν', δ = 1. `constant` multiplies the bound; without `by_pulls` it lacks E[N_j].
    """
    truth = 1 / (1 + math.exp(-epsilon))
    divergence = rewards * (2 * truth - 1) * epsilon
    pulls = rewards * (1 + (1 - truth))
    bound = constant * epsilon * (pulls if by_pulls else 1.0)
    factor = "" if constant == 1 else f"{constant:g} "
    name = f"{factor}ε δ E[N]" if by_pulls else f"{factor}ε δ"
    return Check(
        step=f"divergence of the decisions {relation} {name}, {rewards} rewards, ε = {epsilon:g}",
        left=divergence,
        relation=relation,
        right=bound,
    )
