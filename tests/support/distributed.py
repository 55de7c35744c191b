"""Small problems of the paper `distributed`, and literal against fast simulators."""

from dataclasses import is_dataclass

import numpy as np
import pytest

from bandit_replications.papers.distributed.environments.problems import ArmsProblem, LinearProblem
from bandit_replications.papers.distributed.environments.reward_laws import recorded_rewards


def recorded_problem(seed, *, arms, agents, horizon=900):
    """Return an instance with rewards written down: simulators must pull the same arms."""
    generator = np.random.default_rng([seed, arms, agents])
    means = generator.random(arms)
    rewards = (generator.random((agents, arms, horizon)) < means[:, None]).astype(float)
    return ArmsProblem(
        means=means,
        agents=agents,
        horizon=horizon,
        checkpoints=np.unique([1, *generator.integers(1, horizon, 25), horizon]),
        law=recorded_rewards(rewards),
        allocation=generator.integers(0, agents, arms),
    )


def unit_vectors(*shape, seed=0):
    """Return random unit vectors, the last axis their coordinates."""
    vectors = np.random.default_rng(seed).standard_normal(shape)
    return vectors / np.linalg.norm(vectors, axis=-1, keepdims=True)


SETS = {
    "fixed": unit_vectors(20, 3),
    "sequence": unit_vectors(7, 20, 3),
    "anew": np.empty((0, 20, 3)),
}


def linear_problem(horizon=150, **changes):
    """Return 20 actions in three dimensions, looked at after some steps and the last two."""
    points = [1, 2, 5, 17, 40, 41, 100, 200, horizon - 1, horizon]
    given = {
        "action_set": SETS["fixed"],
        "parameter": unit_vectors(3, seed=9),
        "agents": 4,
        "horizon": horizon,
        "checkpoints": np.unique([point for point in points if point <= horizon]),
    }
    return LinearProblem(**(given | changes))


def run_both(module, problem, *, seed=1, options=None, fast=None):
    """Return a fast and a literal run of one stream each; `fast`: options of the fast one only."""
    right = {} if options is None else options
    return tuple(
        simulate(problem, generator=np.random.default_rng(seed), options=module.Options(**given))
        for simulate, given in (
            (module.simulate, right | (fast or {})),
            (module.simulate_literal, right),
        )
    )


def differences(one, other):
    """Return the names of attributes that differ; real numbers by more than rounding.

    Only fast runs keep lengths of phases, only literal ones messages that each step repeats.
    """
    found = []
    for name, mine in vars(one).items():
        theirs = getattr(other, name)
        if name == "lengths" or (name == "messages" and mine is None):
            continue
        if is_dataclass(mine):
            found += [f"{name}.{part}" for part in differences(mine, theirs)]
        elif isinstance(mine, np.ndarray) and mine.dtype == np.float64:
            if mine != pytest.approx(theirs, abs=1e-9):
                found.append(name)
        elif not np.array_equal(mine, theirs):
            found.append(name)
    return found


def name_of(one):
    """Return a parameter's name for a test's id: a module's own name."""
    return one.__name__.split(".")[-1] if hasattr(one, "__name__") else str(one)
