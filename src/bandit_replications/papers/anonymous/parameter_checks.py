"""Shared fields and checks of the configuration's sections."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from bandit_replications.configuration.sections import AlgorithmList, Settings, check_options
from bandit_replications.papers.anonymous.algorithms.batched_elimination import Method
from bandit_replications.papers.anonymous.catalogue import ENTRIES, OWN
from bandit_replications.papers.anonymous.environments.sizes import Sizes
from bandit_replications.playing.catalogue import entry_of

BATCHED = "batched-elimination"

Decomposition = Method
Decomposed = Annotated[
    Settings[Decomposition], Field(description="decompositions that Algorithm 1 runs with")
]


def check_known(key: str, names: Sequence[str]) -> None:
    """Raise ValueError if one of the names, given under this key, is no algorithm."""
    for name in names:
        if name not in ENTRIES:
            raise ValueError(f"{key}: {name!r}; allowed: {', '.join(ENTRIES)}")


def check_names(algorithm: str, options: Mapping[str, Any]) -> None:
    """Raise ValueError if the algorithm has no option of such a name."""
    known = ENTRIES[algorithm].Options.model_fields
    for name in options:
        if name not in known:
            raise ValueError(f"options of {algorithm}: {name!r}; allowed: {', '.join(known)}")


def check_run(algorithm: str, options: dict[str, Any], **sizes: int) -> None:
    """Raise ValueError where an algorithm cannot work on a problem of these `Sizes`."""
    entry = entry_of(algorithm, ENTRIES, OWN)
    checked = entry.Options.model_validate(options)
    entry.algorithm.check_problem(Sizes(**sizes), checked)  # type: ignore[attr-defined]


class Played(AlgorithmList):
    """What has algorithms, and decompositions for Algorithm 1."""

    if TYPE_CHECKING:
        decompositions: list[Decomposition]
        options: dict[str, dict[str, Any]]

    def check_played(self) -> None:
        """Check ids, names and options; the names of options before their values."""
        for name in set(self.options) & set(ENTRIES):
            check_names(name, self.options[name])
        self.check_known(ENTRIES, feedback=("totals",))
        check_options(ENTRIES, self.options, self.ids)

    def runs(self) -> list[tuple[str, str | None]]:
        """Return algorithms with their decompositions, None where they have none."""
        return [
            (name, decomposition)
            for name in self.algorithms
            for decomposition in self._decompositions_of(name)
        ]

    def _decompositions_of(self, name: str) -> list[Any]:
        """Return those that Algorithm 1 runs with: all, or its own; None for other algorithms."""
        if self.id_of(name) != BATCHED:
            return [None]
        own = self.named[name].options.get("decomposition") if name in self.named else None
        return [own] if own else list(self.decompositions)
