"""Runs of one learner on one instance: K arms with independent rewards in [0, 1]."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from bandit_replications.bandits.arrays import Floats
from bandit_replications.bandits.instances import InstanceEntry
from bandit_replications.bandits.problems import BanditProblem
from bandit_replications.bandits.rewards import RewardTable
from bandit_replications.experiments.tasks import Runs


@dataclass(frozen=True, kw_only=True)
class BanditRuns(Runs):
    """Runs of one algorithm on one instance; ε is None for a learner without privacy."""

    instance: InstanceEntry
    epsilon: float | None = None

    @cached_property
    def rewards(self) -> RewardTable:
        """Laws of the arms."""
        return self.instance.reward_table()

    @cached_property
    def gaps(self) -> Floats:
        """Gaps of the arms, shape (arms,)."""
        return self.instance.gaps

    def problem(self, replicate: int, root_seed: int) -> BanditProblem:
        """Return the problem of every replicate."""
        return BanditProblem(**self.attributes)

    @property
    def attributes(self) -> dict[str, Any]:
        """The attributes of the problem."""
        return {
            "rewards": self.rewards,
            "horizon": self.recording.horizon,
            "checkpoints": self.recording.rounds(),
            "epsilon": self.epsilon,
        }

    def columns(self, problem: BanditProblem, run: Any) -> dict[str, Any]:
        """Return round and regret."""
        return {"round": problem.points, "regret": run.regret(self.gaps)}
