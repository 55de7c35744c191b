"""Runs of the literal forms: rewards are drawn round by round, and pulls are counted."""

import numpy as np

from bandit_replications.bandits.arrays import Floats
from bandit_replications.bandits.literal import Player, drive
from bandit_replications.bandits.problems import BanditProblem
from bandit_replications.bandits.rewards import draw_reward
from bandit_replications.bandits.runs import count_pulls, reward_source
from bandit_replications.bandits.trajectories import Trajectory


def run_bandit(
    player: Player[int, float], problem: BanditProblem, generator: np.random.Generator
) -> Trajectory:
    """Run a literal form that is sent the reward of the arm it pulled."""
    respond = reward_source(problem.rewards, generator)
    actions = drive(player, respond, rounds=problem.horizon)
    return count_pulls(actions, arms=problem.arms, checkpoints=problem.points)


def run_full_information(
    player: Player[int, Floats], problem: BanditProblem, generator: np.random.Generator
) -> Trajectory:
    """Run a literal form that is sent the rewards (arms,) of all actions."""

    def respond(_: int) -> Floats:
        rewards = [
            draw_reward.py_func(*problem.rewards, arm, generator) for arm in range(problem.arms)
        ]
        return np.array(rewards)

    actions = drive(player, respond, rounds=problem.horizon)
    return count_pulls(actions, arms=problem.arms, checkpoints=problem.points)
