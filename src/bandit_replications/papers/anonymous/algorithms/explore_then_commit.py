"""Explore-then-commit (Algorithm 2): anonymous bandits without a user-cluster assumption.

For T_exp rounds all users explore, arm after arm; then everybody plays what looked best. Two
interpretations are options: the constant of T_exp, and whether all groups of a run play the same
arm. The sub-algorithm may be regrouping (ours), with C^(1/3) for C^(2/3) in T_exp.

>>> import numpy as np
>>> means = np.tile([0.9, 0.5, 0.1], (9, 1))  # every user's best arm is the first
>>> problem = AnonymousProblem(means=means, group_size=2, horizon=2000)
>>> options = Options(exploration_constant=0.2)
>>> run = simulate(problem, generator=np.random.default_rng(0), options=options)
>>> uniform = 0.4 * 2000 * 9  # regret of playing all arms equally often
>>> bool(0 < run.regret[-1] < uniform)
True

"""

import math
from typing import Literal

import numpy as np
from pydantic import Field

from bandit_replications.bandits.options import AlgorithmOptions
from bandit_replications.papers.anonymous.algorithms.sub_algorithms import (
    RUNS,
    WORDS,
    SubAlgorithm,
    enough_for,
    literal,
    rounds_of,
    too_few,
)
from bandit_replications.papers.anonymous.environments.anonymity import Run, simulate_with
from bandit_replications.papers.anonymous.environments.problems import AnonymousProblem
from bandit_replications.papers.anonymous.environments.requests import Algorithm, Commit
from bandit_replications.papers.anonymous.environments.sizes import Sizes
from bandit_replications.runtime.errors import BadValue


class Options(AlgorithmOptions):
    """Constants and interpretations of Algorithm 2; the defaults are as printed."""

    sub_algorithm: SubAlgorithm = Field(default="leave-one-out", description=WORDS)
    exploration_constant: float = Field(
        default=10.0,
        gt=0,
        allow_inf_nan=False,
        description="constant of the number of exploring rounds T_exp; printed: 10",
    )
    group_arms: Literal["same", "staggered"] = Field(
        default="same",
        description="arm of group s in run r: r mod K for all, as printed, or (r + s) mod K",
    )


def check_problem(sizes: Sizes, options: Options) -> None:
    """Raise ValueError where the algorithm learns nothing: too few users, K < 2, T too short."""
    users, arms = sizes.users, sizes.arms
    enough = enough_for(options.sub_algorithm, sizes.group_size)
    rounds = rounds_of(options.sub_algorithm, sizes.group_size)
    if arms < 2:
        raise BadValue(f"arms: {arms}; allowed: at least 2")
    if users < enough:
        below = too_few(options.sub_algorithm, sizes.group_size)
        raise BadValue(f"users: {users}; allowed: more than {below}")
    if sizes.horizon < rounds:
        raise BadValue(
            f"horizon: {sizes.horizon}; allowed: at least one elicitation, {rounds} rounds"
        )


def exploring_runs(sizes: Sizes, options: Options) -> int:
    """Return ⌈T_exp / (2C + 2)⌉, or the number of runs that the horizon leaves room for.

    With regrouping a run is one round.
    """
    arms, size, horizon = sizes.arms, sizes.group_size, sizes.horizon
    rounds = rounds_of(options.sub_algorithm, size)
    power = 1 / 3 if options.sub_algorithm == "regroup" else 2 / 3
    exploring = (
        options.exploration_constant
        * (size**power * arms ** (1 / 3) * horizon ** (2 / 3))
        * math.log(sizes.users * arms * horizon) ** (1 / 3)
    )
    return min(math.ceil(exploring / rounds), horizon // rounds)


def simulate(
    problem: AnonymousProblem, *, generator: np.random.Generator, options: Options = Options()
) -> Run:
    """Simulate Algorithm 2: exact in distribution, totals of each group drawn over all its runs.

    Where T_exp leaves the horizon, exploration ends with the last run that fits.
    """
    return simulate_with(play_aggregated, problem, generator=generator, options=options)


def play_aggregated(
    sizes: Sizes, *, generator: np.random.Generator, options: Options = Options()
) -> Algorithm:
    """Yield the requests of Algorithm 2, all exploration as one."""
    users, arms, size = sizes.users, sizes.arms, sizes.group_size
    enough = enough_for(options.sub_algorithm, size)
    groups = np.minimum(np.arange(users) // enough, max(users // enough - 1, 0))
    shift = groups if options.group_arms == "staggered" else np.zeros_like(groups)
    assignments = (np.arange(arms)[:, None] + shift) % arms
    runs = np.arange(1, exploring_runs(sizes, options) + 1) % arms
    counts, sums = np.zeros((users, arms), dtype=np.int64), np.zeros((users, arms))
    if runs.size:
        inform = RUNS[options.sub_algorithm]
        counts, sums = yield from inform(assignments, runs, arms=arms, group_size=size)
    averages = np.where(counts > 0, sums / np.maximum(counts, 1), -np.inf)
    yield Commit(averages.argmax(axis=1))


# --- The pseudo-code, round by round --------------------------------------------------------


def simulate_literal(
    problem: AnonymousProblem, *, generator: np.random.Generator, options: Options = Options()
) -> Run:
    """Simulate Algorithm 2 round by round."""
    return simulate_with(play, problem, generator=generator, options=options)


def play(
    sizes: Sizes, *, generator: np.random.Generator, options: Options = Options()
) -> Algorithm:
    """Yield the rounds of Algorithm 2; be sent the totals of its groups."""
    C, K, N, T = sizes.group_size, sizes.arms, sizes.users, sizes.horizon  # noqa: N806
    regroups = options.sub_algorithm == "regroup"
    rounds, enough, power = (1, 2 * C, 1 / 3) if regroups else (2 * C + 2, C + 1, 2 / 3)
    inform = literal(options.sub_algorithm, generator)
    T_exp = (  # noqa: N806
        options.exploration_constant
        * (C**power * K ** (1 / 3) * T ** (2 / 3))
        * math.log(N * K * T) ** (1 / 3)
    )
    n = [[0] * K for _ in range(N)]
    sigma = [[0.0] * K for _ in range(N)]
    groups = [list(range(s, s + enough)) for s in range(0, N - enough + 1, enough)]
    if groups:
        groups[-1].extend(range(groups[-1][-1] + 1, N))
    for r in range(1, math.ceil(T_exp / rounds) + 1):
        if r * rounds > T:
            break
        pi = [r % K] * N
        for s, group in enumerate(groups):
            for i in group:
                pi[i] = (r + s) % K if options.group_arms == "staggered" else r % K
        estimates = yield from inform(pi, arms=K, group_size=C)
        for i, estimate in estimates.items():
            n[i][pi[i]] += 1
            sigma[i][pi[i]] += estimate
    best = []
    for i in range(N):
        averages = [sigma[i][j] / n[i][j] if n[i][j] else -math.inf for j in range(K)]
        best.append(averages.index(max(averages)))
    yield Commit(best)
