"""The private regret theorem is false: noise that is never renewed.

A released mean keeps its noise until its sender pulls the arm again. If the noise of the best arm
is so low for every agent that none pulls it, it stays, and the index's width grows only like
sqrt(ln t). The chance of that is small, but exp(-O(sqrt(ln T))), and it costs a regret of order T:
the expected regret is at least T^(1 - o(1)).

The construction: two agents who are neighbours, γ = 1, any ε and v, and two arms with any reward
laws in [0, 1] whose means differ by Δ. Let f = ceil(1/ε). The first 2 f rounds pull each arm f
times and end with each agent's first release of both. Let Y and Y' be the noises of the best arm's
two releases, of scale f^(v/2 - 1). With both at most -x the best arm's index is, for each agent
and in every round t until an agent pulls it again, at most

    1 - x/2 + sqrt(ln t / f),

as N = 2 f, own rewards are at most 1 and the other's mean is at most 1 + Y. The other arm's index
is at least half of the other agent's noise when that is negative: rewards are at least 0, both have
pulled it equally often. Take x = 2 (1 + c + sqrt(ln T / f)): the best arm's index stays at most -c
until T. That of the other stays above -c unless some noise is below -2 c: with scale n^(v/2 - 1) at
the releases n = f, 2 f, … of two agents, of total probability Σ exp(-2 c (j f)^(1 - v/2)). The
noises of the two arms are independent. All three interpretations of the release series begin alike
for ε = 1.
"""

import functools
import math

import numpy as np
from scipy.special import gamma, gammaincc

from bandit_replications.bandits.laplace import laplace_sum_tail
from bandit_replications.inference.checks import Check, at_most, below, erratum
from bandit_replications.papers.cooperative.theory.bounds import on_complete_network, private_regret

MARGINS = tuple(0.1 * step for step in range(5, 41))  # values of c to choose from
TERMS = 200_000


@functools.cache
def stays_above(*, v: float, margin: float, interval: int = 1) -> float:
    """Return a lower bound on the chance that the other arm's index stays above -c in all rounds.

    One minus the sum over j = 1, 2, … of exp(-2 c (j f)^(1 - v/2)); the sum's tail is at most its
    integral, in closed form by the incomplete gamma function.
    """
    power = 1 - v / 2
    rate = 2 * margin * interval**power
    j = np.arange(1, TERMS + 1).astype(float)
    head = float(np.sum(np.exp(-rate * j**power)))
    shape = 1 / power
    tail = gamma(shape) * gammaincc(shape, rate * TERMS**power) / (power * rate**shape)
    return 1 - head - float(tail)


def regret_at_least(*, log_horizon: float, v: float, epsilon: float, gap: float) -> float:
    """Return the logarithm of the lower bound on the expected group regret after T rounds.

    The chance that both noises are at most -x is exp(-2 x f^(1 - v/2))/4; then the two agents lose
    Δ each in all rounds but the f that pull the best arm: 2 (T - f) Δ together. The best c is
    taken.

    Parameters
    ----------
    log_horizon : float
        ln T, with T >= 2 f.
    v : float
        1 < v < 1.5.
    epsilon, gap : float
        ε > 0; Δ in (0, 1].

    """
    interval = math.ceil(1 / epsilon)
    best = -math.inf
    for margin in MARGINS:
        chance = stays_above(v=v, margin=margin, interval=interval)
        if chance > 0:
            x = 2 * (1 + margin + math.sqrt(log_horizon / interval))
            fixed = math.log(chance / 4) - 2 * x * interval ** (1 - v / 2)
            best = max(best, fixed)
    return best + math.log(2 * gap) + log_horizon + math.log1p(-interval * math.exp(-log_horizon))


def frozen_agents(
    *, horizon: int = 10_000, noise: float = -14.0, interval: int = 2, gap: float = 0.5
) -> tuple[int, float]:
    """Run two agents of Algorithm 2 whose best arm was released with this noise, all others with 0.

    Rewards are their means, 1/2 ± gap/2; both agents act alike. Returns each one's pulls of the
    best arm, and the group regret 2 (T - f) Δ if that is f.
    """
    pulls = [interval, interval]  # of the best arm and of the other, by each agent
    for t in range(2 * interval + 1, horizon + 1):
        widths = [math.sqrt(2 * math.log(t) / (2 * n)) for n in pulls]
        best = 0.5 + gap / 2 + noise / 2 + widths[0]  # half of its samples carry the noise
        other = 0.5 - gap / 2 + widths[1]
        pulls[0 if best >= other else 1] += 1
    return pulls[0], 2 * pulls[1] * gap


def theorem_bound(*, log_horizon: float, epsilon: float, gap: float) -> float:
    """Return the logarithm of the theorem's bound on this instance."""
    at_one = private_regret(**on_complete_network(2), gaps=[0.0, gap], horizon=1, epsilon=epsilon)
    return math.log(at_one + 8 * log_horizon / gap)


def smallest_log_horizon(*, v: float, epsilon: float = 1.0, gap: float = 1.0) -> float:
    """Return the least ln T (to 0.01) at which the construction beats the theorem's bound."""
    low, high = 5.0, 1000.0
    while high - low > 0.01:
        middle = (low + high) / 2
        instance = {"log_horizon": middle, "epsilon": epsilon, "gap": gap}
        beaten = regret_at_least(v=v, **instance) > theorem_bound(**instance)
        low, high = (low, middle) if beaten else (middle, high)
    return high


@erratum("frozen-noise")
def theorem_fails(*, v: float = 1.1, epsilon: float = 0.5, log_horizon: float = 80.0) -> Check:
    """The private theorem's bound against the regret that the construction has: false.

    Both sides as logarithms, gap 1/2; the left side grows like ln T - O(sqrt(ln T)), the right one
    like ln ln T, so it is false for all larger T too. At ε = 1/2 the condition γ = 1 < 1/ε, which
    the proof uses, is met.
    """
    instance = {"log_horizon": log_horizon, "epsilon": epsilon, "gap": 0.5}
    place = f"ln T = {log_horizon:g}, v = {v:g}, ε = {epsilon:g}"
    regret, bound = regret_at_least(v=v, **instance), theorem_bound(**instance)
    return at_most(f"ln of the regret at {place}, against the bound", regret, bound)


@erratum("frozen-noise")
def growth(*, v: float = 1.1, epsilon: float = 0.5) -> Check:
    """Compare the regret's exponent in T at ln T = 10^6 with 0.99; it tends to 1."""
    log_horizon = 1e6
    regret = regret_at_least(log_horizon=log_horizon, v=v, epsilon=epsilon, gap=1.0)
    return below("ln regret / ln T at ln T = 10^6", regret / log_horizon, 0.99)


def concentration_17(*, counts: tuple[int, ...] = (1, 2, 5, 20)) -> Check:
    """(17): P{|Σ Y_i| >= ln(1/ω) sqrt(8 Σ b_i²)} <= ω, for equal scales.

    The largest ratio of the two sides over n and ω = 0.9, 0.5, …, 10^-9, with exact tails.
    """
    ratios = [
        2 * laplace_sum_tail(count=n, threshold=math.log(1 / omega) * math.sqrt(8 * n)) / omega
        for n in counts
        for omega in (0.9, 0.5, 0.1, 1e-2, 1e-4, 1e-9)
    ]
    return at_most("(17): largest P/ω", max(ratios), 1.0)
