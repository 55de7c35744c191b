"""Compiled, round-by-round simulation of Hybrid-UCB (Algorithm 4) in memory K log T.

Of an arm's tree only the noise of the live nodes is kept: after i leaves these are the complete
subtrees that the binary digits of i name, from the largest to the smallest. Leaf i completes one
node and closes those of the trailing ones of i - 1, so that the live nodes form a stack. It holds
cumulative sums of noise: the top is the noise of the tree's released sum.
"""

import math

import numpy as np
from numba import njit

from bandit_replications.bandit_runs import (
    Floats,
    Integers,
    leader,
    record_first_pulls,
)
from bandit_replications.rewards import BERNOULLI, draw_reward


@njit(cache=True)
def simulate_run(
    kind: int,
    values: Floats,
    weights: Floats,
    epsilon: float,
    scale: float,
    extra_levels: int,
    fresh: bool,
    widths: tuple[float, float, bool],
    uniform_ties: bool,
    checkpoints: Integers,
    generator: np.random.Generator,
) -> Integers:
    """Return pulls (checkpoints, arms) of one run.

    `scale` is that of an array's noise; a node's in the tree of index r is (r + `extra_levels`)
    times that. `fresh` draws all noise anew at each release. `widths` holds the two constants of
    the index and whether its logarithm is of base 2. Mutates the generator only.
    """
    arms, horizon = values.shape[0], checkpoints[-1]
    pulls = np.zeros((checkpoints.size, arms), dtype=np.int64)
    point = record_first_pulls(pulls, checkpoints)
    played = np.ones(arms, dtype=np.int64)
    tree = np.ones(arms, dtype=np.int64)  # r_j
    leaves = np.zeros(arms, dtype=np.int64)  # observations in the tree
    depth = np.zeros(arms, dtype=np.int64)  # live nodes of the tree
    nodes = np.zeros((arms, int(np.log2(horizon)) + 3))
    sums, array_noise = first_pulls(kind, values, weights, scale, generator)
    means, indices = sums + array_noise, np.empty(arms)
    exploration, noise_width, base_2 = widths
    for t in range(arms + 1, horizon + 1):
        log_t = math.log2(t) if base_2 else math.log(t)
        for arm in range(arms):
            # after the tree's last leaf r_j has moved on, so that it is floor(log2(pulls + 1))
            width = noise_width * log_t * tree[arm] / (played[arm] * epsilon)
            indices[arm] = means[arm] + math.sqrt(exploration * log_t / played[arm]) + width
        arm = 0
        for other in range(1, arms):
            if indices[other] > indices[arm]:
                arm = other
        if uniform_ties:
            arm = leader(indices, uniform_ties, generator)
        played[arm] += 1
        leaves[arm] += 1
        if kind == BERNOULLI:  # calls would take longer than what they do in each round
            sums[arm] += 1.0 if generator.random() < values[arm, 0] else 0.0
        else:
            sums[arm] += draw_reward(kind, values, weights, arm, generator)
        node_scale = scale * (tree[arm] + extra_levels)
        if fresh:
            noise = laplace_sum(tree[arm], scale, generator)
            noise += laplace_sum(count_ones(leaves[arm]), node_scale, generator)
        else:
            # a new tree has begun: the full array of the one before is now used for the first time
            if leaves[arm] == 1 and tree[arm] > 1:
                array_noise[arm] += generator.laplace(0.0, scale)
            drawn = generator.laplace(0.0, node_scale)
            depth[arm] = push(nodes, arm, depth[arm], leaves[arm], drawn)
            noise = array_noise[arm] + nodes[arm, depth[arm]]
        means[arm] = (sums[arm] + noise) / played[arm]
        if leaves[arm] == 1 << tree[arm]:
            tree[arm] += 1
            leaves[arm], depth[arm] = 0, 0
        if t == checkpoints[point]:
            pulls[point] = played
            point += 1
    return pulls


@njit(cache=True)
def first_pulls(
    kind: int, values: Floats, weights: Floats, scale: float, generator: np.random.Generator
) -> tuple[Floats, Floats]:
    """Return each arm's first reward and the noise of its array; mutates the generator."""
    sums, noise = np.empty(values.shape[0]), np.empty(values.shape[0])
    for arm in range(sums.size):
        sums[arm] = draw_reward(kind, values, weights, arm, generator)
        noise[arm] = generator.laplace(0.0, scale)
    return sums, noise


@njit(cache=True)
def push(nodes: Floats, arm: int, depth: int, leaf: int, noise: float) -> int:
    """Put the node that a leaf (counted from 1) completes on its arm's stack; return its new depth.

    nodes[arm, d] is the noise of the d largest live nodes together; nodes[arm, 0] = 0. Mutates
    nodes.
    """
    while leaf & 1 == 0:
        leaf >>= 1
        depth -= 1
    nodes[arm, depth + 1] = nodes[arm, depth] + noise
    return depth + 1


@njit(cache=True)
def count_ones(number: int) -> int:
    """Return the number of binary digits 1."""
    ones = 0
    while number > 0:
        number &= number - 1
        ones += 1
    return ones


@njit(cache=True)
def laplace_sum(count: int, scale: float, generator: np.random.Generator) -> float:
    """Return a sum of independent Laplace variables; mutates the generator.

    A Laplace variable is the difference of two exponentials, so that the sum of `count` >= 1 of
    them is the difference of two gamma variables.
    """
    return scale * (generator.standard_gamma(float(count)) - generator.standard_gamma(float(count)))
