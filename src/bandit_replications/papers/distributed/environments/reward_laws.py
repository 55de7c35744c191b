"""Reward laws on [0, 1] with given means, drawn one by one or as sums over many pulls."""

from typing import Literal, NamedTuple, get_args

import numpy as np

from bandit_replications.bandits.arguments import check_choice
from bandit_replications.bandits.arrays import Floats, Integers
from bandit_replications.bandits.compiled import kernel
from bandit_replications.bandits.rewards import BERNOULLI, BETA, FINITE, draw_sum
from bandit_replications.runtime.errors import BadValue

LawName = Literal["bernoulli", "beta", "three-point", "constant"]
LAW_NAMES: tuple[LawName, ...] = get_args(LawName)

RECORDED = 3  # rewards written down beforehand


class RewardLaws(NamedTuple):
    """Reward laws of all arms as arrays that compiled code reads.

    Attributes
    ----------
    kind : int
        0, 1, 2 as in `rewards.RewardTable`; 3 for rewards written down beforehand.
    values, weights : float64 arrays, shape (arms, support)
        As in `rewards.RewardTable`.
    sums : float64 array, shape (agents, arms, pulls + 1)
        Kind 3: the sum of an agent's first n rewards of an arm, from n = 0. Otherwise empty.

    """

    kind: int
    values: Floats
    weights: Floats | None
    sums: Floats


NO_SUMS = np.empty((0, 0, 0))


def reward_laws(law: str | RewardLaws, means: Floats) -> RewardLaws:
    """Return the laws of a name and the arms' means.

    Parameters
    ----------
    law : str or RewardLaws
        "bernoulli"; "beta" (a = 2 mean, b = 2 (1 - mean); drawn one by one, so slow over long
        horizons); "three-point" (0, 1/2 and 1, half the variance of Bernoulli); "constant" (the
        mean itself). Laws that are prepared already are returned as they are.
    means : float64 array, shape (arms,), in [0, 1]

    Raises
    ------
    ValueError
        If the name is unknown, or a mean is 0 or 1 with "beta".

    """
    if isinstance(law, RewardLaws):
        return law
    check_choice("law", law, LAW_NAMES)
    column = means[:, None]
    if law == "bernoulli":
        return RewardLaws(BERNOULLI, column, None, NO_SUMS)
    if law == "constant":
        return RewardLaws(FINITE, column, np.ones_like(column), NO_SUMS)
    if law == "beta":
        if not np.all((column > 0) & (column < 1)):
            raise BadValue(f"means: {means.tolist()}; allowed with beta: numbers in (0, 1)")
        return RewardLaws(BETA, 2.0 * column, 2.0 * (1.0 - column), NO_SUMS)
    points = np.tile([0.0, 0.5, 1.0], (len(means), 1))
    # Two fair halves of a Bernoulli reward: means stay, the variance is halved.
    weights = np.hstack([(1 - column) ** 2, 2 * column * (1 - column), column**2])
    return RewardLaws(FINITE, points, weights, NO_SUMS)


def recorded_rewards(rewards: Floats) -> RewardLaws:
    """Return laws that replay rewards of shape (agents, arms, pulls): the n-th pull gives the n-th.

    With one table, a literal and a fast simulator must take the same decisions.
    """
    sums = np.concatenate([np.zeros((*rewards.shape[:2], 1)), np.cumsum(rewards, axis=2)], axis=2)
    empty = np.empty((0, 0))
    return RewardLaws(RECORDED, empty, empty, sums)


@kernel(inline="always")
def block_sum(
    laws: RewardLaws,
    pulled: Integers,
    agent: int,
    arm: int,
    count: int,
    generator: np.random.Generator,
) -> float:
    """Return the sum of an agent's next `count` rewards of an arm; mutates the generator.

    `pulled`, shape (agents, arms), is how often it pulled the arm before (read for kind 3 only).
    Compiled into its caller: to pass laws and generator on costs more than a draw.
    """
    if laws.kind == BERNOULLI:
        return float(generator.binomial(count, laws.values[arm, 0]))
    if laws.kind == RECORDED:
        before = pulled[agent, arm]
        return laws.sums[agent, arm, before + count] - laws.sums[agent, arm, before]
    return draw_sum(laws.kind, laws.values, laws.weights, arm, count, generator)
