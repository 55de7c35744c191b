"""Released sums of one arm in Hybrid-UCB (Algorithm 4): the noise in each, and the loss.

Pull 1 goes to array 0 and pulls 2^r, …, 2^(r+1) - 1 to array and tree r = 1, 2, … At each pull the
algorithm adds up all the arm's rewards: those of the full arrays with their noise Lap(2/ε) each,
those of the current tree with the noise of the nodes that its binary digits name, Lap(2r/ε) each.
Only these totals reach the indices: neither a node nor an array is released alone.

So exactly one reward of an arm loses more than ε, the second. The p-th leaf of tree r is in the
nodes above it that are left children, and in the root: in r + 1 nodes for p = 1, else in r at
most, which with its array cost r · ε/(2r) + ε/2 = ε. For p = 1 and r >= 2 there is a cheaper way
to explain its change: array r - 1 enters the sums with this very pull, so its noise alone can
(ε/2). But array 0 was released alone: for r = 1 the loss is 2 · ε/2 + ε/2 = 1.5 ε.
"""

import functools
import itertools
from typing import Literal

import numpy as np

from bandit_replications.inference.privacy_audits import laplace_release_loss

Noise = Literal["once-per-node", "each-release"]
Levels = Literal["as-printed", "repaired", "first-tree-repaired"]
FullTree = Literal["root", "array"]
Name = tuple[int, ...]  # (r,) is array r; (r, start, length) a node of tree r


def noise_names(*, pull: int, full_tree: FullTree = "root") -> list[Name]:
    """Return the noises in the sum that is released after a pull of the arm.

    The statements' order in Algorithm 4: observe, insert, sum the tree, and only then see whether
    the tree is full. So the last sum of a tree takes its root, and its array comes in with the
    next pull; `full_tree` = "array" takes the array at once instead.
    """
    tree = pull.bit_length() - 1
    arrays: list[Name] = [(r,) for r in range(max(1, tree))]
    filled = pull + 1 - 2**tree
    if tree == 0:
        return arrays
    if full_tree == "array" and filled == 2**tree:
        return [*arrays, (tree,)]
    nodes: list[Name] = []
    start = 0
    for height in reversed(range(tree + 1)):
        if filled >> height & 1:
            nodes.append((tree, start, 2**height))
            start += 2**height
    return [*arrays, *nodes]


def noise_scale(name: Name, *, epsilon: float, levels: Levels = "as-printed") -> float:
    """Return the scale of a noise: 2/ε for an array, 2/ε times the levels counted for a node."""
    if len(name) == 1:
        return 2 / epsilon
    tree = name[0]
    repaired = levels == "repaired" or (levels == "first-tree-repaired" and tree == 1)
    return 2 * (tree + repaired) / epsilon


def released_sums_loss(
    *,
    pulls: int,
    epsilon: float,
    items: tuple[int, ...] | None = None,
    noise: Noise = "once-per-node",
    levels: Levels = "as-printed",
    full_tree: FullTree = "root",
) -> float:
    """Return the exact privacy loss of the sums after pulls 1, …, `pulls` of one arm.

    All noise has a scale of the order 1/ε, so the loss is ε times that for ε = 1.

    Parameters
    ----------
    pulls : int
        Number of pulls, >= 1.
    epsilon : float
        Privacy parameter ε, > 0.
    items : tuple of int, optional
        Pulls whose reward may change, the worst one counts; default: all of them.
    noise : {"once-per-node", "each-release"}
        Whether a node or an array keeps its noise, or each release draws all of it anew.
    levels : {"as-printed", "repaired", "first-tree-repaired"}
        Levels that the noise of a tree's nodes is made for: r, r + 1, or r + 1 in tree 1 only.
    full_tree : {"root", "array"}
        What stands for a tree that has just become full.

    """
    chosen = tuple(range(1, pulls + 1)) if items is None else items
    return epsilon * _loss_at_one(pulls, chosen, noise, levels, full_tree)


@functools.cache
def _loss_at_one(
    pulls: int, items: tuple[int, ...], noise: Noise, levels: Levels, full_tree: FullTree
) -> float:
    """Return the loss for ε = 1."""
    releases = [
        [
            (name, pull if noise == "each-release" else 0)
            for name in noise_names(pull=pull, full_tree=full_tree)
        ]
        for pull in range(1, pulls + 1)
    ]
    noises = list(dict.fromkeys(itertools.chain(*releases)))
    coefficients = np.array([[one in release for one in noises] for release in releases])
    scales = [noise_scale(name, epsilon=1.0, levels=levels) for name, _ in noises]
    shifts = np.tril(np.ones((pulls, pulls)))
    return laplace_release_loss(
        shifts=shifts[:, [item - 1 for item in items]], noises=coefficients, scales=scales
    )


def composed_loss(*, tree: int, epsilon: float, levels: Levels = "as-printed") -> float:
    """Return the loss if each node of a tree and its array were released alone.

    The first leaf is in r + 1 nodes that are released, at 1, 2, 4, …, 2^r items, and in one array.
    This is what Appendix E.3.1 composes; with the printed noise it is ε (1 + 1/(2r)).
    """
    rate = 1 / noise_scale((tree, 0, 1), epsilon=epsilon, levels=levels)
    return (tree + 1) * rate + 1 / noise_scale((tree,), epsilon=epsilon)
