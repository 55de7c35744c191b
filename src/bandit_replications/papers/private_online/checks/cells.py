"""Cells of the data sets `regret` and `full-information`: final regrets beside the instance."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, cast

from bandit_replications.experiments.needs import Need
from bandit_replications.ledger.claims import Results
from bandit_replications.ledger.parts import MARGINS, Sample, stretched
from bandit_replications.papers.private_online.parameters import Configuration
from bandit_replications.papers.private_online.simulation import full_information_instance
from bandit_replications.runtime.errors import NotApplicable

MAIN = "main"
LAZY, HYBRID, DP_SE, UCB1 = "anytime-lazy-ucb", "hybrid-ucb", "dp-se", "ucb1"
FTNL, NAIVE = "ftnl", "naive-ftnl"

# Options under which the proofs hold; the others change constants that they use. The scale of the
# noise with full information is allowed for.
COVERED = {
    LAZY: {"first_pull", "tie_breaking"},
    HYBRID: {"noise", "tree_levels", "full_tree", "tie_breaking"},
    DP_SE: set(),
    FTNL: {"noise_scale", "tie_breaking", "first_action"},
    NAIVE: {"noise_scale", "tie_breaking", "first_action"},
}


@dataclass(frozen=True, kw_only=True)
class Cell:
    """Final regrets of the runs of one cell, with the gaps and the horizon of its instance."""

    instance: str
    arms: int
    min_gap: float
    epsilon: float
    regrets: Sample
    gaps: Sample
    horizon: int

    @property
    def name(self) -> str:
        """The cell's settings as text."""
        return f"{self.instance}, K = {self.arms}, Δ = {self.min_gap:g}, ε = {self.epsilon:g}"

    @property
    def trivial(self) -> float:
        """T times the largest gap, which no algorithm exceeds."""
        return self.horizon * float(self.gaps.max())


def required(
    config: Configuration, *, experiment: str, algorithms: tuple[str, ...], **where: tuple[Any, ...]
) -> tuple[Need, ...]:
    """Return the need of these algorithms' rows for a claim that a proof covers.

    Raises
    ------
    NotApplicable
        If the run lacks an algorithm or a second replicate, or changes what the proof rests on.

    """
    section = getattr(config, experiment.replace("-", "_"))
    for algorithm in algorithms:
        if algorithm not in section.algorithms:
            raise NotApplicable(f"the run has no {algorithm}")
        if section.replicates_of(algorithm) < 2:
            raise NotApplicable(f"the run has one replicate of {algorithm}; at least 2 are needed")
        other = sorted(set(section.options.get(algorithm, {})) - COVERED[algorithm])
        if other:
            raise NotApplicable(f"the run changes what the proof rests on: {', '.join(other)}")
    return (Need(experiment=experiment, where={"algorithm": algorithms, **where}),)


def margins(name: str, factor: float) -> dict[str, object]:
    """Return the facts of a rule: a factor, and what it is at half and at twice the margin."""
    names = (name, f"half_{name}", f"twice_{name}")
    return {key: stretched(factor, margin) for key, margin in zip(names, MARGINS, strict=True)}


def regret_cells(results: Results, config: Configuration, algorithm: str) -> Iterator[Cell]:
    """Yield the cells of a bandit algorithm, with the regrets after the last round."""
    section = config.regret
    frame = results["regret"]
    at_end = frame[(frame["algorithm"] == algorithm) & (frame["round"] == section.horizon)]
    for setting in section.settings:
        if not setting.gaps.max() > 0:
            continue
        for epsilon in section.epsilons:
            rows = (at_end["setting"] == setting.name) & (at_end["epsilon"] == epsilon)
            yield Cell(
                instance=setting.name,
                arms=setting.gaps.size,
                min_gap=float(setting.gaps[setting.gaps > 0].min()),
                epsilon=epsilon,
                regrets=at_end.loc[rows, "regret"].to_numpy(),
                gaps=setting.gaps,
                horizon=section.horizon,
            )


def full_information_cells(
    results: Results, config: Configuration, algorithm: str
) -> Iterator[Cell]:
    """Yield the cells of a full-information algorithm, with the regrets after the last round."""
    section = config.full_information
    frame = results["full-information"]
    at_end = frame[(frame["algorithm"] == algorithm) & (frame["round"] == section.horizon)]
    at_end = at_end[at_end["reading"] == MAIN]
    columns = ["instance", "arms", "min_gap", "epsilon"]
    for cell, rows in at_end.groupby(columns, sort=False)["regret"]:
        instance, arms, min_gap, epsilon = cast(tuple[str, int, float, float], cell)
        entry = full_information_instance(
            instance=instance,
            arms=int(arms),
            min_gap=float(min_gap),
            best=section.best,
            best_position=section.best_position,
        )
        yield Cell(
            instance=f"{instance} gaps",
            arms=int(arms),
            min_gap=float(min_gap),
            epsilon=float(epsilon),
            regrets=rows.to_numpy(),
            gaps=entry.gaps,
            horizon=section.horizon,
        )
