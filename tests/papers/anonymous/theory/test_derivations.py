"""Derivations beyond the ledger's cases: what holds, what does not, and which altered step flips.

The ledger's cases, with the steps that fail as printed, are in `checks/test_ledger.py`.
"""

import functools
import math
import sys
from fractions import Fraction

import numpy as np
import pytest

from bandit_replications.inference.checks import Check
from bandit_replications.papers.anonymous.algorithms.batched_successive_elimination import grid
from bandit_replications.papers.anonymous.algorithms.decompositions import decompose
from bandit_replications.papers.anonymous.theory import (
    base_grid,
    corollary_1,
    feedback_elicitation,
    lemma_1,
    lemma_3,
    lemma_4,
    lemma_5,
    lemma_6,
    lower_bounds,
    open_problem_1,
    section_3_2,
    theorem_1,
    theorem_2,
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
        (base_grid.first_batch_over_root, {"log2_horizon": 2}),
        (base_grid.natural_logarithm, {"log_horizon": 1e4}),  # it fails far away only
        (lemma_5.without_clusters, {"method": "greedy"}),
        (lemma_5.without_clusters, {"method": "closing"}),
        (lemma_5.hypothesis_needed, {}),
        (lemma_6.balanced, {"arms": 2, "group_size": 3, "cluster": 5}),
        (lemma_6.uneven_blocks, {"shared": 5}),
        (open_problem_1.every_graph, {}),
        (section_3_2.degrees_do_not_suffice, {}),
        (section_3_2.greedy_could_stop, {}),
        (theorem_1.uneven_counts, {"tau": "fewest"}),
        (theorem_2.estimates_per_pair, {"runs": 10, "planned": 10}),
        (theorem_1.absolute_constant, {"constant": 30.0}),  # C < 2g
        (theorem_1.absolute_constant, {"log_horizon": 100.0}),
        (theorem_2.exploring_regret, {"users": 2}),
        (theorem_3.printed_gap_reaches, {"arms": 60}),  # constant many arms
        (theorem_3.group_is_not_arm, {"users_on_arm": 4}),
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
        (theorem_3.printed_gap_reaches, {"arms": 110, "constant": 0.1}),
        (theorem_3.clustered_instances, {"users": 30}),
        (theorem_4.better_gap, {"factor": 1.0}),
    ],
    ids=label,
)
def test_does_not_hold(derivation, arguments):
    assert not derivation(**arguments).holds


@pytest.mark.parametrize(
    ("derivation", "arguments", "left"),
    [
        (corollary_1.what_the_proof_gives, {}, 251),
        (feedback_elicitation.decisions_revealed, {}, 3),
        (lemma_1.survivor, {}, pytest.approx(1, abs=1e-3)),
        (theorem_2.every_pair_informed, {}, 0),
        (lemma_3.converse, {}, pytest.approx(1 / 16, abs=1e-8)),
        (lemma_6.uneven_blocks, {}, pytest.approx(-0.4)),
        (lemma_5.informs_seldom, {}, pytest.approx(0.616, abs=5e-4)),
        (theorem_1.horizon_overrun, {}, 100_000 + 10 * 4 * 251),
        (theorem_2.committed_cost, {"error": 0.05}, pytest.approx(0.1, abs=1e-3)),
    ],
    ids=label,
)
def test_left_sides(derivation, arguments, left):
    assert derivation(**arguments).left == left


def test_other_numbers():
    active = np.array([[True, True, True], [True, False, False]])
    assert corollary_1.smallest(active, total=10) == 12
    assert corollary_1.what_the_proof_gives().right == 21
    assert lemma_3.not_closed_downwards()[1].left == pytest.approx(0.25, abs=1e-8)
    assert lemma_6.share_of_failures() == pytest.approx(0.188, abs=5e-4)
    assert theorem_1.uneven_counts().right == pytest.approx(0.2, abs=0.002)
    check = theorem_2.exploring_regret(users=50)
    assert check.left == pytest.approx(25 * check.right)


def test_first_batch_and_last_loop_of_the_grid():
    excess = base_grid.log_first_batch_excess(log_horizon=math.log(1e6), batches=3)
    first = base_grid.first_batch(horizon=1e6, batches=3)
    assert excess == pytest.approx(math.log(first / 1e3))
    ends = grid(horizon=100_000, batches=5)
    assert base_grid.last_loop().left == ends[3] + ends[3] - ends[2]


@pytest.mark.parametrize(("arms", "group_size"), [(2, 1), (5, 1), (8, 3)])
def test_blocks_that_do_are_the_fewest(arms, group_size):
    for cluster in range(group_size + 1, arms * (group_size + 1) + 1):
        sizes = {"arms": arms, "group_size": group_size, "cluster": cluster}
        count = lemma_6.blocks_that_do(**sizes)
        size = int(Fraction(cluster, group_size + 1))
        assert (count - 1) * size < arms <= count * size
        assert lemma_6.printed_blocks(**sizes) <= count
        assert lemma_6.blocks_hold(**sizes, repaired=True).holds


@pytest.mark.parametrize(
    ("module", "condition", "least"),
    [(theorem_2, "exploration_fits", 1_583_741), (theorem_4, "explicit", 955)],
)
def test_least_horizons(module, condition, least):
    assert module.least_horizon() == least
    assert getattr(module, condition)(horizon=least).holds
    assert not getattr(module, condition)(horizon=least - 1).holds


# --- What is altered is noticed -----------------------------------------------------------------


def test_another_partition_is_noticed(monkeypatch):
    monkeypatch.setattr(feedback_elicitation, "partition", lambda users, **_: [users])
    assert [one.holds for one in feedback_elicitation.group_sizes()] == [True, False]
    monkeypatch.setattr(feedback_elicitation, "partition", lambda users, **_: [users[1:]])
    assert not feedback_elicitation.group_sizes()[0].holds


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


CLUSTER = "cluster = arms * (group_size + 1)\n    "


@pytest.mark.full
@pytest.mark.parametrize(
    ("derivation", "old", "new"),
    [
        (corollary_1.attained, "sizes * -(-total // sizes)", "sizes * (total // sizes)"),
        (theorem_2.every_pair_informed, "arms * rounds + 1", "(arms - 1) * rounds + 1"),
        (lemma_3.converse_repaired, "demand.weights * total", "demand.weights * 1.5 * total"),
        (lemma_4.unimodular, "np.kron(np.ones(users)", "np.kron(2 * np.ones(users)"),
        (lemma_4.same_maximum, "-(group_size + 1.0)", "-(group_size + 0.5)"),
        (lemma_5.membership, f"{CLUSTER}outside", "cluster = 2\n    outside"),
        (lemma_6.points, "(np.arange(arms), cluster // (group_size + 1))", "(np.arange(arms), 3)"),
        (open_problem_1.half, "Fraction(1, 2 ** (a - 1))", "Fraction(1, 2 ** max(a - 2, 0))"),
        (open_problem_1.closed_probability, "Fraction(arms - a, (2", "Fraction(arms - a - 1, (2"),
        (open_problem_1.induction_step, "Fraction(3 * max(", "Fraction(4 * max("),
        (section_3_2.degrees, "active.sum(axis=0)", "active[1:].sum(axis=0)"),
    ],
    ids=label,
)
def test_altered_lines_flip(altered, derivation, old, new):
    bad = altered(sys.modules[derivation.__module__], old, new)
    assert not hold(getattr(bad, derivation.__name__)())
