"""Theorem 4.2 (Dekel et al., 2012), blocks, applied to the K-Metaplayer: each step is a Check."""

import numpy as np

from bandit_replications.inference.checks import Check, at_most
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
