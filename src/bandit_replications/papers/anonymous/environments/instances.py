"""Problem instances: named configuration entries that become a matrix of means, (users, arms).

An entry says where the means come from in one of four ways: `means`, `file`, features of users and
arms, or a `generator`, which draws new means for each replicate (Appendix B).
"""

from typing import Literal, Self

import numpy as np
from numpy.typing import NDArray
from pydantic import Field, model_validator

from bandit_replications.bandits.arrays import Floats
from bandit_replications.bandits.entries import FileName, Section, located
from bandit_replications.runtime.errors import BadValue

Family = Literal["uniform", "linear-model", "clustered", "gap"]


class MeansEntry(Section):
    """One named problem instance as a configuration entry.

    Exactly one of `means`, `file`, `user_features` with `arm_features`, `generator` is given.
    """

    name: str = Field(min_length=1, description="name of the instance in results and figures")
    means: list[list[float]] | None = Field(
        None, description="mean reward of each user (row) and arm (column), in [0, 1]"
    )
    file: FileName | None = Field(
        None,
        description="CSV file of means, one line per user, from the current folder or the root",
    )
    user_features: list[list[float]] | None = Field(
        None, description="vector of each user; means are 0.5 (cosine + 1)"
    )
    arm_features: list[list[float]] | None = Field(None, description="vector of each arm")
    generator: Family | None = Field(
        None,
        description="family that draws the means: uniform, linear-model, clustered (uniform, but "
        "each arm best for as many users), gap (best mean 0.5 + gap, others 0.5, clustered)",
    )
    users: int | None = Field(None, ge=1, title="N", description="users (generators only)")
    arms: int | None = Field(None, ge=2, title="K", description="arms (generators only)")
    dimension: int | None = Field(
        None, ge=1, description="length of the vectors (generator linear-model only)"
    )
    gap: float | None = Field(
        None, gt=0, le=0.5, description="best mean minus the others (generator gap only)"
    )
    law: Literal["bernoulli", "gaussian"] = Field(
        "bernoulli", description="law of the rewards: bernoulli, or normal with variance 1"
    )

    @model_validator(mode="after")
    def _check(self) -> Self:
        sources = [s for s in ("means", "file", "generator") if getattr(self, s) is not None]
        if self.user_features is not None and self.arm_features is not None:
            sources.append("user_features and arm_features")
        if len(sources) != 1:
            raise BadValue(
                f"instance {self.name!r} has {', '.join(sources) or 'no means'}; allowed: exactly "
                "one of means, file, user_features and arm_features, generator"
            )
        if self.generator is not None:
            needed = ["users", "arms"]
            needed += {"linear-model": ["dimension"], "gap": ["gap"]}.get(self.generator, [])
            for key in needed:
                if getattr(self, key) is None:
                    raise BadValue(
                        f"instance {self.name!r}: {key} is missing; "
                        f"allowed: generator {self.generator} with {', '.join(needed)}"
                    )
        self.draw(np.random.default_rng(0))
        return self

    @property
    def shape(self) -> tuple[int, int]:
        """Number of users and of arms."""
        if self.generator is not None:
            assert self.users is not None
            assert self.arms is not None
            return self.users, self.arms
        users, arms = self.draw(np.random.default_rng(0)).shape
        return users, arms

    def draw(self, generator: np.random.Generator) -> Floats:
        """Return the means, shape (users, arms); only entries with a generator draw them.

        Raises
        ------
        ValueError
            If the file or the numbers cannot be used.

        """
        if self.generator is not None:
            return _drawn(self, generator)
        if self.user_features is not None and self.arm_features is not None:
            given = cosine_means(self._matrix(self.user_features), self._matrix(self.arm_features))
        else:
            rows = self._read(self.file) if self.file is not None else self.means
            assert rows is not None
            given = self._matrix(rows)
        if given.shape[1] < 2 or not np.all((given >= 0) & (given <= 1)):
            raise BadValue(
                f"instance {self.name!r}: means of shape {given.shape} in [{given.min():g}, "
                f"{given.max():g}]; allowed: at least 2 arms, means in [0, 1]"
            )
        return given

    def _matrix(self, rows: list[list[float]]) -> Floats:
        lengths = {len(row) for row in rows}
        if len(lengths) != 1 or 0 in lengths:
            raise BadValue(
                f"instance {self.name!r}: rows of lengths {sorted(lengths)}; "
                "allowed: rows of one length"
            )
        return np.array(rows, dtype=np.float64)

    def _read(self, file: str) -> list[list[float]]:
        path = located(file)
        try:
            lines = [line for line in path.read_text().splitlines() if line.strip()]
            return [[float(number) for number in line.split(",")] for line in lines]
        except (OSError, ValueError) as error:
            raise BadValue(
                f"instance {self.name!r}: file {file!r}: {error}; "
                "allowed: a CSV file of numbers, one line per user"
            ) from error


def _drawn(entry: MeansEntry, generator: np.random.Generator) -> Floats:
    assert entry.users is not None
    assert entry.arms is not None
    shape = (entry.users, entry.arms)
    if entry.generator == "linear-model":
        assert entry.dimension is not None
        vectors = generator.normal(size=(entry.users + entry.arms, entry.dimension))
        return cosine_means(vectors[: entry.users], vectors[entry.users :])
    if entry.generator == "gap":
        assert entry.gap is not None
        return 0.5 + entry.gap * (favourites(shape)[:, None] == np.arange(entry.arms))
    means = generator.random(shape)
    return means if entry.generator == "uniform" else clustered(means)


def cosine_means(users: Floats, arms: Floats) -> Floats:
    """Return 0.5 (cosine + 1) for each user's and arm's vector (Appendix B), (users, arms).

    Parameters
    ----------
    users, arms : float arrays, shape (users, dimension) and (arms, dimension)
        Their lengths do not matter, but none is zero.

    Raises
    ------
    ValueError
        If the vectors differ in dimension or one is zero.

    """
    lengths = [np.linalg.norm(vectors, axis=1, keepdims=True) for vectors in (users, arms)]
    if users.shape[1] != arms.shape[1] or min(length.min() for length in lengths) == 0:
        raise BadValue("features: allowed: vectors of one dimension, none of them zero")
    cosines = (users / lengths[0]) @ (arms / lengths[1]).T
    return np.asarray(np.clip(0.5 * (cosines + 1), 0.0, 1.0))


def favourites(shape: tuple[int, int]) -> NDArray[np.int64]:
    """Return the best arm of each user where arms take turns: at least floor(N/K) users each."""
    return np.arange(shape[0]) % shape[1]


def clustered(means: Floats) -> Floats:
    """Return the means with each user's best one moved to the arm whose turn it is."""
    moved = means.copy()
    users = np.arange(means.shape[0])
    best, turn = means.argmax(axis=1), favourites((means.shape[0], means.shape[1]))
    moved[users, best], moved[users, turn] = means[users, turn], means[users, best]
    return moved


def min_cluster(means: Floats) -> int:
    """Return U: the smallest number of users whose best arm an arm is (Section 2.1)."""
    return int(np.bincount(means.argmax(axis=1), minlength=means.shape[1]).min())
