"""Coordinate and Play with a new coordinator after every block (Discussion).

Alatur, Levy, Krause: Multi-Player Bandits: The Adversarial Case (Section 6). The player of rank r
coordinates blocks r, r + K, r + 2K, … and learns from those alone; in the other blocks she follows.

>>> import numpy as np
>>> from bandit_replications.papers.multiplayer.environments.losses import bernoulli_losses
>>> from bandit_replications.papers.multiplayer.environments.problems import MultiplayerProblem
>>> problem = MultiplayerProblem(losses=bernoulli_losses([0.2, 0.5, 0.9]), players=2, horizon=5000)
>>> int(simulate(problem, generator=np.random.default_rng(1)).regret[-1])
1392
"""

import functools
from typing import ClassVar

from bandit_replications.papers.multiplayer.algorithms import coordinate_and_play


class Options(coordinate_and_play.Options):
    """Those of Coordinate and Play."""

    round_robin: ClassVar[bool] = True


play = functools.partial(coordinate_and_play.play, options=Options())
simulate = functools.partial(coordinate_and_play.simulate, options=Options())
simulate_literal = functools.partial(coordinate_and_play.simulate_literal, options=Options())
