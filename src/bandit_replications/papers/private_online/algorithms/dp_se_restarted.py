"""DP-SE restarted at growing horizons: an anytime DP-SE (Section 7's doubling trick).

Phase i = 0, 1, … forgets everything and plays DP-SE for T_i rounds, with β = 1/T_i. The horizons
double, T_i = 2^i T_0, or square, T_i = T_0^(2^i) (Auer and Ortner, 2010; Besson and Kaufmann, 2018:
doubling keeps a bound of order sqrt(T), squaring one of order log T, up to constants). Each reward
is used in one phase only, so that the whole is as private as one phase. The paper does not say what
T_0 is; it is an option.

    >>> import numpy as np
    >>> from bandit_replications.bandits.rewards import bernoulli_table
    >>> rewards = bernoulli_table([0.75, 0.5, 0.25])
    >>> problem = BanditProblem(rewards=rewards, horizon=10_000, epsilon=1.0)
    >>> simulate(problem, generator=np.random.default_rng(1)).pulls
    array([[6164, 1918, 1918]])
"""

import itertools
from collections.abc import Iterator
from typing import Literal

import numpy as np
from pydantic import Field

from bandit_replications.bandits.literal import Player
from bandit_replications.bandits.problems import BanditProblem
from bandit_replications.bandits.trajectories import Trajectory
from bandit_replications.papers.private_online.algorithms import dp_se
from bandit_replications.papers.private_online.algorithms.dp_se_kernels import simulate_run
from bandit_replications.papers.private_online.environments.literal_runs import run_bandit


class Options(dp_se.Options):
    """DP-SE's options (β null: one over a phase's horizon), and the growth of horizons."""

    horizons: Literal["doubling", "squaring"] = Field(
        default="squaring", description="how a phase's horizon follows from that of the one before"
    )
    first_horizon: int = Field(default=16, ge=2, description="horizon of the first phase")


def phase_horizons(options: Options) -> Iterator[int]:
    """Yield T_0, T_1, and so on."""
    length = options.first_horizon
    while True:
        yield length
        length = 2 * length if options.horizons == "doubling" else length**2


def simulate(
    problem: BanditProblem, *, generator: np.random.Generator, options: Options = Options()
) -> Trajectory:
    """Simulate phase by phase, each by epochs: exact in distribution.

    A phase that the run's end cuts short is DP-SE with the phase's β on the rounds that are left.
    """
    blocks, start = [], 0
    played = np.zeros((1, problem.arms), dtype=np.int64)
    for length in phase_horizons(options):
        end = min(start + length, problem.horizon)
        inside = problem.points[(problem.points > start) & (problem.points <= end)]
        points = np.union1d(inside, [end]) - start
        rule = dp_se.epoch_rule(options, epsilon=problem.private_epsilon, horizon=length)
        scale = options.noise_scale / problem.private_epsilon
        pulls = played + simulate_run(problem.rewards, rule, scale, points, generator)
        blocks.append(pulls[: inside.size])
        start, played = end, pulls[-1:]
        if start == problem.horizon:
            break
    return Trajectory(np.concatenate(blocks))


# --- The definition, round by round ----------------------------------------------------------


def simulate_literal(
    problem: BanditProblem, *, generator: np.random.Generator, options: Options = Options()
) -> Trajectory:
    """Simulate restarts of DP-SE round by round."""
    player = play(problem, generator=generator, options=options)
    return run_bandit(player, problem, generator)


def play(
    problem: BanditProblem, *, generator: np.random.Generator, options: Options = Options()
) -> Player[int, float]:
    """Yield the arm of each round; be sent its reward."""
    length = options.first_horizon
    for _ in itertools.count():
        beta = 1 / length if options.beta is None else options.beta
        phase = options.model_copy(update={"beta": beta})
        learner = dp_se.play(problem, generator=generator, options=phase)
        arm = next(learner)
        for _ in range(length):
            arm = learner.send((yield arm))
        length = 2 * length if options.horizons == "doubling" else length**2
