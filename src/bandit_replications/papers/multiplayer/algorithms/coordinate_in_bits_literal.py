"""Coordinate in bits as separate players with their own feedback only.

Ours, on the model of Alatur, Levy, Krause: Multi-Player Bandits: The Adversarial Case (Section
2.2). A role is a generator, as in `coordinator`; ranks and arms count from 0. Nothing here comes
from the compiled simulator.
"""

import functools
from collections.abc import Generator, Mapping, Sequence

import numpy as np

from bandit_replications.bandits.arrays import Floats
from bandit_replications.papers.multiplayer.algorithms.bit_blocks import BitBlocks
from bandit_replications.papers.multiplayer.algorithms.coordinate_in_bits_options import Options
from bandit_replications.papers.multiplayer.algorithms.ranking import rank
from bandit_replications.papers.multiplayer.algorithms.subset_sampling import (
    enumerated_marginals,
    subset_distribution,
)
from bandit_replications.papers.multiplayer.environments.game import (
    Feedback,
    SinglePlayer,
    play_apart,
    simulate_team,
)
from bandit_replications.papers.multiplayer.environments.online_run import OnlineRun
from bandit_replications.papers.multiplayer.environments.problems import MultiplayerProblem


class ExponentialWeights:
    """Sets drawn in proportion to a product of their arms' weights (Algorithm 1)."""

    def __init__(self, *, arms: int, players: int) -> None:
        self.players, self.log_weights = players, np.zeros(arms)

    @property
    def chances(self) -> Floats:
        """Chance of each arm to be in the set."""
        return enumerated_marginals(self.log_weights, size=self.players)

    def draw(self, generator: np.random.Generator) -> list[int]:
        """Return a set."""
        sets, chances = subset_distribution(self.log_weights, size=self.players)
        return list(sets[generator.choice(len(sets), p=chances)])

    def learn(self, steps: Floats) -> None:
        """Learn from η times the estimated losses (arms,)."""
        self.log_weights -= steps


class MirrorDescent:
    """Sets whose arms' chances follow mirror descent with the entropy; systematic sampling."""

    def __init__(self, *, arms: int, players: int) -> None:
        self.players, self.chances = players, np.full(arms, players / arms)

    def draw(self, generator: np.random.Generator) -> list[int]:
        """Return the arms whose stretches of the summed chances hold u, u + 1, …, u uniform."""
        points = generator.random() + np.arange(self.players)
        found = np.searchsorted(np.cumsum(self.chances), points, side="right")
        return [int(arm) for arm in np.minimum(found, self.chances.size - 1)]

    def learn(self, steps: Floats) -> None:
        """Learn from η times the estimated losses (arms,): min(1, c w) with the sum K."""
        weights = self.chances * np.exp(-steps)
        sure = np.zeros(weights.size, dtype=np.bool_)
        while True:
            scaled = weights * (self.players - sure.sum()) / weights[~sure].sum()
            if not (above := ~sure & (scaled > 1)).any():
                break
            sure |= above
        self.chances = np.where(sure, 1.0, scaled)


LAWS: Mapping[str, type[MirrorDescent] | type[ExponentialWeights]] = {
    "mirror-descent": MirrorDescent,
    "exponential": ExponentialWeights,
}


def lead(chosen: Sequence[int], blocks: BitBlocks) -> Generator[int, Feedback, dict[int, float]]:
    """Coordinate one block with these arms, her own first; return the losses that she learns."""
    for follower in range(1, len(chosen)):
        for bit in range(blocks.bits):
            yield follower if chosen[follower] >> bit & 1 else 0
    seen = 0.0
    for _ in range(blocks.play):
        _, loss = yield chosen[0]
        seen += loss
    losses = {chosen[0]: seen / blocks.play}
    for arm in chosen[1 : len(chosen) if blocks.reports else 1]:
        collided, _ = yield 0
        losses[arm] = float(collided)
    return losses


def follow(
    own: int, blocks: BitBlocks, *, players: int, generator: np.random.Generator
) -> SinglePlayer:
    """Follow for one block: read the arm's number at home, play it, report a bit of its loss."""
    arm, seen = 0, 0.0
    for follower in range(1, players):
        for bit in range(blocks.bits):
            collided, _ = yield own
            if collided and follower == own:
                arm += 1 << bit
    for _ in range(blocks.play):
        _, loss = yield arm
        seen += loss
    for follower in range(1, players if blocks.reports else 1):
        bad = follower == own and generator.random() < seen / blocks.play
        yield 0 if bad else own


def player(
    problem: MultiplayerProblem, *, generator: np.random.Generator, options: Options = Options()
) -> SinglePlayer:
    """Play a whole game as one player, with a generator of its own; without a rank stay quiet."""
    blocks = options.epochs(problem)
    own = yield from rank(
        players=problem.players, rounds=blocks.ranking_rounds, generator=generator
    )
    law = LAWS[options.law](players=problem.players, arms=problem.arms)
    for _ in range(blocks.number):
        if own is None:
            for _ in range(blocks.length):
                yield None
        elif own > 0:
            yield from follow(own, blocks, players=problem.players, generator=generator)
        else:
            chosen = [int(arm) for arm in generator.permutation(law.draw(generator))]
            losses = yield from lead(chosen, blocks)
            steps, chances = np.zeros(problem.arms), law.chances
            for arm, loss in losses.items():
                seen = chances[arm] if blocks.reports else chances[arm] / problem.players
                steps[arm] = blocks.rate * loss / (seen + blocks.exploration)
            law.learn(steps)
    while True:
        yield int(generator.integers(0, problem.arms))


play = functools.partial(play_apart, player=player, options=Options())


def simulate_literal(
    problem: MultiplayerProblem, *, generator: np.random.Generator, options: Options = Options()
) -> OnlineRun:
    """Simulate separate players round by round."""
    options.epochs(problem)  # refuses options that do not fit before anything is played
    return simulate_team(problem, generator=generator, options=options, play=play)
