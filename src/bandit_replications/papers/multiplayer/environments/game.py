"""The game of Section 2.2, round by round: players with their own feedback only.

Alatur, Levy, Krause: Multi-Player Bandits: The Adversarial Case (Section 2.2). A player is a
generator that yields its arm, from 0, or None to stay quiet, and is sent whether it collided and
the loss that it incurred, 1 in a collision or when quiet. A team yields the arms of all players
and is sent the feedback of each.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from bandit_replications.bandits.literal import Player, drive
from bandit_replications.papers.multiplayer.environments.losses import round_losses
from bandit_replications.papers.multiplayer.environments.online_run import OnlineRun
from bandit_replications.papers.multiplayer.environments.problems import MultiplayerProblem
from bandit_replications.runtime.errors import BadValue

Feedback = tuple[bool, float]
SinglePlayer = Player[int | None, Feedback]
Team = Player[tuple[int | None, ...], Sequence[Feedback]]


def play_together(players: Iterable[SinglePlayer]) -> Team:
    """Make one team of separate players: each is sent its own feedback and nothing else."""
    group = tuple(players)
    arms = tuple(next(player) for player in group)
    while True:
        feedback = yield arms
        arms = tuple(player.send(own) for player, own in zip(group, feedback, strict=True))


def play_apart(
    problem: MultiplayerProblem,
    *,
    generator: np.random.Generator,
    options: Any,
    player: Callable[..., SinglePlayer],
) -> Team:
    """Play as K separate players of one kind, each with a generator of its own."""
    streams = generator.spawn(problem.players)
    return play_together(player(problem, generator=own, options=options) for own in streams)


def simulate_team(
    problem: MultiplayerProblem,
    *,
    generator: np.random.Generator,
    options: Any,
    play: Callable[..., Team],
) -> OnlineRun:
    """Simulate a team round by round: the literal form of an algorithm."""
    return play_game(
        play(problem, generator=generator, options=options), problem, generator=generator
    )


def feedback_of(arms: tuple[int | None, ...], losses: Sequence[float]) -> list[Feedback]:
    """Return the feedback of players on these arms; `losses` are those of players left alone."""
    collided = [arm is not None and arms.count(arm) > 1 for arm in arms]
    return [
        (met, 1.0 if met or arm is None else float(loss))
        for arm, met, loss in zip(arms, collided, losses, strict=True)
    ]


def play_game(
    team: Team, problem: MultiplayerProblem, *, generator: np.random.Generator
) -> OnlineRun:
    """Play until the horizon; the generator draws the losses of all arms in each round."""
    if problem.losses.reacts:
        raise BadValue("losses: an adversary that reacts; allowed: in compiled simulators alone")
    feedback: list[Feedback] = []
    player_losses, collisions, quiet = 0.0, 0, 0
    arm_losses = np.zeros(problem.arms)
    rows = []
    game = drive(team, lambda _: feedback, rounds=problem.horizon)
    for t, arms in enumerate(game, start=1):
        loss = round_losses(problem.losses, t - 1, generator)
        arm_losses += loss
        feedback = feedback_of(arms, [0.0 if arm is None else loss[arm] for arm in arms])
        player_losses += float(np.sum([incurred for _, incurred in feedback]))
        collisions += sum(collided for collided, _ in feedback)
        quiet += arms.count(None)
        if t in problem.points:
            rows.append((player_losses, arm_losses.copy(), collisions, quiet))
    return OnlineRun(
        players=problem.players,
        player_losses=np.array([row[0] for row in rows]),
        arm_losses=np.array([row[1] for row in rows]),
        collisions=np.array([row[2] for row in rows]),
        quiet=np.array([row[3] for row in rows]),
    )
