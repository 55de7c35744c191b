"""What sections of the configuration share: fields, and checks by the algorithms' own modules."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from pydantic import Field

from bandit_replications.configuration.quantities import MOST_ARMS
from bandit_replications.configuration.sections import check_options
from bandit_replications.papers.anonymous.algorithms.batched_elimination import Method
from bandit_replications.papers.anonymous.catalogue import ALGORITHMS
from bandit_replications.papers.anonymous.environments.sizes import Sizes

BATCHED = "batched-elimination"

ROUNDS: dict[str, Any] = {"unit": "rounds"}

Arms = Annotated[int, Field(ge=2, le=MOST_ARMS)]
Decomposition = Method


def check_known(key: str, names: Sequence[str]) -> None:
    """Raise ValueError if one of the names, given under this key, is no algorithm."""
    for name in names:
        if name not in ALGORITHMS:
            raise ValueError(f"{key}: {name!r}; allowed: {', '.join(ALGORITHMS)}")


def check_names(algorithm: str, options: Mapping[str, Any]) -> None:
    """Raise ValueError if the algorithm has no option of such a name."""
    known = ALGORITHMS[algorithm].Options.model_fields
    for name in options:
        if name not in known:
            raise ValueError(f"options of {algorithm}: {name!r}; allowed: {', '.join(known)}")


def check_given(options: Mapping[str, Mapping[str, Any]], algorithms: Sequence[str]) -> None:
    """Check the names of options before their values, which `check_options` does."""
    for name in set(options) & set(ALGORITHMS):
        check_names(name, options[name])
    check_options(ALGORITHMS, options, algorithms)


def check_run(algorithm: str, options: dict[str, Any], **sizes: int) -> None:
    """Raise ValueError where an algorithm cannot work on a problem of these `Sizes`."""
    module = ALGORITHMS[algorithm]
    module.check_problem(Sizes(**sizes), module.Options.model_validate(options))
