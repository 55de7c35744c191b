"""DP-SE: private successive elimination (Sajed and Sheffet, 2019), the baseline of Section 6.

Epoch e = 1, 2, … pulls each arm that is alive R_e times, adds noise to each arm's sum of this epoch
alone and drops the arms that are clearly below the best. An epoch that the horizon cuts short
releases nothing, and so decides nothing. Interpretations, each an option: which integer R_e is, the
base of all its logarithms (natural in its source; this paper writes log for base 2), and the
failure probability beta (Section 6 takes 1/T).

    >>> import numpy as np
    >>> from bandit_replications.bandits.rewards import bernoulli_table
    >>> rewards = bernoulli_table([0.75, 0.5, 0.25])
    >>> problem = BanditProblem(rewards=rewards, horizon=10_000, epsilon=1.0)
    >>> simulate(problem, generator=np.random.default_rng(1)).pulls
    array([[6826, 1587, 1587]])
"""

import itertools
import math
from collections.abc import Callable
from typing import Literal

import numpy as np
from pydantic import Field

from bandit_replications.bandits.literal import Player
from bandit_replications.bandits.options import AlgorithmOptions, Positive
from bandit_replications.bandits.problems import BanditProblem
from bandit_replications.bandits.trajectories import Trajectory
from bandit_replications.papers.private_online.algorithms.dp_se_kernels import (
    EpochRule,
    simulate_run,
)
from bandit_replications.papers.private_online.environments.literal_runs import run_bandit

Rounding = Literal["up", "down", "nearest"]
ROUNDING_CODES: dict[Rounding, int] = {"up": 0, "down": 1, "nearest": 2}


class Options(AlgorithmOptions):
    """Constants and interpretations of DP-SE, by default as defined and as in Section 6."""

    beta: float | None = Field(
        default=None,
        gt=0,
        lt=1,
        description="failure probability of the confidence bounds; null is 1 / horizon",
    )
    rounding: Rounding = Field(
        default="up", description="how the number of pulls R_e of an epoch becomes an integer"
    )
    logarithm: Literal["natural", "base-2"] = Field(
        default="natural", description="logarithm in R_e and in both widths; defined: natural"
    )
    noise_scale: Positive = Field(
        default=1.0,
        description="scale of the Laplace noise on each arm's sum times epsilon; defined: 1",
    )
    sampling_constant: Positive = Field(
        default=32.0,
        description="constant of R_e's term for the sampling error, 32 ln(.) / gap^2",
    )
    privacy_constant: Positive = Field(
        default=8.0,
        description="constant of R_e's term for the noise, 8 ln(.) / (epsilon gap)",
    )
    width_constant: Positive = Field(
        default=2.0,
        description="how many times h_e + c_e an arm may be below the best; defined: 2",
    )


def simulate(
    problem: BanditProblem, *, generator: np.random.Generator, options: Options = Options()
) -> Trajectory:
    """Simulate DP-SE by epochs: exact in distribution, one sum for each arm and epoch.

    Source: Sajed and Sheffet, "An Optimal Private Stochastic-MAB Algorithm Based on an Optimal
    Private Stopping Rule" (2019). Nothing is decided within an epoch, whose order of pulls is
    round robin over the arms alive, by index.
    """
    epsilon = problem.private_epsilon
    rule = epoch_rule(options, epsilon=epsilon, horizon=problem.horizon)
    scale = options.noise_scale / epsilon
    return Trajectory(simulate_run(problem.rewards, rule, scale, problem.points, generator))


def epoch_rule(options: Options, *, epsilon: float, horizon: int) -> EpochRule:
    """Return the rule of the epochs of a run planned for a horizon."""
    return EpochRule(
        epsilon=epsilon,
        beta=_failure_probability(horizon, options),
        base_2=options.logarithm == "base-2",
        rounding=ROUNDING_CODES[options.rounding],
        sampling_constant=options.sampling_constant,
        privacy_constant=options.privacy_constant,
        width_constant=options.width_constant,
    )


def _failure_probability(horizon: int, options: Options) -> float:
    return 1 / horizon if options.beta is None else options.beta


# --- The definition, round by round ----------------------------------------------------------


def simulate_literal(
    problem: BanditProblem, *, generator: np.random.Generator, options: Options = Options()
) -> Trajectory:
    """Simulate DP-SE round by round."""
    player = play(problem, generator=generator, options=options)
    return run_bandit(player, problem, generator)


def play(
    problem: BanditProblem, *, generator: np.random.Generator, options: Options = Options()
) -> Player[int, float]:
    """Yield the arm of each round; be sent its reward."""
    roundings: dict[str, Callable[[float], int]] = {
        "up": math.ceil,
        "down": math.floor,
        "nearest": round,
    }
    epsilon, beta = problem.private_epsilon, _failure_probability(problem.horizon, options)
    scale = options.noise_scale / epsilon
    log = math.log if options.logarithm == "natural" else math.log2
    alive = list(range(problem.arms))
    for e in itertools.count(1):
        if len(alive) == 1:
            break
        gap = 2.0**-e
        log_8 = log(8 * len(alive) * e**2 / beta)
        log_4 = log(4 * len(alive) * e**2 / beta)
        for_sampling = options.sampling_constant * log_8 / gap**2
        for_privacy = options.privacy_constant * log_4 / (epsilon * gap)
        pulls = roundings[options.rounding](max(for_sampling, for_privacy) + 1)
        total = dict.fromkeys(alive, 0.0)  # each epoch starts afresh
        for _ in range(pulls):
            for j in alive:
                total[j] += yield j
        mean = {j: (total[j] + generator.laplace(0.0, scale)) / pulls for j in alive}
        h = math.sqrt(log_8 / (2 * pulls))
        c = log_4 / (pulls * epsilon)
        best = max(mean.values())  # of the arms alive only
        alive = [j for j in alive if best - mean[j] <= options.width_constant * (h + c)]
    while True:
        yield alive[0]
