"""Lemma 3 (Section 3.4.2, Appendix C.4): decompositions from points of P_C, and the converse.

The converse scales a point of P_C down coordinate by coordinate, which leads out of P_C: it is
false as printed. With "below a point of P_C" for "in P_C" both directions hold.
"""

import numpy as np

from bandit_replications.bandits.streams import generator
from bandit_replications.inference.checks import Check, at_least, at_most
from bandit_replications.papers.anonymous.algorithms.decompositions import (
    Demand,
    decompose,
    informative_counts,
)
from bandit_replications.papers.anonymous.algorithms.decompositions.convex import vertices_of
from bandit_replications.papers.anonymous.algorithms.decompositions.demands import (
    informative_pairs,
)
from bandit_replications.papers.anonymous.algorithms.decompositions.linear_program import (
    dominating_point,
)
from bandit_replications.papers.anonymous.theory import polytope
from bandit_replications.papers.anonymous.theory.as_printed import as_printed
from bandit_replications.papers.anonymous.theory.example_graphs import drawn, weights, worst


def example_demand(*, users: int = 26, arms: int = 5, group_size: int = 4, total: int) -> Demand:
    """Return a demand in which w is in no P_C([K]) but part of it lies below a point of it.

    User i has arm i mod K and, drawn from a fixed stream, each other arm with probability 0.4.
    """
    stream = generator(0, "anonymous", "lemma-3", users, arms)
    active = drawn(arms=arms, users=users, share=0.4, stream=stream)
    return Demand(active=active, total=total, group_size=group_size)


def caratheodory(*, total: int = 1000) -> tuple[Check, Check]:
    """Check (2) and (3): a point of P_C is a combination of at most NK + 1 vertices.

    Left of the second: the largest error of (3), relative to D.
    """
    demand = example_demand(total=total)
    point, beta = dominating_point(demand)
    vertices, weights = vertices_of(point, arms=demand.wanted, enough=demand.enough)
    arms = demand.active.shape[1]
    pairs = informative_pairs(vertices, arms=arms, enough=demand.enough)
    scaled = total / beta * np.einsum("rij,r->ij", pairs, weights)
    return (
        at_most("(2): vertices in the combination <= NK + 1", len(weights), point.size + 1),
        at_most(
            "(3): largest error of the combination, over D",
            round(float(np.max(np.abs(scaled - total / beta * point))) / total, 9),
            1e-7,
        ),
    )


def rounded_up(*, total: int = 1000, inside: bool = False) -> tuple[Check, Check]:
    """Check the forward direction: at most D/β + NK + 1 assignments, and every pair is served.

    With `inside` on a graph with U = K(C + 1), where w is in P_C itself (Lemma 5) and β = 1; else
    for β w below a point of P_C. Left of the second: the least surplus over ⌈D/|A_i|⌉ of all pairs.
    """
    sizes = {"users": 50, "group_size": 1} if inside else {}
    demand = example_demand(total=total, **sizes)
    _, beta = dominating_point(demand)
    found = decompose("lp", demand, generator=generator(0, "anonymous", "lemma-3-fillers"))
    surplus = (informative_counts(found, demand) - demand.needs)[demand.active]
    return (
        at_most("assignments <= D/β + NK + 1", found.total, total / beta + demand.active.size + 1),
        at_least("least surplus of a pair", int(surplus.min()), 0),
    )


@as_printed("polytope-not-closed-downwards")
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


@as_printed("polytope-not-closed-downwards")
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


def converse_repaired(*, arms: int = 3, group_size: int = 1, total: int = 60) -> tuple[Check, ...]:
    """Check the repaired converse on greedy decompositions: w/α lies below a point of P_C.

    The point is the average of the vertices; α = R/D.
    """
    active = worst(arms=arms, group_size=group_size)
    demand = Demand(active=active, total=total, group_size=group_size)
    found = decompose("greedy", demand, generator=generator(0, "anonymous", "lemma-3-converse"))
    average = informative_counts(found, demand) / found.total
    gap = average - demand.weights * total / found.total
    return (
        at_most(
            "average of the vertices: distance from P_C",
            polytope.distance(average, group_size=group_size),
            polytope.TOLERANCE,
        ),
        at_least("least of average - w/α over pairs", round(float(gap.min()), 9) + 0.0, -1e-12),
    )
