"""Lemma 6 (Section 3.4.2, Appendix C.9): blocks of arms, and how many there must be."""

import numpy as np

from bandit_replications.inference.checks import Check, at_least, equal
from bandit_replications.papers.anonymous.algorithms.decompositions.blocks import (
    block_point,
    equal_blocks,
)
from bandit_replications.papers.anonymous.theory import polytope
from bandit_replications.papers.anonymous.theory.as_printed import as_printed
from bandit_replications.papers.anonymous.theory.example_graphs import batched, weights


def printed_blocks(*, arms: int, group_size: int, cluster: int) -> int:
    """Return α = ⌈K(C + 1)/U⌉."""
    return -(-arms * (group_size + 1) // cluster)


def blocks_that_do(*, arms: int, group_size: int, cluster: int) -> int:
    """Return ⌈K/⌊U/(C + 1)⌋⌉, the number of blocks of at most U/(C + 1) arms that K arms make."""
    return -(-arms // (cluster // (group_size + 1)))


@as_printed("too-few-blocks")
def blocks_hold(
    *, arms: int = 3, group_size: int = 1, cluster: int = 3, repaired: bool = False
) -> Check:
    """Check that α blocks of at most U/(C + 1) arms hold all K arms.

    Fails as printed for K = 3, U = 3, C = 1: two blocks of at most 1.5 arms hold two arms.
    """
    count = (blocks_that_do if repaired else printed_blocks)(
        arms=arms, group_size=group_size, cluster=cluster
    )
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


def points(*, arms: int = 3, group_size: int = 1, cluster: int = 4) -> tuple[Check, Check]:
    """Check w^(a) in P_C(S_a) and w <= Σ_a w^(a) with the blocks that do, over all graphs.

    All graphs with N = KU users. Left of the first: pairs of graph and block for which w^(a) is
    not in P_C(S_a); of the second: the least of Σ_a w^(a) - w.
    """
    outside, least = 0, np.inf
    for active in batched(arms=arms, cluster=cluster):
        blocks = equal_blocks(np.arange(arms), cluster // (group_size + 1))
        parts = [block_point(active, block) for block in blocks]
        outside += sum(
            not polytope.in_piece(part, tuple(int(j) for j in block), group_size=group_size)
            for part, block in zip(parts, blocks, strict=True)
        )
        least = min(least, float((np.sum(parts, axis=0) - weights(active)).min()))
    return (
        equal(
            f"blocks with w^(a) outside P_C(S_a), K = {arms}, C = {group_size}, U = {cluster}",
            outside,
            0,
        ),
        at_least("least of the sum of w^(a) - w", round(float(least), 9) + 0.0, -1e-12),
    )


@as_printed("too-few-blocks")
def larger_blocks(*, cluster: int = 3) -> tuple[Check, ...]:
    """Check w^(a) in P_C(S_a) for two blocks of three arms, K = 3, C = 1, U = 3.

    As many blocks as printed, so that one has two arms, more than U/(C + 1) = 1.5. Three users
    have arms 1 and 3, three arm 1 and three arm 2 alone. Left: the least column sum in the block.
    With {1, 3} as the block of two, arm 3 gets 3/2 < 2, and since its three users must keep 1/2
    for arm 1 no other point above w does better; with {1, 2} it works.
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
