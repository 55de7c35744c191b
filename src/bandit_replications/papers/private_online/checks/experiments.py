"""Claims of Section 6 and Appendix I: what the text says of Figures 1 to 12.

The plotted numbers are not at hand, so a figure's claim is what the text says of it. The words:

- "competitive": a mean final regret at most `COMPETITIVE` times the other's; less is no fault, so
  that this is one side of an equivalence;
- "performs well": competitive with each of the other two; "does not perform well": at least
  `COMPETITIVE` times that of each of the other two;
- "basically UCB1", "flat": within a factor `COMPETITIVE` of each other, either way;
- "decreases": less at the largest ε than at the smallest; a caveat names steps up to the next ε
  that chance does not explain.

The figures are curves; the sentences are about their ends, and so are the rules. A sentence without
qualification is judged over everything that the paper ran: a caveat names the cells where it fails,
and it is not reproduced if it fails in most. Of several unlike sentences all must hold.

A larger margin loosens an "at most" and tightens an "at least", so that rules with both need not be
monotone in it.
"""

import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal

from bandit_replications.experiments.needs import Need
from bandit_replications.ledger.claims import Finding, Results
from bandit_replications.ledger.decisions import Decision, by_reading, measured
from bandit_replications.ledger.parts import Part, ratio
from bandit_replications.ledger.rules import all_of, any_of
from bandit_replications.papers.private_online.checks.cells import DP_SE, HYBRID, LAZY, UCB1
from bandit_replications.papers.private_online.checks.comparisons import (
    MAIN,
    PAPER_EPSILONS,
    Farthest,
    Place,
    Reading,
    Versus,
    comparison_needs,
    final,
    most_of_each,
)
from bandit_replications.papers.private_online.parameters import Configuration

COMPETITIVE = 1.25
CHANCE = 0.01  # of a step up that is named, over all steps
FACTS = {"competitive": COMPETITIVE}

# Other readings that move a mean by more than 2%; the table of readings has the effect of each.
READINGS: dict[str, Reading] = {
    "DP-SE's logarithms to base 2": {DP_SE: "logarithm-base-2"},
    "Hybrid-UCB with natural log t in (35)": {HYBRID: "logarithm-natural"},
    "Algorithm 4, which releases a full tree's root": {HYBRID: "root-as-printed"},
}
HYBRID_PLACES = [Place(0, epsilon) for epsilon in (0.5, 8.0, 64.0)]  # where its readings run

Rule = Callable[[Results, Any, Reading], Mapping[str, Sequence[Part]]]


@dataclass(frozen=True)
class Case:
    """A claim: statements with the parts that make them, the cells they need, their control.

    How many statements must hold: all, most of those of each sentence (which a name begins with,
    up to its first comma), or any. `steps` names algorithms whose regret should fall at each step.
    """

    rule: Rule
    control: Rule | None
    places: tuple[Place, ...]
    algorithms: tuple[str, ...]
    needed: Literal["all", "most", "any"] = "all"
    control_places: tuple[Place, ...] = ()
    steps: tuple[str, ...] = ()


def _places(position: int, *epsilons: float) -> tuple[Place, ...]:
    return tuple(Place(position, epsilon) for epsilon in epsilons)


# --- One algorithm against others -----------------------------------------------------------


def competes(algorithm: str, *others: str, epsilon: float | None = None) -> tuple[Versus, ...]:
    """Return that an algorithm is competitive with each of the others."""
    return tuple(Versus(algorithm, other, COMPETITIVE, epsilon=epsilon) for other in others)


def lags(algorithm: str, *others: str) -> tuple[Versus, ...]:
    """Return that an algorithm is behind each of the others."""
    return tuple(Versus(algorithm, other, COMPETITIVE, below=False) for other in others)


def like(algorithm: str, other: str) -> tuple[Versus, ...]:
    """Return that two algorithms are within a factor of each other."""
    return (*competes(algorithm, other), Versus(algorithm, other, 1 / COMPETITIVE, below=False))


def _everywhere(places: Iterable[Place], *rules: Versus) -> Rule:
    """Return that the rules hold at each place, a statement for each."""
    kept = tuple(places)

    def rule(results: Results, config: Configuration, reading: Reading) -> dict[str, list[Part]]:
        return {
            place.name: [one.part(results, config, place, reading) for one in rules]
            for place in kept
        }

    return rule


