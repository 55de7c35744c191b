"""Coordinate in bits: what followers read over all choices of arms, and moments of the estimates.

Ours. The notebook has the lines for all sizes; complete enumeration in rationals illustrates them.
"""

import itertools
import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial
from operator import ne

import numpy as np
from numpy.typing import NDArray

from bandit_replications.bandits.literal import drive
from bandit_replications.inference.checks import Check, at_most, equal
from bandit_replications.papers.multiplayer.algorithms.bit_blocks import (
    BitBlocks,
    BitSizes,
    bits_of_an_arm,
)
from bandit_replications.papers.multiplayer.algorithms.coordinate_in_bits_literal import (
    follow,
    lead,
)
from bandit_replications.papers.multiplayer.environments.game import (
    SinglePlayer,
    feedback_of,
    play_together,
)
from bandit_replications.papers.multiplayer.theory.coordinate_phase import PLAY_ROUNDS, orders

Law = Mapping[tuple[int, ...], Fraction]


def told_block(order: Sequence[int], *, arms: int) -> NDArray[np.int64]:
    """Return the choices in a block with two rounds of Play, shape (rounds, players).

    All losses are 1, so that every follower reports a 1.

    Parameters
    ----------
    order : sequence of int
        The arms meant for the ranks 0, …, K - 1, from 0.
    arms : int
        N.

    """
    players, bits, chance = len(order), bits_of_an_arm(arms), np.random.default_rng(0)
    length = (players - 1) * (bits + 1) + PLAY_ROUNDS
    blocks = BitBlocks(
        ranking_rounds=1,
        length=length,
        number=1,
        bits=bits,
        play=PLAY_ROUNDS,
        reports=True,
        rate=1.0,
    )
    followers = [
        follow(rank, blocks, players=players, generator=chance) for rank in range(1, players)
    ]
    team = play_together([_leading(order, blocks), *followers])
    respond = partial(feedback_of, losses=[1.0] * players)
    return np.array(list(drive(team, respond, rounds=length)))


def _leading(order: Sequence[int], blocks: BitBlocks) -> SinglePlayer:
    yield from lead(order, blocks)


def everyone_reads_the_arm(*, players: int, arms: int) -> tuple[Check, ...]:
    """Check over all choices that all play the arms meant, and that at most two meet in a round."""
    wrong, crowds = 0, 0
    sent = (players - 1) * bits_of_an_arm(arms)
    for order in orders(players=players, arms=arms):
        block = told_block(order, arms=arms)
        wrong += tuple(block[sent]) != order
        crowds += sum(players - np.unique(row).size > 1 for row in block)
    where = f"{players} players, {arms} arms"
    return (
        equal(f"choices that a follower misreads, {where}", wrong, 0),
        equal(f"rounds in which more than two players meet, {where}", crowds, 0),
    )


def product_law(weights: Sequence[Fraction], *, size: int) -> Law:
    """Return the law of sets in proportion to the product of their arms' weights, in rationals."""
    products = {
        members: math.prod((weights[arm] for arm in members), start=Fraction(1))
        for members in itertools.combinations(range(len(weights)), size)
    }
    total = sum(products.values(), Fraction(0))
    return {members: product / total for members, product in products.items()}


def moments(
    law: Law, losses: Sequence[Fraction], *, reports: bool
) -> tuple[list[Fraction], Fraction]:
    """Return the mean of each arm's estimate, and Σ_I p(I) E (Σ_{i in I} estimate)².

    Over all sets, all choices of the coordinator's arm among them and all reported bits.
    """
    arms, second = range(len(losses)), Fraction(0)
    inside = [sum((p for one, p in law.items() if arm in one), Fraction(0)) for arm in arms]
    means = [Fraction(0) for _ in arms]
    for members, p in law.items():
        for own in members:
            others = [arm for arm in members if arm != own] if reports else []
            factor = 1 if reports else len(members)
            for bits in itertools.product((0, 1), repeat=len(others)):
                chance = p / len(members)
                estimates = {own: factor * losses[own] / inside[own]}
                for arm, bit in zip(others, bits, strict=True):
                    chance *= losses[arm] if bit else 1 - losses[arm]
                    estimates[arm] = bit / inside[arm]
                for arm, value in estimates.items():
                    means[arm] += chance * value
                sums = (
                    (q, sum(estimates.get(arm, Fraction(0)) for arm in one))
                    for one, q in law.items()
                )
                second += chance * sum((q * total**2 for q, total in sums), Fraction(0))
    return means, second


WEIGHTS = (Fraction(1), Fraction(1, 7), Fraction(3), Fraction(1, 2), Fraction(9))
LOSSES = (Fraction(1, 2), Fraction(1), Fraction(1, 3), Fraction(0), Fraction(5, 6))


def moments_of_the_estimates(*, players: int, reports: bool) -> tuple[Check, ...]:
    """Check with five arms that the estimates are unbiased, and their second moment at most V."""
    means, second = moments(product_law(WEIGHTS, size=players), LOSSES, reports=reports)
    most = BitSizes(players, len(LOSSES), len(LOSSES) + 1, reports, descent=False).variance
    where = f"{players} players, 5 arms, {'reports' if reports else 'own arm alone'}"
    return (
        equal(f"arms whose estimate is biased, {where}", sum(map(ne, means, LOSSES)), 0),
        at_most(f"second moment of the estimates, {where}", float(second), most),
    )
