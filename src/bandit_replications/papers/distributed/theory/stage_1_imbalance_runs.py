"""The imbalance after stage 1 in runs of DEMAB: what Reallocate costs as K grows."""

import numpy as np

from bandit_replications.inference.checks import Check, at_most
from bandit_replications.papers.distributed.algorithms import demab
from bandit_replications.papers.distributed.environments.problems import ArmsProblem
from bandit_replications.papers.distributed.theory.stage_1_imbalance import smallest_horizon


def moved_numbers(*, agents: int, arms: int, runs: int, seed: int) -> float:
    """Return the mean numbers sent to move arms: one arm of mean 0.75, the others of 0.25."""
    horizon = smallest_horizon(agents=agents, arms=arms)
    means = np.full(arms, 0.25)
    means[0] = 0.75
    problem = ArmsProblem(means=means, agents=agents, horizon=horizon)
    generator = np.random.default_rng(seed)
    sent = [
        demab.simulate(problem, generator=generator).purposes.get("moved-arms", 0)
        for _ in range(runs)
    ]
    return float(np.mean(sent))


def grows_with_arms(*, agents: int = 16, runs: int = 20, seed: int = 11) -> Check:
    """Four times as many arms are at most twice as many messages, as O(M log(MK)) has it.

    Left: mean numbers sent to move arms at K = 2000 over those at K = 500, 20 runs each.
    """
    few, many = (
        moved_numbers(agents=agents, arms=arms, runs=runs, seed=seed) for arms in (500, 2000)
    )
    return at_most(
        "numbers sent to move arms, K = 2000 over K = 500, M = 16, 20 runs each", many / few, 2.0
    )
