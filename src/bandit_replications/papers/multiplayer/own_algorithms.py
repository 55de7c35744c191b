"""Simulation of a user's class in the game of Section 2.2, as all players at once."""

import numpy as np
from pydantic import BaseModel

from bandit_replications.papers.multiplayer.environments.game import Team, play_game
from bandit_replications.papers.multiplayer.environments.online_run import OnlineRun
from bandit_replications.papers.multiplayer.environments.problems import MultiplayerProblem
from bandit_replications.playing import own_algorithms

QUIET = -1


class OwnAlgorithm(own_algorithms.OwnAlgorithm):
    """A class with feedback `collisions`.

    It chooses an arm for each player, -1 to stay quiet; and is told (losses, collided), arrays with
    a place for each player, the loss 1 in a collision or when quiet. What the last round reveals it
    is not told.
    """

    def simulate(
        self, problem: MultiplayerProblem, *, generator: np.random.Generator, options: BaseModel
    ) -> OnlineRun:
        """Return one run; the class gets a generator of its own, spawned from the given one."""
        (own,) = generator.spawn(1)
        player = self.play(
            problem,
            options=options,
            generator=own,
            checked=own_algorithms.one_for_each(problem.players, problem.arms, least=QUIET),
        )
        return play_game(_team(player), problem, generator=generator)


def _team(player: own_algorithms.Player[np.ndarray, tuple[np.ndarray, np.ndarray]]) -> Team:
    """Play with arms and feedback as the game has them: tuples, and None for quiet."""
    chosen = next(player)
    while True:
        arms = tuple(None if arm == QUIET else arm for arm in chosen.tolist())
        collided, losses = map(np.array, zip(*(yield arms), strict=True))
        chosen = player.send((losses, collided))
