"""Instances: a network and arms, fixed or drawn anew for each replicate.

An environment has a stream of its own, named by what defines it and the replicate, so that all
algorithms meet the same graphs and means.
"""

from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray
from pydantic import Field, model_validator

from bandit_replications.bandits.entries import Section
from bandit_replications.bandits.instances import InstanceEntry
from bandit_replications.bandits.rewards import RewardTable, bernoulli_table
from bandit_replications.bandits.streams import generator
from bandit_replications.papers.cooperative.environments.networks import Distances, NetworkEntry
from bandit_replications.runtime.errors import BadValue


class MeansEntry(Section):
    """The arms' Bernoulli means: independent and uniform, or an instance."""

    arms: int | None = Field(
        default=None, ge=2, title="K", description="number of arms (random means)"
    )
    lowest: float = Field(default=0.0, ge=0, le=1, description="least mean (random means)")
    highest: float = Field(default=1.0, ge=0, le=1, description="largest mean (random means)")
    instance: InstanceEntry | None = Field(
        default=None, description="means and reward law of a named instance instead"
    )

    @model_validator(mode="after")
    def _check(self) -> Self:
        if (self.arms is None) == (self.instance is None):
            raise BadValue("means: allowed: either arms or an instance")
        if self.lowest >= self.highest:
            raise BadValue(f"lowest: {self.lowest}; allowed: less than highest, {self.highest}")
        return self

    @property
    def number(self) -> int:
        """The number of arms."""
        if self.instance is not None:
            return len(self.instance.resolve_means())
        return self.arms or 0


class Environment(NamedTuple):
    """Distances between agents, the arms' means, and their reward laws."""

    lengths: Distances
    means: NDArray[np.float64]
    rewards: RewardTable

    @property
    def gaps(self) -> NDArray[np.float64]:
        """Best mean minus each arm's mean."""
        return np.asarray(self.means.max() - self.means)

    @property
    def diameter(self) -> int:
        """The largest distance between two agents."""
        return int(self.lengths.max(initial=0))


def draw(
    network: NetworkEntry, means: MeansEntry, *, root_seed: int, replicate: int
) -> Environment:
    """Return the environment of a replicate.

    Parameters
    ----------
    network, means : entries of the configuration
    root_seed : int
    replicate : int
        From 0; all replicates of a fixed network have the graph of replicate 0.

    """
    key = [str(value) for value in network.model_dump(exclude={"name", "fixed"}).values()]
    number = 0 if network.fixed else replicate
    lengths = network.draw_distances(generator(root_seed, "cooperative", "network", *key, number))
    if means.instance is not None:
        table = means.instance.reward_table()
        return Environment(lengths, np.array(means.instance.resolve_means()), table)
    values = draw_means(means, root_seed=root_seed, replicate=replicate)
    return Environment(lengths, values, bernoulli_table(values))


def draw_means(means: MeansEntry, *, root_seed: int, replicate: int) -> NDArray[np.float64]:
    """Return the means of a replicate's environment."""
    if means.instance is not None:
        return np.array(means.instance.resolve_means())
    stream = generator(
        root_seed, "cooperative", "means", means.number, means.lowest, means.highest, replicate
    )
    return stream.uniform(means.lowest, means.highest, means.number)
