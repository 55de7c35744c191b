"""Keywords of the paper's problems, and of learners against something live.

Immediate sharing is played with arms, and with `action_set` on a linear bandit.

Learners against something live: two agents pull arms; and two agents who are shown other actions in
each step, of which `choose` returns the rows.

>>> import numpy as np
>>> import bandit_replications as br
>>> chance = np.random.default_rng(5)
>>> shops = br.learner("immediate-sharing", arms=3, agents=2, horizon=1000)
>>> for _ in range(shops.steps):
...     arms = shops.choose()
...     shops.update(chance.random(2) < np.array([0.2, 0.5, 0.9])[arms])
>>> arms
array([2, 2])
>>> group = br.learner("dislinucb", dimension=2, agents=2, horizon=300)
>>> gained = 0.0
>>> for _ in range(group.steps):
...     actions = chance.normal(size=(5, 2))
...     actions /= np.linalg.norm(actions, axis=1, keepdims=True)
...     means = actions @ [0.6, 0.8]
...     rows = group.choose(actions)
...     group.update(means[rows] + chance.uniform(-1, 1, size=2))
...     gained += means[rows].mean() / group.steps
>>> bool(gained > 0.5)  # a random row's mean is 0
True
"""

import dataclasses
import inspect
from typing import Any

import numpy as np
from pydantic import Field

from bandit_replications.bandits.arrays import Floats
from bandit_replications.bandits.quantities import Mean
from bandit_replications.papers.distributed.algorithms import dislinucb
from bandit_replications.papers.distributed.environments.channel import Channel, Message
from bandit_replications.papers.distributed.environments.instances import check_law
from bandit_replications.papers.distributed.environments.linear_environments import Noise
from bandit_replications.papers.distributed.environments.literal_environments import GroupPlayer
from bandit_replications.papers.distributed.environments.problems import (
    ArmsProblem,
    LinearProblem,
)
from bandit_replications.papers.distributed.environments.reward_laws import LawName
from bandit_replications.playing.keywords import (
    HIDDEN,
    Form,
    Keywords,
    Live,
    Observe,
    Recorded,
    Rounds,
    Steps,
)
from bandit_replications.playing.learners import as_numbers, shown
from bandit_replications.runtime.errors import ConfigurationError


class Group(Keywords):
    """Agents that send numbers."""

    agents: int = Field(ge=1, description="number of agents, an integer >= 1")

    def recorded(self, run: Any) -> Recorded:
        """Return the regret, the numbers sent and, for arms, the pulls."""
        return Recorded(regret=run.regret, communication=run.communication, pulls=run.pulls)


class Arms(Group):
    """All agents have the same arms."""

    kind = ArmsProblem

    means: list[Mean] = Field(
        min_length=1,
        description="mean reward of each arm, numbers in [0, 1]",
        json_schema_extra=HIDDEN,
    )
    law: LawName = Field(default="bernoulli", description="reward law", json_schema_extra=HIDDEN)

    def attributes(self, rounds: Rounds) -> dict[str, Any]:
        """Return means, agents and law."""
        check_law(self.law, agents=self.agents, horizon=rounds.horizon)
        return {**self.given, "means": np.array(self.means)}


class Linear(Group):
    """All agents have the same set of actions in each step."""

    kind = LinearProblem

    action_set: list[list[float]] | list[list[list[float]]] = Field(
        min_length=1,
        description="actions in the unit ball, lists of numbers; or a list of such sets, by turns",
        json_schema_extra=HIDDEN,
    )
    parameter: list[float] = Field(
        description="the unknown parameter, in the unit ball: numbers, as many as an action has",
        json_schema_extra=HIDDEN,
    )
    noise: Noise = Field(
        default="rademacher", description="law of the noise", json_schema_extra=HIDDEN
    )

    def attributes(self, rounds: Rounds) -> dict[str, Any]:
        """Return actions, parameter, agents and noise."""
        actions, parameter = self._actions(), np.array(self.parameter)
        return {**self.given, "action_set": actions, "parameter": parameter}

    def _actions(self) -> Floats:
        try:
            return np.array(self.action_set)
        except ValueError:
            raise ConfigurationError(
                "action_set: sets or actions of different lengths; allowed: equally many actions "
                "in each set, of one dimension"
            ) from None


# --- Against something live -----------------------------------------------------------------


class LiveGroup(Live):
    """Agents that see their own rewards and send numbers."""

    def width(self, problem: ArmsProblem | LinearProblem) -> int:
        """Return the number of agents."""
        return problem.agents

    def steps(self, form: Form) -> Steps:
        """Return the literal form; its messages are not kept, as nobody counts them."""
        takes = inspect.signature(form.algorithm.play).parameters
        given = {"channel": Channel(sent=_Unkept()), "observe": form.observe}
        player = form.play(**{name: given[name] for name in given if name in takes})
        return Steps(player, form.problem.horizon, self.width(form.problem))


