"""Theorem 5 (Section 3.6, Appendix C.13): with N = C nothing can be learned, by enumeration."""

import numpy as np

from bandit_replications.inference.checks import Check, above, equal
from bandit_replications.papers.anonymous.theory.lower_bounds import actions, theorem_5_instances


def none_informs() -> Check:
    """Check that no action distinguishes the instances. Left: actions that do."""
    found = actions(theorem_5_instances(), group_size=2)
    return equal(f"informing actions of {len(found)}", sum(action.informs for action in found), 0)


def rewards_mirror() -> Check:
    """Check that an assignment with reward x in one instance has 2 - x in the other.

    In each instance the best reward is 2, so every assignment loses 1 a round on average over both,
    and every algorithm, random or not, has average regret T. Left: the largest deviation over the
    four assignments.
    """
    found = actions(theorem_5_instances(), group_size=1)
    worst = max(abs(2 - sum(action.costs)) for action in found)
    return equal("largest |x + x' - 2|", worst, 0.0)


def with_one_more_user() -> Check:
    """Check that N > C changes it: with a third user who likes arm 1 in both, actions inform.

    Left: informing actions.
    """
    third = np.array([[[1.0, 0.0]], [[1.0, 0.0]]])
    instances = np.concatenate([theorem_5_instances(), third], axis=1)
    found = actions(instances, group_size=2)
    return above(
        f"informing actions of {len(found)} with a third user",
        sum(action.informs for action in found),
        0,
    )
