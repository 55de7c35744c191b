"""Steps and sentences of the bandit half that the other derivations leave to words, computed.

Identities of conditional probability are computed on the exact law of Anytime-Lazy-UCB's decisions
(two arms, noised first pulls, `lazy_decisions`), whose quadrature is good to ten digits.
"""

import itertools
import math
from collections import Counter, defaultdict

import numpy as np
from numpy.typing import NDArray

from bandit_replications.bandits.problems import BanditProblem
from bandit_replications.bandits.rewards import bernoulli_table
from bandit_replications.inference.checks import Check, equal, vanishes
from bandit_replications.inference.privacy_audits import exact_loss
from bandit_replications.papers.private_online.algorithms import anytime_lazy_ucb
from bandit_replications.papers.private_online.catalogue import load
from bandit_replications.papers.private_online.theory.audits.lazy_decisions import (
    Decisions,
    decision_probabilities,
)
from bandit_replications.papers.private_online.theory.facts import worst_case
from bandit_replications.papers.private_online.theory.lemma_11 import EPSILONS, GAPS, HORIZONS

Floats = NDArray[np.float64]

QUADRATURE = 1e-9
REWARDS = np.array([[0.0, 0], [0, 1], [1, 0], [0, 1], [1, 1], [0, 0]])


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


def unions_8(*, epsilon: float = 1.0) -> Check:
    """(8): a bound on each sequence of decisions bounds each set of them. True.

    A set's probability is a finite sum, and a ratio of sums is at most the largest ratio. All sets
    of decisions of 5 rounds, neighbours that differ in the first reward.
    """
    first, second = (_law(rewards, epsilon) for rewards in _neighbours(row=0))
    sets = [list(chosen) for chosen in itertools.product((False, True), repeat=len(first))][1:]
    one, other = np.array(list(first.values())), np.array([second[d] for d in first])
    ratios = [abs(math.log(np.sum(one[s]) / np.sum(other[s]))) for s in sets]
    return equal(
        "(8): largest loss over sets of decisions, and over single sequences",
        max(ratios),
        exact_loss(one, other),
        tolerance=QUADRATURE,
    )


def chain_rule_9(*, split: int = 4, epsilon: float = 1.0) -> Check:
    """(9), (10), (14), (15): the law of the decisions is split after some round. True.

    The first factor is the law of a run that ends there: it does not depend on later rewards.
    Largest difference between it and the sum over all that may follow, T = 6.
    """
    whole = _prefix_law(REWARDS, split, epsilon)
    short = _law(REWARDS[:split], epsilon)
    return vanishes(
        f"(9): law of the first {split} decisions, from T = 6 and from T = {split}",
        max(abs(whole[decisions] - p) for decisions, p in short.items()),
        within=QUADRATURE,
    )


def past_11(*, changed: int = 3, split: int = 3, epsilon: float = 1.0) -> Check:
    """(11): a change in round t leaves the law of the decisions of rounds 1 to t as it is. True.

    Rounds after the next full array do see the change: `split` = 5 with `changed` = 3.
    """
    one, other = (_prefix_law(rewards, split, epsilon) for rewards in _neighbours(row=changed - 1))
    return vanishes(
        f"(11): change of the law of {split} decisions by rewards of round {changed}",
        max(abs(one[decisions] - other[decisions]) for decisions in one),
        within=QUADRATURE,
    )


def split_29(*, critical_gap: float = 0.1) -> Check:
    """(29): the regret is that of arms with large gaps plus that of arms with small ones. True."""
    parts = GAPS * np.ceil(1 / GAPS**2)
    large = critical_gap <= GAPS
    return equal(
        "(29): sum over arms, and over both groups",
        math.fsum(parts),
        math.fsum(parts[large]) + math.fsum(parts[~large]),
    )


