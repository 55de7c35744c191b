"""Policies of other libraries as classes of one's own."""

import random
from collections.abc import Callable
from typing import Any

import numpy as np


def from_smpybandits(policy: Callable[[int], Any]) -> type:
    """Return a policy of SMPyBandits as a class for `simulate` and `compare`.

    Parameters
    ----------
    policy : class or function
        arms -> the policy, such as ``UCB`` or ``lambda arms: Exp3(arms, gamma=0.1)``. It draws from
        the global generators of numpy and Python, which each run therefore seeds.

    Returns
    -------
    class
        With `choose` and `update`; feedback "bandit", rewards in [0, 1]. For `run`, make it an
        object: ``from_smpybandits(UCB)(arms=3, generator=numpy.random.default_rng(0))``.

    Examples
    --------
    >>> from SMPyBandits.Policies import UCB  # doctest: +SKIP
    >>> import bandit_replications as br
    >>> br.simulate(br.from_smpybandits(UCB), means=[0.9, 0.5], horizon=1000)  # doctest: +SKIP
    Simulation: SMPyBandits.Policies.UCB:UCB (private_online), 1 run, horizon 1000, mean regret 23.2

    """

    class Adapted:
        feedback = "bandit"

        def __init__(self, *, arms: int, generator: np.random.Generator) -> None:
            seed = int(generator.integers(2**32))
            np.random.seed(seed)  # noqa: NPY002  its policies draw from this one
            random.seed(seed)  # and some from this one
            self._policy = policy(arms)
            self._policy.startGame()

        def choose(self, t: int) -> int:
            return int(self._policy.choice())

        def update(self, t: int, arm: int, reward: float) -> None:
            self._policy.getReward(arm, reward)

    return _named(Adapted, policy)


def from_mabwiser(policy: Callable[[list[int], int], Any]) -> type:
    """Return a policy of MABWiser, without contexts, as a class for `simulate` and `compare`.

    Parameters
    ----------
    policy : function
        (arms, seed) -> the policy, such as
        ``lambda arms, seed: MAB(arms, LearningPolicy.UCB1(alpha=1.0), seed=seed)``.

    Returns
    -------
    class
        As of `from_smpybandits`. It pulls each arm once, and then as `predict` says.

    Examples
    --------
    >>> from mabwiser.mab import MAB, LearningPolicy  # doctest: +SKIP
    >>> def softmax(arms, seed):
    ...     return MAB(arms, LearningPolicy.Softmax(tau=0.1), seed=seed)
    >>> import bandit_replications as br
    >>> found = br.compare([br.from_mabwiser(softmax), "ucb1"], paper="private_online",
    ...                    means=[0.9, 0.5], horizon=1000)  # doctest: +SKIP

    """

    class Adapted:
        feedback = "bandit"

        def __init__(self, *, arms: int, generator: np.random.Generator) -> None:
            self._arms = arms
            self._policy = policy([*range(arms)], int(generator.integers(2**31)))

        def choose(self, t: int) -> int:
            return t - 1 if t <= self._arms else int(self._policy.predict())

        def update(self, t: int, arm: int, reward: float) -> None:
            self._policy.partial_fit([arm], [reward])

    return _named(Adapted, policy)


def _named(adapted: type, policy: Callable[..., Any]) -> type:
    """Return the class under the name of what makes its policy."""
    adapted.__module__ = policy.__module__
    adapted.__name__ = adapted.__qualname__ = policy.__name__
    return adapted
