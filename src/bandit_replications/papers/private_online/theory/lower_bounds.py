"""Theorem 10's packing (Appendix H), runs on it, and an online algorithm as a selector.

The smallest error of any private selector, exactly, is in `optimal_selector`.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from bandit_replications.bandits.arguments import check_positive
from bandit_replications.bandits.options import AlgorithmOptions
from bandit_replications.bandits.problems import Simulator
from bandit_replications.bandits.rewards import bernoulli_table
from bandit_replications.bandits.runs import Floats
from bandit_replications.papers.private_online.algorithms import ftnl, naive_ftnl
from bandit_replications.papers.private_online.environments.problems import (
    FullInformationProblem,
)
from bandit_replications.papers.private_online.theory.full_information_bounds import (
    theorem_10_regret,
    theorem_10_rounds,
)

# Theorem 10 is about ε-private algorithms. FTNL is one under Definition 1 only with noise of
# scale 2/ε (see the derivation of Theorem 6); naive FTNL is one as described.
PRIVATE_OPTIONS: dict[object, AlgorithmOptions] = {
    ftnl: ftnl.Options(noise_scale=2.0),
    naive_ftnl: naive_ftnl.Options(),
}


def packing(*, arms: int, min_gap: float) -> Floats:
    """Return the means of the K instances of Theorem 10's packing (Appendix H, step 1).

    Parameters
    ----------
    arms : int
        K >= 2.
    min_gap : float
        Δ in (0, 1/2]: the paper leaves the upper end unsaid, but 1/2 + Δ is a probability.

    Returns
    -------
    float64 array, shape (arms, arms)
        Row j: 1/2 for every action but j, 1/2 + Δ for action j.

    Raises
    ------
    TypeError, ValueError
        If an argument is of a wrong type or out of range.

    """
    if arms < 2:
        raise ValueError(f"arms: {arms!r}; allowed: >= 2")
    check_positive(min_gap=min_gap)
    if min_gap > 0.5:
        raise ValueError(f"min_gap: {min_gap!r}; allowed: in (0, 1/2], as 1/2 + gap is a mean")
    return 0.5 + min_gap * np.eye(arms)


def batch_to_online(weights: ArrayLike) -> int:
    """Return the hypothesis with the largest cumulative weight (Appendix H, step 3).

    Parameters
    ----------
    weights : array, shape (rounds, arms) or (arms,)
        Weights that the online algorithm played, round by round or already summed (its plays).

    Returns
    -------
    int
        The selected action, from 0; the lowest index of equals (the paper: arbitrary).

    """
    values = np.atleast_2d(np.asarray(weights, dtype=np.float64))
    return int(np.argmax(values.sum(axis=0)))


@dataclass(frozen=True, kw_only=True)
class LowerBoundRun:
    """One run on an instance of the packing.

    Attributes
    ----------
    rounds : int
        Length of the run.
    regret : float
        Pseudo-regret after these rounds.
    bound : float
        Theorem 10's lower bound on its expectation.
    selected_best : bool
        Whether the batch-to-online selector picks the best action.

    """

    rounds: int
    regret: float
    bound: float
    selected_best: bool


def simulate(
    *,
    algorithm: Simulator,
    arms: int,
    min_gap: float,
    epsilon: float,
    generator: np.random.Generator,
) -> LowerBoundRun:
    """Run an ε-private algorithm for floor(m*) rounds on an instance drawn from the packing.

    Source: Theorem 10, Appendix H. The instance is drawn uniformly: the theorem speaks of the
    worst one, but its proof bounds the average over the packing, which is smaller. The run has
    one round at least, also where m* < 1 and the bound is 0.

    Parameters
    ----------
    algorithm : module
        `ftnl` or `naive_ftnl`, run with the options that make it ε-private.
    arms : int
        K >= 2.
    min_gap : float
        Δ in (0, 1/2].
    epsilon : float
        Privacy parameter ε, > 0.
    generator : numpy.random.Generator

    Returns
    -------
    LowerBoundRun

    Raises
    ------
    TypeError, ValueError
        If an argument is of a wrong type or out of range.

    """
    means = packing(arms=arms, min_gap=min_gap)[generator.integers(arms)]
    rounds = max(1, theorem_10_rounds(arms=arms, min_gap=min_gap, epsilon=epsilon))
    run = algorithm.simulate(
        FullInformationProblem(rewards=bernoulli_table(means), horizon=rounds, epsilon=epsilon),
        generator=generator,
        options=PRIVATE_OPTIONS[algorithm],
    )
    return LowerBoundRun(
        rounds=rounds,
        regret=float(run.regret(means.max() - means)[-1]),
        bound=theorem_10_regret(arms=arms, min_gap=min_gap, epsilon=epsilon),
        selected_best=batch_to_online(run.pulls[-1]) == int(np.argmax(means)),
    )
