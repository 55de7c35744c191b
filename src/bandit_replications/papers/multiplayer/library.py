"""The paper's algorithms for the library's front door, with the keywords of their problems."""

from typing import Any

from pydantic import Field

from bandit_replications.bandits.keywords import Entry, Keywords, Mean, Recorded, Rounds
from bandit_replications.papers.multiplayer.catalogue import ALGORITHMS as MODULES
from bandit_replications.papers.multiplayer.environments.losses import Losses, given_losses
from bandit_replications.papers.multiplayer.environments.problems import MultiplayerProblem
from bandit_replications.papers.multiplayer.environments.scenarios import Change, Scenario


class Players(Keywords):
    """Players who collide, and an adversary's losses."""

    means: list[Mean] | None = Field(
        default=None,
        min_length=2,
        description="mean loss of each arm (here losses, not rewards), numbers in [0, 1]",
    )
    changes: list[Change] = Field(
        default=[],
        description="when an arm's mean changes: {at: rounds or '1/2', arm: from 1, mean: loss}",
    )
    losses: list[list[Mean]] | None = Field(
        default=None, description="instead of means: in each round the loss of each arm, in [0, 1]"
    )
    players: int = Field(ge=1, description="number of players, from 1 to one fewer than the arms")

    def problem(self, rounds: Rounds) -> MultiplayerProblem:
        """Return what a run is up against."""
        return MultiplayerProblem(
            losses=self._losses(rounds.horizon),
            players=self.players,
            horizon=rounds.horizon,
            checkpoints=rounds.checkpoints,
        )

    def _losses(self, horizon: int) -> Losses:
        if (self.means is None) == (self.losses is None):
            word = "missing" if self.means is None else "together with losses"
            described = type(self).model_fields["means"].description
            raise ValueError(f"means: {word}; allowed: {described}; or losses")
        if self.losses is None:
            scenario = Scenario(name="means", means=self.means, changes=self.changes)
            return scenario.losses(players=self.players, horizon=horizon)
        if self.changes:
            raise ValueError("changes: together with losses; allowed: with means")
        if len({len(row) for row in self.losses}) != 1:
            raise ValueError("losses: rows of different lengths; allowed: rounds x arms")
        return given_losses(self.losses)

    def recorded(self, run: Any) -> Recorded:
        """Return the regret against the best arms so far, and the collisions."""
        return Recorded(regret=run.regret, collisions=run.collisions)


ALGORITHMS = {name: Entry(module, Players) for name, module in MODULES.items()}