def forms_theorem_5() -> tuple[Check, Check]:
    """Section 3: Theorem 5 against the stated bound of Tossou and Dimitrakakis, equal gaps.

    A: sum over K - 1 arms of max(L/Δ, L/ε log(L/(εΔ))); B: K times the sum of both terms. True up
    to a constant: A <= B <= 2 K/(K-1) A <= 4 A, where the logarithm is not negative (L >= εΔ).
    """
    gap, epsilon, logarithm = np.meshgrid(GAPS, EPSILONS, np.log2(HORIZONS), indexing="ij")
    inside = logarithm >= epsilon * gap
    gap, epsilon, logarithm = gap[inside], epsilon[inside], logarithm[inside]
    plain, private = logarithm / gap, logarithm / epsilon * np.log2(logarithm / (epsilon * gap))
    ours, theirs = np.maximum(plain, private), 2 * (plain + private)
    return (
        worst_case(step="Section 3: A <= B", left=ours, relation="<=", right=theirs),
        worst_case(step="Section 3: B <= 4 A, K = 2", left=theirs, relation="<=", right=4 * ours),
    )


def array_ends(*, epsilons: tuple[float, ...] = (0.1, 1.0, 8.0), rounds: int = 1000) -> Check:
    """Section 4.1: the sizes of the arrays do not depend on ε. True.

    The pseudo-code releases a mean after pulls 3, 7, 15, … of an arm, whatever ε. Releases after
    another pull, over runs with several ε.
    """
    elsewhere = 0
    for epsilon in epsilons:
        stream = np.random.default_rng(0)
        problem = BanditProblem(rewards=bernoulli_table([0.5] * 3), horizon=rounds, epsilon=epsilon)
        player = anytime_lazy_ucb.play(problem, generator=stream)
        pulls: Counter[int] = Counter()
        releases: list[int] = []
        arm = next(player)
        for _ in range(rounds - 1):
            pulls[arm] += 1
            reward = float(stream.random() < 0.5)
            before, released = stream.bit_generator.state, arm
            arm = player.send(reward)
            if stream.bit_generator.state != before:  # noise was drawn
                releases.append(pulls[released])
        elsewhere += len(set(releases) - {2**r - 1 for r in range(2, 20)})
        elsewhere += not releases
    return equal("Section 4.1: releases after other pulls than 3, 7, 15, …", float(elsewhere), 0.0)


def known_horizon(*, algorithm: str = "anytime-lazy-ucb", horizon: int = 8192) -> Check:
    """Sections 1, 4.1 and 7: Anytime-Lazy-UCB does without T, DP-SE does not. Both true.

    The same generator, told the horizon T and 2T: pulls up to round T differ for DP-SE, whose
    confidence parameter is 1/T. Largest difference.
    """
    simulate = load(algorithm).simulate_literal
    runs = [
        simulate(
            BanditProblem(
                rewards=bernoulli_table([0.9, 0.1]),
                horizon=points[-1],
                checkpoints=points,
                epsilon=1.0,
            ),
            generator=np.random.default_rng(1),
        ).pulls[0]
        for points in ([horizon], [horizon, 2 * horizon])
    ]
    return Check(
        step=f"Section 4.1: pulls of {algorithm} up to T, told T and 2T: largest difference",
        left=float(np.max(np.abs(runs[0] - runs[1]))),
        relation="==" if algorithm == "anytime-lazy-ucb" else ">",
        right=0.0,
    )


def _neighbours(*, row: int) -> tuple[Floats, Floats]:
    """Return two tables of five rounds that differ in one row: 0 against 1 for both arms."""
    first = REWARDS[:5].copy()
    second = first.copy()
    first[row], second[row] = 0, 1
    return first, second


def _law(rewards: Floats, epsilon: float) -> dict[Decisions, float]:
    return decision_probabilities(rewards=rewards, epsilon=epsilon)


def _prefix_law(rewards: Floats, split: int, epsilon: float) -> dict[Decisions, float]:
    """Return the law of the decisions of rounds 3 to `split`."""
    law: dict[Decisions, float] = defaultdict(float)
    for decisions, probability in _law(rewards, epsilon).items():
        law[decisions[: split - 2]] += probability
    return law
