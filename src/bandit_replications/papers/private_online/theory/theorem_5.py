"""Theorem 5 (Section 4.2, Appendix E): Hybrid-UCB's privacy and the frame of its regret proof.

Notation: array and tree r = 0, 1, … of an arm have 2^r slots; ω^(s) = 2^(s+1) - 1; O pulls of the
arm include the initial one, which is array 0; b = 2/ε; log is base 2, ln natural.
Steps without a function are lines of algebra or sentences, with the claims and in the notebook.
"""

import math
from typing import Literal

from bandit_replications.inference.checks import Check, at_most, equal, erratum

Release = Literal["root-of-the-full-tree", "array-at-once"]


def first_group_sizes(*, pulls: int, reading: Literal["printed", "initial-pull-apart"]) -> int:
    """Return Section 4.2's number of observations that the logarithmic mechanism covers.

    "printed": 2^(floor(log2(O/2 + 1)) + 1) - 2 with O all pulls. "initial-pull-apart": the same
    formula for the pulls after the initial one, plus the initial one.
    """
    later = pulls if reading == "printed" else pulls - 1
    size = 2 ** (int(math.log2(later / 2 + 1)) + 1) - 2
    return size if reading == "printed" else size + 1


@erratum("first-group-size")
def first_group(
    *, largest: int = 64, reading: Literal["printed", "initial-pull-apart"] = "printed"
) -> Check:
    """Section 4.2: size of the first group against Algorithm 4, for O = 2..largest.

    Algorithm 4 and (32) put arrays 0..r-1 into the first group, r being the tree of the last
    observation: 2^floor(log2 O) - 1 observations. The printed size belongs to arrays 2, 4, 8, …
    without the initial pull. With the initial pull counted apart it agrees except when a tree
    has just become full: there Section 4.2 moves the array to the first group at once, and
    Algorithm 4 only after a release from the tree's root. The former is also what Chan et al. do.
    """
    differing = [
        pulls
        for pulls in range(2, largest + 1)
        if first_group_sizes(pulls=pulls, reading=reading) != 2 ** (pulls.bit_length() - 1) - 1
    ]
    return equal(
        f"Section 4.2: values of O from 2 to {largest} with another size than Algorithm 4's",
        len(differing),
        0.0,
    )


def released_nodes(*, levels: int, leaf: int, release: Release) -> int:
    """Return how many nodes above (and at) a leaf of a tree with 2^levels leaves are released.

    The prefix sum of m leaves takes the nodes of m's binary expansion: node at height i is released
    when all its leaves are in and its right neighbour is not, so left children and the root.
    """
    nodes = set()
    last = 2**levels if release == "root-of-the-full-tree" else 2**levels - 1
    for m in range(leaf, last + 1):
        start = 0
        for height in reversed(range(levels + 1)):
            if m >> height & 1:
                if start < leaf <= start + 2**height:
                    nodes.add((height, start))
                start += 2**height
    return len(nodes)


@erratum("tree-root-level")
def composition_e31(
    *, levels: int = 1, release: Release = "root-of-the-full-tree", extra_levels: int = 0
) -> Check:
    """Appendix E.3.1: tree and array with ε/2 each are ε-private, here as loss over ε.

    As printed the tree's half is exceeded. Node noise is Lap(r/(ε/2)) with r = log2 of the leaves,
    but a path has r + 1 nodes and Algorithm 4 releases the root when the tree is full, before
    the array replaces it: (r + 1)/r · ε/2 + ε/2, that is 1.5ε, 1.25ε, … for r = 1, 2, …. It would
    hold if a full array were used at once (r nodes), or with noise Lap((r + 1)/(ε/2)):
    `release` and `extra_levels` = 1 are these repairs.
    """
    nodes = max(
        released_nodes(levels=levels, leaf=leaf, release=release)
        for leaf in range(1, 2**levels + 1)
    )
    return at_most(
        f"E.3.1: budget over ε of one observation in tree {levels}, {release}",
        0.5 * nodes / (levels + extra_levels) + 0.5,
        1.0,
    )


@erratum("tree-root-level")
def released_sums_loss(
    *, epsilon: float = 1.0, far: float = 60.0, release: Release = "root-of-the-full-tree"
) -> Check:
    """Theorem 5, privacy: exact loss of an arm's first seven released sums at one outcome.

    The second observation (first leaf of tree 1) changes by 1. Sums 1, 2, 3 give away, exactly,
    array 0, leaf plus Lap(b) and root plus Lap(b): loss ε/2 twice. Sums 4, 5, 7 show
    array 1 + Z under independent Lap(2b) noise, Z of law Lap(b). Where all three lie at v, their
    density is proportional to k exp(-a v) - a exp(-k v), a = ε/2, k = 3ε/4, so its loss under a
    shift by 1 tends to ε/2 as v = far/ε grows: 3ε/2 together, not by composition but attained in
    the limit. If the full array is released at once, sum 3 shows Z itself in place of the root.
    """
    a, k, v = epsilon / 2, 0.75 * epsilon, far / epsilon
    if release == "root-of-the-full-tree":
        closer = 1 - a / k * math.exp(-(k - a) * (v - 1))
        array = a + math.log(closer / (1 - a / k * math.exp(-(k - a) * v)))
        loss = epsilon / 2 + epsilon / 2 + array
    else:
        loss = epsilon / 2 + epsilon / 2
    return at_most(f"Theorem 5: loss, {release}", loss, epsilon)
