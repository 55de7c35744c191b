"""Lemma 3.1 (Section 3, A.1), the K-Metaplayer's regret, step by step: each step is a Check."""

import itertools
import math
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from bandit_replications.inference.checks import (
    Check,
    above,
    at_most,
    equal,
    nearest_check,
)
from bandit_replications.papers.multiplayer.algorithms.subset_sampling import (
    enumerated_marginals,
    subset_distribution,
)
from bandit_replications.papers.multiplayer.theory import bounds
from bandit_replications.papers.multiplayer.theory.exact_regret import (
    membership,
    one_bad_arm_regret,
)

Floats = NDArray[np.float64]

# One round of the game: log-weights -η L, losses and K, in no particular order or proportion.
LOG_WEIGHTS = (-0.3, 0.0, -1.7, -0.9, -2.6)
LOSSES = np.array([0.9, 0.2, 1.0, 0.5, 0.7])
PLAYERS = 2
# Its meta-arms, their probabilities, the marginals q, and l² / q.
SUBSETS, CHANCES = subset_distribution(LOG_WEIGHTS, size=PLAYERS)
MARGINALS = enumerated_marginals(LOG_WEIGHTS, size=PLAYERS)
TERMS = LOSSES**2 / MARGINALS

PAPER = {"players": 4, "arms": 8, "horizon": 240000}
PAPER_RATE = bounds.lemma_3_1_learning_rate(arms=8, horizon=240000)
COUNT = "number-of-meta-arms"  # erratum
MOST_ARMS = 40
HARD_ROUNDS = 200
RATES, SEQUENCES = (0.01, 0.03, 0.1, 0.3, 1.0, 3.0), 5
SIZES = [(n, k) for n in range(2, MOST_ARMS + 1) for k in range(1, n)]  # N and K


def loss_estimates(*, factor: float = PLAYERS) -> tuple[Floats, Floats]:
    """Return all outcomes (I, J) of a round: chances (outcomes,), estimates (outcomes, arms).

    Line 8 of Algorithm 1; `factor` stands for its K.
    """
    watched = np.concatenate(SUBSETS)
    estimates = np.zeros((watched.size, LOSSES.size))
    estimates[np.arange(watched.size), watched] = factor * (LOSSES / MARGINALS)[watched]
    return np.repeat(CHANCES / PLAYERS, PLAYERS), estimates


# --- The setting of meta-arms ---------------------------------------------------------------


def meta_arms(*, arms: int) -> list[int]:
    """Return C(N, K) for K = 1, …, N - 1: it grows with K up to N / 2 and falls beyond."""
    return [math.comb(arms, k) for k in range(1, arms)]


def more_players_more_meta_arms(*, arms: int = 8) -> Check:
    """Check that C(N, K) grows with K over all K < N: its least growth, which is above 1."""
    counts = meta_arms(arms=arms)
    least = min(after / before for before, after in itertools.pairwise(counts))
    return replace(above(f"least C(N, K+1) / C(N, K), N = {arms}", least, 1.0), erratum=COUNT)


def few_meta_arms(*, factor: float, arms: int = 8) -> tuple[Check, ...]:
    """Check the comparison with EXP3, which has N meta-arms too, at K = 1 and K = N - 1."""
    checks = [unrelated_meta_arms(arms=arms, players=k, factor=factor) for k in (1, arms - 1)]
    return tuple(replace(check, erratum=COUNT) for check in checks)


def over_minimax_order(*, arms: int = MOST_ARMS) -> Check:
    """Compare EXP3's rate sqrt(T N ln N) with sqrt(T N), the order that other algorithms reach."""
    return at_most("sqrt(T N ln N) over sqrt(T N)", math.sqrt(math.log(arms)), 1.0)


def unrelated_meta_arms(
    *, arms: int, players: int, horizon: int = 10**5, factor: float = 1.0
) -> Check:
    """Check Lemma 3.1's bound, times a factor, against EXP3's over |M| arms with losses to K."""
    count = math.comb(arms, players)
    return at_most(
        f"Lemma 3.1 against EXP3 on {count} meta-arms, N = {arms}, K = {players}",
        factor * bounds.lemma_3_1_regret(players=players, arms=arms, horizon=horizon),
        players * bounds.lemma_3_1_regret(players=1, arms=count, horizon=horizon),
    )


