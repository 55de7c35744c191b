"""The hard instances of Section 3.6: runs on them, and the information of each action.

These constructions bypass the configuration's refusals: Theorem 5 needs as many users as the group
size, Theorem 4 arms that a single user prefers.
"""

import itertools
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from pydantic import BaseModel

from bandit_replications.bandits.arguments import check_choice
from bandit_replications.bandits.arrays import Floats
from bandit_replications.bandits.problems import Simulator
from bandit_replications.papers.anonymous.environments.constructions import (
    CONSTRUCTIONS,
    check_construction,
)
from bandit_replications.papers.anonymous.environments.problems import AnonymousProblem
from bandit_replications.papers.anonymous.theory import bounds


def theorem_3_means(
    *,
    users: int,
    arms: int,
    group_size: int,
    horizon: int,
    generator: np.random.Generator,
    printed: bool = False,
) -> Floats:
    """Draw an instance of Theorem 3 (Appendix C.11): one good arm for each user, uniformly.

    Rewards are normal with variance 1 and mean 0, or the gap for the good arm.

    Parameters
    ----------
    users, arms, group_size, horizon : int
        N, K, C, T with T >= C K, so that means are in [0, 1].
    generator : numpy.random.Generator
    printed : bool
        The printed gap sqrt(C/T) instead of the repaired one, which has the K that it lacks.

    Returns
    -------
    float64 array, shape (users, arms)

    """
    gap = bounds.theorem_3_gap(arms=arms, group_size=group_size, horizon=horizon, printed=printed)
    if gap > 1:
        raise ValueError(f"horizon: {horizon}; allowed: at least group_size * arms")
    return gap * np.eye(arms)[generator.integers(arms, size=users)]


def theorem_4_instances(*, horizon: int, gap: float | None = None) -> Floats:
    """Return the two instances of Theorem 4 (Appendix C.12), shape (2, 3, 3); ε is T^(-1/3).

    User 1 wants arm 1, which no other user wants. In instance 0 user 2 prefers arm 3 and user 3
    arm 2, by 2ε; in instance 1 it is the other way round.
    """
    epsilon = horizon ** (-1 / 3) if gap is None else gap
    if not 0 < epsilon <= 0.5:
        raise ValueError(f"gap: {epsilon}; allowed: in (0, 1/2]")
    low, high = 0.5 - epsilon, 0.5 + epsilon
    return np.array(
        [
            [[1, 0, 0], [0, low, high], [0, high, low]],
            [[1, 0, 0], [0, high, low], [0, low, high]],
        ],
        dtype=np.float64,
    )


def theorem_5_instances() -> Floats:
    """Return the two instances of Theorem 5 (Appendix C.13), shape (2, 2, 2)."""
    return np.array([np.eye(2), np.eye(2)[::-1]])


@dataclass(frozen=True, eq=False)
class Action:
    """An assignment with one group that reports, seen from two instances.

    Attributes
    ----------
    assignment : tuple of int
        Arm of each user, from 0.
    group : tuple of int
        Users whose total is observed.
    laws : tuple of two arrays
        Probabilities of a total of 0, 1, … in each instance.
    costs : tuple of two floats
        Regret of the round in each instance, summed over users.

    """

    assignment: tuple[int, ...]
    group: tuple[int, ...]
    laws: tuple[Floats, ...]
    costs: tuple[float, ...]

    @property
    def informs(self) -> bool:
        """Whether the total has different laws in the two instances."""
        return not np.allclose(self.laws[0], self.laws[1], rtol=0, atol=1e-12)


def actions(instances: Floats, *, group_size: int) -> list[Action]:
    """Return every assignment with every group that may report, for Bernoulli rewards.

    Totals of disjoint groups are independent, so a round informs if and only if one of its groups
    does.

    Parameters
    ----------
    instances : float64 array, shape (2, users, arms)
    group_size : int
        C.

    """
    _, users, arms = instances.shape
    found = []
    for assignment in itertools.product(range(arms), repeat=users):
        costs = [means.max(axis=1) - means[range(users), assignment] for means in instances]
        regrets = tuple(float(cost.sum()) for cost in costs)
        for size in range(group_size, users + 1):
            for group in itertools.combinations(range(users), size):
                arm = assignment[group[0]]
                if all(assignment[user] == arm for user in group):
                    laws = tuple(total_law(means[list(group), arm]) for means in instances)
                    found.append(Action(assignment, group, laws, regrets))
    return found


def total_law(means: Iterable[float]) -> Floats:
    """Return the probabilities of 0, 1, …, m as the sum of m independent Bernoulli rewards."""
    law = np.ones(1)
    for mean in means:
        law = np.convolve(law, [1 - mean, mean])
    return law


def measure(
    construction: str,
    *,
    algorithm: Simulator,
    users: int,
    arms: int,
    group_size: int,
    horizon: int,
    generator: np.random.Generator,
    options: BaseModel | None = None,
) -> dict[str, float]:
    """Run an algorithm on an instance drawn from a construction; return regret and bound.

    Parameters
    ----------
    construction : str
        One of `CONSTRUCTIONS`; "theorem-3-printed" has the printed gap.
    algorithm : module
    users, arms, group_size, horizon : int
        N, K, C, T. Theorems 4 and 5 fix the first three.
    generator : numpy.random.Generator
        Draws the instance, then the run.
    options : Options of the module, optional
        The algorithm's options.

    Returns
    -------
    dict
        `regret` (pseudo-regret of the run, summed over users) and `bound` (lower bound on its mean
        over instances and runs).

    Raises
    ------
    ValueError
        If an argument is out of range.

    """
    check_choice("construction", construction, CONSTRUCTIONS)
    sizes = {"users": users, "arms": arms, "group_size": group_size}
    check_construction(construction, **sizes, horizon=horizon)
    if construction.startswith("theorem-3"):
        printed = construction == "theorem-3-printed"
        means = theorem_3_means(**sizes, horizon=horizon, generator=generator, printed=printed)
        bound = bounds.theorem_3(**sizes, horizon=horizon, gap=float(means.max()))
    else:
        # Theorem 5: on average over both instances every algorithm loses 1 a round.
        instances, bound = (
            (theorem_4_instances(horizon=horizon), bounds.theorem_4(horizon=horizon))
            if construction == "theorem-4"
            else (theorem_5_instances(), float(horizon))
        )
        means = instances[generator.integers(2)]
    problem = AnonymousProblem(
        means=means,
        group_size=group_size,
        horizon=horizon,
        law="gaussian" if construction.startswith("theorem-3") else "bernoulli",
    )
    chosen = algorithm.Options() if options is None else options
    run = algorithm.simulate(problem, generator=generator, options=chosen)
    return {"regret": float(run.regret[-1]), "bound": bound}
