"""Compiled simulators act as the literal agents do, and wrong constants of theirs are seen."""

from dataclasses import replace
from itertools import product

import networkx as nx
import numpy as np
import pytest

from bandit_replications.bandits.rewards import finite_table
from bandit_replications.papers.cooperative.algorithms import (
    byzantine_proof_ucb,
    centralised_ucb1,
    clipped_release_ucb,
    dp_ucb_int,
    multi_agent_ucb,
    private_multi_agent_ucb,
    released_sums_ucb,
    ucb1,
)
from bandit_replications.papers.cooperative.environments.networks import distances
from support.cooperative import BETA, GRAPHS, byzantine, group, private, same_actions

LATER, SQUARE_ROOT = {"delay": "distance-plus-one"}, {"series": "square-root"}
ZERO, COUNTED = {"unreleased": "zero"}, {"own_message": "counted"}
REPORTED = {"own_samples": "reported"}
LAWS = [
    ("adversarial", 0.2, None),
    ("point-mass", 0.2, 0.3),
    ("uniform", 0.2, None),
    ("outliers", 0.2, 5.0),
    ("flip", 0.2, None),
]
ROBUST = [
    {},
    LATER,
    REPORTED,
    {"estimator": "mean"},
    {"estimator": "clipped-mean", "width": "anytime"},
    {"width": "anytime"},
    {"ties": "leftmost"},
    {"ties": "average"},
    {"halves": "sender-turns"},
    {"halves": "sender-turns", **LATER},
]
PRIVATE = [{}, LATER, ZERO, COUNTED, SQUARE_ROOT, {"series": "as-printed"}, {"noise_factor": 0.0}]
LIVES, WIDTHS = (0, 1, 2, 9), ("own", "algorithm-2", "algorithm-3")
FEW = byzantine(law=("adversarial", 0.3, None), byzantine=[0, 3], assumed_contamination=0.0)
THREE_POINTS = finite_table([[0, 0.5, 1]] * 3, [[0.2, 0.5, 0.3], [0, 1, 0], [1, 0, 0]])
MANY = {"distances": distances(nx.cycle_graph(70)), "horizon": 30, "checkpoints": np.arange(1, 31)}
CHANGES = [{}, {"noise_scale": 0.5}, {"rewards": BETA}, {"rewards": THREE_POINTS}]

CASES = [
    *((ucb1, group(graph, 9), {}) for graph in GRAPHS),
    *((centralised_ucb1, group(*one), {"width": width}) for *one, width in product(GRAPHS, WIDTHS)),
    *(
        (dp_ucb_int, private(graph, epsilon=epsilon), {"renewal": renewal})
        for graph, epsilon, renewal in product(
            ("one", "two", "small-world"), (1.0, 0.3, 0.005), ("every-round", "once", "width")
        )
    ),
    *((multi_agent_ucb, group(*one), delay) for *one, delay in product(GRAPHS, LIVES, ({}, LATER))),
    (multi_agent_ucb, group(rewards=BETA), {}),
    (multi_agent_ucb, group(rewards=BETA), {"own_rewards": "twice"}),
    *((private_multi_agent_ucb, private(*one, epsilon=0.2), {}) for one in product(GRAPHS, LIVES)),
    # without noise binary rewards tie, up to rounding
    *(
        (
            private_multi_agent_ucb,
            private(graph, epsilon=epsilon, **({"rewards": BETA} if "noise_factor" in one else {})),
            one,
        )
        for graph, epsilon, one in product(("small-world", "complete"), (1.0, 0.2), PRIVATE)
    ),
    *(
        (released_sums_ucb, private(*one, epsilon=epsilon), {})
        for *one, epsilon in product(GRAPHS, (0, 2, 9), (1.0, 0.3))
    ),
    (released_sums_ucb, private(rewards=BETA, epsilon=1.0), {}),
    *(
        (clipped_release_ucb, byzantine(graph, life, law, epsilon=epsilon), {})
        for graph, life in product(GRAPHS, (0, 2, 9))
        for law, epsilon in ((LAWS[0], 1.0), (LAWS[3], 0.5))
    ),
    (clipped_release_ucb, byzantine(law=LAWS[4], epsilon=1.0, rewards=BETA), {"batch": 3}),
    (clipped_release_ucb, byzantine(epsilon=0.5, byzantine=[0, 3]), {"batch": 2}),
    # two values, many values
    *(
        (byzantine_proof_ucb, byzantine(*one), {})
        for one in product(GRAPHS, (0, 2, 9), (LAWS[0], LAWS[2]))
    ),
    *((byzantine_proof_ucb, byzantine(law=law), one) for law, one in product(LAWS, ROBUST)),
    # more than 64 agents, the last of whom are near the first
    *((byzantine_proof_ucb, byzantine(law=LAWS[0], **MANY), one) for one in ROBUST),
    *(
        (byzantine_proof_ucb, replace(FEW, **change), {"estimator": estimator})
        for change, estimator in product([*CHANGES, {"byzantine": []}], ("trimmed-mean", "mean"))
    ),
]


def name_of(one):
    """Return a module's own name; a number for problems."""
    return one.__name__.split(".")[-1] if hasattr(one, "__name__") else None


@pytest.mark.parametrize(("module", "problem", "options"), CASES, ids=name_of)
def test_compiled_agents_act_as_literal_ones(module, problem, options):
    seeds = (0, 1) if problem.rewards is BETA else (0,)
    assert same_actions(module, problem, seeds=seeds, **options)


@pytest.mark.full
@pytest.mark.parametrize("law", LAWS[2:4], ids=str)
def test_thousands_of_values_are_put_in_order(law):
    problem = byzantine("complete", 1, law, noise_scale=1.0, horizon=1200, checkpoints=[600, 1200])
    assert same_actions(byzantine_proof_ucb, problem)


SMALLER = {"exploration_constant": 1.9}
UNIFORM = byzantine(law=("uniform", 0.3, None))
TIED = byzantine("complete", 1, ("flip", 0.0, None), assumed_contamination=0.0)
WRONG = [
    (ucb1, group(), [SMALLER]),
    (dp_ucb_int, private(), [SMALLER, {"renewal": "every-round"}, {"renewal": "width"}]),
    (multi_agent_ucb, group(), [SMALLER, LATER, {"own_rewards": "twice"}]),
    (
        private_multi_agent_ucb,
        private(),
        [SMALLER, {"noise_factor": 0.9}, SQUARE_ROOT, LATER, ZERO, COUNTED],
    ),
    (released_sums_ucb, private(epsilon=1.0), [{"noise_factor": 0.9}, {"noise_width_factor": 0.9}]),
    (clipped_release_ucb, byzantine(epsilon=1.0), [{"batch": 2}, {"width_factor": 0.9}]),
    (byzantine_proof_ucb, UNIFORM, [{"sigma": 0.49}, {"delta_exponent": 2.1}, REPORTED, LATER]),
    (byzantine_proof_ucb, UNIFORM, [{"assumed_factor": 0.9}, {"halves": "sender-turns"}]),
    (byzantine_proof_ucb, UNIFORM, [{"estimator": "mean"}]),
    # several intervals are shortest
    (byzantine_proof_ucb, TIED, [{"ties": "leftmost"}, {"ties": "average"}]),
]


@pytest.mark.parametrize(("module", "problem", "changes"), WRONG, ids=name_of)
def test_wrong_constants_are_seen(module, problem, changes):
    for wrong in changes:
        assert not same_actions(module, problem, seeds=(0, 1, 2), fast=wrong), wrong
