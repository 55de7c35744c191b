"""Lemma 3 (Section 3.4.2, Appendix C.4): decompositions from points of P_C, and the converse.

The converse scales a point of P_C down coordinate by coordinate, which leads out of P_C: it is
false as printed. With "below a point of P_C" for "in P_C" both directions hold.
"""

import numpy as np

from bandit_replications.inference.checks import Check, at_most, erratum
from bandit_replications.papers.anonymous.theory import polytope
from bandit_replications.papers.anonymous.theory.example_graphs import weights, worst


@erratum("polytope-not-closed-downwards")
def not_closed_downwards() -> tuple[Check, ...]:
    """Check that P_C is closed downwards, on K = 1, C = 1, two users.

    P_C is the segment from (0, 0) to (1, 1): the point (1, 1) is in it, (1, 1/2) below it is not
    and lies 1/4 away from it.
    """
    return tuple(
        at_most(
            f"distance of ({first:g}, {second:g}) from P_C, N = 2, K = C = 1",
            polytope.distance(np.array([[first], [second]]), group_size=1),
            polytope.TOLERANCE,
        )
        for first, second in ((1.0, 1.0), (1.0, 0.5))
    )


@erratum("polytope-not-closed-downwards")
def converse(*, arms: int = 2, group_size: int = 1) -> Check:
    """Check the converse as printed: G has a decomposition into αD assignments, so w/α in P_C.

    The worst graph of Open Problem 1 has the greedy decomposition, α = K. Fails: arm 1 has its C
    own users and one user x with all arms, so it is open only with x on it; in every point of P_C
    that is zero off the active pairs, x then has as much of arm 1 as each of those C users, while
    in w/α it has the K-th part. No multiple of w but 0 is in P_C.
    """
    point = weights(worst(arms=arms, group_size=group_size)) / arms
    return at_most(
        f"distance of w/K from P_C, worst graph, K = {arms}, C = {group_size}",
        polytope.distance(point, group_size=group_size),
        polytope.TOLERANCE,
    )
