"""The paper's bounds on the group regret, with the constants that its theorems print.

All logarithms are natural. `gaps` are best mean minus each arm's mean; arms of gap 0 add nothing.
χ̄ is the clique covering number of the power graph G_γ (see `networks`).
"""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import zeta

from bandit_replications.bandits.arguments import check_positive
from bandit_replications.inference.checks import Check, at_most, erratum

ZETA_3_2 = float(zeta(1.5))

# Where the Byzantine bound's printed condition is too weak: two arms, the best mean, the gap, and
# σ, the worse arm's deviation.
BEST, GAP, SIGMA = 0.99, 0.06, math.sqrt(0.93 * 0.07)


def _positive_gaps(gaps: ArrayLike) -> NDArray[np.float64]:
    values = np.asarray(gaps, dtype=np.float64)
    if values.ndim != 1 or np.any(values < 0) or np.any(values > 1):
        raise ValueError(f"gaps: {values.tolist()}; allowed: numbers in [0, 1]")
    return np.asarray(values[values > 0])


def private_regret(
    *,
    gaps: ArrayLike,
    horizon: int,
    agents: int,
    message_life: int,
    clique_cover: int,
    epsilon: float,
) -> float:
    """Return the bound on the group regret of Private Multi-Agent UCB.

    Source: the theorem of Section 3.3; with χ read as the clique covering number throughout.

    Parameters
    ----------
    gaps : array, shape (arms,)
    horizon : int
        T >= 1.
    agents : int
        M >= 1.
    message_life : int
        γ >= 0.
    clique_cover : int
        χ̄(G_γ) >= 1.
    epsilon : float
        ε > 0.

    Raises
    ------
    TypeError, ValueError
        If an argument is of a wrong type or out of range.

    """
    check_positive(horizon=horizon, agents=agents, clique_cover=clique_cover, epsilon=epsilon)
    positive = _positive_gaps(gaps)
    growth = clique_cover * 8 * math.log(horizon) * float(np.sum(1 / positive))
    fixed = clique_cover * (agents * message_life + 2) + agents * (1 / epsilon + ZETA_3_2)
    return growth + fixed * float(np.sum(positive))


def on_complete_network(agents: int) -> dict[str, Any]:
    """Return arguments of the bounds where everybody hears everybody: γ = 1 and χ̄ = 1."""
    return {"agents": agents, "message_life": 1, "clique_cover": 1}


def byzantine_regret(
    *,
    gaps: ArrayLike,
    horizon: int,
    agents: int,
    message_life: int,
    clique_cover: int,
    contamination: float,
    sigma: float,
) -> float:
    """Return the bound on the group regret of Byzantine-Proof Multi-Agent UCB.

    Source: the theorem of Section 4.2.

    Parameters
    ----------
    gaps, horizon, agents, message_life, clique_cover
        As for `private_regret`.
    contamination : float
        ε in [0, 1/2).
    sigma : float
        σ > 0.

    Returns
    -------
    float
        Infinity where some gap is at most 2 σ sqrt(ε): the bound says nothing then.

    """
    check_positive(horizon=horizon, agents=agents, clique_cover=clique_cover, sigma=sigma)
    positive = _positive_gaps(gaps)
    room = positive - 2 * sigma * math.sqrt(contamination)
    if np.any(room <= 0):
        return math.inf
    growth = clique_cover * math.log(horizon) * float(np.sum(4 * sigma**2 / room**2))
    fixed = 3 * agents + message_life * clique_cover * (agents - 1)
    return growth + fixed * float(np.sum(positive))


def bernoulli_divergence(p: float, q: float) -> float:
    """Return the Kullback-Leibler divergence of Bernoulli(p) from Bernoulli(q), nats; 0 < q < 1."""
    return math.fsum(a * math.log(a / b) for a, b in ((p, q), (1 - p, 1 - q)) if a > 0)


def centralised_rate(means: Sequence[float], *, divergence: str = "arm-best") -> float:
    """Return the factor of ln T in the asymptotic lower bound on a centralised agent's regret.

    Source: the theorem of Section 2, cited there from Anantharam, Varaiya and Walrand (1987), who
    treat a player of M distinct arms; in this form it is that of Lai and Robbins (1985) for one
    player with all pulls. As T → ∞; at a finite T it is a guide and no bound.

    Parameters
    ----------
    means : sequence of float
        Bernoulli means in (0, 1).
    divergence : {"arm-best", "best-arm"}
        D(μ_k, μ*), as Lai and Robbins have it, or D(μ*, μ_k), as printed.

    """
    best = max(means)
    pairs = [(mean, best) for mean in means if mean < best]
    if divergence == "best-arm":
        pairs = [(best, mean) for mean, _ in pairs]
    return math.fsum(abs(p - q) / bernoulli_divergence(p, q) for p, q in pairs)


@erratum("divergence-direction")
def lower_bound_direction(*, best: float = 0.9, other: float = 0.5) -> Check:
    """The lower bound divides by D(μ_k, μ*); printed is D(μ*, μ_k).

    A KL-UCB algorithm attains Σ Δ_k / D(μ_k, μ*) ln T (Cappé et al., 2013), so no algorithm's
    lower bound can be larger. With means 0.9 and 0.5 the printed factor is 1.087, the attained one
    0.783: as printed the theorem is false. (It also needs algorithms that are good on every
    instance: one that always plays the best arm has no regret.)
    """
    claimed = centralised_rate([best, other], divergence="best-arm")
    attained = centralised_rate([best, other])
    return at_most("factor of ln T with D(μ*, μ_k), against the attained", claimed, attained)


def byzantine_constant(*, gap: float = 0.02) -> Check:
    """The remark after the Byzantine theorem: at ε = 0 and χ̄ = 1 its bound "matches" the lower one.

    4 σ²/Δ² as printed, σ = 1/2, against Δ/D(μ_k, μ*), which is about 1/(2 Δ): the ratio is
    unbounded as Δ falls. The proof has a factor Δ more. Means 1/2 ± Δ/2.
    """
    attained = gap / bernoulli_divergence(0.5 - gap / 2, 0.5 + gap / 2)
    name = f"4 σ²/Δ² (printed) against 2.5 times Δ/D(μ_k, μ*) at Δ = {gap:g}"
    return at_most(name, 1 / gap**2, 2.5 * attained)
