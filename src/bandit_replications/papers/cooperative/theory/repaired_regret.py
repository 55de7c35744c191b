"""Ours: regret theorems for the two repaired algorithms, and what their proofs rest on.

Both are for all graphs, all M, T and reward laws in [0, 1]; ζ(2) = π²/6, f = ceil(1/ε), and χ̄ is
the clique covering number of the power graph.

*Widths.* Fix an agent, an arm and a round t. Order all rewards of all agents by the round in which
they are first used, then by agent: a reward's own round where it is used or sent as it is, the
round of its batch's release where it is part of a released sum. Nobody uses a reward before that
round, so it may be drawn in it, the pulls made; whether it is among the agent's samples in round t
depends on the arm that its agent chose, on that round and on the distance, and is known before the
reward is drawn. (In the order of pulls it is not: whether a batch is full by then depends on later
pulls.) So the deviations of the samples, in this order, are martingale differences and their number
n is what has been counted at the end. For λ, the product of exp(λ (X - μ) - λ²/8) is a
supermartingale; its mixture over λ ~ N(0, 4) is (n + 1)^(-1/2) exp(2 S²/(n + 1)), and Markov's
inequality gives |S|/n <= `sample_width`(n, δ) but with probability δ, whatever n. So it is with the
noises: of r Laplace noises of scale b, exp(λ Y) has the mean 1/(1 - λ² b²) <= exp(2 λ² b²) for λ b
<= 1/sqrt(2), and a union over r with weights 1/(r + 1)² gives `noise_width`.

*Byzantine agents* (clipped mean, width `anytime`, δ = 1/t²). With contamination each sample has a
mean within ε of μ, as false and true rewards lie in [0, 1] after clipping. So an arm of gap Δ > 2
ε with n >= η samples, η the least with 2 sample_width(η, 1/T²) < Δ - 2 ε, is chosen only if one of
two estimates is beyond its width: probability 2/t². If the agents of a clique have pulled the arm
η + (|C| - 1)(γ - 1) times, each of them has η samples; the round in which they reach that number
adds |C| - 1 at most. Hence, with (|C| - 1)(γ - 1) + |C| - 1 = (|C| - 1) γ,

    E R <= Σ_k Δ_k (χ̄ η_k + γ (M - χ̄) + 2 ζ(2) M).

*Private agents* (`released_sums_ucb`). An agent that has pulled an arm p times has released at
least (p - f)/2 of these rewards. So η samples are known after 2 η + |C| f + (|C| - 1)(γ - 1) pulls
of a clique; η is the least number with 2 (sample_width + noise_width/η) < Δ at no more releases
than M agents make, M floor(log2(T/f + 1)). Failures: 2 ζ(2)/t², so

    E R <= Σ_k Δ_k (2 χ̄ η_k + M f + γ (M - χ̄) + 2 ζ(2)² M).

η is of the order ln(M T)/Δ² + sqrt(M ln T) ln(M T)/(ε Δ): privacy costs less than a factor M,
which is what Section 3.2 hopes for. All messages of a run together are ε-private: each reward is
in one released sum, of sensitivity 1 and noise 1/ε, and agents act on what has been released
alone.
"""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import zeta

from bandit_replications.bandits.laplace import laplace_sum_tail
from bandit_replications.inference.checks import Check, at_least, at_most
from bandit_replications.papers.cooperative.algorithms.widths import noise_width, sample_width

ZETA_2 = float(zeta(2))


def least_number(width: Callable[[float], float], gap: float) -> int:
    """Return the least n with 2 width(n) < gap, for a width that falls."""
    high = 1
    while 2 * width(high) >= gap:
        high *= 2
    low = high // 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if 2 * width(middle) >= gap else (low, middle)
    return high


def byzantine_regret(
    *,
    gaps: ArrayLike,
    horizon: int,
    agents: int,
    message_life: int,
    clique_cover: int,
    contamination: float,
) -> float:
    """Return the bound for the clipped mean; infinite where a gap is at most 2 ε.

    Parameters
    ----------
    gaps : array, shape (arms,)
    horizon, agents, message_life, clique_cover : int
        T, M, γ (at most the diameter) and χ̄(G_γ).
    contamination : float
        ε in [0, 1/2).

    """
    positive = [float(gap) for gap in np.asarray(gaps, dtype=float) if gap > 0]
    if any(gap <= 2 * contamination for gap in positive):
        return math.inf
    log_t = 2 * math.log(horizon)
    fixed = message_life * (agents - clique_cover) + 2 * ZETA_2 * agents
    terms = []
    for gap in positive:
        needed = least_number(lambda n: sample_width(float(n), log_t), gap - 2 * contamination)
        terms.append(gap * (clique_cover * needed + fixed))
    return math.fsum(terms)


