"""Sections 2.1 and 4.1: sentences on Anytime-Lazy-UCB beside its theorems, computed."""

import itertools
import math
from collections import Counter

import numpy as np

from bandit_replications.bandits.problems import BanditProblem
from bandit_replications.bandits.rewards import bernoulli_table
from bandit_replications.inference.checks import Check, equal
from bandit_replications.papers.private_online.algorithms import anytime_lazy_ucb, dp_se
from bandit_replications.papers.private_online.theory.audits.lazy_decisions import (
    QUADRATURE,
    decision_probabilities,
)

ALGORITHMS = {"anytime-lazy-ucb": anytime_lazy_ucb, "dp-se": dp_se}


def regret_2(*, means: tuple[float, float] = (0.8, 0.3), rounds: int = 3) -> Check:
    """(2): regret counted in rewards is pulls times gaps, initial pulls included. True.

    The decision of round t is independent of the rewards of round t. Bernoulli rewards, all
    tables of rewards of two arms enumerated.
    """
    earned: list[float] = []
    pulls: list[list[float]] = [[], []]
    for bits in itertools.product((0.0, 1.0), repeat=2 * rounds):
        table = np.reshape(bits, (rounds, 2))
        weight = float(np.prod(np.where(table == 1, means, 1 - np.array(means))))
        for later, probability in decision_probabilities(rewards=table, epsilon=1.0).items():
            played = (0, 1, *later)
            earned.append(weight * probability * math.fsum(table[range(rounds), played]))
            for arm in (0, 1):
                pulls[arm].append(weight * probability * played.count(arm))
    best = max(means)
    return equal(
        f"(2): regret in rewards against pulls times gaps, T = {rounds}",
        rounds * best - math.fsum(earned),
        math.fsum((best - means[arm]) * math.fsum(pulls[arm]) for arm in (0, 1)),
        tolerance=QUADRATURE,
    )


def array_ends(*, epsilons: tuple[float, ...] = (0.1, 1.0, 8.0), rounds: int = 1000) -> Check:
    """Section 4.1: the sizes of the arrays do not depend on ε. True.

    The pseudo-code releases a mean after pulls 1, 3, 7, 15, … of an arm, whatever ε. Releases after
    another pull, over runs with several ε.
    """
    expected = {2**r - 1 for r in range(1, 20)}
    releases = [_releases(epsilon=epsilon, rounds=rounds) for epsilon in epsilons]
    elsewhere = sum(len(found - expected) + (not found) for found in releases)
    return equal(
        "Section 4.1: releases after other pulls than 1, 3, 7, 15, …", float(elsewhere), 0.0
    )


def _releases(*, epsilon: float, rounds: int) -> set[int]:
    """Return the pulls of an arm after which Algorithm 1 draws noise for its mean; three arms."""
    stream = np.random.default_rng(0)
    problem = BanditProblem(rewards=bernoulli_table([0.5] * 3), horizon=rounds, epsilon=epsilon)
    player = anytime_lazy_ucb.play(problem, generator=stream)
    pulls: Counter[int] = Counter()
    releases: set[int] = set()
    arm = next(player)
    for _ in range(rounds - 1):
        pulls[arm] += 1
        pulled, reward = arm, float(stream.random() < 0.5)
        before = stream.bit_generator.state
        arm = player.send(reward)
        if stream.bit_generator.state != before:  # noise was drawn
            releases.add(pulls[pulled])
    return releases


def known_horizon(*, algorithm: str = "anytime-lazy-ucb", horizon: int = 8192) -> Check:
    """Sections 1, 4.1 and 7: Anytime-Lazy-UCB does without T, DP-SE does not. Both true.

    The same generator with the horizon T and with 2T: pulls up to round T differ for DP-SE, whose
    confidence parameter is 1/T. Largest difference.
    """
    runs = [
        ALGORITHMS[algorithm]
        .simulate_literal(
            BanditProblem(
                rewards=bernoulli_table([0.9, 0.1]),
                horizon=points[-1],
                checkpoints=points,
                epsilon=1.0,
            ),
            generator=np.random.default_rng(1),
        )
        .pulls[0]
        for points in ([horizon], [horizon, 2 * horizon])
    ]
    return Check(
        step=f"Section 4.1: pulls of {algorithm} up to T, horizons T and 2T: largest difference",
        left=float(np.max(np.abs(runs[0] - runs[1]))),
        relation="==" if algorithm == "anytime-lazy-ucb" else ">",
        right=0.0,
    )
