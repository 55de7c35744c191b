"""Byzantine agents (Section 4): with probability ε a message's reward comes from another law Q.

The corruption is at the source: every receiver of a message gets the same value.
"""

from typing import Literal, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray
from pydantic import Field, model_validator

from bandit_replications.bandits.compiled import kernel
from bandit_replications.bandits.entries import Section
from bandit_replications.bandits.quantities import Corruption
from bandit_replications.runtime.errors import BadValue

SOURCES = ("adversarial", "point-mass", "uniform", "outliers", "flip")
Source = Literal["adversarial", "point-mass", "uniform", "outliers", "flip"]


class Contamination(NamedTuple):
    """A law Q and its probability, for compiled code.

    Attributes
    ----------
    probability : float
        ε in [0, 1/2).
    source : int
        Place of the law in SOURCES.
    value : float
        Parameter of the law.
    best_arm : int

    """

    probability: float
    source: int
    value: float
    best_arm: int


class ContaminationEntry(Section):
    """A contamination in the configuration."""

    probability: Corruption = Field(
        title="ε", description="probability that a Byzantine agent's reward is false"
    )
    source: Source = Field(
        default="adversarial",
        description=(
            "law Q of false rewards: adversarial (0 for the best arm, 1 for the others), "
            "point-mass (`value`), uniform on [0, 1], outliers (uniform on [-value, value]), flip "
            "(1 minus the reward, which is not of Huber's kind)"
        ),
    )
    value: float | None = Field(
        default=None, description="point-mass: the value; outliers: their largest size"
    )

    @model_validator(mode="after")
    def _check(self) -> Self:
        needed = self.source in ("point-mass", "outliers")
        if needed != (self.value is not None):
            allowed = "a number" if needed else f"nothing with source {self.source!r}"
            raise BadValue(f"value: {self.value!r}; allowed: {allowed}")
        if self.source == "outliers" and not (self.value or 0) > 1:
            raise BadValue(f"value: {self.value!r}; allowed: more than 1 with source outliers")
        return self

    def for_arms(self, means: np.ndarray) -> Contamination:
        """Return the contamination for compiled code, for arms of these means."""
        return Contamination(
            self.probability,
            SOURCES.index(self.source),
            0.0 if self.value is None else self.value,
            int(np.argmax(means)),
        )


# --- What is reported of a reward (compiled) ------------------------------------------------


class Reports(NamedTuple):
    """The law of reports, given rewards.

    Attributes
    ----------
    contamination : Contamination
    byzantine : bool array, shape (agents,)
    noise_scale : float
        Of Laplace noise on every report; 0 for none.

    """

    contamination: Contamination
    byzantine: NDArray[np.bool_]
    noise_scale: float


@kernel(inline="always")
def report(
    reports: Reports, agent: int, arm: int, reward: float, generator: np.random.Generator
) -> float:
    """Return an agent's report of a reward; mutates the generator."""
    reported = reward
    if reports.byzantine[agent]:
        reported = _false_report(reports.contamination, arm, reward, generator)
    if reports.noise_scale > 0:
        reported += reports.noise_scale * generator.laplace(0.0, 1.0)
    return reported


@kernel(inline="always")
def _false_report(
    contamination: Contamination, arm: int, reward: float, generator: np.random.Generator
) -> float:
    if contamination.probability <= 0 or generator.random() >= contamination.probability:
        return reward
    source, value = contamination.source, contamination.value
    if source == 0:
        return 0.0 if arm == contamination.best_arm else 1.0
    if source == 1:
        return value
    if source == 2:
        return generator.random()
    if source == 3:
        return value * (2.0 * generator.random() - 1.0)
    return 1.0 - reward
