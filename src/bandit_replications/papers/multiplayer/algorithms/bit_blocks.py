"""Sizes of a game of Coordinate in bits and of its blocks.

Ours, on the paper's model (Section 2.2). Pure arithmetic: plans read it.
"""

import math
from typing import NamedTuple

from bandit_replications.papers.multiplayer.algorithms.blocks import (
    check_phases,
    theorem_ranking_rounds,
)
from bandit_replications.runtime.errors import BadValue


def bits_of_an_arm(arms: int) -> int:
    """Return L = ceil(log2 N), the bits of a number from 0 to N - 1, N >= 2."""
    return (arms - 1).bit_length()


class BitSizes(NamedTuple):
    """A game, and the variant that plays it.

    Attributes
    ----------
    players, arms, horizon : int
        K, N and T.
    reports : bool
        Whether each follower reports a bit of its loss, or the coordinator learns from her own arm.
    descent : bool
        Whether sets follow mirror descent over the arms' chances, or exponential weights over sets.

    """

    players: int
    arms: int
    horizon: int
    reports: bool = True
    descent: bool = True

    @property
    def messages(self) -> int:
        """Rounds c that a follower's messages take in a block, L or L + 1."""
        return bits_of_an_arm(self.arms) + self.reports

    @property
    def variance(self) -> int:
        """Largest second moment V of the estimates in a block."""
        if not self.reports:
            return self.players * self.arms
        return self.arms + (0 if self.descent else self.players * (self.players - 1))

    @property
    def distance(self) -> float:
        """D, of any set from the uniform law: K ln(N/K), or ln C(N, K)."""
        if self.descent:
            return self.players * math.log(self.arms / self.players)
        return math.log(math.comb(self.arms, self.players))

    @property
    def exact_block_length(self) -> float:
        """Block length K (c² T / (V ln N))^(1/3) of the theorem, no whole number."""
        share = self.messages**2 * self.horizon / (self.variance * math.log(self.arms))
        return self.players * math.cbrt(share)


class BitBlocks(NamedTuple):
    """Blocks of a game.

    Attributes
    ----------
    ranking_rounds : int
        T_R.
    length, number : int
        Rounds τ of a block, and B of them.
    bits, play : int
        Rounds L in which a follower is told its arm, and rounds of Play.
    reports : bool
        Whether each follower has a round to report its loss.
    rate : float
        η.
    exploration : float
        γ of implicit exploration, added to the chance by which an estimate is divided.

    """

    ranking_rounds: int
    length: int
    number: int
    bits: int
    play: int
    reports: bool
    rate: float
    exploration: float = 0.0


def bit_blocks(
    sizes: BitSizes,
    *,
    ranking_rounds: int | None = None,
    block_length: int | None = None,
    learning_rate: float | None = None,
    implicit: bool = False,
) -> BitBlocks:
    """Return the blocks of a game; what is None is the theorem's, η = sqrt(2 D / (B V)).

    With implicit exploration γ = η/2, and D = K ln N.

    Raises
    ------
    ValueError
        If a block does not hold its messages and a round of Play, or a given block or the ranking
        outlasts the game.

    """
    players, arms, horizon = sizes[:3]
    ranking = ranking_rounds or theorem_ranking_rounds(players=players, horizon=horizon)
    check_phases(ranking_rounds=ranking, block_length=block_length, horizon=horizon)
    length = block_length or math.ceil(sizes.exact_block_length)
    sent = (players - 1) * sizes.messages
    if length <= sent:
        raise BadValue(
            f"block_length: {length}; allowed: at least {sent + 1}, one round more than the "
            f"messages of {players} players on {arms} arms"
        )
    number = (horizon - ranking) // length
    distance = players * math.log(arms) if implicit else sizes.distance
    rate = learning_rate or math.sqrt(2 * distance / (max(1, number) * sizes.variance))
    return BitBlocks(
        ranking_rounds=ranking,
        length=length,
        number=number,
        bits=bits_of_an_arm(arms),
        play=length - sent,
        reports=sizes.reports,
        rate=rate,
        exploration=rate / 2 if implicit else 0.0,
    )
