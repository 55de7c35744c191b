"""Derivations beyond the ledger's cases, and altered ones that are noticed."""

import functools

import pytest

from bandit_replications.inference.checks import Check
from bandit_replications.papers.anonymous.algorithms.decompositions import decompose
from bandit_replications.papers.anonymous.theory import (
    base_grid,
    feedback_elicitation,
    lemma_3,
    lemma_5,
    lemma_6,
    lower_bounds,
    theorem_1,
    theorem_3,
    theorem_4,
    theorem_5,
)


def hold(found):
    """Return whether a Check, or each of several, holds."""
    return all(one.holds for one in ((found,) if isinstance(found, Check) else found))


def label(value):
    """Return a readable id of a derivation, or None to leave it to pytest."""
    return f"{value.__module__.rpartition('.')[2]}.{value.__name__}" if callable(value) else None


@pytest.mark.parametrize(
    ("derivation", "arguments"),
    [
        (base_grid.natural_logarithm, {"log_horizon": 1e4}),  # it fails far away only
        (lemma_5.without_clusters, {"method": "greedy"}),
        (lemma_5.without_clusters, {"method": "closing"}),
        (lemma_6.uneven_blocks, {"shared": 5}),
        (theorem_1.uneven_counts, {"tau": "fewest"}),
        (theorem_1.absolute_constant, {"constant": 30.0}),  # C < 2g
        (theorem_1.absolute_constant, {"log_horizon": 100.0}),
        (theorem_3.group_is_the_arm, {"users": 7}),  # 2C + 1
    ],
    ids=label,
)
def test_holds(derivation, arguments):
    assert hold(derivation(**arguments))


@pytest.mark.parametrize(
    ("derivation", "arguments"),
    [
        (base_grid.natural_logarithm, {"log_horizon": 1e16, "power": 20}),
        (lemma_5.without_clusters, {"method": "random"}),
        (lemma_5.without_clusters, {"method": "lp"}),
        (lemma_6.uneven_blocks, {"arms": 14, "shared": 11}),
        (theorem_3.group_is_the_arm, {"users": 8}),
        (theorem_3.clustered_instances, {"users": 30}),
        (theorem_4.better_gap, {"factor": 1.0}),
    ],
    ids=label,
)
def test_does_not_hold(derivation, arguments):
    assert not derivation(**arguments).holds


def test_sides_by_hand():
    assert feedback_elicitation.decisions_revealed().left == 3
    assert lemma_3.converse().left == pytest.approx(1 / 16, abs=1e-8)
    assert lemma_3.not_closed_downwards()[1].left == pytest.approx(0.25, abs=1e-8)
    assert lemma_5.informs_seldom().left == pytest.approx(0.616, abs=5e-4)
    assert lemma_6.uneven_blocks().left == pytest.approx(-0.4)
    assert lemma_6.share_of_failures() == pytest.approx(0.188, abs=5e-4)
    assert theorem_1.horizon_overrun().left == 100_000 + 10 * 4 * 251
    assert theorem_1.uneven_counts().right == pytest.approx(0.2, abs=0.002)
    assert base_grid.last_loop().left == 105_135


def test_least_horizon():
    assert theorem_4.least_horizon() == 955
    assert theorem_4.explicit(horizon=955).holds
    assert not theorem_4.explicit(horizon=954).holds


# --- What is altered is noticed -----------------------------------------------------------------


def test_too_few_assignments_are_noticed(monkeypatch):
    monkeypatch.setattr(theorem_1, "decompose", functools.partial(decompose, limit=20))
    assert not theorem_1.enough_feedback(graphs=2).holds


def test_instances_with_another_user_are_noticed(monkeypatch):
    instances = lower_bounds.theorem_4_instances(horizon=1000)
    instances[1, 0] = [0, 1, 0]
    monkeypatch.setattr(theorem_4, "theorem_4_instances", lambda **_: instances)
    assert not theorem_4.which_inform().holds


def test_instances_that_inform_are_noticed(monkeypatch):
    instances = lower_bounds.theorem_5_instances()
    instances[1, 0] = [1, 1]
    monkeypatch.setattr(theorem_5, "theorem_5_instances", lambda: instances)
    assert not theorem_5.none_informs().holds
    assert not theorem_5.rewards_mirror().holds
