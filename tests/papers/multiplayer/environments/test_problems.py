import numpy as np
import pytest

from bandit_replications.papers.multiplayer.environments.losses import (
    bernoulli_losses,
    given_losses,
)
from bandit_replications.papers.multiplayer.environments.problems import MultiplayerProblem


@pytest.mark.parametrize(
    ("changed", "error", "message"),
    [
        ({"players": 3}, ValueError, "players: 3; allowed: from 1 to one fewer than the 3 arms"),
        ({"players": 1.0}, TypeError, "players"),
        ({"horizon": 2, "checkpoints": [2]}, ValueError, "horizon: 2; allowed: more than"),
        ({"checkpoints": [5]}, ValueError, "checkpoints"),
        ({"losses": given_losses(np.full((5, 3), 0.5))}, ValueError, "rounds of the losses, 5"),
    ],
)
def test_problems_that_cannot_be_played_are_refused(changed, error, message):
    sizes = {"players": 2, "horizon": 10, "checkpoints": [4, 10]}
    arguments = {"losses": bernoulli_losses([0.1, 0.2, 0.3]), **sizes}
    assert MultiplayerProblem(**arguments).points.tolist() == [4, 10]
    with pytest.raises(error, match=message):
        MultiplayerProblem(**{**arguments, **changed})
