"""Coordinate and Play as separate players with their own feedback only.

Alatur, Levy, Krause: Multi-Player Bandits: The Adversarial Case (Section 4, Figure 1). A player's
whole game is one generator: the ranking, then blocks in the role of its rank, then uniform arms.
Nothing here comes from the compiled simulators.
"""

import functools

import numpy as np

from bandit_replications.papers.multiplayer.algorithms.coordinate_and_play_options import Options
from bandit_replications.papers.multiplayer.algorithms.coordinator import Metaplayer, coordinate
from bandit_replications.papers.multiplayer.algorithms.follower import follow
from bandit_replications.papers.multiplayer.algorithms.ranking import rank
from bandit_replications.papers.multiplayer.environments.game import (
    SinglePlayer,
    play_apart,
    simulate_team,
)
from bandit_replications.papers.multiplayer.environments.online_run import OnlineRun
from bandit_replications.papers.multiplayer.environments.problems import MultiplayerProblem


def player(
    problem: MultiplayerProblem, *, generator: np.random.Generator, options: Options = Options()
) -> SinglePlayer:
    """Play a whole game as one player, with a generator of its own.

    Each epoch starts to learn afresh, and ends with uniform arms when no block fits any more. With
    coordinators in turn rank b mod K coordinates block b (from 0), with what it learnt itself.
    """
    arms, players = problem.arms, problem.players
    own, now, fails_after = None, 0, options.fails_after(problem.horizon)
    for epoch in options.epochs(problem):
        if epoch.ranking:
            own = yield from rank(players=players, rounds=epoch.ranking, generator=generator)
        now += epoch.ranking
        blocks, rest = divmod(epoch.rounds - epoch.ranking, epoch.block_length)
        meta = Metaplayer(
            arms=arms, players=players, rate=epoch.rate, exploration=options.explored(epoch.rate)
        )
        sizes = {"arms": arms, "players": players, "block_length": epoch.block_length}
        for block in range(blocks):
            failed, now = now >= fails_after, now + epoch.block_length
            if own is None or (own == 0 and failed):
                for _ in range(epoch.block_length):
                    yield None if options.unranked == "quiet" else int(generator.integers(0, arms))
                continue
            role = (own - block) % players if options.round_robin else own
            if role > 0:
                yield from follow(
                    role,
                    **sizes,
                    waiting=options.waiting,
                    tries=options.tries,
                    unranked=options.unranked,
                    generator=generator,
                )
                continue
            yield from coordinate(
                meta,
                **sizes,
                waiting=options.waiting,
                estimate=options.estimate,
                collided_rounds=options.collided_rounds,
                generator=generator,
            )
        now += rest
        for _ in range(rest):
            yield int(generator.integers(0, arms))


play = functools.partial(play_apart, player=player, options=Options())


def simulate_literal(
    problem: MultiplayerProblem, *, generator: np.random.Generator, options: Options = Options()
) -> OnlineRun:
    """Simulate separate players round by round."""
    options.epochs(problem)  # refuses options that do not fit before anything is played
    return simulate_team(problem, generator=generator, options=options, play=play)
