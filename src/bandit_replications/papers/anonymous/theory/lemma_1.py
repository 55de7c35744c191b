"""Lemma 1 (Section 2.2, Appendix C.1): BaSE's regret in each batch, at the cost of its worst arm.

The proof's constant is g: the elimination threshold is sqrt(g log(TK) / τ), where Algorithm 3
writes sqrt(γ/τ). Rewards are in [0, 1].
"""

import math

import numpy as np

from bandit_replications.bandits.problems import BanditProblem
from bandit_replications.bandits.rewards import bernoulli_table
from bandit_replications.bandits.streams import generator
from bandit_replications.inference.checks import Check, at_most
from bandit_replications.papers.anonymous.algorithms.batched_successive_elimination import (
    Options,
    alive_arms,
    number_of_batches,
)
from bandit_replications.papers.anonymous.theory import bounds


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
    """Check the lemma, 2a sqrt(g K log(TK)) + 1 with g = 6 and B = ⌈log2 log2 T⌉, on runs.

    Left: the costliest batch over many gaps, the last one included.
    """
    gaps = [2.0**-k for k in range(1, 9)]
    worst = max(
        max(batch_costs(means=(0.5 + gap / 2, *[0.5 - gap / 2] * (arms - 1)), horizon=horizon))
        for gap in gaps
    )
    return at_most(
        f"largest D_b E[worst gap alive], K = {arms}, T = {horizon}",
        worst,
        bounds.lemma_1(
            arms=arms,
            horizon=horizon,
            batches=number_of_batches(horizon, logarithm="base-2"),
            gamma=6 * math.log(arms * horizon),
        ),
    )
