"""Runs of the simulators of the paper `anonymous`."""

import numpy as np

from bandit_replications.papers.anonymous.environments.problems import AnonymousProblem


def curve(simulate, *, means, horizon, seed=0, group_size=2, law="bernoulli", options):
    """Regret after every round."""
    problem = AnonymousProblem(
        means=means,
        group_size=group_size,
        horizon=horizon,
        checkpoints=np.arange(1, horizon + 1),
        law=law,
    )
    return simulate(problem, generator=np.random.default_rng(seed), options=options).regret