def _compared(
    places: tuple[Place, ...],
    rules: tuple[Versus, ...],
    control: tuple[Versus, ...] | None,
    *,
    needed: Literal["all", "most"] = "all",
) -> Case:
    algorithms = dict.fromkeys(
        name for one in (*rules, *(control or ())) for name in (one.algorithm, one.other)
    )
    further = [
        Place(place.position, one.epsilon)
        for place in places
        for one in control or ()
        if one.epsilon is not None
    ]
    return Case(
        rule=_everywhere(places, *rules),
        control=None if control is None else _everywhere(places, *control),
        places=places,
        algorithms=tuple(algorithms),
        needed=needed,
        control_places=tuple(dict.fromkeys(further)),
    )


_SMALL = (*competes(LAZY, DP_SE), *lags(HYBRID, LAZY, DP_SE))
_EXCHANGED = (*competes(HYBRID, DP_SE), *lags(LAZY, HYBRID, DP_SE))
_WELL = competes(HYBRID, LAZY, DP_SE)
_MORE_NOISE = competes(HYBRID, LAZY, DP_SE, epsilon=1.0)
_ALL = tuple(Place(position, epsilon) for position in range(3) for epsilon in PAPER_EPSILONS)
_LARGE = tuple(place for place in _ALL if place.epsilon >= 8)


def _each(places: Sequence[Place], *algorithms: str) -> Rule:
    """Return that DP-SE does not perform well beside an algorithm, a statement for each cell."""
    rules = [Versus(name, DP_SE, 1 / COMPETITIVE) for name in algorithms]
    return _everywhere(places, *rules)


# --- One algorithm over all ε ---------------------------------------------------------------


def _falls(
    results: Results, config: Configuration, position: int, algorithm: str, reading: Reading
) -> list[Part]:
    """Return that the mean at the largest ε is below that at the smallest."""
    cells = _cells(results, config, position, algorithm, reading)
    least, most = min(cells), max(cells)
    name = f"{algorithm}, ε = {most:g} / {least:g}"
    return [ratio(name, cells[most], cells[least], 1.0, below=True)]


def _rises(results: Results, config: Configuration, case: Case, reading: Reading) -> str:
    """Return a caveat that names steps up to the next ε which chance does not explain."""
    found = []
    for algorithm in case.steps:
        cells = _cells(results, config, case.places[0].position, algorithm, reading)
        pairs = list(itertools.pairwise(sorted(cells)))
        for low, high in pairs:
            part = ratio(
                f"{algorithm}, ε = {high:g} / {low:g}", cells[high], cells[low], 1.0, below=True
            )
            against = part.evidence()[0].p_against
            if against <= CHANCE / (len(pairs) * len(case.steps)):
                found.append(f"{part.name}: {part.value:.3g}")
    return f"rises at {'; '.join(found)}" if found else ""


def _is_flat(
    results: Results, config: Configuration, position: int, algorithm: str, reading: Reading
) -> list[Part]:
    """Return that no mean is above `COMPETITIVE` times another."""
    cells = _cells(results, config, position, algorithm, reading)
    return [Farthest.among({f"{algorithm}, ε = {a:g}": cells[a] for a in cells}, COMPETITIVE)]


def _cells(
    results: Results, config: Configuration, position: int, algorithm: str, reading: Reading
) -> dict[float, Any]:
    return {
        epsilon: final(results, config, Place(position, epsilon), algorithm, reading)
        for epsilon in PAPER_EPSILONS
    }


def _trends(position: int, *, falling: tuple[str, ...], flat: tuple[str, ...]) -> Rule:
    """Return that some algorithms' regret falls with ε and others' is flat."""

    def rule(results: Results, config: Configuration, reading: Reading) -> dict[str, list[Part]]:
        parts = {
            f"{name} falls": _falls(results, config, position, name, reading) for name in falling
        }
        for name in flat:
            parts[f"{name} is flat"] = _is_flat(results, config, position, name, reading)
        return parts

    return rule


def _over_epsilons(position: int) -> Case:
    """Return the claim of Figures 5 and 10; its control exchanges the algorithms' roles."""
    return Case(
        rule=_trends(position, falling=(LAZY, HYBRID), flat=(DP_SE,)),
        control=_trends(position, falling=(DP_SE,), flat=(LAZY, HYBRID)),
        places=_places(position, *PAPER_EPSILONS),
        algorithms=(LAZY, HYBRID, DP_SE),
        steps=(LAZY, HYBRID),
    )


