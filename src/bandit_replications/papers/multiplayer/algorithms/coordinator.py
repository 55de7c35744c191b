"""The coordinator of Coordinate and Play (Algorithm 2), round by round.

Alatur, Levy, Krause: Multi-Player Bandits: The Adversarial Case (Algorithm 2, Appendix A.3). A role
is a generator: it yields the arm of the next round (None to stay quiet) and is sent what its own
player saw, whether it collided and its loss. Ranks and arms count from 0: rank 0 coordinates, and
the first arm of Appendix A.3 is arm 0.
"""

import itertools
import math
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from bandit_replications.papers.multiplayer.environments.game import SinglePlayer

Waiting = Literal["quiet", "first-arm", "first-arm-repaired", "first-arm-stays"]
Estimate = Literal["as-printed", "play-rounds"]
Collided = Literal["zero", "one"]


class Metaplayer:
    """Learning of a coordinator: Algorithm 1 over all meta-arms, as Algorithm 2 feeds it."""

    def __init__(self, *, arms: int, players: int, rate: float, exploration: float = 0.0) -> None:
        self.subsets = list(itertools.combinations(range(arms), players))
        self.players, self.rate, self.exploration = players, rate, exploration
        self.estimates = np.zeros(arms)

    def probabilities(self) -> NDArray[np.float64]:
        """Return p(I) of each meta-arm (lines 4 and 5)."""
        totals = np.array([self.estimates[list(subset)].sum() for subset in self.subsets])
        weights = np.exp(-self.rate * (totals - totals.min()))
        return np.asarray(weights / weights.sum())

    def choose(self, generator: np.random.Generator) -> list[int]:
        """Return a meta-arm in uniform order: the coordinator's arm first (lines 6 and 7)."""
        subset = self.subsets[generator.choice(len(self.subsets), p=self.probabilities())]
        return [int(arm) for arm in generator.permutation(subset)]

    def learn(self, arm: int, mean_loss: float) -> None:
        """Add K times the mean loss over the arm's probability to its estimate (line 16)."""
        chances = zip(self.probabilities(), self.subsets, strict=True)
        marginal = math.fsum(float(chance) for chance, subset in chances if arm in subset)
        self.estimates[arm] += mean_loss / (marginal / self.players + self.exploration)


def coordinate(
    meta: Metaplayer,
    *,
    arms: int,
    players: int,
    block_length: int,
    waiting: Waiting = "quiet",
    estimate: Estimate = "as-printed",
    collided_rounds: Collided = "zero",
    generator: np.random.Generator,
) -> SinglePlayer:
    """Coordinate one block.

    Parameters
    ----------
    meta : Metaplayer
        Learns from the block.
    arms, players, block_length : int
        N, K and τ.
    waiting : {"quiet", "first-arm", "first-arm-repaired", "first-arm-stays"}
        What followers do who wait. On the first arm they collide with a coordinator who is there
        for another follower; the repair is that she then stays for the whole sub-block. In
        "first-arm-stays" she stays on every follower's arm for its sub-block, as Section 4's prose
        can be read.
    estimate : {"as-printed", "play-rounds"}
        The losses seen on the own arm over τ, or those of the Play phase over its rounds.
    collided_rounds : {"zero", "one"}
        What a round counts in which she collides on her own arm, and sees no loss of it.
    generator : numpy.random.Generator

    """
    chosen = meta.choose(generator)
    seen, unseen = 0.0, 1.0 if collided_rounds == "one" else 0.0
    for follower in range(1, players):
        met = False
        stays = waiting == "first-arm-stays"
        stays = stays or (waiting == "first-arm-repaired" and chosen[follower] == 0)
        for _ in range(arms):
            on_own_arm = met and not stays
            collided, loss = yield chosen[0] if on_own_arm else chosen[follower]
            met = met or collided
            if on_own_arm:
                seen += unseen if collided else loss
    play_rounds = block_length - (players - 1) * arms
    seen_in_play = 0.0
    for _ in range(play_rounds):
        collided, loss = yield chosen[0]
        seen_in_play += unseen if collided else loss
    printed = (seen + seen_in_play) / block_length
    meta.learn(chosen[0], printed if estimate == "as-printed" else seen_in_play / play_rounds)
