"""Comparisons of final regrets in the data sets `regret` and `readings`, and most of several.

A cell is a setting of the paper, an algorithm and an ε. Under another reading of an algorithm its
runs are those of `readings`, and the others' those of `regret`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bandit_replications.experiments.needs import Need
from bandit_replications.inference.hypothesis_tests import TEST_RESAMPLES
from bandit_replications.ledger.claims import Evidence, Finding, Results
from bandit_replications.ledger.parts import LEVEL, Comparison, Part, Sample, ratio
from bandit_replications.papers.private_online.checks.cells import UCB1
from bandit_replications.papers.private_online.parameters import Configuration
from bandit_replications.runtime.errors import NotApplicable

PAPER_MEANS = (
    (0.75, 0.70, 0.70, 0.70, 0.70),
    (0.75, 0.625, 0.5, 0.375, 0.25),
    (0.75, 0.15, 0.15, 0.15, 0.15),
)
PAPER_EPSILONS = (0.1, 0.25, 0.5, 1.0, 8.0, 64.0, 128.0)

Reading = Mapping[str, str]  # algorithm -> reading, of those that are not read in the main way
MAIN: Reading = {}


@dataclass(frozen=True)
class Place:
    """A setting, by its position in the configuration, and an ε."""

    position: int
    epsilon: float

    @property
    def name(self) -> str:
        """The place as text."""
        return f"setting {self.position + 1}, ε = {self.epsilon:g}"


def setting_name(config: Configuration, position: int) -> str:
    """Return the name of the paper's setting 1, 2 or 3, by its position in the configuration.

    Raises
    ------
    NotApplicable
        If the run has other settings than the paper.

    """
    settings = config.regret.settings
    if (
        len(settings) <= position
        or tuple(settings[position].resolve_means()) != PAPER_MEANS[position]
        or settings[position].law != "bernoulli"
    ):
        raise NotApplicable(f"the run's setting {position + 1} is not the paper's")
    name: str = settings[position].name
    return name


def comparison_needs(
    config: Configuration,
    *,
    places: Sequence[Place],
    algorithms: Sequence[str],
    reading: Reading = MAIN,
) -> tuple[Need, ...]:
    """Return the rows that a comparison needs.

    Raises
    ------
    NotApplicable
        If the run lacks a setting, an ε, an algorithm or a reading, or changes an algorithm.

    """
    if config.regret.options:
        raise NotApplicable("the run changes constants or readings of the algorithms")
    for algorithm in algorithms:
        if algorithm not in config.regret.algorithms:
            raise NotApplicable(f"the run has no {algorithm}")
    for place in places:
        if place.epsilon not in config.regret.epsilons:
            raise NotApplicable(f"the run has no epsilon {place.epsilon:g}")
    where: dict[str, tuple[Any, ...]] = {
        "setting": tuple(dict.fromkeys(setting_name(config, one.position) for one in places)),
        "algorithm": tuple(algorithms),
        "epsilon": tuple(dict.fromkeys(one.epsilon for one in places)),
    }
    needs = [Need(experiment="regret", where=where)]
    for algorithm, name in reading.items():
        _check_reading(config, algorithm, name, where)
        other = {**where, "algorithm": (algorithm,), "reading": (name,)}
        needs.append(Need(experiment="readings", where=other))
    return tuple(needs)


def _check_reading(
    config: Configuration, algorithm: str, name: str, where: Mapping[str, Any]
) -> None:
    section = config.readings
    if (algorithm, name) not in {(one.algorithm, one.reading) for one in section.variants}:
        raise NotApplicable(f"the run has no reading {name} of {algorithm}")
    part = section.only.get(algorithm)
    settings = [one.name for one in section.settings] if part is None else part.settings
    epsilons = section.epsilons if part is None else part.epsilons
    if section.horizon != config.regret.horizon:
        raise NotApplicable("readings and regret have different horizons")
    if not set(where["setting"]) <= set(settings) or not set(where["epsilon"]) <= set(epsilons):
        raise NotApplicable(f"reading {name} of {algorithm} does not run in all cells")


def final(
    results: Results, config: Configuration, place: Place, algorithm: str, reading: Reading = MAIN
) -> Sample:
    """Return the final regrets of one cell, one for each run."""
    other = reading.get(algorithm)
    frame = results["regret" if other is None else "readings"]
    keep = (
        (frame["algorithm"] == algorithm)
        & (frame["setting"] == setting_name(config, place.position))
        & (frame["round"] == config.regret.horizon)
    )
    if algorithm != UCB1:  # which has no epsilon
        keep &= frame["epsilon"] == place.epsilon
    if other is not None:
        keep &= frame["reading"] == other
    return frame.loc[keep, "regret"].to_numpy()


@dataclass(frozen=True)
class Versus:
    """That an algorithm's mean final regret is at most (or at least) a factor times another's.

    `epsilon` is that of the algorithm's own runs, where it is not the place's.
    """

    algorithm: str
    other: str
    factor: float
    below: bool = True
    epsilon: float | None = None

    def part(self, results: Results, config: Configuration, place: Place, reading: Reading) -> Part:
        """Return the comparison at a place."""
        own = place if self.epsilon is None else Place(place.position, self.epsilon)
        return ratio(
            f"{self.algorithm} / {self.other}, {place.name}",
            final(results, config, own, self.algorithm, reading),
            final(results, config, place, self.other, reading),
            self.factor,
            below=self.below,
        )


@dataclass(frozen=True)
class Farthest:
    """That the largest of several means is at most a factor times the smallest.

    It holds if it does for the two that the data set furthest apart; to refute it with these, their
    p-value is multiplied by the number of pairs that could have been taken.
    """

    pair: Comparison
    pairs: int

    @classmethod
    def among(cls, cells: Mapping[str, Sample], factor: float) -> "Farthest":
        """Return the part of cells by name."""
        high = max(cells, key=lambda name: float(cells[name].mean()))
        low = min(cells, key=lambda name: float(cells[name].mean()))
        name = f"{high} over {low.rpartition(', ')[2]}"
        pair = ratio(name, cells[high], cells[low], factor, below=True)
        return cls(pair, len(cells) * (len(cells) - 1))

    @property
    def name(self) -> str:
        """What it compares."""
        return self.pair.name

    @property
    def value(self) -> float:
        """The largest mean over the smallest."""
        return self.pair.value

    @property
    def holds(self) -> bool:
        """Whether it is at most the factor."""
        return self.pair.holds

    @property
    def distance(self) -> float:
        """Standard errors by which it is above the factor."""
        return self.pair.distance

    def evidence(self, *, resamples: int = TEST_RESAMPLES) -> list[Evidence]:
        """Return the p-values at each margin."""
        return [
            Evidence(p_for=one.p_for, p_against=min(1.0, self.pairs * one.p_against))
            for one in self.pair.evidence(resamples=resamples)
        ]

    def refused_from(self, level: float) -> float:
        """Return the ratio from which it is refused."""
        return self.pair.refused_from(level / self.pairs)


# --- Most of several, and a control ---------------------------------------------------------


def most_of(items: Mapping[str, Sequence[Part]]) -> Finding:
    """Return the finding that most of several statements hold; a caveat names those that do not.

    Each statement is that all of its parts hold; the statements rest on independent runs, or on
    some that they share and that move them the same way.
    With p(1) <= … <= p(n) their p-values, that at least u hold has the p-value
    min over i >= u of (n - u + 1) / (i - u + 1) p(i) (Benjamini and Heller, 2008, after Simes).
    """
    table = {name: [part.evidence() for part in parts] for name, parts in items.items()}
    needed = len(items) // 2 + 1
    columns = [
        Evidence(
            p_for=_at_least(needed, [_holds(rows, margin) for rows in table.values()]),
            p_against=_at_least(
                len(items) - needed + 1, [_fails(rows, margin) for rows in table.values()]
            ),
        )
        for margin in range(3)
    ]
    failing = {
        name: [part for part in parts if not part.holds]
        for name, parts in items.items()
        if not all(part.holds for part in parts)
    }
    texts = [
        f"{name} ({', '.join(f'{part.name}: {part.value:.3g}' for part in parts)})"
        for name, parts in failing.items()
    ]
    caveat = f"not so in {len(failing)} of {len(items)}: {'; '.join(texts)}" if failing else ""
    values = [part.value for parts in items.values() for part in parts]
    return Finding(
        numbers={
            "hold": len(items) - len(failing),
            "of": len(items),
            "least ratio": min(values),
            "largest ratio": max(values),
        },
        evidence=columns[0],
        half=columns[1],
        twice=columns[2],
        caveat=caveat,
        refused_from=_refused_from(items),
    )


def most_of_each(items: Mapping[str, Sequence[Part]]) -> Finding:
    """Return the finding that of each sentence most statements hold; see `most_of`.

    A statement's name begins with its sentence's, up to a comma; without one all are one sentence.
    """
    sentences: dict[str, dict[str, Sequence[Part]]] = {}
    for name, parts in items.items():
        sentence = name.partition(", setting")[0] if ", setting" in name else ""
        sentences.setdefault(sentence, {})[name] = parts
    found = {name: most_of(some) for name, some in sentences.items()}
    if len(found) == 1:
        return next(iter(found.values()))
    numbers = {
        f"{name}: {key}": finding.numbers[key]
        for name, finding in found.items()
        for key in ("hold", "of")
    }
    whole, half, twice = (
        _all_together([column(finding) for finding in found.values()])
        for column in (lambda one: one.evidence, lambda one: one.half, lambda one: one.twice)
    )
    return Finding(
        numbers=numbers,
        evidence=whole,
        half=half,
        twice=twice,
        caveat="; ".join(one.caveat for one in found.values() if one.caveat),
    )


def _all_together(rows: Sequence[Evidence]) -> Evidence:
    return Evidence(
        p_for=max(row.p_for for row in rows),
        p_against=min(1.0, len(rows) * min(row.p_against for row in rows)),
    )


def _holds(rows: Sequence[Sequence[Evidence]], margin: int) -> float:
    return max(row[margin].p_for for row in rows)


def _fails(rows: Sequence[Sequence[Evidence]], margin: int) -> float:
    return min(1.0, len(rows) * min(row[margin].p_against for row in rows))


def _at_least(least: int, p_values: Sequence[float]) -> float:
    """Return the p-value of the alternative that at least so many alternatives are true."""
    spare = len(p_values) - least + 1
    ordered = enumerate(sorted(p_values)[least - 1 :], start=1)
    return min(1.0, *(spare / place * value for place, value in ordered))


def _refused_from(items: Mapping[str, Sequence[Part]]) -> str:
    """Return the worsening at which the statement that is nearest to it would be refused."""
    parts = [part for some in items.values() for part in some if part.holds]
    if not parts:
        return ""
    refusals = [(part, part.refused_from(LEVEL / len(parts))) for part in parts]
    part, refused = min(refusals, key=lambda one: abs(one[1] / one[0].value - 1))
    return f"{part.name} {refused:.4g}, measured {part.value:.4g} (one of {len(items)})"
