"""Theorem 5 (Section 3.6, Appendix C.13): with N = C nothing can be learnt, by enumeration."""

import itertools

import numpy as np

from bandit_replications.inference.checks import Check, above, equal
from bandit_replications.papers.anonymous.theory.lower_bounds import actions, theorem_5_instances


def none_informs() -> Check:
    """Check that no action tells the instances apart. Left: actions that do."""
    found = actions(theorem_5_instances(), group_size=2)
    return equal(f"informing actions of {len(found)}", sum(action.informs for action in found), 0)


def rewards_mirror() -> Check:
    """Check that an assignment with reward x in one instance has 2 - x in the other.

    Left: the largest deviation over the four assignments.
    """
    first, second = theorem_5_instances()
    worst = max(
        abs(first[[0, 1], list(a)].sum() + second[[0, 1], list(a)].sum() - 2)
        for a in itertools.product(range(2), repeat=2)
    )
    return equal("largest |x + x' - 2|", float(worst), 0.0)


def regret_per_round() -> Check:
    """Check that every assignment loses 1 a round on average over the instances, exactly.

    So every algorithm, random or not, has average regret T; the worse instance T or more.
    """
    instances = theorem_5_instances()
    losses = {
        float(
            np.mean([means.max(axis=1).sum() - means[[0, 1], list(a)].sum() for means in instances])
        )
        for a in itertools.product(range(2), repeat=2)
    }
    return equal("least average regret of a round", min(losses), 1.0)


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
