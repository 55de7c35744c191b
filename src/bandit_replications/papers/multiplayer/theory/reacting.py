"""Adversaries that react (Section 2.2; after Theorem 4.1): what blocks cost against them.

Alatur, Levy, Krause: Multi-Player Bandits: The Adversarial Case. The adversary sees a block's K
arms in its first round of Play and lets them lose 1 in the other ones, all else 0. In B blocks the
players lose K (P - 1) B with P rounds of Play, the best K arms at most the share K/N of it.
"""

from bandit_replications.inference.checks import Check, at_most, erratum
from bandit_replications.papers.multiplayer.algorithms.blocks import (
    coordinate_rounds,
    theorem_block_length,
    theorem_ranking_rounds,
)
from bandit_replications.papers.multiplayer.theory import bounds

PLAYERS, ARMS, HORIZON = 2, 3, 10**6


def least_regret(
    *,
    players: int,
    arms: int,
    horizon: int,
    block_length: int | None = None,
    messages: int | None = None,
) -> float:
    """Return K (1 - K/N) (P - 1) B, which the regret is on every path with a ranking at least.

    Parameters
    ----------
    players, arms, horizon : int
        K, N and T.
    block_length, messages : int, optional
        Rounds of a block, and those before Play and after it; Coordinate and Play's by default.

    """
    length = block_length or theorem_block_length(players=players, arms=arms, horizon=horizon)
    before = coordinate_rounds(players=players, arms=arms) if messages is None else messages
    ranking = theorem_ranking_rounds(players=players, horizon=horizon)
    blocks = (horizon - ranking) // length
    return players * (1 - players / arms) * (length - before - 1) * blocks


@erratum("reacting-adversary")
def within_theorem_4_1(
    *, players: int = PLAYERS, arms: int = ARMS, horizon: int = HORIZON
) -> Check:
    """Check that this least regret keeps within Theorem 4.1's bound; from some T on it does not."""
    sizes = {"players": players, "arms": arms, "horizon": horizon}
    return at_most(
        f"least regret against Theorem 4.1's bound, K = {players}, N = {arms}, T = {horizon}",
        least_regret(**sizes),
        bounds.theorem_4_1_regret(**sizes),
    )
