"""Keywords of the paper's problems, and the questions to a learner against something live.

A learner against something live: radios that share channels, of which each sees whether it
collides, and its loss. Collisions follow from the arms; what is given of a player that collides or
stays quiet (arm -1) counts as 1.

>>> import numpy as np
>>> import bandit_replications as br
>>> noise = np.random.default_rng(3)
>>> team = br.learner("musical-chairs", arms=4, players=2, horizon=2000, exploration_rounds=500)
>>> for _ in range(team.steps):
...     channels = team.choose()
...     team.update(noise.random(2) < np.array([0.9, 0.1, 0.8, 0.2])[channels])
>>> sorted(channels.tolist())
[1, 3]
"""

from typing import Any

from pydantic import Field

from bandit_replications.bandits.quantities import Mean
from bandit_replications.papers.multiplayer.environments.game import Feedback, feedback_of
from bandit_replications.papers.multiplayer.environments.losses import Losses, given_losses
from bandit_replications.papers.multiplayer.environments.problems import MultiplayerProblem
from bandit_replications.papers.multiplayer.environments.scenarios import Change, Scenario
from bandit_replications.playing.keywords import (
    HIDDEN,
    Form,
    Keywords,
    Live,
    Recorded,
    Rounds,
    Steps,
)
from bandit_replications.runtime.errors import BadValue


class Players(Keywords):
    """Colliding players, and an adversary's losses."""

    kind = MultiplayerProblem

    means: list[Mean] | None = Field(
        default=None,
        min_length=2,
        description="mean loss of each arm (here losses, not rewards), numbers in [0, 1]",
        json_schema_extra=HIDDEN,
    )
    changes: list[Change] = Field(
        default=[],
        description="when an arm's mean changes: {at: rounds or '1/2', arm: from 1, mean: loss}",
        json_schema_extra=HIDDEN,
    )
    losses: list[list[Mean]] | None = Field(
        default=None,
        description="instead of means: in each round the loss of each arm, in [0, 1]",
        json_schema_extra=HIDDEN,
    )
    players: int = Field(ge=1, description="number of players, from 1 to one fewer than the arms")

    def attributes(self, rounds: Rounds) -> dict[str, Any]:
        """Return losses and players."""
        return {"losses": self._losses(rounds.horizon), "players": self.players}

    def _losses(self, horizon: int) -> Losses:
        if (self.means is None) == (self.losses is None):
            word = "missing" if self.means is None else "together with losses"
            described = type(self).model_fields["means"].description
            raise BadValue(f"means: {word}; allowed: {described}; or losses")
        if self.losses is None:
            scenario = Scenario(name="means", means=self.means, changes=self.changes)
            return scenario.losses(players=self.players, horizon=horizon)
        if self.changes:
            raise BadValue("changes: together with losses; allowed: with means")
        if len({len(row) for row in self.losses}) != 1:
            raise BadValue("losses: rows of different lengths; allowed: rounds x arms")
        return given_losses(self.losses)

    def recorded(self, run: Any) -> Recorded:
        """Return the regret against the best arms so far, and the collisions."""
        return Recorded(regret=run.regret, collisions=run.collisions)


class LivePlayers(Live):
    """Players that see their own collisions and losses."""

    observed = "losses"
    each = "player"

    arms: int = Field(ge=2, description="number of arms, an integer >= 2")

    def stand_in(self) -> dict[str, Any]:
        """Return arms that are all alike."""
        return {"means": [0.5] * self.arms}

    def width(self, problem: MultiplayerProblem) -> int:
        """Return the number of players."""
        return problem.players

    def steps(self, form: Form) -> Steps:
        """Return the literal form, if the options fit the game."""
        if hasattr(form.options, "epochs"):
            form.options.epochs(form.problem)  # the players themselves look after the ranking only
        return super().steps(form)

    def chosen(self, action: tuple[int | None, ...]) -> list[int]:
        """Return the arm of each player, -1 of one that stays quiet."""
        return [-1 if arm is None else arm for arm in action]

    def answer(
        self, action: tuple[int | None, ...], observed: list[float], reports: Any
    ) -> list[Feedback]:
        """Return the feedback of each player: a collision costs 1, and so does a quiet round."""
        return feedback_of(action, observed)
