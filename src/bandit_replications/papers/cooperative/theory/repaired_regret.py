"""Ours: regret theorems for the two repaired algorithms, with their proofs.

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
inequality gives |S|/n <= sample_width(n, δ) but with probability δ, whatever n.

*Noises.* So it is with these: for λ < 1 a Laplace noise of scale 1 has E exp(λ Y) = 1/(1 - λ²), so
exp(λ S) (1 - λ²)^r is a martingale in the number r of noises, and so is its mean over λ in (0, 1).
This rises with S: S is beyond S_r(l), where its logarithm is l, with probability at most e^-l,
whatever r. With l = ln(1/δ) - ln(ζ(2) - 1) the failures are (ζ(2) - 1) δ, and S_r(l) is at most
sqrt(8) max(sqrt(r L), L), L = ln(1/δ) + 2 ln(r + 1), the width of a union over r: put this in for
S. If L <= r, then r >= 3; on the interval of length 1/sqrt(2 r) below λ0 = sqrt(L/(2 r)), 1 - λ² is
at least exp(-2 λ²) and the exponent at least L - 2 r (λ - λ0)² >= L - 1, so that the integral is at
least e^(L - 1)/sqrt(2 r). If L > r, the integral over λ <= 1/sqrt(2) is at least 2^-r (e^(2 L) - 1)
/(sqrt(8) L). Either is at least e^l.

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
than M agents make, M floor(log2(T/f + 1)), noise_width from the algorithm's table. Failures: 1 +
(ζ(2) - 1) times 1/t² on either side, so

    E R <= Σ_k Δ_k (2 χ̄ η_k + M f + γ (M - χ̄) + 2 ζ(2)² M).

η is of the order ln(M T)/Δ² + sqrt(M ln T) ln(M T)/(ε Δ): in this term the price of privacy grows
like sqrt(M), beside M f. All messages of a run together are ε-private: each reward is in one
released sum, of sensitivity 1 and noise 1/ε, and agents act on what has been released alone.
"""

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import zeta

from bandit_replications.papers.cooperative.algorithms.widths import released_widths, sample_width

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
    """Return the bound for private UCB on released sums; parameters as for `byzantine_regret`.

    The width for the noise is the largest of the algorithm's table, which rounds up.
    """
    log_t = 2 * math.log(horizon)
    widths = released_widths(agents=agents, horizon=horizon, epsilon=epsilon)
    noise = float(widths.rows[-1].max()) / epsilon

    def width(number: float) -> float:
        return float(sample_width(float(number), log_t) + noise / number)

    fixed: float = agents * math.ceil(1 / epsilon) + message_life * (agents - clique_cover)
    fixed += 2 * ZETA_2**2 * agents
    positive = [float(gap) for gap in np.asarray(gaps, dtype=float) if gap > 0]
    return math.fsum(
        gap * (2 * clique_cover * least_number(width, gap) + fixed) for gap in positive
    )
