"""Theorem 4: each Check comes out as stated, and an altered step flips it."""

import pytest

from bandit_replications.papers.anonymous.theory import (
    lower_bounds,
    theorem_4,
)


@pytest.mark.parametrize("horizon", [9, 1000, 10**6])
def test_theorem_4_by_enumeration(horizon):
    assert theorem_4.which_inform(horizon=horizon).holds
    assert theorem_4.equivalent_information(horizon=horizon).holds
    assert theorem_4.least_cost(horizon=horizon).holds
    assert theorem_4.wrong_cost(horizon=horizon).holds
    assert theorem_4.explicit(horizon=max(horizon, 1000)).holds


def test_theorem_4_as_printed():
    assert not theorem_4.observation(offset=1).holds
    assert theorem_4.observation().holds
    assert not theorem_4.conclusion().holds
    assert theorem_4.conclusion(exceed=1 / 8).holds


def test_enumeration_notices_an_instance_with_another_user(monkeypatch):
    instances = lower_bounds.theorem_4_instances(horizon=1000)
    instances[1, 0] = [0, 1, 0]
    monkeypatch.setattr(theorem_4, "theorem_4_instances", lambda **_: instances)
    assert not theorem_4.which_inform().holds


@pytest.mark.parametrize("epsilon", [0.005, 0.02, 0.1])
def test_distinguishing_coins(epsilon):
    assert theorem_4.samples_needed(epsilon=epsilon).holds
    assert not theorem_4.samples_needed(epsilon=epsilon, constant=1.0).holds
    for samples in (1, 101, 1001):
        assert theorem_4.bretagnolle_huber(epsilon=epsilon, samples=samples).holds


def test_the_constant_of_theorem_4_holds_from_its_least_horizon_on():
    least = theorem_4.least_horizon()
    assert least == 955  # as the claim and the erratum say
    assert not theorem_4.explicit(horizon=least - 1).holds
    for factor in (1, 1.001, 1.1, 2, 10, 1e3, 1e6):
        assert theorem_4.explicit(horizon=int(least * factor)).holds


def test_better_gap():
    assert theorem_4.better_gap().holds
    assert not theorem_4.better_gap(factor=1.0).holds
