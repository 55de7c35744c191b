"""Environments of the literal forms: rewards for each step's actions of all agents."""

from collections.abc import Callable
from contextlib import suppress

import numpy as np

from bandit_replications.bandits.arrays import Floats, Integers
from bandit_replications.bandits.literal import Action, Observation, Player, drive
from bandit_replications.bandits.rewards import draw_reward
from bandit_replications.papers.distributed.environments.linear_environments import (
    draw_noise,
    draw_unit_vectors,
)
from bandit_replications.papers.distributed.environments.problems import (
    ArmsProblem,
    LinearProblem,
)
from bandit_replications.papers.distributed.environments.reward_laws import RECORDED

Choices = tuple[int, ...]
Rewards = tuple[float, ...]
GroupPlayer = Player[Choices, Rewards]  # one action and one reward for each agent


class ArmsEnvironment:
    """The arms of a problem: draws rewards, counts pulls."""

    def __init__(self, problem: ArmsProblem, generator: np.random.Generator) -> None:
        self.problem, self.generator = problem, generator
        self.pulled = np.zeros((problem.agents, problem.arms), dtype=np.int64)
        self.history: list[Integers] = []

    def respond(self, arms: Choices) -> Rewards:
        """Return each agent's reward, drawn one agent after the other."""
        rewards = tuple(self._reward(agent, arm) for agent, arm in enumerate(arms))
        self.history.append(self.pulled.sum(axis=0))
        return rewards

    def _reward(self, agent: int, arm: int) -> float:
        kind, values, weights, sums = self.problem.laws
        count = self.pulled[agent, arm]
        self.pulled[agent, arm] += 1
        if kind == RECORDED:
            return float(sums[agent, arm, count + 1] - sums[agent, arm, count])
        return float(draw_reward.py_func(kind, values, weights, arm, self.generator))


class LinearEnvironment:
    """The sets of actions of a problem: draws them and rewards, adds up regret."""

    def __init__(self, problem: LinearProblem, generator: np.random.Generator) -> None:
        self.problem, self.generator = problem, generator
        self.actions = problem.sets[0] if len(problem.sets) else np.empty(problem.sets.shape[1:])
        self.lost = np.zeros(problem.horizon)
        self.turns = 0

    def observe(self, step: int) -> Floats:
        """Return the actions of a step t >= 1, shape (actions, dimension); ask once in each."""
        sets = self.problem.sets
        if len(sets):
            self.actions = sets[(step - 1) % len(sets)]
        else:
            self.actions = np.empty(sets.shape[1:])
            draw_unit_vectors.py_func(self.actions, self.generator)
        return self.actions

    def respond(self, played: Choices) -> Rewards:
        """Return the rewards of all agents, or of the next ones in turn."""
        means = self.actions @ self.problem.parameter
        rewards = []
        for action in played:
            self.lost[self.turns // self.problem.agents] += means.max() - means[action]
            self.turns += 1
            noise = draw_noise.py_func(self.problem.noise_kind, self.generator)
            rewards.append(float(means[action] + noise))
        return tuple(rewards)

    def regret(self) -> Floats:
        """Return the pseudo-regret of all agents at each checkpoint."""
        return np.cumsum(self.lost)[self.problem.points - 1]


def play_all_rounds(
    player: Player[Action, Observation], respond: Callable[[Action], Observation], *, rounds: int
) -> None:
    """Play all rounds; the last rewards are sent too, since messages after the last step count."""
    for last in drive(player, respond, rounds=rounds):
        action = last
    with suppress(StopIteration):
        player.send(respond(action))


def pulls_of(player: GroupPlayer, problem: ArmsProblem, generator: np.random.Generator) -> Integers:
    """Play all rounds against the problem's arms; return pulls, shape (checkpoints, arms)."""
    arms = ArmsEnvironment(problem, generator)
    play_all_rounds(player, arms.respond, rounds=problem.horizon)
    return np.array(arms.history)[problem.points - 1]
