"""The contract between a paper and the shared rooms: one frozen object."""

from collections.abc import Mapping
from dataclasses import dataclass

from bandit_replications.bandits.problems import Simulator
from bandit_replications.configuration.validation import PaperConfiguration
from bandit_replications.experiments.cells import Experiment
from bandit_replications.experiments.needs import needed
from bandit_replications.ledger.records import Ledger
from bandit_replications.playing.catalogue import Entries, modules
from bandit_replications.reporting.figures import FigureSpec
from bandit_replications.reporting.styles import LineStyles
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
    entries : mapping
        The algorithms by id, as the paper's `catalogue` has them.
    experiments : tuple of Experiment
        The simulated data sets.
    figures : tuple of FigureSpec
    tables : tuple of TableSpec
    ledger : Ledger
        Claims, errata and items with the functions that decide them.

    """

    name: str
    configuration: type[PaperConfiguration]
    entries: Entries
    experiments: tuple[Experiment, ...]
    figures: tuple[FigureSpec, ...]
    tables: tuple[TableSpec, ...]
    ledger: Ledger

    @property
    def algorithms(self) -> Mapping[str, Simulator]:
        """The algorithms' modules by id; of two settings' modules the first."""
        return modules(self.entries)

    @property
    def styles(self) -> LineStyles:
        """Line styles and names of its algorithms, by id."""
        return LineStyles.of_entries(self.entries)

    @property
    def figures_by_id(self) -> Mapping[str, FigureSpec]:
        """The figures by id."""
        return {spec.id: spec for spec in self.figures}

    @property
    def tables_by_id(self) -> Mapping[str, TableSpec]:
        """The tables by id."""
        return {spec.id: spec for spec in self.tables}

    def data_of_figures(self, config: PaperConfiguration) -> dict[str, tuple[str, ...]]:
        """Return the data sets that each figure shows, by its id; none beyond a configuration."""
        return {
            spec.id: tuple(dict.fromkeys(need.experiment for need in needed(spec, config)))
            for spec in self.figures
        }
