"""Theorem 1 against other ways to the same numbers."""

import pytest

from bandit_replications.papers.distributed.theory import theorem_1


def test_sketch_of_stage_1_needs_the_longer_logarithm():
    assert not theorem_1.sketch_of_stage_1().holds
    assert theorem_1.sketch_of_stage_1(logarithm="size").holds


def test_elimination_behind_the_loop_lacks_nothing():
    assert theorem_1.elimination_in_loop(inside=False).holds
    assert not theorem_1.elimination_in_loop().holds


@pytest.mark.parametrize(("agents", "horizon"), [(2, 10), (5, 7)])
def test_immediate_sharing_is_counted(agents, horizon):
    assert theorem_1.immediate_sharing(agents=agents, horizon=horizon).holds
