"""Coordinate and Play without quiet players (Appendix A.3).

Alatur, Levy, Krause: Multi-Player Bandits: The Adversarial Case (Appendix A.3). Followers who wait
stay on arm 1; the follower whose turn it is tries all arms until she collides on another one than
arm 1, and if there is none, arm 1 is hers. With line 10 of Algorithm 2 as printed the coordinator
leaves arm 1 after her first collision there, from which the follower learns nothing: the follower
then meets her on the coordinator's own arm and takes that one. The repair: on arm 1 the coordinator
stays for the whole sub-block. In Section 4's prose she stays on a follower's arm during its
sub-block, whichever it is: read so, nobody is misled.

>>> import numpy as np
>>> from bandit_replications.papers.multiplayer.environments.losses import bernoulli_losses
>>> from bandit_replications.papers.multiplayer.environments.problems import MultiplayerProblem
>>> problem = MultiplayerProblem(losses=bernoulli_losses([0.9, 0.5, 0.2]), players=2, horizon=5000)
>>> for rule in ("as-printed", "repaired"):
...     options, generator = Options(collision_rule=rule), np.random.default_rng(1)
...     print(int(simulate(problem, generator=generator, options=options).regret[-1]))
1108
1011
"""

import functools
from collections.abc import Mapping
from typing import Literal

from pydantic import Field

from bandit_replications.papers.multiplayer.algorithms import coordinate_and_play
from bandit_replications.papers.multiplayer.algorithms.coordinator import Waiting

WAITING: Mapping[str, Waiting] = {
    "as-printed": "first-arm",
    "repaired": "first-arm-repaired",
    "stays": "first-arm-stays",
}


class Options(coordinate_and_play.Options):
    """Constants and interpretations, those of Coordinate and Play among them."""

    collision_rule: Literal["as-printed", "repaired", "stays"] = Field(
        default="as-printed",
        description="when the coordinator leaves a follower's arm: after her first collision as "
        "Algorithm 2 has it, or never if the arm is arm 1, or never at all",
    )

    @property
    def waiting(self) -> Waiting:
        """Conduct of waiting followers: they stay on the first arm."""
        return WAITING[self.collision_rule]


play = functools.partial(coordinate_and_play.play, options=Options())
simulate = functools.partial(coordinate_and_play.simulate, options=Options())
simulate_literal = functools.partial(coordinate_and_play.simulate_literal, options=Options())
