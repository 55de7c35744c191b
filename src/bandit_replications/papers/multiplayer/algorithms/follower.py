"""The follower of Coordinate and Play (Algorithm 3), round by round.

Alatur, Levy, Krause: Multi-Player Bandits: The Adversarial Case (Algorithm 3, Appendix A.3).
"""

from bandit_replications.papers.multiplayer.algorithms.coordinator import Role, Waiting


def follow(
    rank: int, *, arms: int, players: int, block_length: int, waiting: Waiting = "quiet"
) -> Role:
    """Follow for one block: look for the coordinator in the own sub-block, then stay.

    Parameters
    ----------
    rank : int
        From 1 to K - 1.
    arms, players, block_length : int
        N, K and τ.
    waiting : {"quiet", "first-arm", "first-arm-repaired"}
        What followers do in the sub-blocks of others. With the first arm, a collision there tells
        nothing, and one that meets nobody elsewhere concludes that the first arm is meant.

    """
    pause = None if waiting == "quiet" else 0
    found = None
    for follower in range(1, players):
        for step in range(arms):
            if follower != rank:
                yield pause
            elif found is None:
                collided, _ = yield step
                if collided and (waiting == "quiet" or step != 0):
                    found = step
            else:
                yield found
    if found is None and waiting != "quiet":
        found = 0
    for _ in range(block_length - (players - 1) * arms):
        yield found
