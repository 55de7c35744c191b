"""Coordinate in bits: what followers read over all choices of arms, and moments of the estimates.

Ours. The notebook has the lines for all sizes; complete enumeration in rationals illustrates them.
"""

import itertools
import math
from collections.abc import Generator, Mapping, Sequence
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
    Feedback,
    SinglePlayer,
    feedback_of,
    play_together,
)
from bandit_replications.papers.multiplayer.theory.coordinate_phase import PLAY_ROUNDS, orders

Law = Mapping[tuple[int, ...], Fraction]
Heard = Mapping[int, float] | None  # losses of arms; followers hear none


def told_block(
    order: Sequence[int], *, arms: int, loss: float = 1.0
) -> tuple[NDArray[np.int64], Mapping[int, float]]:
    """Return the choices in a block with two rounds of Play, and the losses that are reported.

    The choices have the shape (rounds, players).

    Parameters
    ----------
    order : sequence of int
        The arms meant for the ranks 0, …, K - 1, from 0.
    arms : int
        N.
    loss : float
        The loss of every arm in every round, 0 or 1: what each follower reports.

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
    heard: list[Heard] = []  # the coordinator's first
    roles = [follow(rank, blocks, players=players, generator=chance) for rank in range(1, players)]
    team = play_together(_ended(role, heard) for role in (lead(order, blocks), *roles))
    respond = partial(feedback_of, losses=[loss] * players)
    played = np.array(list(drive(team, respond, rounds=length + 1))[:-1])
    return played, heard[0] or {}


def _ended(role: Generator[int | None, Feedback, Heard], heard: list[Heard]) -> SinglePlayer:
    heard.append((yield from role))
    yield 0


def everyone_reads_the_arm(*, players: int, arms: int) -> tuple[Check, ...]:
    """Check over all choices the arms played, that at most two meet, and the losses reported."""
    wrong, crowds, misheard = 0, 0, 0
    sent = (players - 1) * bits_of_an_arm(arms)
    for order, loss in itertools.product(orders(players=players, arms=arms), (0.0, 1.0)):
        block, heard = told_block(order, arms=arms, loss=loss)
        wrong += tuple(block[sent]) != order
        crowds += sum(players - np.unique(row).size > 1 for row in block)
        misheard += heard != dict.fromkeys(order, loss)
    where = f"{players} players, {arms} arms"
    return (
        equal(f"choices that a follower misreads, {where}", wrong, 0),
        equal(f"rounds in which more than two players meet, {where}", crowds, 0),
        equal(f"choices whose losses the coordinator mishears, {where}", misheard, 0),
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
    arms, means, second = range(len(losses)), [Fraction(0)] * len(losses), Fraction(0)
    inside = [sum((p for one, p in law.items() if arm in one), Fraction(0)) for arm in arms]
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
                for one, q in law.items():
                    second += chance * q * sum(estimates.get(arm, Fraction(0)) for arm in one) ** 2
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