def private_regret(
    *,
    gaps: ArrayLike,
    horizon: int,
    agents: int,
    message_life: int,
    clique_cover: int,
    epsilon: float,
) -> float:
    """Return the bound for private UCB on released sums; parameters as for `byzantine_regret`."""
    interval, log_t = math.ceil(1 / epsilon), 2 * math.log(horizon)
    releases = float(agents * max(1, math.floor(math.log2(horizon / interval + 1))))

    def width(number: float) -> float:
        noise = noise_width(releases, log_t, 1 / epsilon)
        return float(sample_width(float(number), log_t) + noise / number)

    fixed = agents * interval + message_life * (agents - clique_cover) + 2 * ZETA_2**2 * agents
    positive = [float(gap) for gap in np.asarray(gaps, dtype=float) if gap > 0]
    return math.fsum(
        gap * (2 * clique_cover * least_number(width, gap) + fixed) for gap in positive
    )


# --- What the proofs rest on ----------------------------------------------------------------


def mixture() -> Check:
    """The mixture of exp(λ S - λ² n/8) over λ ~ N(0, 4), against its closed form.

    (n + 1)^(-1/2) exp(2 S²/(n + 1)), by quadrature: the largest relative difference.
    """
    nodes = np.linspace(-40, 40, 80_001)
    weights = np.exp(-(nodes**2) / 2) * (nodes[1] - nodes[0]) / math.sqrt(2 * math.pi)
    differences = []
    for n in (1, 5, 20, 60):
        for total in (0.0, 0.3 * math.sqrt(n), math.sqrt(n)):
            terms = np.exp(2 * nodes * total - nodes**2 * n / 2)
            closed = math.exp(2 * total**2 / (n + 1)) / math.sqrt(n + 1)
            differences.append(abs(float(weights @ terms) / closed - 1))
    return at_most("mixture over its closed form, less 1", max(differences), 1e-6)


def noise_tail() -> Check:
    """The noise's width, against the exact tail of r Laplace noises: the largest P (r + 1)²/δ."""
    ratios = [
        laplace_sum_tail(count=r, threshold=noise_width(float(r), -math.log(delta), 1.0))
        * (r + 1) ** 2
        / delta
        for r in (1, 2, 5, 20, 60)
        for delta in (0.5, 0.1, 1e-3)
    ]
    return at_most("P{sum of r noises > width} (r + 1)²/δ", max(ratios), 1.0)


def sample_tail(*, number: int = 400, delta: float = 0.05) -> Check:
    """The sample's width for all n <= 400 at once, exactly, for fair coins: less than δ.

    By the walk of the number of ones, absorbed when it first leaves the width.
    """
    inside = np.ones(1)
    for n in range(1, number + 1):
        inside = (np.append(inside, 0.0) + np.append(0.0, inside)) / 2
        deviation = np.abs(np.arange(n + 1) / n - 0.5)
        inside[deviation > sample_width(float(n), -math.log(delta))] = 0.0
    return at_most(f"P{{some n <= {number} beyond the width}}", 1 - float(inside.sum()), delta)


def released_share(*, epsilon: float = 0.3, pulls: int = 500) -> Check:
    """Of p pulls at least (p - f)/2 are released: the least of released - (p - f)/2."""
    interval = math.ceil(1 / epsilon)
    ends = [interval * (2**j - 1) for j in range(12)]
    room = [max(end for end in ends if end <= p) - (p - interval) / 2 for p in range(1, pulls + 1)]
    return at_least("released less (p - f)/2, least over p", min(room), 0.0)


def more_agents(*, agents: int = 100, epsilon: float = 0.1) -> Check:
    """The repaired private bound's price of privacy on one clique: 16 times the agents, per factor.

    What the noise adds to η, with 16 M agents over that with M: at most 16^(3/4) (it grows like
    sqrt(M) and logarithms), where Section 3.2 speaks of much less than a factor of 16.
    """

    def price(number: int) -> float:
        group: dict[str, Any] = {
            "gaps": [0.0, 0.2],
            "horizon": 1000,
            "agents": number,
            "message_life": 1,
        }
        noisy, exact = (
            private_regret(**group, clique_cover=1, epsilon=one) - 0.2 * number * math.ceil(1 / one)
            for one in (epsilon, 1e9)
        )
        return noisy - exact

    name = "price of privacy of 16 M agents over that of M"
    return at_most(name, price(16 * agents) / price(agents), 16**0.75)
