r"""An algorithm of your own, as an example to copy: explore first, then commit, with privacy.

Every class in this folder with a `name`, `choose` and `update` can be run on the same instances as
the papers' algorithms, beside them in the same figures:

    python -m bandit_replications rerun private_online label=mine \
        'regret.algorithms=[dp-se, my-algo]' regret.horizon=100000 \
        'regret.replicates={my-algo: 20}' figure=5

`feedback = "bandit"`: `choose(t)` returns an arm, `update(t, arm, reward)` is told its reward. With
`feedback = "full-information"` (in `full_information`) it is told the rewards of all arms, an
array. A class that asks for `epsilon` runs at each privacy parameter, another one once.

Five arms: about 900,000 rounds a second in plain Python, 10 million compiled, after 5 s to compile
(processor time of one core, measured once). Ask for fewer replicates than the defaults.

To begin your own, copy this file, change `name`, and write `choose` and `update`. Files and
classes that begin with an underscore are left alone.
"""

import math

import numpy as np
from numba import njit
from numpy.typing import NDArray


class ExploreThenCommit:
    """Pulls every arm equally often, releases one noisy sum for each, and commits to the best.

    Rewards lie in [0, 1] and each of them enters one sum, so Laplace noise of scale 1/epsilon on
    the sums makes the whole run epsilon-differentially private.
    """

    # The id in `algorithms=[…]`, in results and in figures: kebab-case.
    name = "my-algo"

    # "bandit": `update` is told the reward of the arm that was played.
    feedback = "bandit"

    def __init__(
        self, *, arms: int, horizon: int, epsilon: float | None, generator: np.random.Generator
    ) -> None:
        """Begin a run of `horizon` rounds; `epsilon` is None when no privacy is asked for.

        Take all chance from `generator`: each replicate has its own, and the same one each time.
        """
        self.arms = arms
        # The explored share T^(2/3) (ln T)^(1/3) balances what exploring and a wrong choice cost.
        wanted = (horizon / arms) ** (2 / 3) * math.log(horizon + 1) ** (1 / 3)
        self.pulls_of_each = min(math.ceil(wanted), max(1, horizon // arms))
        self.sums, self.noise = np.zeros(arms), np.zeros(arms)
        if epsilon is not None:
            self.noise = generator.laplace(scale=1 / epsilon, size=arms)
        self.best: int | None = None

    def choose(self, t: int) -> int:
        """Return the arm to play in round t = 1, 2, …, one of 0, …, arms - 1."""
        if t <= self.arms * self.pulls_of_each:
            return (t - 1) % self.arms
        if self.best is None:
            self.best = int(np.argmax(self.sums + self.noise))
        return self.best

    def update(self, t: int, arm: int, reward: float) -> None:
        """Learn the reward that `arm` gave in round t; after exploring nothing is learned."""
        if self.best is None:
            self.sums[arm] += reward


# --- The same, compiled ---------------------------------------------------------------------

State = tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.int64], int]


@njit
def choose(state: State, t: int) -> int:
    """Return the arm to play in round t; what changes in the state are its arrays."""
    sums, noise, best, pulls_of_each = state
    if t <= sums.size * pulls_of_each:
        return (t - 1) % sums.size
    if best[0] < 0:
        best[0] = np.argmax(sums + noise)
    return best[0]


@njit
def update(state: State, t: int, arm: int, reward: float) -> None:
    """Learn the reward that `arm` gave in round t."""
    sums, _, best, _ = state
    if best[0] < 0:
        sums[arm] += reward


class CompiledExploreThenCommit(ExploreThenCommit):
    """Static and compiled by numba, with a `state`: so all rounds of a run are compiled."""

    name = "my-algo-compiled"
    choose = staticmethod(choose)
    update = staticmethod(update)

    def __init__(
        self, *, arms: int, horizon: int, epsilon: float | None, generator: np.random.Generator
    ) -> None:
        """Begin a run; the state is what `choose` and `update` share."""
        super().__init__(arms=arms, horizon=horizon, epsilon=epsilon, generator=generator)
        self.state = (self.sums, self.noise, np.array([-1]), self.pulls_of_each)
