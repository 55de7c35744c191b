"""Compiled, round-by-round simulation of Hybrid-UCB (Algorithm 4) in memory K log T.

Of an arm's tree only the noise of the live nodes is kept: after i leaves these are the complete
subtrees that the binary digits of i name, from the largest to the smallest. Leaf i completes one
node and closes those of the trailing ones of i - 1, so that the live nodes form a stack. It holds
cumulative sums of noise: the top is the noise of the tree's released sum.
"""

import math
from typing import NamedTuple

import numpy as np

from bandit_replications.bandits.arrays import Floats, Integers
from bandit_replications.bandits.compiled import kernel
from bandit_replications.bandits.interrupts import interruptible
from bandit_replications.bandits.rewards import BERNOULLI, RewardTable, draw_reward
from bandit_replications.bandits.runs import leader, record_first_pulls, set_row

BLOCK = 256  # rounds for which the other arms' indices are bounded at once; 64 to 1024 do as well


class Widths(NamedTuple):
    """Constants of the index (35): under the root, of the width for the noise, ε, logarithm."""

    exploration: float
    noise: float
    epsilon: float
    base_2: bool


class Noise(NamedTuple):
    """Scale of an array's noise; that of a node in tree r is (r + `extra_levels`) times that.

    `fresh` draws all noise anew at each release; with `array_at_once` a full tree releases its
    array's noise in place of its root's.
    """

    scale: float
    extra_levels: int
    fresh: bool
    array_at_once: bool


class Arms(NamedTuple):
    """Of each arm: pulls, r_j, observations in its tree, sum of rewards, private mean.

    And the noise of its full arrays together, and that of its tree's live nodes (arms, depths).
    """

    pulls: Integers
    tree: Integers
    leaves: Integers
    sums: Floats
    means: Floats
    array_noise: Floats
    node_noise: Floats


@kernel
def simulate_run(
    rewards: RewardTable,
    widths: Widths,
    noise: Noise,
    uniform_ties: bool | None,
    checkpoints: Integers,
    generator: np.random.Generator,
) -> Integers:
    """Return pulls (checkpoints, arms) of one run; mutates the generator only.

    The index of an arm that waits only grows with the round, in floating point too. So the leader
    of a round stays the leader while its own index, at that round's logarithm, is above the others'
    at a later round's.
    """
    arms, horizon = rewards.values.shape[0], checkpoints[-1]
    pulls = np.zeros((checkpoints.size, arms), dtype=np.int64)
    point = record_first_pulls(pulls, checkpoints)
    state = first_pulls(rewards, noise.scale, horizon, generator)
    indices = np.empty(arms)
    now, work = arms, 0
    while now < horizon:
        work = interruptible(work + BLOCK)
        log_t = logarithm(now + 1, widths.base_2)
        for arm in range(arms):
            indices[arm] = index(state.means[arm], state.pulls[arm], state.tree[arm], log_t, widths)
        best = leader(indices, uniform_ties, generator)
        last = min(now + BLOCK, checkpoints[point])
        log_last, rival = logarithm(last, widths.base_2), -np.inf
        for arm in range(arms):
            if arm != best:
                other = index(state.means[arm], state.pulls[arm], state.tree[arm], log_last, widths)
                rival = max(rival, other)
        now += play_on(best, last - now, rival, log_t, state, (rewards, noise, widths), generator)
        if now == checkpoints[point]:
            set_row(pulls, point, state.pulls)
            point += 1
    return pulls


@kernel
def first_pulls(
    rewards: RewardTable, scale: float, horizon: int, generator: np.random.Generator
) -> Arms:
    """Return the arms after one pull of each; mutates the generator."""
    kind, values, weights = rewards
    arms = values.shape[0]
    sums, noise = np.empty(arms), np.empty(arms)
    for arm in range(arms):
        sums[arm] = draw_reward(kind, values, weights, arm, generator)
        noise[arm] = generator.laplace(0.0, scale)
    pulls, trees, leaves = np.ones(arms), np.ones(arms), np.zeros(arms)
    return Arms(
        pulls.astype(np.int64),
        trees.astype(np.int64),
        leaves.astype(np.int64),
        sums,
        sums + noise,
        noise,
        np.zeros((arms, int(np.log2(horizon)) + 3)),
    )


