"""Keywords of the paper's problems and of learners against something live.

A learner against something live: each visitor sees one of three pages, and tells by a click what
only a private algorithm may learn. With full information it is told of all pages.

>>> import numpy as np
>>> import bandit_replications as br
>>> visitors = np.random.default_rng(1)
>>> learner = br.learner("hybrid-ucb", arms=3, epsilon=2.0, horizon=3000, seed=7)
>>> shown = np.zeros(3, dtype=int)
>>> for _ in range(learner.steps):
...     page = learner.choose()
...     learner.update(visitors.random() < [0.1, 0.1, 0.8][page])
...     shown[page] += 1
>>> int(shown.argmax())
2
>>> expert = br.learner("ftnl", arms=3, epsilon=2.0, horizon=500)
>>> for _ in range(expert.steps):
...     followed = expert.choose()
...     expert.update(visitors.random(3) < [0.4, 0.8, 0.5])
>>> followed
1
"""

from typing import Any

from bandit_replications.bandits.quantities import Epsilon
from bandit_replications.papers.private_online.environments.problems import FullInformationProblem
from bandit_replications.playing.keywords import ArmsKeywords, LiveArms


class PrivateBandit(ArmsKeywords):
    """One private learner with bandit feedback: the reward of the pulled arm."""

    epsilon: Epsilon


class FullInformation(ArmsKeywords):
    """One learner with full information: the rewards of all arms."""

    kind = FullInformationProblem


class PrivateFullInformation(FullInformation):
    """One private learner with full information."""

    epsilon: Epsilon


class LiveFullInformation(LiveArms):
    """One learner with full information: the rewards of all arms."""

    observed = "rewards"
    each = "arm"

    def width(self, problem: Any) -> int:
        """Return the number of arms."""
        return self.arms
