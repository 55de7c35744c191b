"""Cells of the data set `full-information`, for the claims on Section 5 that runs decide."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from bandit_replications.experiments.needs import Need
from bandit_replications.ledger.claims import Results
from bandit_replications.ledger.rules import Sample
from bandit_replications.runtime.errors import NotApplicable

# Readings under which the proofs hold; the noise's scale is allowed for.
COVERED = {"noise_scale", "tie_breaking", "first_action"}


@dataclass(frozen=True, kw_only=True)
class Cell:
    """One cell of the data set `full-information`: final regrets and the instance's gaps."""

    instance: str
    arms: int
    min_gap: float
    epsilon: float
    regrets: Sample
    gaps: Sample
    trivial: float

    @property
    def name(self) -> str:
        """The cell's settings as text."""
        return f"{self.instance}, K = {self.arms}, Δ = {self.min_gap:g}, ε = {self.epsilon:g}"


# --- The data set full-information ----------------------------------------------------------


def required(config: Any, *algorithms: str, **where: tuple[Any, ...]) -> tuple[Need, ...]:
    """Return the need of these algorithms' rows.

    Raises
    ------
    NotApplicable
        If the run lacks an algorithm, or changes what the proofs rest on.

    """
    section = config.full_information
    for algorithm in algorithms:
        if algorithm not in section.algorithms:
            raise NotApplicable(f"the run has no {algorithm}")
        if section.replicates_of(algorithm) < 2:
            raise NotApplicable(f"the run has one replicate of {algorithm}; at least 2 are needed")
        other = sorted(set(section.options.get(algorithm, {})) - COVERED)
        if other:
            raise NotApplicable(f"the run changes what the proof rests on: {', '.join(other)}")
    return (Need(experiment="full-information", where={"algorithm": algorithms, **where}),)


def noise_scale(config: Any, algorithm: str) -> float:
    """Return the scale of the algorithm's noise, in units of what is printed."""
    return float(config.full_information.options.get(algorithm, {}).get("noise_scale", 1.0))


def cells(results: Results, config: Any, algorithm: str) -> Iterator[Cell]:
    """Yield the cells of an algorithm, with the regrets after the last round."""
    from bandit_replications.papers.private_online.simulation import full_information_instance  # noqa: PLC0415  loads algorithms

    section = config.full_information
    frame = results["full-information"]
    at_end = frame[(frame["algorithm"] == algorithm) & (frame["round"] == section.horizon)]
    groups = {
        key: group.to_numpy()
        for key, group in at_end.groupby(["instance", "arms", "min_gap", "epsilon"])["regret"]
    }
    for instance in section.instances:
        for arms in section.arms:
            for min_gap in section.min_gaps:
                gaps = full_information_instance(
                    instance=instance,
                    arms=arms,
                    min_gap=min_gap,
                    best=section.best,
                    best_position=section.best_position,
                ).gaps
                for epsilon in section.epsilons:
                    if (instance, arms, min_gap, epsilon) not in groups:
                        continue  # the claim does not need this cell
                    yield Cell(
                        instance=instance,
                        arms=arms,
                        min_gap=min_gap,
                        epsilon=epsilon,
                        regrets=groups[instance, arms, min_gap, epsilon],
                        gaps=gaps,
                        trivial=section.horizon * float(gaps.max()),
                    )
