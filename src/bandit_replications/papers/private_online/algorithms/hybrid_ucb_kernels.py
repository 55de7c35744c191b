"""Compiled, round-by-round simulation of Hybrid-UCB (Algorithm 4) in memory K log T.

Of an arm's tree only the noise of the live nodes is kept: after i leaves these are the complete
subtrees that the binary digits of i name, from the largest to the smallest. Leaf i completes one
node and closes those of the trailing ones of i - 1, so that the live nodes form a stack. It holds
cumulative sums of noise: the top is the noise of the tree's released sum.

In most rounds bounds on the indices (see `index_bounds`) tell that the leader stays the leader:
then only its own index is computed.
"""

import math

import numpy as np
from numba import njit

from bandit_replications.bandits.rewards import BERNOULLI, draw_reward
from bandit_replications.bandits.runs import Floats, Integers, leader, record_first_pulls
from bandit_replications.papers.private_online.algorithms.index_bounds import (
    BLOCK,
    highest_of_others,
    surest,
)

# Of each arm: pulls, r_j, observations in its tree, sum of rewards, noise of its full arrays,
# private mean; and the noise of its tree's nodes.
State = tuple[Integers, Integers, Integers, Floats, Floats, Floats, Floats]


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
    played, tree = np.ones(arms, dtype=np.int64), np.ones(arms, dtype=np.int64)
    leaves = np.zeros(arms, dtype=np.int64)
    sums, array_noise = first_pulls(kind, values, weights, scale, generator)
    means = sums + array_noise
    nodes = np.zeros((arms, int(np.log2(horizon)) + 3))
    state = (played, tree, leaves, sums, array_noise, means, nodes)
    law, noise = (kind, values, weights), (scale, extra_levels, fresh)
    constants, base_2 = (widths[0], widths[1], epsilon), widths[2]
    lower, upper = np.empty(arms), np.empty(arms)
    log_first, log_last = 0.0, 0.0
    now, last, arm = arms, arms, 0
    while now < horizon:
        if now == last:
            last = min(now + BLOCK, horizon)
            log_first, log_last = logarithm(now + 1, base_2), logarithm(last, base_2)
            for each in range(arms):
                lower[each] = index(means[each], played[each], tree[each], log_first, constants)
                upper[each] = index(means[each], played[each], tree[each], log_last, constants)
        else:
            lower[arm] = index(means[arm], played[arm], tree[arm], log_first, constants)
            upper[arm] = index(means[arm], played[arm], tree[arm], log_last, constants)
        arm, rival = surest(lower, upper)
        if lower[arm] <= rival:  # the bounds leave a doubt, and the indices none
            log_t = logarithm(now + 1, base_2)
            for each in range(arms):
                lower[each] = index(means[each], played[each], tree[each], log_t, constants)
            arm = leader(lower, uniform_ties, generator)
            rival = highest_of_others(upper, arm)
        most = min(last, checkpoints[point]) - now
        now += play(arm, most, rival, log_first, state, law, noise, constants, generator)
        if now == checkpoints[point]:
            pulls[point] = played
            point += 1
    return pulls


@njit(cache=True)
def play(
    arm: int,
    most: int,
    rival: float,
    log_first: float,
    state: State,
    law: tuple[int, Floats, Floats],
    noise: tuple[float, int, bool],
    constants: tuple[float, float, float],
    generator: np.random.Generator,
) -> int:
    """Pull an arm once, and then while its index is surely above `rival`; return the pulls.

    There are at most `most` of them. The index is bounded with the logarithm of a round that is
    not later. Mutates the arm's state and the generator.
    """
    kind, values, weights = law
    scale, extra_levels, fresh = noise
    played, tree, leaves, sums, array_noise, means, nodes = state
    # what changes in each round stays in registers
    pulls, r, leaf, total, arrays = played[arm], tree[arm], leaves[arm], sums[arm], array_noise[arm]
    live, mean, rounds = nodes[arm], 0.0, 0
    while rounds < most:
        rounds += 1
        pulls += 1
        leaf += 1
        if kind == BERNOULLI:  # calls would take longer than what they do in each round
            total += 1.0 if generator.random() < values[arm, 0] else 0.0
        else:
            total += draw_reward(kind, values, weights, arm, generator)
        node_scale = scale * (r + extra_levels)
        if fresh:
            released = laplace_sum(r, scale, generator)
            released += laplace_sum(count_ones(leaf), node_scale, generator)
        else:
            # a new tree has begun: the full array of the one before is now used for the first time
            if leaf == 1 and r > 1:
                arrays += generator.laplace(0.0, scale)
            released = arrays + push(live, leaf, draw_laplace(node_scale, generator))
        mean = (total + released) / pulls
        if leaf == 1 << r:
            r += 1
            leaf = 0
        if index(mean, pulls, r, log_first, constants) <= rival:
            break
    played[arm], tree[arm], leaves[arm], sums[arm] = pulls, r, leaf, total
    array_noise[arm], means[arm] = arrays, mean
    return rounds


@njit(cache=True)
def index(
    mean: float, played: int, tree: int, log_t: float, constants: tuple[float, float, float]
) -> float:
    """Return the index (35) of an arm, given the logarithm of the round.

    After a tree's last leaf r_j has moved on, so that it is floor(log2(pulls + 1)).
    """
    exploration, noise_width, epsilon = constants
    width = noise_width * log_t * tree / (played * epsilon)
    return mean + math.sqrt(exploration * log_t / played) + width


@njit(cache=True)
def logarithm(t: int, base_2: bool) -> float:
    """Return the logarithm of a round."""
    return math.log2(t) if base_2 else math.log(t)


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
def push(nodes: Floats, leaf: int, noise: float) -> float:
    """Put the node that a leaf (counted from 1) completes on the stack; return its top.

    nodes[d] is the noise of the d largest live nodes together; nodes[0] = 0. Mutates nodes.
    """
    depth = count_ones(leaf)
    top = nodes[depth - 1] + noise
    nodes[depth] = top
    return top


@njit(cache=True)
def draw_laplace(scale: float, generator: np.random.Generator) -> float:
    """Return what `generator.laplace(0, scale)` would, in less time; mutates the generator.

    Half of all draws lie above the median, at random: the same logarithm for both halves spares
    the processor a guess.
    """
    uniform = generator.random()
    while uniform <= 0.0:
        uniform = generator.random()
    above = uniform >= 0.5
    size = scale * math.log(2.0 - uniform - uniform if above else uniform + uniform)
    return -size if above else size


@njit(cache=True)
def count_ones(number: int) -> int:
    """Return the number of binary digits 1."""
    ones = 0
    while number != 0:
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
