"""Bounds on the regret as functions, with the constants that the paper's own proofs give.

Alatur, Levy, Krause: Multi-Player Bandits: The Adversarial Case (Lemma 3.1, Theorems 4.1 and 4.2,
A.1). K players, N > K arms, T rounds, blocks of τ rounds; logarithms are natural. Expectations are
over the players' draws; the regret is in units of one arm's loss in one round. Plans read this:
no heavy library.
"""

import math
from collections.abc import Callable

from bandit_replications.papers.multiplayer.algorithms.bit_blocks import BitSizes
from bandit_replications.papers.multiplayer.algorithms.blocks import theorem_learning_rate


def lemma_3_1_learning_rate(*, arms: int, horizon: int) -> float:
    """Return Lemma 3.1's learning rate η = sqrt(ln N / (T N)): blocks of one round."""
    return theorem_learning_rate(arms=arms, horizon=horizon, block_length=1)


def sharp_metaplayer_regret(
    *, players: int, arms: int, horizon: float, learning_rate: float
) -> float:
    """Return the bound that the same proof gives without loss: K T N η / 2 + ln C(N, K) / η.

    e^-x <= 1 - x + x²/2 for x >= 0 has the half, and C(N, K) meta-arms are fewer than N^K.
    """
    meta_arms = math.log(math.comb(arms, players))
    return players * horizon * arms * learning_rate / 2 + meta_arms / learning_rate


def lemma_3_1_regret(*, players: int, arms: int, horizon: float) -> float:
    """Return Lemma 3.1's bound 2 K sqrt(T N ln N); for K = 1 that of EXP3 (Section 2.1)."""
    return 2 * players * math.sqrt(horizon * arms * math.log(arms))


def theorem_4_1_parts(
    *, players: int, arms: int, horizon: int
) -> dict[str, Callable[[float], float]]:
    """Return the parts of the bound in Theorem 4.1's proof as functions of the block length τ.

    K² N for each of T/τ Coordinate phases; 2 K sqrt(N ln N T τ) for Lemma 3.1 on T/τ blocks of τ
    rounds, and K τ for the rounds after the last one; K T_R for the ranking, T_R = K e ln T, and K²
    for its failure, of probability K/T.
    """
    learning = lemma_3_1_regret(players=players, arms=arms, horizon=horizon)
    ranking = players**2 * (math.e * math.log(horizon) + 1)
    return {
        "coordination": lambda length: horizon / length * players**2 * arms,
        "learning": lambda length: learning * length**0.5 + players * length,
        "ranking and its failure": lambda length: ranking + 0 * length,
    }


def theorem_4_1_terms(*, players: int, arms: int, horizon: int, block_length: float) -> float:
    """Return the sum of these parts, the bound before the block length is chosen."""
    parts = theorem_4_1_parts(players=players, arms=arms, horizon=horizon)
    return math.fsum(part(block_length) for part in parts.values())


def theorem_4_1_leading(*, players: int, arms: int, horizon: float) -> float:
    """Return K^(4/3) N^(2/3) (ln N)^(1/3) T^(2/3), of which the theorem has 4."""
    return math.cbrt(players**4 * arms**2 * math.log(arms) * horizon**2)


def theorem_4_1_regret(*, players: int, arms: int, horizon: int) -> float:
    """Return Theorem 4.1's bound 4 K^(4/3) N^(2/3) (ln N)^(1/3) T^(2/3) + 2 K² e ln T."""
    leading = theorem_4_1_leading(players=players, arms=arms, horizon=horizon)
    return 4 * leading + 2 * players**2 * math.e * math.log(horizon)


def bits_leading(sizes: BitSizes) -> float:
    """Return K (c V ln N)^(1/3) T^(2/3), of which the bound of Coordinate in bits has 3."""
    spread = sizes.messages * sizes.variance * math.log(sizes.arms)
    return sizes.players * math.cbrt(spread * sizes.horizon**2)


def bits_regret(sizes: BitSizes) -> float:
    """Return the bound of Coordinate in bits, 3 times the leading term + K² (e ln T + 2)."""
    return 3 * bits_leading(sizes) + sizes.players**2 * (math.e * math.log(sizes.horizon) + 2)
