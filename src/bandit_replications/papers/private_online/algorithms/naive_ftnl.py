"""Naive Follow the Noisy Leader (Section 5): each of the K actions' means gets the budget ε/K.

Epochs, laziness and forgetfulness are FTNL's. Substituting one reward vector moves each of the K
sums by at most 1: Lap(K/ε) on each makes each (ε/K)-private, and all together, with everything
played from them, ε-private by basic composition. Here Definition 1 needs no repair. With two
actions this is FTNL with `noise_scale` 2; from three actions on it has more noise.

    >>> import numpy as np
    >>> from bandit_replications.bandits.rewards import bernoulli_table
    >>> rewards = bernoulli_table([0.75, 0.5, 0.25])
    >>> problem = BanditProblem(rewards=rewards, horizon=10_000, epsilon=1.0)
    >>> simulate(problem, generator=np.random.default_rng(1)).pulls
    array([[9980,    0,   20]])
"""

import numpy as np
from pydantic import Field

from bandit_replications.bandits.arrays import Floats
from bandit_replications.bandits.literal import Player
from bandit_replications.bandits.options import AlgorithmOptions, Positive
from bandit_replications.bandits.problems import BanditProblem
from bandit_replications.bandits.runs import TieBreaking
from bandit_replications.bandits.trajectories import Trajectory
from bandit_replications.papers.private_online.algorithms import ftnl
from bandit_replications.papers.private_online.environments.literal_runs import (
    run_full_information,
)


class Options(AlgorithmOptions):
    """Constants and interpretations of naive FTNL; the defaults are as described in Section 5."""

    noise_scale: Positive = Field(
        default=1.0,
        description="scale of the noise on each sum times epsilon / K; described: 1",
    )
    tie_breaking: TieBreaking = Field(
        default="lowest-index",
        description="which of equal noisy means wins; matters only where noise is lost in rounding",
    )
    first_action: int = Field(
        default=0,
        ge=0,
        description="action of epoch 0, one round long: moves the regret by its gap, at most 1",
    )


def simulate(
    problem: BanditProblem, *, generator: np.random.Generator, options: Options = Options()
) -> Trajectory:
    """Simulate naive FTNL by epochs: exact in distribution, time arms · log2(horizon).

    Source: Section 5. The paper gives no pseudo-code and states regret of order
    max(log(K)/Δ, K log(K)/ε).
    """
    return ftnl.simulate(problem, generator=generator, options=_ftnl_options(problem, options))


def simulate_literal(
    problem: BanditProblem, *, generator: np.random.Generator, options: Options = Options()
) -> Trajectory:
    """Simulate Section 5's description round by round."""
    player = play(problem, generator=generator, options=options)
    return run_full_information(player, problem, generator)


def play(
    problem: BanditProblem, *, generator: np.random.Generator, options: Options = Options()
) -> Player[int, Floats]:
    """Yield the action of each round; be sent the rewards (arms,) of all actions."""
    return ftnl.play(problem, generator=generator, options=_ftnl_options(problem, options))


def _ftnl_options(problem: BanditProblem, options: Options) -> ftnl.Options:
    """Return FTNL's options whose noise has the scale of a budget ε/K for each sum."""
    return ftnl.Options(
        noise_scale=options.noise_scale * problem.arms,
        tie_breaking=options.tie_breaking,
        first_action=options.first_action,
    )
