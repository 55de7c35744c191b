"""The paper's algorithms for the library's front door, with the keywords of their problems.

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

from typing import Any, ClassVar

from bandit_replications.bandits.problems import BanditProblem
from bandit_replications.papers.private_online.catalogue import (
    BANDIT,
    FULL_INFORMATION,
    NON_PRIVATE,
)
from bandit_replications.papers.private_online.environments.problems import FullInformationProblem
from bandit_replications.papers.private_online.own_algorithms import OwnAlgorithm
from bandit_replications.playing.keywords import (
    ArmsKeywords,
    Entry,
    Epsilon,
    LiveArms,
    Own,
    Rounds,
)


class Bandit(ArmsKeywords):
    """One learner, who sees the reward of the arm that it pulls."""

    kind: ClassVar[type[BanditProblem]] = BanditProblem

    def problem(self, rounds: Rounds) -> BanditProblem:
        """Return what a run is up against."""
        return self.kind(
            rewards=self.instance().reward_table(),
            horizon=rounds.horizon,
            checkpoints=rounds.checkpoints,
            epsilon=getattr(self, "epsilon", None),
        )


class PrivateBandit(Bandit):
    """A private one."""

    epsilon: Epsilon


class FullInformation(Bandit):
    """One learner, who sees the rewards of all arms."""

    kind = FullInformationProblem


class PrivateFullInformation(FullInformation):
    """A private one."""

    epsilon: Epsilon


class LiveFullInformation(LiveArms):
    """One learner, who sees the rewards of all arms."""

    observed = "rewards"
    each = "arm"

    def width(self, problem: Any) -> int:
        """Return the number of arms."""
        return self.arms


ALGORITHMS = {
    **{
        name: Entry(module, Bandit if name in NON_PRIVATE else PrivateBandit)
        for name, module in BANDIT.items()
    },
    **{
        name: Entry(
            module,
            FullInformation if name in NON_PRIVATE else PrivateFullInformation,
            LiveFullInformation,
        )
        for name, module in FULL_INFORMATION.items()
    },
}
OWN = {
    "bandit": Own(OwnAlgorithm, lambda asked: PrivateBandit if "epsilon" in asked else Bandit),
    "full-information": Own(
        OwnAlgorithm,
        lambda asked: PrivateFullInformation if "epsilon" in asked else FullInformation,
    ),
}
