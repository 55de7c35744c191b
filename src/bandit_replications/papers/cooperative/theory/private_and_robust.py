"""Ours: privacy and robustness together, by clipped means of constant batches.

*Model.* An agent releases S + Lap(1/ε), S the sum of f rewards of one arm, each reward in one
release, ε f >= 1, and acts on releases alone, its own included. A message is false with probability
at most α, independently of everything; then its value is any function of earlier messages and of
coins that are independent of all rewards. Its arm, count and round are true. (An agent that
falsifies each reward with probability q spoils a share 1 - (1 - q)^f of its messages.) Messages
live γ rounds. With s = 1/(ε f), b = s ln(1/α), w = 1 + b, β = s α/2, a receiver clips Z = value/f
to [-b, 1 + b]; the index of an arm of which it knows r batches is their mean + W(r, 1/t²),

    W(r, δ) = β + α w + min over λ of (Ψ(λ) + ln(r (r + 1)/δ)/r)/λ, 0 < λ < 1/s,
    Ψ(λ) = λ²/(8 f) - 2 ln(1 - λ² s²) + α (e^(λ w) - 1 - λ w).

The first K f rounds are a round robin.

*Privacy.* Given the releases so far, all pulls, hence the arm, round and rewards of the next
release, are settled. One reward changed moves one sum by at most 1: one factor of the density of
all messages changes, by e^ε at most, and false values are made of what is public. So all messages
and all pulls of all agents together are ε-private for each reward.

*Width.* Draw a batch at its release; its rewards were used by nobody. A true Z is W0 = φ(S/f + ξ),
φ the clip, ξ of scale s: its mean misses μ by at most E (ξ - b)+ = s e^(-b/s)/2 = β. Given the
rewards, E e^(λ (φ - E φ)) <= E cosh(λ (ξ - ξ')) = (1 - λ² s²)^-2, as φ moves no more than ξ; the
mean given the rewards moves by 1/f with each, which gives e^(λ²/(8 f)) (McDiarmid). A false Z
misses μ by w at most. (1 - α) A + α e^(λ w) <= A exp(α (e^(λ w) - 1)) for A >= 1, so

    E e^(λ (Z - μ)) <= exp(λ (β + α w) + Ψ(λ)), and for -λ.

Whether agent m knows a batch in round t is settled before it is drawn: products of these are
supermartingales, and a union over r with δ/(r (r + 1)) gives W, on either side, for a random r.

*Regret.* Let r_k be the least r with 2 W(r, 1/T²) < Δ_k; there is one if Δ_k > 2 (β + α w). A
clique that has pulled the arm f r_k + |C| (f - 1) + (|C| - 1)(γ - 1) times has r_k batches known to
each of its agents, and the round in which it gets there adds |C| - 1. After that a pull needs a
failure, of probability 2/t². So

    E R <= Σ_k Δ_k (χ̄ f r_k + M f + γ (M - χ̄) + 2 ζ(2) M).

With L = ln(r_k (r_k + 1) T²) and g = Δ_k/2 - β - α w, f r_k is at most of the order of
f + (1 + α w²/ε²) L/g² + w f L/g at f = 1/ε². The last term cannot go for this estimator: j of r
batches are false with probability about (r α)^j/j!, and each moves the mean by 1/r.
"""

import math
from collections.abc import Sequence

import numpy as np

from bandit_replications.papers.cooperative.algorithms.widths import (
    STEP,
    Batches,
    numbers_to,
    row_of,
)
from bandit_replications.papers.cooperative.theory.repaired_regret import ZETA_2


def regret(
    batches: Batches,
    *,
    gaps: Sequence[float],
    horizon: int,
    agents: int,
    message_life: int,
    clique_cover: int,
) -> float:
    """Return the bound with the widths that `clipped_release_ucb` has, rounded up.

    r_k is the number from which on twice the width is below the gap. Infinite where none is.
    """
    most = max(1, agents * horizon // batches.size)
    level, numbers = np.array([STEP * row_of.py_func(2 * math.log(horizon))]), numbers_to(most)
    widths = np.array([batches.widths(number, level)[0] for number in numbers])
    releases = np.arange(1, most + 1)
    doubled = 2 * widths[np.searchsorted(numbers, releases)] / releases
    fixed = agents * (batches.size + 2 * ZETA_2) + message_life * (agents - clique_cover)
    total = 0.0
    for gap in (gap for gap in gaps if gap > 0):
        wide = np.flatnonzero(doubled >= gap)
        needed = 1 + (wide[-1] + 1 if wide.size else 0)
        total += (
            gap * (clique_cover * batches.size * needed + fixed) if needed <= most else math.inf
        )
    return total
