"""The paper's algorithms for the library's front door, with the keywords of their problems.

Immediate sharing is played with arms, and with `action_set` on a linear bandit.
"""

from typing import Any

import numpy as np
from pydantic import Field

from bandit_replications.bandits.keywords import Entry, Keywords, Mean, Recorded, Rounds
from bandit_replications.bandits.problems import Floats
from bandit_replications.papers.distributed.catalogue import ARMS, CHANGED, LINEAR
from bandit_replications.papers.distributed.environments.instances import check_law
from bandit_replications.papers.distributed.environments.linear_environments import Noise
from bandit_replications.papers.distributed.environments.problems import (
    ArmsProblem,
    LinearProblem,
)
from bandit_replications.papers.distributed.environments.reward_laws import LawName


class Group(Keywords):
    """Agents who send numbers."""

    agents: int = Field(ge=1, description="number of agents, an integer >= 1")

    def recorded(self, run: Any) -> Recorded:
        """Return the regret, the numbers sent and, for arms, the pulls."""
        return Recorded(
            regret=run.regret, communication=run.communication, pulls=getattr(run, "pulls", None)
        )


class Arms(Group):
    """All agents have the same arms."""

    means: list[Mean] = Field(
        min_length=1, description="mean reward of each arm, numbers in [0, 1]"
    )
    law: LawName = Field(default="bernoulli", description="reward law")

    def problem(self, rounds: Rounds) -> ArmsProblem:
        """Return what a run is up against."""
        check_law(self.law, agents=self.agents, horizon=rounds.horizon)
        return ArmsProblem(
            means=np.array(self.means),
            agents=self.agents,
            law=self.law,
            horizon=rounds.horizon,
            checkpoints=rounds.checkpoints,
        )


class Linear(Group):
    """All agents have the same set of actions in each step."""

    action_set: list[list[float]] | list[list[list[float]]] = Field(
        min_length=1,
        description="actions in the unit ball, lists of numbers; or a list of such sets, by turns",
    )
    parameter: list[float] = Field(
        description="the unknown parameter, in the unit ball: numbers, as many as an action has"
    )
    noise: Noise = Field(default="rademacher", description="law of the noise")

    def problem(self, rounds: Rounds) -> LinearProblem:
        """Return what a run is up against."""
        return LinearProblem(
            action_set=self._actions(),
            parameter=np.array(self.parameter),
            agents=self.agents,
            noise=self.noise,
            horizon=rounds.horizon,
            checkpoints=rounds.checkpoints,
        )

    def _actions(self) -> Floats:
        try:
            return np.array(self.action_set)
        except ValueError:
            raise ValueError(
                "action_set: sets or actions of different lengths; allowed: equally many actions "
                "in each set, of one dimension"
            ) from None


def _entries(name: str) -> tuple[Entry, ...]:
    settings = (({**ARMS, **CHANGED}, Arms), (LINEAR, Linear))
    return tuple(Entry(modules[name], kind) for modules, kind in settings if name in modules)


ALGORITHMS = {name: _entries(name) for name in {**ARMS, **CHANGED, **LINEAR}}
