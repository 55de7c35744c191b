"""What a paper is: one frozen object, the whole contract between a paper and the rest."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from bandit_replications.configuration.validation import PaperConfiguration
from bandit_replications.experiments.cells import Experiment
from bandit_replications.ledger.records import Ledger
from bandit_replications.reporting.figures import FigureSpec
from bandit_replications.reporting.looks import Look, Looks
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
    experiments : tuple of Experiment
        What is simulated.
    looks : Looks
        How its algorithms look and what the paper calls them, by id.
    figures : tuple of FigureSpec
    tables : tuple of TableSpec
    ledger : Ledger
        Claims, errata and items with the functions that decide them.
    compile_kernels : callable
        Runs every compiled simulator once on a tiny problem.

    """

    name: str
    configuration: type[PaperConfiguration]
    experiments: tuple[Experiment, ...]
    looks: Looks
    figures: tuple[FigureSpec, ...]
    tables: tuple[TableSpec, ...]
    ledger: Ledger
    compile_kernels: Callable[[], None] = field(repr=False)

    @property
    def algorithms(self) -> Mapping[str, Look]:
        """Looks, names and numbers of the algorithms by id."""
        return self.looks.table

    @property
    def figures_by_id(self) -> Mapping[str, FigureSpec]:
        """The figures by id."""
        return {spec.id: spec for spec in self.figures}

    @property
    def tables_by_id(self) -> Mapping[str, TableSpec]:
        """The tables by id."""
        return {spec.id: spec for spec in self.tables}
