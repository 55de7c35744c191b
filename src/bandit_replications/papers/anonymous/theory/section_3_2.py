"""Sections 3.2 and 3.4.1: batched graphs, the greedy decomposition, the additive term."""

from bandit_replications.bandits.streams import generator
from bandit_replications.inference.checks import Check, equal, erratum
from bandit_replications.papers.anonymous.algorithms.decompositions import (
    Demand,
    decompose,
)
from bandit_replications.papers.anonymous.algorithms.decompositions.demands import (
    leaves_active_sets,
)
from bandit_replications.papers.anonymous.theory.example_graphs import (
    one_arm_each,
)


@erratum("appendix-b-greedy-recalled")
def same_arm_leaves(*, arms: int = 5, group_size: int = 4) -> Check:
    """Check that Appendix B's wording of greedy, all users on one arm, is that of Section 3.4.1.

    On C + 1 users of each arm who have that arm alone. Left, right: users sent outside their
    active sets, which property 1 of Section 3.2 forbids, by the one and by the other.
    """
    active = one_arm_each(arms=arms, users=arms * (group_size + 1))
    demand = Demand(active=active, total=10, group_size=group_size)
    stream = generator(0, "anonymous", "same-arm")
    outside = [
        int(leaves_active_sets(decompose(method, demand, generator=stream), demand))
        for method in ("same-arm", "greedy")
    ]
    return equal("users sent outside their active arms, all on one arm", *outside)
