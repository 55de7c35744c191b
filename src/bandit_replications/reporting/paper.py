"""What a paper is: one frozen object, the whole contract between a paper and the rest."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from bandit_replications.bandits.problems import Simulator
from bandit_replications.configuration.validation import PaperConfiguration
from bandit_replications.experiments.cells import Experiment
from bandit_replications.experiments.tasks import Task
from bandit_replications.ledger.records import Ledger
from bandit_replications.reporting.figures import FigureSpec
from bandit_replications.reporting.looks import Looks
from bandit_replications.reporting.tables import TableSpec


@dataclass(frozen=True, kw_only=True)
class Paper:
    """A paper as its package offers it: `papers/<name>/paper.py` defines it as `PAPER`.

    Attributes
    ----------
    name : str
        As in `papers.yaml`, and of the package.
    configuration : type
        Pydantic model of all its parameters; its fields are the experiments and the root seed.
    algorithms : mapping
        The algorithms' modules by id.
    experiments : tuple of Experiment
        What is simulated.
    tiny_tasks : callable
        Returns tasks that run every algorithm on a tiny problem and so compile all kernels.
    looks : Looks
        How its algorithms look and what the paper calls them, by id.
    figures : tuple of FigureSpec
    tables : tuple of TableSpec
    ledger : Ledger
        Claims, errata and items with the functions that decide them.

    """

    name: str
    configuration: type[PaperConfiguration]
    algorithms: Mapping[str, Simulator]
    experiments: tuple[Experiment, ...]
    tiny_tasks: Callable[[], Sequence[Task]] = field(repr=False)
    looks: Looks
    figures: tuple[FigureSpec, ...]
    tables: tuple[TableSpec, ...]
    ledger: Ledger

    @property
    def figures_by_id(self) -> Mapping[str, FigureSpec]:
        """The figures by id."""
        return {spec.id: spec for spec in self.figures}

    @property
    def tables_by_id(self) -> Mapping[str, TableSpec]:
        """The tables by id."""
        return {spec.id: spec for spec in self.tables}
