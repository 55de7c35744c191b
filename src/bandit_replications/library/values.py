"""Values from users of the library: validated and plain, with errors of one line."""

import functools
import hashlib
import importlib
import json
import platform
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from importlib import metadata
from types import ModuleType
from typing import Annotated, Any, NamedTuple

import numba
import numpy as np
import scipy
from pydantic import BaseModel, Field, ValidationError

from bandit_replications.bandits.arrays import Integers
from bandit_replications.bandits.entries import Section
from bandit_replications.bandits.quantities import LONGEST
from bandit_replications.configuration.limits import check as check_limits
from bandit_replications.configuration.messages import explain, validated
from bandit_replications.experiments.tasks import checkpoints
from bandit_replications.runtime.errors import ConfigurationError, Refused, UserError

POINTS = 48  # log-spaced checkpoints of a curve, where none are given


class Steps(Section):
    """The keywords that all algorithms have."""

    horizon: int = Field(ge=1, description="number of rounds, an integer >= 1")
    seed: int = Field(default=0, ge=0, description="root seed of the streams")


class Runs(Steps):
    """And those of their simulations."""

    checkpoints: list[Annotated[int, Field(le=LONGEST)]] | None = Field(
        default=None,
        min_length=1,
        description="rounds that increase up to the horizon; default: log-spaced ones",
    )
    runs: int = Field(default=1, ge=1, description="number of independent runs")

    @property
    def points(self) -> Integers:
        """The checkpoints as an array."""
        if self.checkpoints is not None:
            return np.array(self.checkpoints, dtype=np.int64)
        return checkpoints(self.horizon, number=POINTS)


def valid(model: type[BaseModel], values: Mapping[str, Any]) -> Any:
    """Return the values as a model; raise the user's error for the first that is wrong."""
    with explained(model):
        return validated(model, values)


@contextmanager
def explained(model: type[BaseModel]) -> Iterator[None]:
    """Turn refusals of a problem, an algorithm or the model into the user's error."""
    try:
        yield
    except ValidationError as error:
        raise ConfigurationError(explain(error, model)) from error
    except Refused as error:
        raise ConfigurationError(str(error)) from error


def check_sizes(values: Mapping[str, Any]) -> None:
    """Refuse numbers that no run can use; arrays may be as long as the memory allows."""
    try:
        kinds = (int, float, Mapping)  # a mapping is an entry, such as a network
        check_limits({key: value for key, value in values.items() if isinstance(value, kinds)})
    except ValueError as error:
        raise ConfigurationError(str(error)) from error


def plain(value: Any) -> Any:
    """Return arrays, series and tuples as lists, and numpy's numbers as Python's."""
    if hasattr(value, "tolist"):
        return value.tolist()
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    return value


@functools.cache
def version() -> str:
    """Return the version of this package."""
    try:
        return metadata.version("bandit-replications")
    except metadata.PackageNotFoundError:  # a folder on the path, not installed
        return "unknown"


def versions() -> dict[str, str]:
    """Return the versions that numbers may depend on."""
    computing = {module.__name__: module.__version__ for module in (np, scipy, numba)}
    ours = {"bandit-replications": version()}
    return {"python": platform.python_version(), **ours, **computing}


def stacked(records: Iterable[NamedTuple], number: int) -> dict[str, Any]:
    """Return the arrays of so many records, one after the other along a first axis.

    Each is written where it stays, so that a million runs take the memory of what they keep.
    """
    kept: dict[str, Any] = {}
    for place, record in enumerate(records):
        for key, values in record._asdict().items():
            if values is not None:
                if key not in kept:
                    kept[key] = np.empty((number, *values.shape), values.dtype)
                kept[key][place] = values
    return kept


def seed_of(*named: Any) -> int:
    """Return the seed that these values name."""
    text = json.dumps(named, default=repr)
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "little")


def optional_module(module: str) -> ModuleType:
    """Return a library that only this needs."""
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        raise UserError(
            f"{error.name}: not installed; allowed: pip install '.[figures]' in a checkout"
        ) from error
