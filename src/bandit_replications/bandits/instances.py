"""Problem instances: named configuration entries that become means and a reward law.

An entry gives the means of its arms in one of three ways (`means`, `file` or `generator`) and the
law of their rewards. The number of arms follows from the means; the best arm may stand anywhere.
"""

from typing import Literal, Self

import numpy as np
from numpy.typing import NDArray
from pydantic import Field, model_validator

from bandit_replications.bandits import rewards
from bandit_replications.bandits.entries import FileName, Section, located
from bandit_replications.bandits.rewards import RewardTable
from bandit_replications.runtime.errors import BadValue

Generator = Literal["equal-gap", "linear", "doubling"]


def equal_gap_means(arms: int, best: float, gap: float) -> list[float]:
    """Return one arm at `best` and the others `gap` below it."""
    return [best] + [best - gap] * (arms - 1)


def linear_means(arms: int, best: float, worst: float) -> list[float]:
    """Return means equally spaced from `best` down to `worst`."""
    return [float(mean) for mean in np.linspace(best, worst, arms)]


def doubling_means(arms: int, best: float, gap: float) -> list[float]:
    """Return gaps gap, 2 gap, 4 gap, …, cut at `best` so that means stay >= 0."""
    return [best] + [best - min(gap * 2.0**j, best) for j in range(arms - 1)]


GENERATORS = {"equal-gap": equal_gap_means, "linear": linear_means, "doubling": doubling_means}


class InstanceEntry(Section):
    """One named problem instance as a configuration entry.

    Exactly one of `means`, `file`, `generator` says where the means come from.
    """

    name: str = Field(min_length=1, description="name of the instance in results and figures")
    means: list[float] | None = Field(None, description="mean reward of each arm, in [0, 1]")
    file: FileName | None = Field(
        None, description="text file with one mean per line, from the current folder or the root"
    )
    generator: Generator | None = Field(None, description="family that generates the means")
    arms: int | None = Field(None, ge=2, description="number of arms (generators only)")
    best: float = Field(0.75, ge=0, le=1, description="best mean (generators only)")
    gap: float | None = Field(
        None, gt=0, le=1, description="smallest gap (generators equal-gap and doubling)"
    )
    worst: float | None = Field(None, ge=0, le=1, description="worst mean (generator linear)")
    law: Literal["bernoulli", "finite", "beta"] = Field("bernoulli", description="reward law")
    values: list[list[float]] | None = Field(
        None, description="law finite: support points of each arm, in [0, 1]"
    )
    probabilities: list[list[float]] | None = Field(
        None, description="law finite: probability of each support point"
    )
    concentration: float | None = Field(
        None, gt=0, description="law beta: a + b; a is mean times concentration"
    )

    @model_validator(mode="after")
    def _check(self) -> Self:
        sources = [s for s in ("means", "file", "generator") if getattr(self, s) is not None]
        if self.law == "finite":
            self._check_finite()
            sources = sources or ["values"]
        if len(sources) != 1:
            found = " and ".join(sources) or "no means"
            raise self._refused(f" has {found}; allowed: exactly one of means, file, generator")
        if self.law == "beta" and self.concentration is None:
            raise self._refused(": concentration is missing; allowed: a number > 0")
        means = self.resolve_means()
        if len(means) < 2:
            raise self._refused(f" has {len(means)} arm; allowed: at least 2 arms")
        for mean in means:
            if not (0 < mean < 1 if self.law == "beta" else 0 <= mean <= 1):
                interval = "(0, 1)" if self.law == "beta" else "[0, 1]"
                raise self._refused(f": mean {mean:g}; allowed: means in {interval}")
        return self

    def _refused(self, text: str) -> BadValue:
        return BadValue(f"instance {self.name!r}{text}")

    def _check_finite(self) -> None:
        if self.values is None or self.probabilities is None:
            raise self._refused(
                ": law finite; allowed: with values and probabilities, one list for each arm"
            )
        try:
            rewards.finite_table(self.values, self.probabilities)
        except BadValue as error:
            raise self._refused(f": {error}") from None

    def resolve_means(self) -> list[float]:
        """Return the mean of each arm, read or generated as the entry says.

        Raises
        ------
        ValueError
            If the file or the generator's parameters cannot be used.

        """
        if self.means is not None:
            return list(self.means)
        if self.file is not None:
            return self._read_means(self.file)
        if self.generator is not None:
            return self._generate_means(self.generator)
        assert self.values is not None
        assert self.probabilities is not None
        return [
            float(np.dot(row, weights))
            for row, weights in zip(self.values, self.probabilities, strict=True)
        ]

    def _read_means(self, file: str) -> list[float]:
        path = located(file)
        try:
            return [float(line) for line in path.read_text().split()]
        except OSError as error:
            raise self._refused(
                f": file {file!r} cannot be read; allowed: a text file with one mean per line"
            ) from error
        except ValueError as error:
            raise self._refused(f": file {file!r}: {error}; allowed: one mean per line") from error

    def _generate_means(self, family: Generator) -> list[float]:
        needed = {"arms": self.arms, "worst" if family == "linear" else "gap": self.step}
        for key, value in needed.items():
            if value is None:
                allowed = f"generator {family} with {' and '.join(needed)}"
                raise self._refused(f": {key} is missing; allowed: {allowed}")
        assert self.arms is not None
        assert self.step is not None
        return GENERATORS[family](self.arms, self.best, self.step)

    @property
    def step(self) -> float | None:
        """The generator's second number: `worst` for linear, `gap` for the others."""
        return self.worst if self.generator == "linear" else self.gap

    @property
    def gaps(self) -> NDArray[np.float64]:
        """Best mean minus each mean, shape (arms,)."""
        means = np.array(self.resolve_means())
        return np.asarray(means.max() - means)

    def reward_table(self) -> "RewardTable":
        """Return the laws of all arms as arrays that compiled code reads."""
        if self.law == "finite":
            assert self.values is not None
            assert self.probabilities is not None
            return rewards.finite_table(self.values, self.probabilities)
        means = np.array(self.resolve_means())
        if self.law == "beta":
            assert self.concentration is not None
            return rewards.beta_table(means * self.concentration, (1 - means) * self.concentration)
        return rewards.bernoulli_table(means)
