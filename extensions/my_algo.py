r"""An algorithm of your own, as an example to copy: explore first, then commit, with privacy.

Every class in this folder with a `name`, `choose` and `update` can be run on the same instances as
the papers' algorithms, beside them in the same figures:

    python -m bandit_replications rerun private_online label=mine \
        'regret.algorithms=[dp-se, my-algo]' regret.horizon=100000 \
        'regret.replicates={my-algo: 20}' figure=5

A round in plain Python takes about a microsecond, so ask for fewer replicates than the defaults.

To begin your own, copy this file, change `name`, and write `choose` and `update`. Files and
classes that begin with an underscore are left alone.
"""

import math

import numpy as np


class ExploreThenCommit:
    """Pulls every arm equally often, releases one noisy sum for each, and commits to the best.

    Rewards lie in [0, 1] and each of them enters one sum, so Laplace noise of scale 1/epsilon on
    the sums makes the whole run epsilon-differentially private.
    """

    # The id in `algorithms=[…]`, in results and in figures: kebab-case.
    name = "my-algo"

    # "bandit": `update` is told the reward of the arm that was played.
    # "full-information": `update(t, rewards)` is told the rewards of all arms, an array.
    feedback = "bandit"

    def __init__(
        self, *, arms: int, horizon: int, epsilon: float | None, generator: np.random.Generator
    ) -> None:
        """Begin a run of `horizon` rounds; `epsilon` is None when no privacy is asked for.

        Take all chance from `generator`: each replicate has its own, and the same one each time.
        """
        self.arms = arms
        self.epsilon = epsilon
        self.generator = generator
        # The explored share T^(2/3) (ln T)^(1/3) balances what exploring and a wrong choice cost.
        wanted = (horizon / arms) ** (2 / 3) * math.log(horizon + 1) ** (1 / 3)
        self.pulls_of_each = min(math.ceil(wanted), max(1, horizon // arms))
        self.sums = np.zeros(arms)
        self.best: int | None = None

    def choose(self, t: int) -> int:
        """Return the arm to play in round t = 1, 2, …, one of 0, …, arms - 1."""
        if t <= self.arms * self.pulls_of_each:
            return (t - 1) % self.arms
        if self.best is None:
            self.best = self._release_best()
        return self.best

    def update(self, t: int, arm: int, reward: float) -> None:
        """Learn the reward that `arm` gave in round t; after exploring nothing is learned."""
        if self.best is None:
            self.sums[arm] += reward

    def _release_best(self) -> int:
        noise = np.zeros(self.arms)
        if self.epsilon is not None:
            noise = self.generator.laplace(scale=1 / self.epsilon, size=self.arms)
        return int(np.argmax(self.sums + noise))