class _Unkept(list[Message]):
    """A list that keeps nothing."""

    def append(self, message: Message) -> None:
        """Drop a message."""


class LiveArms(LiveGroup):
    """All agents have the same arms."""

    arms: int = Field(ge=1, description="number of arms, an integer >= 1")

    def stand_in(self) -> dict[str, Any]:
        """Return arms that are all alike."""
        return {"means": [0.5] * self.arms}


_ACTION_SET = Linear.model_fields["action_set"]


class LiveActions(LiveGroup):
    """All agents have the same fixed set of actions."""

    bounds = (-2.0, 2.0)  # a mean and a noise

    action_set: list[list[float]] | list[list[list[float]]] = Field(
        min_length=1, description=_ACTION_SET.description
    )

    def stand_in(self) -> dict[str, Any]:
        """Return the actions, and a parameter for which all are alike."""
        first: Any = self.action_set
        while isinstance(first[0], list) and first[0]:
            first = first[0]
        return {"action_set": self.action_set, "parameter": [0.0] * len(first)}


class LiveSets(LiveGroup):
    """All agents have the same set of actions in each step: known from the start, or shown then."""

    bounds = LiveActions.bounds

    action_set: list[list[float]] | list[list[list[float]]] | None = Field(
        default=None, min_length=1, description=_ACTION_SET.description
    )
    dimension: int | None = Field(
        default=None, ge=1, description="instead of action_set: of the actions that choose is given"
    )

    def stand_in(self) -> dict[str, Any]:
        """Return the actions, and a parameter for which all are alike."""
        if (self.action_set is None) == (self.dimension is None):
            word = "missing" if self.dimension is None else "together with dimension"
            raise ConfigurationError(
                f"action_set: {word}; allowed: {_ACTION_SET.description}; or a dimension, of the "
                "actions that choose is given"
            )
        if self.action_set is not None:
            return LiveActions(action_set=self.action_set).stand_in()
        origin = [0.0] * (self.dimension or 0)
        return {"action_set": [origin], "parameter": origin}

    def steps(self, form: Form) -> Steps:
        """Return the literal form, which looks at the actions of each step."""
        if self.dimension is None:
            sets = form.problem.sets
            return super().steps(form._replace(observe=lambda t: sets[(t - 1) % len(sets)]))

        def check(actions: Any) -> Floats:
            return _checked_actions(actions, form.problem)

        return super().steps(form)._replace(check_actions=check)


class LiveDisLinUCB(LiveSets):
    """The agents of DisLinUCB, acting together unless they synchronise within a step."""

    def steps(self, form: Form) -> Steps:
        """Return the literal form or, where agents act together, the same with all actions at once.

        The literal form goes from agent to agent, as does this one if they synchronise at once.
        """
        if form.options.synchronisation == "at-once":
            if self.dimension is not None:
                raise ConfigurationError(
                    f"dimension: {self.dimension} with synchronisation 'at-once'; allowed: "
                    "action_set, as agents act one after the other"
                )
            pulls = form.problem.agents * form.problem.horizon
            return super().steps(form)._replace(number=pulls, width=1)
        return super().steps(form._replace(algorithm=_Together))


class _Together:
    """DisLinUCB with all actions of a step at once."""

    @staticmethod
    def play(
        problem: LinearProblem,
        *,
        generator: np.random.Generator,
        options: dislinucb.Options,
        observe: Observe,
        channel: Channel,
    ) -> GroupPlayer:
        """Play `dislinucb.play` for agents who synchronise at the end of a step.

        Then no action depends on a reward of the same step.
        """
        server, group = dislinucb.participants(problem, options)
        for t in range(1, problem.horizon + 1):
            actions = observe(t)
            played = tuple(agent.choose(actions) for agent in group)
            rewards = yield played
            started = [
                agent.learn(actions[action], reward, t, generator)
                for agent, action, reward in zip(group, played, rewards, strict=True)
            ]
            if any(started):
                dislinucb.synchronise(server, group, channel, t)


def _checked_actions(actions: Any, problem: LinearProblem) -> Floats:
    """Check the actions of a step that choose was given, and return them."""
    allowed = f"the step's actions in the unit ball, lists of {problem.dimension} numbers"
    array = as_numbers(actions)
    if array is None or array.ndim != 2 or array.shape[1] != problem.dimension or not len(array):
        raise ConfigurationError(f"actions: {shown(actions)}; allowed: {allowed}")
    try:
        return dataclasses.replace(problem, action_set=array).sets[0]
    except ValueError as error:
        raise ConfigurationError(str(error)) from error
