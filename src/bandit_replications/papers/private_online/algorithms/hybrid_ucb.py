"""Hybrid-UCB (Algorithm 4): UCB whose private means use all rewards and move at every pull.

An arm's rewards fill arrays of sizes 1, 2, 4, …, each noised once (32), and the current array's
rewards stand in a binary tree as well (33). Read closely, in the printed order of statements:

- The private mean (34) is set before r_j moves on. So the last reward of a tree releases the sum
  over the full tree, that is its root, with noise of the tree's scale; the array of the same
  rewards takes its place at the arm's next pull. A reward of the tree with 2^r leaves is then in
  up to r + 1 released sums, while their noise has scale r / (ε/2): `tree_levels` has the repair.
- The noise of the first reward's release is that of the array of size 1 (Z^(0)), drawn once.
- Each node's and each array's noise is drawn once, as subscripts in (32) and (33) say; with noise
  drawn anew at each release (`noise`) the same reward is released ever more often.
- `log` is of base 2 in the paper. The option `logarithm` changes log(t) in the index (35) only:
  in the noise's scale and in floor(log(O + 1)) it counts levels of a tree.
"""

import itertools
import math
from collections.abc import Callable, Iterator
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field

from bandit_replications.bandits.arguments import check_positive
from bandit_replications.bandits.rewards import RewardTable
from bandit_replications.bandits.runs import (
    TieBreaking,
    check_run,
    choose,
    count_pulls,
    reward_source,
)
from bandit_replications.bandits.trajectories import Trajectory
from bandit_replications.papers.private_online.algorithms.hybrid_ucb_kernels import simulate_run


