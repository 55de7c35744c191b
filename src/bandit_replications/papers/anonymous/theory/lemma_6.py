"""Lemma 6 (Section 3.4.2, Appendix C.9): the number of blocks of arms.

When P_C(S) has a point that is at least w on the arms of S: its column sums are at least C + 1 and
d_j = Σ_i w_ij, its row sums at most 1, and nothing ties it to the A_i. So exactly when
N >= Σ_(j in S) max(C + 1, d_j) (`room`): users may be moved to any arm of S at will.

For α = ⌈K(C + 1)/U⌉ >= 2 blocks as equal as can be, s arms or fewer each, that holds in every
U-batched graph. Let d arms of S have d_j < C + 1. The holders of these and of the K - s arms
outside S, U for each arm, have at most s - d arms more, so they leave U(d + K - s)/(1 + s - d) of
weight to them, of which d(C + 1) is asked. As s - 1 < K/α <= U/(C + 1) and K - s >= s - 1, that is
enough if (s - 1)(d + s - 1) >= d(1 + s - d), which is (d - 1)² + (s - 1)² >= 1: true from s = 2 on.
For s = d = 1 it is N >= C + 1. Such points are of no use as
assignments: they send users to arms without demand, against property 1 of Section 3.2.
"""

import numpy as np

from bandit_replications.inference.checks import Check, at_least, erratum
from bandit_replications.papers.anonymous.algorithms.decompositions.blocks import (
    block_point,
)
from bandit_replications.papers.anonymous.algorithms.decompositions.demands import Integers, Mask
from bandit_replications.papers.anonymous.theory.example_graphs import weights


def printed_blocks(*, arms: int, group_size: int, cluster: int) -> int:
    """Return α = ⌈K(C + 1)/U⌉."""
    return -(-arms * (group_size + 1) // cluster)


@erratum("too-few-blocks")
def blocks_hold(*, arms: int = 3, group_size: int = 1, cluster: int = 3) -> Check:
    """Check that α blocks of at most U/(C + 1) arms hold all K arms.

    Fails for K = 3, U = 3, C = 1: two blocks of at most 1.5 arms hold two arms. It takes
    ⌈K/⌊U/(C + 1)⌋⌉ blocks.
    """
    count = printed_blocks(arms=arms, group_size=group_size, cluster=cluster)
    return at_least(
        f"arms that {count} blocks of at most {cluster}/{group_size + 1} hold",
        count * (cluster // (group_size + 1)),
        arms,
    )


def share_of_failures(*, most_arms: int = 20, most_group: int = 10) -> float:
    """Return the share of K, C and U in [C + 1, K(C + 1)] in which the printed blocks fail."""
    failing = [
        not blocks_hold(arms=arms, group_size=group_size, cluster=cluster).holds
        for arms in range(2, most_arms + 1)
        for group_size in range(1, most_group + 1)
        for cluster in range(group_size + 1, arms * (group_size + 1) + 1)
    ]
    return float(np.mean(failing))


def room(active: Mask, block: Integers, *, group_size: int) -> float:
    """Return N - Σ_(j in S) max(C + 1, Σ_i w_ij): a point of P_C(S) above w on S needs it >= 0."""
    columns = weights(active).sum(axis=0)[block]
    return active.shape[0] - float(np.maximum(columns, group_size + 1).sum())


@erratum("too-few-blocks")
def uneven_blocks(*, arms: int = 12, shared: int = 9, group_size: int = 1) -> Check:
    """Check that any α blocks have points above w, α = 2, one block of K - 1 arms: fails.

    The printed limit of U/(C + 1) arms a block, here K/2, is dropped. U = K(C + 1)/2. The U users
    of each of the last arms have the first 9 arms as well, those of the first arms that arm alone.
    Then d_j = U/10 on the last three arms, of which two are in the block, and the third cannot make
    up for what these two lack.
    """
    cluster = arms * (group_size + 1) // 2
    active = np.repeat(np.eye(arms, dtype=bool), cluster, axis=0)
    active[shared * cluster :, :shared] = True
    return at_least(
        f"room for a block of {arms - 1} of {arms} arms, C = {group_size}, U = {cluster}",
        round(room(active, np.arange(arms - 1), group_size=group_size), 9),
        0.0,
    )


@erratum("too-few-blocks")
def larger_blocks(*, cluster: int = 3) -> tuple[Check, ...]:
    """Check w^(a) in P_C(S_a) for two blocks of three arms, K = 3, C = 1, U = 3.

    As many blocks as printed, so that one has two arms, more than U/(C + 1) = 1.5. Three users
    have arms 1 and 3, three arm 1 and three arm 2 alone. Left: the least column sum in the block.
    With {1, 3} as the block of two, arm 3 gets 3/2 < 2, and since its three users must keep 1/2
    for arm 1 no other point above w that is zero off the active pairs does better; with {1, 2} it
    works. Lemma 6 does not ask for zeros there, property 1 of Section 3.2 does.
    """
    rows = [[0, 2]] * cluster + [[0]] * cluster + [[1]] * cluster
    active = np.array([np.isin(np.arange(3), row) for row in rows])
    parts = {tuple(block): block_point(active, np.array(block)) for block in ([0, 1], [0, 2])}
    return tuple(
        at_least(
            f"least column sum of w^(a), block {[j + 1 for j in block]} of three arms",
            float(part.sum(axis=0)[list(block)].min()),
            2,
        )
        for block, part in parts.items()
    )
