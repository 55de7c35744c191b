"""Follow the Noisy Leader, FTNL (Algorithm 2): full information, private, lazy and forgetful.

Epoch s = 0, 1, … has 2^s rounds, in which one action is played; at its end Report Noisy Max picks
the action of the next epoch from the rewards of this epoch alone.

    >>> import numpy as np
    >>> from bandit_replications.bandits.rewards import bernoulli_table
    >>> rewards = bernoulli_table([0.75, 0.5, 0.25])
    >>> problem = BanditProblem(rewards=rewards, horizon=10_000, epsilon=1.0)
    >>> simulate(problem, generator=np.random.default_rng(1)).pulls
    array([[9996,    0,    4]])
"""

import itertools

import numpy as np
from pydantic import Field

from bandit_replications.bandits.arrays import Floats, Integers
from bandit_replications.bandits.compiled import kernel
from bandit_replications.bandits.literal import Player
from bandit_replications.bandits.options import AlgorithmOptions, Positive
from bandit_replications.bandits.problems import BanditProblem
from bandit_replications.bandits.rewards import RewardTable, draw_sum
from bandit_replications.bandits.runs import TieBreaking, leader, record_run
from bandit_replications.bandits.trajectories import Trajectory
from bandit_replications.papers.private_online.algorithms.report_noisy_max import (
    Noise,
    report_noisy_max,
)
from bandit_replications.papers.private_online.environments.literal_runs import (
    run_full_information,
)
from bandit_replications.papers.private_online.environments.problems import (
    check_first_action,
)

NOISE_CODES: dict[Noise, int] = {"laplace": 0, "exponential": 1, "gumbel": 2}


class Options(AlgorithmOptions):
    """Constants and interpretations of FTNL; the defaults are as printed."""

    noise: Noise = Field(
        default="laplace", description="law of the noise on each action's sum; printed: laplace"
    )
    noise_scale: Positive = Field(
        default=1.0,
        description="scale of the noise times epsilon; printed: 1. 2 makes FTNL epsilon-private "
        "when a whole reward vector is substituted (Definition 1)",
    )
    tie_breaking: TieBreaking = Field(
        default="lowest-index",
        description="which of equal noisy sums wins; matters only where noise is lost in rounding",
    )
    first_action: int = Field(
        default=0,
        ge=0,
        description="action of epoch 0, one round long: moves the regret by its gap, at most 1",
    )


def simulate(
    problem: BanditProblem, *, generator: np.random.Generator, options: Options = Options()
) -> Trajectory:
    """Simulate FTNL by epochs: exact in distribution, time arms · log2(horizon).

    Source: Algorithm 2. Within an epoch nothing is decided, so each action's sum of rewards over
    it is drawn at once; actions' rewards are independent. The last epoch may be cut short.
    """
    check_first_action(problem, options.first_action)
    pulls = simulate_run(
        problem.rewards,
        NOISE_CODES[options.noise],
        options.noise_scale / problem.private_epsilon,
        options.tie_breaking == "uniform" or None,
        options.first_action,
        problem.points,
        generator,
    )
    return Trajectory(pulls)


@kernel
def simulate_run(
    rewards: RewardTable,
    noise: int,
    scale: float,
    uniform_ties: bool | None,
    first_action: int,
    checkpoints: Integers,
    generator: np.random.Generator,
) -> Integers:
    """Return plays (checkpoints, arms) of one run; mutates the generator only."""
    kind, values, weights = rewards
    arms = values.shape[0]
    pulls = np.zeros((checkpoints.size, arms), dtype=np.int64)
    played, noisy_sums = np.zeros(arms, dtype=np.int64), np.empty(arms)
    action, point, length = first_action, 0, 1
    while True:
        point = record_run(pulls, point, checkpoints, played, action, length)
        if point == checkpoints.size:  # a choice after the horizon is never played
            return pulls
        for arm in range(arms):
            total = draw_sum(kind, values, weights, arm, length, generator)
            noisy_sums[arm] = total + draw_noise(noise, scale, generator)
        action = leader(noisy_sums, uniform_ties, generator)
        length *= 2


@kernel
def draw_noise(noise: int, scale: float, generator: np.random.Generator) -> float:
    """Return one draw from the noise law of this code; mutates the generator."""
    if noise == 0:
        return generator.laplace(0.0, scale)
    if noise == 1:
        return scale * generator.standard_exponential()
    return -scale * np.log(generator.standard_exponential())  # Gumbel


# --- The pseudo-code, round by round --------------------------------------------------------


def simulate_literal(
    problem: BanditProblem, *, generator: np.random.Generator, options: Options = Options()
) -> Trajectory:
    """Simulate Algorithm 2 as printed, round by round."""
    player = play(problem, generator=generator, options=options)
    return run_full_information(player, problem, generator)


def play(
    problem: BanditProblem, *, generator: np.random.Generator, options: Options = Options()
) -> Player[int, Floats]:
    """Yield the action of each round; be sent the rewards (arms,) of all actions."""
    check_first_action(problem, options.first_action)
    action = options.first_action
    for epoch in itertools.count():
        epoch_sums = np.zeros(problem.arms)
        for _ in range(2**epoch):
            epoch_sums += yield action
        action = report_noisy_max(
            sums=epoch_sums,
            epsilon=problem.private_epsilon,
            generator=generator,
            noise=options.noise,
            noise_scale=options.noise_scale,
            tie_breaking=options.tie_breaking,
        )
