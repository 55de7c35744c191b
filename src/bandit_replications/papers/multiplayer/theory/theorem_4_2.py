"""Theorem 4.2 (Dekel et al., 2012), blocks, applied to the K-Metaplayer: each step is a Check."""

import numpy as np

from bandit_replications.inference.checks import Check, above, at_most
from bandit_replications.papers.multiplayer.algorithms import blocks
from bandit_replications.papers.multiplayer.theory import bounds
from bandit_replications.papers.multiplayer.theory.exact_regret import (
    expected_losses,
    expected_regret,
    reversed_order,
)

PLAYERS, ARMS, HORIZON, BLOCK = 2, 3, 31, 4
PAPER = {"players": 4, "arms": 8, "horizon": 240000}
LENGTH = blocks.theorem_block_length(**PAPER)


def _losses() -> np.ndarray:
    noise = np.random.default_rng(3).random((HORIZON, ARMS))
    return (reversed_order(rounds=HORIZON, arms=ARMS) + noise) / 2


def blocked_regret(*, learning_rate: float, block_length: int = BLOCK) -> tuple[float, float]:
    """Return the exact regret of blocked Algorithm 1, and Algorithm 1's on the block averages.

    Every block's arms are chosen once, its average loss is fed back, and the rounds after the
    last whole block are played with uniformly random arms: a player is alone on its arm with
    probability q = (1 - 1/N)^(K-1), and then loses the arms' mean, else 1.
    """
    losses = _losses()
    count = HORIZON // block_length
    whole = count * block_length
    averages = losses[:whole].reshape(count, block_length, ARMS).mean(axis=1)
    played = expected_losses(averages, players=PLAYERS, learning_rate=learning_rate)
    alone = (1 - 1 / ARMS) ** (PLAYERS - 1)
    rest = PLAYERS * (alone * losses[whole:].mean(axis=1) + 1 - alone).sum()
    best = np.sort(losses.sum(axis=0))[:PLAYERS].sum()
    regret = block_length * played.sum() + rest - best
    return float(regret), expected_regret(averages, players=PLAYERS, learning_rate=learning_rate)


def blocks_and_rest(*, learning_rate: float = 0.4) -> Check:
    """Check R <= τ R' + K (T mod τ), R' the regret on the T/τ (whole) block averages.

    The best arms of all rounds lose at least what the best ones of the blocks lose there, and a
    round after them costs each player at most 1. The printed τ is what T mod τ stays below.
    """
    regret, of_averages = blocked_regret(learning_rate=learning_rate)
    return at_most(
        f"blocked regret, τ = {BLOCK}, T = {HORIZON}",
        regret,
        BLOCK * of_averages + PLAYERS * (HORIZON % BLOCK),
    )


def _bound(*, players: int, arms: int, horizon: int, block_length: int) -> float:
    """Return Theorem 4.2's bound with Lemma 3.1's for the unblocked algorithm."""
    return bounds.theorem_4_2_regret(
        lambda rounds: bounds.lemma_3_1_regret(players=players, arms=arms, horizon=rounds),
        horizon=horizon,
        block_length=block_length,
        players=players,
    )


def theorem_4_2(*, factor: float = 1.0) -> Check:
    """Check Theorem 4.2 with Lemma 3.1's bound for R, and K τ for the rest."""
    rate = blocks.theorem_learning_rate(arms=ARMS, horizon=HORIZON, block_length=BLOCK)
    return at_most(
        "exact blocked regret against Theorem 4.2 with Lemma 3.1",
        blocked_regret(learning_rate=rate)[0],
        factor * _bound(players=PLAYERS, arms=ARMS, horizon=HORIZON, block_length=BLOCK),
    )


def whole_blocks() -> Check:
    """Check that floor(T/τ) blocks, with η made for T/τ of them, cost no more than T/τ do."""
    count = PAPER["horizon"] / LENGTH
    rate = blocks.theorem_learning_rate(
        arms=PAPER["arms"], horizon=PAPER["horizon"], block_length=LENGTH
    )
    return at_most(
        f"bound on {int(count)} whole blocks with η for {count:.2f}",
        bounds.metaplayer_regret(**{**PAPER, "horizon": int(count)}, learning_rate=rate),
        bounds.lemma_3_1_regret(players=PAPER["players"], arms=PAPER["arms"], horizon=count),
    )


def blocks_degrade() -> Check:
    """Check that the bound with Theorem 4.1's blocks is larger than the one without blocks."""
    return above(
        f"bound with blocks of {LENGTH} rounds against that without",
        _bound(**PAPER, block_length=LENGTH),
        bounds.lemma_3_1_regret(**PAPER),
    )
