"""Lemma 1 (Section 2.2, Appendix C.1): BaSE's regret in each batch, at the cost of its worst arm.

The proof's constant is g: the elimination threshold is sqrt(g log(TK) / τ), where Algorithm 3
writes sqrt(γ/τ). Rewards are in [0, 1].
"""

import math

import numpy as np

from bandit_replications.bandits.problems import BanditProblem
from bandit_replications.bandits.rewards import bernoulli_table
from bandit_replications.bandits.streams import generator
from bandit_replications.inference.checks import Check, at_least, at_most, below
from bandit_replications.papers.anonymous.algorithms.batched_elimination import survivors
from bandit_replications.papers.anonymous.algorithms.batched_successive_elimination import (
    Options,
    alive_arms,
    number_of_batches,
)
from bandit_replications.papers.anonymous.theory import bounds
from bandit_replications.papers.anonymous.theory.as_printed import as_printed


@as_printed("hoeffding-direction")
def hoeffding_direction(*, constant: float = 6.0, product: int = 1000) -> Check:
    """Check the first display as printed: the chance to be *within* the width is below 2e^(-…).

    A constant reward is always within: probability 1. The inequality is about being outside.
    """
    return below(
        "P{|average - μ| <= width} < 2 exp(-g log(TK)/2), constant rewards",
        1.0,
        2 * product ** (-constant / 2),
    )


def survivor(*, constant: float = 6.0, product: int = 500000, pulls: int = 400) -> Check:
    """Check that a surviving arm's gap is at most twice the threshold, at the worst averages.

    The rule that eliminates is run (`batched_elimination.survivors`) on two arms with gaps of 0 to
    three thresholds, both averages off by half a threshold in favour of the worse arm. Left: the
    largest gap that survives, over twice the threshold.
    """
    gamma = constant * math.log(product)
    threshold = math.sqrt(gamma / pulls)
    gaps = np.linspace(0, 3 * threshold, 3002)
    averages = np.stack([gaps - threshold / 2, np.full_like(gaps, threshold / 2)], axis=1)
    counts = np.full(averages.shape, pulls, dtype=np.int64)
    kept = survivors(
        np.ones(averages.shape, dtype=np.bool_), counts, averages * counts, gamma=gamma, tau="most"
    )[:, 1]
    return at_most(
        "largest gap of a survivor over 2 sqrt(g log(TK)/τ)",
        float(gaps[kept].max()) / (2 * threshold),
        1.0,
    )


def pulls_of_survivors(*, horizon: int = 100000, arms: int = 7) -> Check:
    """Check τ >= t_(b-1)/K with the cyclic plays of Algorithm 3, over random eliminations.

    Left: the least ratio of τ, the largest count of an arm alive, to t_(b-1)/K.
    """
    lengths = bounds.planned_batches(horizon)
    stream = generator(0, "anonymous", "pulls-of-survivors")
    ratios = []
    for _ in range(200):
        alive, counts, played = np.arange(arms), np.zeros(arms), 0
        for length in lengths[:-1]:
            counts[alive] += length // alive.size
            counts[alive[: length % alive.size]] += 1
            played += length
            keep = stream.integers(1, alive.size + 1)
            alive = stream.choice(alive, size=keep, replace=False)
            ratios.append(counts[alive].max() / (played / arms))
    return at_least(
        f"least τ over t_(b-1)/K, {len(ratios)} batches",
        float(np.min(ratios)),
        1 - len(lengths) * arms / lengths[0],
    )


def printed_bound(*, arms: int, horizon: int) -> float:
    """Return the lemma's bound 2a sqrt(g K log(TK)) + 1 with g = 6 and B = ⌈log2 log2 T⌉."""
    gamma = 6 * math.log(arms * horizon)
    batches = number_of_batches(horizon, logarithm="base-2")
    return bounds.lemma_1(arms=arms, horizon=horizon, batches=batches, gamma=gamma)


def batch_costs(
    *, means: tuple[float, ...], horizon: int = 100000, constant: float = 6.0, runs: int = 200
) -> list[float]:
    """Return D_b times the mean of the worst arm's gap alive, for each batch b = 1, …, B.

    Runs of the module `batched_successive_elimination` with Bernoulli rewards.
    """
    gaps = max(means) - np.array(means)
    lengths = bounds.planned_batches(horizon)
    options = Options(gamma=constant * math.log(len(means) * horizon), batches=len(lengths))
    stream = generator(0, "anonymous", "batch-costs", *means, horizon)
    problem = BanditProblem(rewards=bernoulli_table(means), horizon=horizon)
    worst = [
        [gaps[alive].max() for alive in alive_arms(problem, generator=stream, options=options)]
        for _ in range(runs)
    ]
    return [float(cost) for cost in lengths * np.mean(worst, axis=0)]


def measured(*, arms: int = 5, horizon: int = 100000) -> Check:
    """Check the lemma on runs, last batch included. Left: the costliest batch over many gaps."""
    gaps = [2.0**-k for k in range(1, 9)]
    worst = max(
        max(batch_costs(means=(0.5 + gap / 2, *[0.5 - gap / 2] * (arms - 1)), horizon=horizon))
        for gap in gaps
    )
    return at_most(
        f"largest D_b E[worst gap alive], K = {arms}, T = {horizon}",
        worst,
        printed_bound(arms=arms, horizon=horizon),
    )
