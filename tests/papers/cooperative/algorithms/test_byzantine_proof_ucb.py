from dataclasses import replace

import numpy as np
import pytest

from bandit_replications.bandits.rewards import finite_table
from bandit_replications.papers.cooperative.algorithms import byzantine_proof_ucb as module
from bandit_replications.papers.cooperative.algorithms import multi_agent_ucb
from support.cooperative import BETA, GRAPHS, byzantine, group, same_actions

LAWS = [
    ("adversarial", 0.2, None),
    ("point-mass", 0.2, 0.3),
    ("uniform", 0.2, None),
    ("outliers", 0.2, 5.0),
    ("flip", 0.2, None),
]
READINGS = [
    {},
    {"delay": "distance-plus-one"},
    {"own_samples": "reported"},
    {"estimator": "mean"},
    {"estimator": "clipped-mean", "width": "anytime"},
    {"width": "anytime"},
    {"ties": "leftmost"},
    {"ties": "average"},
    {"halves": "receiver-turns"},
    {"halves": "receiver-turns", "delay": "distance-plus-one"},
]


@pytest.mark.parametrize("graph", GRAPHS)
@pytest.mark.parametrize("life", [0, 2, 9])
def test_it_acts_as_agents_that_pass_messages(graph, life):
    for law in (LAWS[0], LAWS[2]):  # two values, many values
        assert same_actions(module, byzantine(graph, life, law))


@pytest.mark.parametrize("law", LAWS, ids=str)
@pytest.mark.parametrize("reading", READINGS, ids=str)
def test_so_it_does_under_every_law_in_every_reading(law, reading):
    assert same_actions(module, byzantine(law=law), **reading)


SOME = byzantine(law=("adversarial", 0.3, None), byzantine=[0, 3], assumed_contamination=0.0)


@pytest.mark.parametrize("estimator", ["trimmed-mean", "mean"])
@pytest.mark.parametrize(
    "change",
    [
        {},
        {"noise_scale": 0.5},
        {"rewards": BETA},
        {"rewards": finite_table([[0, 0.5, 1]] * 3, [[0.2, 0.5, 0.3], [0, 1, 0], [1, 0, 0]])},
        {"byzantine": []},
    ],
    ids=lambda change: next(iter(change), "some"),
)
def test_so_it_does_with_few_false_agents_noise_and_other_rewards(change, estimator):
    problem = replace(SOME, **change)
    assert same_actions(module, problem, estimator=estimator)


@pytest.mark.full
@pytest.mark.parametrize("law", LAWS[2:4], ids=str)
def test_so_it_does_when_thousands_of_values_must_be_put_in_order(law):
    problem = byzantine("complete", 1, law, noise_scale=1.0, horizon=1200, checkpoints=[600, 1200])
    assert same_actions(module, problem)


@pytest.mark.parametrize(
    "wrong",
    [
        {"sigma": 0.49},
        {"delta_exponent": 2.1},
        {"assumed_factor": 0.9},
        {"own_samples": "reported"},
        {"delay": "distance-plus-one"},
        {"estimator": "mean"},
        {"halves": "receiver-turns"},
    ],
    ids=str,
)
def test_a_wrong_constant_or_reading_is_caught(wrong):
    problem = byzantine(law=("uniform", 0.3, None))
    assert not same_actions(module, problem, seeds=(0, 1, 2), fast=wrong)


@pytest.mark.parametrize("wrong", ["leftmost", "average"])
def test_another_interval_among_several_shortest_is_caught(wrong):
    problem = byzantine("complete", 1, ("flip", 0.0, None), assumed_contamination=0.0)
    assert same_actions(module, problem)
    assert not same_actions(module, problem, fast={"ties": wrong})


def test_the_mean_without_contamination_is_multi_agent_ucb_of_another_constant():
    # width sqrt(σ c ln t / n) = sqrt(2 ln t / n) for σ = 1, c = 2
    options = module.Options(sigma=1.0, delta_exponent=2.0, estimator="mean")
    honest = byzantine(law=("uniform", 0.0, None), assumed_contamination=0.0)
    found = module.simulate(honest, generator=np.random.default_rng(0), options=options)
    expected = multi_agent_ucb.simulate(group(), generator=np.random.default_rng(0))
    assert np.array_equal(found.pulls, expected.pulls)


def test_an_assumed_contamination_of_one_half_is_refused():
    problem, options = byzantine(), module.Options(assumed_factor=5.0)
    for simulate in (module.simulate, module.simulate_literal):
        with pytest.raises(ValueError, match=r"contamination: 0\.5; allowed: at least 0, less"):
            simulate(problem, generator=np.random.default_rng(0), options=options)
