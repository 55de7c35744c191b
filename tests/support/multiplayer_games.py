"""Games of the multiplayer paper, as its tests play them."""

from bandit_replications.papers.multiplayer.environments.problems import MultiplayerProblem


def problem(losses, players, *checkpoints):
    """Return a game that ends at its last checkpoint."""
    return MultiplayerProblem(
        losses=losses, players=players, horizon=checkpoints[-1], checkpoints=checkpoints
    )
