"""Hybrid-UCB (Algorithm 4): UCB whose private means use all rewards and move at every pull.

An arm's rewards fill arrays of sizes 1, 2, 4, …, each noised once (32), and the current array's
rewards stand in a binary tree as well (33). Read closely, in the printed order of statements:

- A full tree releases its array at once (`full_tree`), as Section 4.2 counts and as privacy needs.
  The pseudo-code sets the private mean (34) before r_j moves on: the last reward of a tree releases
  the sum over the full tree, that is its root, with noise of the tree's scale, and the array of the
  same rewards takes its place at the arm's next pull. A reward of the tree with 2^r leaves is then
  in up to r + 1 released sums, while their noise has scale r / (ε/2); `tree_levels` mends that.
- The noise of the first reward's release is that of the array of size 1 (Z^(0)), drawn once.
- Each node's and each array's noise is drawn once, as subscripts in (32) and (33) say; with noise
  drawn anew at each release (`noise`) the same reward is released ever more often.
- `log` is of base 2 in the paper. The option `logarithm` changes log(t) in the index (35) only:
  in the noise's scale and in floor(log(O + 1)) it counts levels of a tree.

    >>> import numpy as np
    >>> from bandit_replications.bandits.rewards import bernoulli_table
    >>> rewards = bernoulli_table([0.75, 0.5, 0.25])
    >>> problem = BanditProblem(rewards=rewards, horizon=10_000, epsilon=8.0)
    >>> simulate(problem, generator=np.random.default_rng(1)).pulls
    array([[7930, 1393,  677]])
"""

import itertools
import math
from collections.abc import Iterator
from typing import Literal

import numpy as np
from pydantic import Field

from bandit_replications.bandits.literal import Player
from bandit_replications.bandits.options import AlgorithmOptions, Positive
from bandit_replications.bandits.problems import BanditProblem
from bandit_replications.bandits.runs import TieBreaking, choose
from bandit_replications.bandits.trajectories import Trajectory
from bandit_replications.papers.private_online.algorithms.hybrid_ucb_kernels import (
    Noise,
    Widths,
    simulate_run,
)
from bandit_replications.papers.private_online.environments.literal_runs import run_bandit


class Options(AlgorithmOptions):
    """Constants and interpretations of Hybrid-UCB: printed constants, private defaults."""

    noise: Literal["once-per-node", "each-release"] = Field(
        default="once-per-node",
        description="when the noise of a tree's node or of an array is drawn",
    )
    tree_levels: Literal["as-printed", "repaired"] = Field(
        default="as-printed",
        description="levels of a tree with 2^r leaves that its noise is made for: r, or r + 1",
    )
    full_tree: Literal["root", "array"] = Field(
        default="array",
        description="what a tree's last reward releases: the array at once, or the tree's root",
    )
    logarithm: Literal["base-2", "natural"] = Field(
        default="base-2", description="logarithm of the round in the index (35); printed: base 2"
    )
    noise_scale: Positive = Field(
        default=1.0,
        description="factor on the scales of all noise, 2 / epsilon and 2 r / epsilon; printed: 1",
    )
    exploration_constant: Positive = Field(
        default=3.0,
        description="constant under the square root of the index (35); printed: 3",
    )
    noise_width_constant: Positive = Field(
        default=6 * math.sqrt(8),
        description="constant of the index's width for the noise (35); printed: 6 sqrt(8)",
    )
    tie_breaking: TieBreaking = Field(
        default="lowest-index", description="which of equal indices wins"
    )


def simulate(
    problem: BanditProblem, *, generator: np.random.Generator, options: Options = Options()
) -> Trajectory:
    """Simulate Hybrid-UCB round by round in compiled code, in memory arms · log2(horizon).

    Source: Algorithm 4, Appendix E. With noise drawn once for each node these are the pulls of
    `simulate_literal`, draw for draw; with fresh noise at each release, pulls of the same law.
    """
    epsilon = problem.private_epsilon
    pulls = simulate_run(
        problem.rewards,
        Widths(
            exploration=options.exploration_constant,
            noise=options.noise_width_constant,
            epsilon=epsilon,
            base_2=options.logarithm == "base-2",
        ),
        Noise(
            scale=options.noise_scale / (0.5 * epsilon),
            extra_levels=_extra_levels(options),
            fresh=options.noise == "each-release",
            array_at_once=options.full_tree == "array",
        ),
        options.tie_breaking == "uniform" or None,
        problem.points,
        generator,
    )
    return Trajectory(pulls)


def _extra_levels(options: Options) -> int:
    return 1 if options.tree_levels == "repaired" else 0


# --- The pseudo-code, round by round --------------------------------------------------------


def simulate_literal(
    problem: BanditProblem, *, generator: np.random.Generator, options: Options = Options()
) -> Trajectory:
    """Simulate Algorithm 4 as printed, round by round."""
    player = play(problem, generator=generator, options=options)
    return run_bandit(player, problem, generator)


def play(
    problem: BanditProblem, *, generator: np.random.Generator, options: Options = Options()
) -> Player[int, float]:
    """Yield the arm of each round; be sent its reward."""
    arms, epsilon = problem.arms, problem.private_epsilon
    log = math.log2 if options.logarithm == "base-2" else math.log
    r, pulls, mean = [1] * arms, [1] * arms, [0.0] * arms
    array_sums = [[0.0, 0.0] for _ in range(arms)]  # of F^(0), F^(1), …, F^(r)
    array_noise: list[dict[int, float]] = [{} for _ in range(arms)]  # Z^(0), …, Z^(r-1)
    node_noise: list[dict[range, float]] = [{} for _ in range(arms)]  # Y^(v), v as its leaves

    def noise(drawn: dict, of: int | range, scale: float) -> float:
        if of not in drawn or options.noise == "each-release":
            drawn[of] = generator.laplace(0.0, options.noise_scale * scale)
        return drawn[of]

    for j in range(arms):
        array_sums[j][0] = yield j
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
        j = choose(index, options.tie_breaking, generator)
        array_sums[j][r[j]] += yield j  # the tree holds the same rewards
        pulls[j] += 1
        leaves = pulls[j] - (2 ** r[j] - 1)
        array_takes_over = options.full_tree == "array" and leaves == 2 ** r[j]
        arrays = r[j] + 1 if array_takes_over else r[j]
        noisy_arrays = [
            array_sums[j][s] + noise(array_noise[j], s, 1 / (0.5 * epsilon)) for s in range(arrays)
        ]
        noisy_tree = 0.0
        if not array_takes_over:
            node_scale = (r[j] + _extra_levels(options)) / (0.5 * epsilon)
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