def _in_setting_2(lazy: str, hybrid: str) -> Rule:
    """Return what the text says of setting 1, in setting 2; exchanged, the control."""
    sentences = (
        (f"{lazy} competitive with {DP_SE}", PAPER_EPSILONS, competes(lazy, DP_SE)),
        (f"{hybrid} does not perform well", (0.5, 1.0), lags(hybrid, lazy, DP_SE)),
        (f"{hybrid} performs well", (8.0, 64.0, 128.0), competes(hybrid, lazy, DP_SE)),
    )

    def rule(results: Results, config: Configuration, reading: Reading) -> dict[str, list[Part]]:
        return {
            f"{name}, {place.name}": [one.part(results, config, place, reading) for one in rules]
            for name, epsilons, rules in sentences
            for place in _places(1, *epsilons)
        }

    return rule


# --- Decisions ------------------------------------------------------------------------------

CASES: dict[str, Case] = {
    "figure-01": _compared(_places(0, 0.5), _SMALL, _EXCHANGED),
    "figure-02": _compared(_places(0, 1.0), _SMALL, _EXCHANGED),
    "figure-03": _compared(_places(0, 8.0), _WELL, _MORE_NOISE),
    "figure-04": _compared(_places(0, 64.0), _WELL, _MORE_NOISE),
    "figure-05": _over_epsilons(0),
    "figure-06": _compared(_places(1, 0.5), _SMALL, _EXCHANGED),
    "figure-07": _compared(_places(1, 8.0), _WELL, _MORE_NOISE),
    "figure-08": _compared(_places(1, 64.0), _WELL, _MORE_NOISE),
    "figure-10": _over_epsilons(1),
    "section-6-setting-2-similar": Case(
        rule=_in_setting_2(LAZY, HYBRID),
        control=_in_setting_2(HYBRID, LAZY),
        places=_places(1, *PAPER_EPSILONS),
        algorithms=(LAZY, HYBRID, DP_SE),
        needed="most",
    ),
    "abstract-lazy-competitive": _compared(
        _ALL, competes(LAZY, DP_SE), competes(HYBRID, DP_SE), needed="most"
    ),
    "section-6-hybrid-is-ucb1": _compared(
        _LARGE, like(HYBRID, UCB1), like(LAZY, UCB1), needed="most"
    ),
    "section-3-ucb-better-somewhere": Case(
        rule=_each(_ALL, LAZY, HYBRID),
        control=_each([place for place in _ALL if place.epsilon <= 1], HYBRID),
        places=_ALL,
        algorithms=(LAZY, HYBRID, DP_SE),
        needed="any",
    ),
}


def _together(items: Mapping[str, Sequence[Part]], case: Case) -> Finding:
    """Return the finding of statements of which most, or any, must hold."""
    if case.needed == "any":
        parts = [part for some in items.values() for part in some]
        best = min(parts, key=lambda part: part.value)
        held = sum(part.holds for part in parts)
        numbers: dict[str, float | int | str] = {
            "best": f"{best.name}: {best.value:.3g}",
            "hold": held,
            "of": len(parts),
        }
        return any_of(parts, numbers)
    return most_of_each(items)


def _decide(results: Results, config: Configuration, *, case: Case, reading: Reading) -> Finding:
    items = case.rule(results, config, reading)
    if case.needed != "all":
        return _together(items, case)
    parts = [part for some in items.values() for part in some]
    return all_of(parts, caveat=_rises(results, config, case, reading))


def _control(results: Results, config: Configuration, *, case: Case) -> Finding:
    assert case.control is not None
    items = case.control(results, config, MAIN)
    if case.needed != "all":
        return _together(items, case)
    return all_of([part for parts in items.values() for part in parts])


def _needed(config: Configuration, *, case: Case, reading: Reading) -> tuple[Need, ...]:
    places = case.places if reading else (*case.places, *case.control_places)
    return comparison_needs(config, places=places, algorithms=case.algorithms, reading=reading)


def _read(case: Case, reading: Reading) -> Decision:
    shown = case.control is not None and reading is MAIN
    return measured(
        partial(_decide, case=case, reading=reading),
        partial(_needed, case=case, reading=reading),
        control=partial(_control, case=case) if shown else None,
        facts=FACTS,
    )


def _decision(case: Case) -> Decision:
    """Return the decision under the main reading and under each other one that runs here."""
    main = _read(case, MAIN)
    others = {}
    for name, reading in READINGS.items():
        (algorithm,) = reading
        runs = algorithm != HYBRID or set(case.places) <= set(HYBRID_PLACES)
        if algorithm in case.algorithms and runs:
            others[name] = _read(case, reading)
    return by_reading(main, **others) if others else main


CHECKS = {claim_id: _decision(case) for claim_id, case in CASES.items()}