class Options(BaseModel):
    """Constants and readings of Hybrid-UCB; the defaults are as printed."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    noise: Literal["once-per-node", "each-release"] = Field(
        default="once-per-node",
        description="when the noise of a tree's node or of an array is drawn",
    )
    tree_levels: Literal["as-printed", "repaired"] = Field(
        default="as-printed",
        description="levels of a tree with 2^r leaves that its noise is made for: r, or r + 1",
    )
    logarithm: Literal["base-2", "natural"] = Field(
        default="base-2", description="logarithm of the round in the index (35); printed: base 2"
    )
    noise_scale: float = Field(
        default=1.0,
        gt=0,
        allow_inf_nan=False,
        description="factor on the scales of all noise, 2 / epsilon and 2 r / epsilon; printed: 1",
    )
    exploration_constant: float = Field(
        default=3.0,
        gt=0,
        allow_inf_nan=False,
        description="constant under the square root of the index (35); printed: 3",
    )
    noise_width_constant: float = Field(
        default=6 * math.sqrt(8),
        gt=0,
        allow_inf_nan=False,
        description="constant of the index's width for the noise (35); printed: 6 sqrt(8)",
    )
    tie_breaking: TieBreaking = Field(
        default="lowest-index", description="which of equal indices wins"
    )


def simulate(
    *,
    rewards: RewardTable,
    horizon: int,
    checkpoints: NDArray[np.int64],
    generator: np.random.Generator,
    epsilon: float,
    options: Options = Options(),
) -> Trajectory:
    """Simulate Hybrid-UCB round by round in compiled code, in memory arms · log2(horizon).

    Source: Algorithm 4, Appendix E. With noise drawn once for each node these are the pulls of
    `simulate_literal`, draw for draw; with fresh noise at each release, pulls of the same law.

    Parameters
    ----------
    rewards : RewardTable
        Laws of the K arms' rewards in [0, 1].
    horizon : int
        Rounds T >= K, the initial pull of each arm included.
    checkpoints : int64 array, increasing, the last one the horizon
        Rounds after which pulls are counted.
    generator : numpy.random.Generator
    epsilon : float
        Privacy parameter ε, > 0.
    options : Options

    Returns
    -------
    Trajectory

    Raises
    ------
    TypeError, ValueError
        If an argument is of a wrong type or out of range.

    """
    check_positive(epsilon=epsilon)
    points = check_run(rewards=rewards, horizon=horizon, checkpoints=checkpoints)
    pulls = simulate_run(
        rewards.kind,
        rewards.values,
        rewards.weights,
        float(epsilon),
        options.noise_scale / (0.5 * epsilon),
        1 if options.tree_levels == "repaired" else 0,
        options.noise == "each-release",
        (
            options.exploration_constant,
            options.noise_width_constant,
            options.logarithm == "base-2",
        ),
        options.tie_breaking == "uniform",
        points,
        generator,
    )
    return Trajectory(pulls)


# --- The pseudo-code, round by round --------------------------------------------------------


def simulate_literal(
    *,
    rewards: RewardTable,
    horizon: int,
    checkpoints: NDArray[np.int64],
    generator: np.random.Generator,
    epsilon: float,
    options: Options = Options(),
) -> Trajectory:
    """Simulate Algorithm 4 as printed, round by round; parameters as for `simulate`."""
    check_positive(epsilon=epsilon)
    points = check_run(rewards=rewards, horizon=horizon, checkpoints=checkpoints)
    arms = len(rewards.values)
    played = play_literal(
        reward_source(rewards, generator),
        lambda scale: generator.laplace(0.0, options.noise_scale * scale),
        lambda indices: choose(indices, options.tie_breaking, generator),
        arms=arms,
        epsilon=epsilon,
        options=options,
    )
    return count_pulls(played, arms=arms, checkpoints=points)


def play_literal(
    pull: Callable[[int], float],
    laplace: Callable[[float], float],
    argmax: Callable[[list[float]], int],
    *,
    arms: int,
    epsilon: float,
    options: Options,
) -> Iterator[int]:
    """Yield the arm of each round; `pull` draws a reward, `laplace` noise of a given scale."""
    log = math.log2 if options.logarithm == "base-2" else math.log
    keep = options.noise == "once-per-node"
    extra_levels = 1 if options.tree_levels == "repaired" else 0
    r, pulls, mean = [1] * arms, [1] * arms, [0.0] * arms
    array_sums = [[0.0, 0.0] for _ in range(arms)]  # of F^(0), F^(1), …, F^(r)
    array_noise: list[dict[int, float]] = [{} for _ in range(arms)]  # Z^(0), …, Z^(r-1)
    node_noise: list[dict[range, float]] = [{} for _ in range(arms)]  # Y^(v), v as its leaves

    def noise(known: dict, of: int | range, scale: float) -> float:
        if of not in known or not keep:
            known[of] = laplace(scale)
        return known[of]

    for j in range(arms):
        yield j
        array_sums[j][0] = pull(j)
        mean[j] = array_sums[j][0] + noise(array_noise[j], 0, 1 / (0.5 * epsilon))
    for t in itertools.count(arms + 1):
        index = [
            mean[j]
            + math.sqrt(options.exploration_constant * log(t) / pulls[j])
            + options.noise_width_constant
            * log(t)
            * math.floor(math.log2(pulls[j] + 1))
            / (pulls[j] * epsilon)
            for j in range(arms)
        ]
        j = argmax(index)
        yield j
        pulls[j] += 1
        array_sums[j][r[j]] += pull(j)  # the tree holds the same rewards
        leaves = pulls[j] - (2 ** r[j] - 1)
        noisy_arrays = [
            array_sums[j][s] + noise(array_noise[j], s, 1 / (0.5 * epsilon)) for s in range(r[j])
        ]
        node_scale = (r[j] + extra_levels) / (0.5 * epsilon)
        noises = [noise(node_noise[j], node, node_scale) for node in binary_nodes(leaves)]
        noisy_tree = array_sums[j][r[j]] + math.fsum(noises)
        mean[j] = (math.fsum(noisy_arrays) + noisy_tree) / pulls[j]
        if pulls[j] == sum(2**s for s in range(r[j] + 1)):
            r[j] += 1
            array_sums[j].append(0.0)
            node_noise[j] = {}


def binary_nodes(leaves: int) -> Iterator[range]:
    """Yield the complete subtrees that the first so many leaves make up, largest first."""
    start = 0
    for level in reversed(range(leaves.bit_length())):
        if leaves >> level & 1:
            yield range(start, start + 2**level)
            start += 2**level