def coordinators_arm() -> tuple[Check, ...]:
    """Check that the first of K arms in random order is watched as Algorithm 1 watches: q_i / K.

    So the player who takes it for herself and assigns the others learns what the metaplayer does.
    """
    first = np.zeros(LOSSES.size)
    for subset, chance in zip(SUBSETS, CHANCES, strict=True):
        orders = list(itertools.permutations(subset))
        for order in orders:
            first[order[0]] += chance / len(orders)
    return tuple(
        equal(f"chance that the coordinator takes arm {arm}", float(chance), float(q / PLAYERS))
        for arm, (chance, q) in enumerate(zip(first, MARGINALS, strict=True), start=1)
    )


# --- A.1, step by step ----------------------------------------------------------------------


def unbiased_estimates(*, factor: float = PLAYERS) -> tuple[Check, ...]:
    """Check E[estimate] = loss for each arm: the watched arm is i with probability q_i / K."""
    chances, estimates = loss_estimates(factor=factor)
    return tuple(
        equal(f"mean estimate of arm {arm}", float(mean), float(loss))
        for arm, (mean, loss) in enumerate(zip(chances @ estimates, LOSSES, strict=True), start=1)
    )


def cross_terms() -> Check:
    """Check that the products of two arms' estimates vanish: one arm is watched."""
    chances, estimates = loss_estimates()
    products = np.einsum("o,oj,ok->jk", chances, estimates, estimates)
    return equal("products of two arms' estimates", float(products.sum() - np.trace(products)), 0.0)


def second_moments() -> tuple[Check, ...]:
    """Check E[(meta-arm's estimate)²] = K Σ_{i∈I} l_i² / q_i for each meta-arm."""
    chances, estimates = loss_estimates()
    return tuple(
        equal(
            f"second moment of {tuple(arm + 1 for arm in one)}",
            float(chances @ estimates[:, one].sum(axis=1) ** 2),
            float(PLAYERS * TERMS[list(one)].sum()),
        )
        for one in SUBSETS
    )


def swapped_sums() -> Check:
    """Check (★): Σ_I p(I) Σ_{i∈I} l_i² / q_i = Σ_i l_i²; the marginals cancel."""
    inner = TERMS[np.array(SUBSETS)].sum(axis=1)
    name = "sum over meta-arms == sum over arms"
    return equal(name, float(CHANCES @ inner), float((LOSSES**2).sum()))


def exponential_weights(*, learning_rate: float, seed: int, factor: float) -> Check:
    """Check the cited inequality on one sequence of nonnegative estimates, whatever they are.

    Σ_t <p^t, l~^t> - L~_I <= factor η Σ_t <p^t, (l~^t)²> + ln|M| / η, for every meta-arm I. The
    paper has factor 1; e^-x <= 1 - x + x²/2 for x >= 0 gives 1/2.
    """
    stream = np.random.default_rng(seed)
    estimates = stream.exponential(size=(60, 6)) * (stream.random((60, 6)) < 0.3)
    member = membership(arms=6, players=2)
    losses = estimates @ member.T
    before = np.cumsum(losses, axis=0) - losses
    weights = np.exp(-learning_rate * (before - before.min(axis=1, keepdims=True)))
    weights /= weights.sum(axis=1, keepdims=True)
    squares = float((weights * losses**2).sum())
    return at_most(
        f"exponential weights at η = {learning_rate:g}",
        float((weights * losses).sum() - losses.sum(axis=0).min()),
        factor * learning_rate * squares + math.log(len(member)) / learning_rate,
    )


def nearest_exponential_weights(*, factor: float = 1.0) -> Check:
    """Return `exponential_weights` where it is nearest to breaking."""
    return nearest_check(
        [
            exponential_weights(learning_rate=rate, seed=seed, factor=factor)
            for rate in RATES
            for seed in range(SEQUENCES)
        ]
    )


def lemma_3_1(*, players: int = 1, horizon: int = HARD_ROUNDS, slowed: float = 1.0) -> Check:
    """Check Lemma 3.1 on a hard sequence, K good arms and a bad one, its expected regret exact.

    The game is so long that who learns too slowly, at a learning rate divided by `slowed`, breaks
    the bound: the best K of K + 1 arms chosen at random have regret T / (1 + 1/K).
    """
    rate = bounds.lemma_3_1_learning_rate(arms=players + 1, horizon=horizon) / slowed
    return at_most(
        f"exact regret, K = {players}, N = {players + 1}, T = {horizon}",
        one_bad_arm_regret(players=players, horizon=horizon, learning_rate=rate),
        bounds.lemma_3_1_regret(players=players, arms=players + 1, horizon=horizon),
    )
