"""Follow the Leader: full information without privacy, the baseline of Section 5.

Each round plays the action with the highest mean reward over all rounds so far.

    >>> import numpy as np
    >>> from bandit_replications.bandits.rewards import bernoulli_table
    >>> rewards = bernoulli_table([0.75, 0.5, 0.25])
    >>> problem = BanditProblem(rewards=rewards, horizon=10_000)
    >>> simulate(problem, generator=np.random.default_rng(1)).pulls
    array([[10000,     0,     0]])
"""

import itertools

import numpy as np
from pydantic import Field

from bandit_replications.bandits.arrays import Floats, Integers
from bandit_replications.bandits.compiled import kernel
from bandit_replications.bandits.literal import Player
from bandit_replications.bandits.options import AlgorithmOptions
from bandit_replications.bandits.problems import BanditProblem
from bandit_replications.bandits.rewards import RewardTable, draw_sum
from bandit_replications.bandits.runs import TieBreaking, choose, leader, record_run
from bandit_replications.bandits.trajectories import Trajectory
from bandit_replications.papers.private_online.environments.literal_runs import (
    run_full_information,
)
from bandit_replications.papers.private_online.environments.problems import (
    check_first_action,
    check_not_private,
)


class Options(AlgorithmOptions):
    """Readings of Follow the Leader."""

    tie_breaking: TieBreaking = Field(
        default="lowest-index", description="which of the actions with the highest mean is played"
    )
    first_action: int = Field(
        default=0, ge=0, description="action of the first round, before any reward was seen"
    )


def simulate(
    problem: BanditProblem, *, generator: np.random.Generator, options: Options = Options()
) -> Trajectory:
    """Simulate Follow the Leader in blocks of rounds: exact in distribution.

    Source: Section 5's description. A leader whose sum is d ahead of all others stays in front
    for floor(d) rounds at least, since rewards lie in [0, 1]; the actions' sums over these rounds
    are drawn at once. The lead grows in proportion to time, so blocks do too. Ties are those of
    floating-point sums: exact for Bernoulli rewards. The problem must be without ε.
    """
    check_not_private(problem)
    check_first_action(problem, options.first_action)
    pulls = simulate_run(
        problem.rewards,
        options.tie_breaking == "uniform" or None,
        options.first_action,
        problem.points,
        generator,
    )
    return Trajectory(pulls)


@kernel
def simulate_run(
    rewards: RewardTable,
    uniform_ties: bool | None,
    first_action: int,
    checkpoints: Integers,
    generator: np.random.Generator,
) -> Integers:
    """Return plays (checkpoints, arms) of one run; mutates the generator only."""
    kind, values, weights = rewards
    arms = values.shape[0]
    pulls = np.zeros((checkpoints.size, arms), dtype=np.int64)
    played, sums = np.zeros(arms, dtype=np.int64), np.zeros(arms)
    action, point = first_action, 0
    while True:
        length = holding_rounds(sums, action)
        point = record_run(pulls, point, checkpoints, played, action, length)
        if point == checkpoints.size:
            return pulls
        for arm in range(arms):
            sums[arm] += draw_sum(kind, values, weights, arm, length, generator)
        action = leader(sums, uniform_ties, generator)


@kernel
def holding_rounds(sums: Floats, action: int) -> int:
    """Return the number of rounds for which `action` is played whatever the rewards are.

    One at least, the decision just made. With a lead d over all others the lead is still positive
    after floor(d) - 1 further rounds, so that no tie can occur before.
    """
    lead = np.inf
    for arm in range(sums.size):
        if arm != action:
            lead = min(lead, sums[action] - sums[arm])
    return int(max(1.0, np.floor(min(lead, 2.0**62))))


# --- The description, round by round --------------------------------------------------------


def simulate_literal(
    problem: BanditProblem, *, generator: np.random.Generator, options: Options = Options()
) -> Trajectory:
    """Simulate Follow the Leader round by round."""
    player = play(problem, generator=generator, options=options)
    return run_full_information(player, problem, generator)


def play(
    problem: BanditProblem, *, generator: np.random.Generator, options: Options = Options()
) -> Player[int, Floats]:
    """Yield the action of each round; be sent the rewards (arms,) of all actions."""
    check_not_private(problem)
    check_first_action(problem, options.first_action)
    sums, action = np.zeros(problem.arms), options.first_action
    for t in itertools.count(1):
        sums += yield action
        action = choose((sums / t).tolist(), options.tie_breaking, generator)