@kernel
def play_on(
    arm: int,
    most: int,
    rival: float,
    log_t: float,
    state: Arms,
    settings: tuple[RewardTable, Noise, Widths],
    generator: np.random.Generator,
) -> int:
    """Pull an arm once, and then while its index at `log_t` is above `rival`; return the pulls.

    There are at most `most` of them. Local variables, and Bernoulli rewards drawn without a call,
    make a run three times as fast. Mutates the arm's state and the generator.
    """
    rewards, noise, widths = settings
    kind, values, weights = rewards
    pulls, r, leaf = state.pulls[arm], state.tree[arm], state.leaves[arm]
    total, arrays, nodes = state.sums[arm], state.array_noise[arm], state.node_noise[arm]
    mean, rounds, ahead = 0.0, 0, True
    while ahead and rounds < most:
        rounds += 1
        pulls += 1
        leaf += 1
        if kind == BERNOULLI:
            total += 1.0 if generator.random() < values[arm, 0] else 0.0
        else:
            total += draw_reward(kind, values, weights, arm, generator)
        node_scale = noise.scale * (r + noise.extra_levels)
        array_takes_over = noise.array_at_once and leaf == 1 << r
        if noise.fresh:
            released = laplace_sum(r + array_takes_over, noise.scale, generator)
            if not array_takes_over:
                released += laplace_sum(count_ones(leaf), node_scale, generator)
        else:
            # a full array is used for the first time: with its last reward, or with the next one
            if array_takes_over or (leaf == 1 and r > 1 and not noise.array_at_once):
                arrays += generator.laplace(0.0, noise.scale)
            released = arrays
            if not array_takes_over:
                released += push(nodes, leaf, generator.laplace(0.0, node_scale))
        mean = (total + released) / pulls
        if leaf == 1 << r:
            r += 1
            leaf = 0
        ahead = index(mean, pulls, r, log_t, widths) > rival
    state.pulls[arm], state.tree[arm], state.leaves[arm] = pulls, r, leaf
    state.sums[arm], state.array_noise[arm], state.means[arm] = total, arrays, mean
    return rounds


@kernel
def index(mean: float, pulls: int, tree: int, log_t: float, widths: Widths) -> float:
    """Return the index (35) of an arm, given the logarithm of the round.

    After a tree's last leaf r_j has moved on, so that it is floor(log2(pulls + 1)).
    """
    width = widths.noise * log_t * tree / (pulls * widths.epsilon)
    return mean + math.sqrt(widths.exploration * log_t / pulls) + width


@kernel
def logarithm(t: int, base_2: bool) -> float:
    """Return the logarithm of a round."""
    return math.log2(t) if base_2 else math.log(t)


@kernel
def push(nodes: Floats, leaf: int, noise: float) -> float:
    """Put the node that a leaf (counted from 1) completes on the stack; return its top.

    nodes[d] is the noise of the d largest live nodes together; nodes[0] = 0. Mutates nodes.
    """
    depth = count_ones(leaf)
    top = nodes[depth - 1] + noise
    nodes[depth] = top
    return top


@kernel
def count_ones(number: int) -> int:
    """Return the number of binary digits 1."""
    ones = 0
    while number != 0:
        number &= number - 1
        ones += 1
    return ones


@kernel
def laplace_sum(count: int, scale: float, generator: np.random.Generator) -> float:
    """Return a sum of independent Laplace variables; mutates the generator.

    A Laplace variable is the difference of two exponentials, so that the sum of `count` >= 1 of
    them is the difference of two gamma variables.
    """
    return scale * (generator.standard_gamma(float(count)) - generator.standard_gamma(float(count)))
