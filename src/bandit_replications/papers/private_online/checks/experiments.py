"""Claims of Section 6 and Appendix I: what the text says of Figures 1 to 12.

The plotted numbers are not at hand, so a figure's claim is what the text says of it. The words:

- "competitive": a mean final regret at most `COMPETITIVE` times the other's (less is no fault);
- "performs well": competitive with each of the other two; "does not perform well": at least
  `COMPETITIVE` times that of each of the other two;
- "basically UCB1", "flat": within a factor `COMPETITIVE` of each other, either way;
- "decreases": from no ε to the next up by more than the factor `STEP`, and over the whole range
  down by more than it.

A sentence without qualification is judged over everything that the paper ran: a caveat names the
cells where it fails, and it is not reproduced if it fails in most.

A larger margin loosens an "at most" and tightens an "at least", so that rules with both need not be
monotone in it.
"""

import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from bandit_replications.experiments.needs import Need
from bandit_replications.ledger.claims import Finding, Results
from bandit_replications.ledger.decisions import Decision, by_reading, measured
from bandit_replications.ledger.rules import Part, all_of, ratio
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
    most_of,
    refused_together,
)

COMPETITIVE = 1.25
STEP = 1.05
FACTS = {"competitive": COMPETITIVE, "step": STEP}

# Other readings that move a comparison; the table of readings has the effect of each.
READINGS: dict[str, Reading] = {
    "DP-SE's logarithms to base 2": {DP_SE: "logarithm-base-2"},
    "Algorithm 1's first pull without noise": {LAZY: "first-pull-as-printed"},
    "Hybrid-UCB with natural log t in (35)": {HYBRID: "logarithm-natural"},
}
HYBRID_PLACES = [Place(0, epsilon) for epsilon in (0.5, 8.0, 64.0)]  # where its readings run

Rule = Callable[[Results, Any, Reading], Mapping[str, Sequence[Part]]]


@dataclass(frozen=True)
class Case:
    """A claim: statements with the parts that make them, the cells they need, their control.

    `most` statements must hold, or all of them.
    """

    rule: Rule
    control: Rule | None
    places: tuple[Place, ...]
    algorithms: tuple[str, ...]
    most: bool = False
    control_places: tuple[Place, ...] = ()


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

    def rule(results: Results, config: Any, reading: Reading) -> dict[str, list[Part]]:
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
    most: bool = False,
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
        most=most,
        control_places=tuple(dict.fromkeys(further)),
    )


_SMALL = (*competes(LAZY, DP_SE), *lags(HYBRID, LAZY, DP_SE))
_EXCHANGED = (*competes(HYBRID, DP_SE), *lags(LAZY, HYBRID, DP_SE))
_WELL = competes(HYBRID, LAZY, DP_SE)
_MORE_NOISE = competes(HYBRID, LAZY, DP_SE, epsilon=1.0)
_ALL = tuple(Place(position, epsilon) for position in range(3) for epsilon in PAPER_EPSILONS)

# --- One algorithm over all ε ---------------------------------------------------------------


def _falls(
    results: Results, config: Any, position: int, algorithm: str, reading: Reading
) -> list[Part]:
    """Return that means grow from no ε to the next, by up to `STEP`, and fall over the range."""
    cells = _cells(results, config, position, algorithm, reading)
    epsilons = sorted(cells)
    steps = [(a, b, STEP, "") for a, b in itertools.pairwise(epsilons)]
    whole = (epsilons[0], epsilons[-1], 1 / STEP, ", whole range")
    return [
        ratio(f"{algorithm}, ε = {b:g} / {a:g}{text}", cells[b], cells[a], factor, below=True)
        for a, b, factor, text in [*steps, whole]
    ]


def _is_flat(
    results: Results, config: Any, position: int, algorithm: str, reading: Reading
) -> list[Part]:
    """Return that no mean is above `COMPETITIVE` times another."""
    cells = _cells(results, config, position, algorithm, reading)
    return [Farthest.among({f"{algorithm}, ε = {a:g}": cells[a] for a in cells}, COMPETITIVE)]


def _cells(
    results: Results, config: Any, position: int, algorithm: str, reading: Reading
) -> dict[float, Any]:
    return {
        epsilon: final(results, config, Place(position, epsilon), algorithm, reading)
        for epsilon in PAPER_EPSILONS
    }


def _trends(position: int, *, falling: tuple[str, ...], flat: tuple[str, ...]) -> Rule:
    """Return that some algorithms' regret falls with ε and others' is flat."""

    def rule(results: Results, config: Any, reading: Reading) -> dict[str, list[Part]]:
        parts = {
            f"{name} falls": _falls(results, config, position, name, reading) for name in falling
        }
        for name in flat:
            parts[f"{name} is flat"] = _is_flat(results, config, position, name, reading)
        return parts

    return rule


def _over_epsilons(position: int, *, most: bool) -> Case:
    """Return the claim of Figures 5 and 10; its control exchanges the algorithms' roles."""
    return Case(
        rule=_trends(position, falling=(LAZY, HYBRID), flat=(DP_SE,)),
        control=_trends(position, falling=(DP_SE,), flat=(LAZY, HYBRID)),
        places=_places(position, *PAPER_EPSILONS),
        algorithms=(LAZY, HYBRID, DP_SE),
        most=most,
    )


def _similar(results: Results, config: Any, reading: Reading) -> dict[str, Sequence[Part]]:
    """Return what the text says of setting 1, in setting 2."""
    large = _places(1, 8.0, 64.0, 128.0)
    parts: dict[str, Sequence[Part]] = {}
    for place in _places(1, *PAPER_EPSILONS):
        found = _everywhere([place], *competes(LAZY, DP_SE))(results, config, reading)
        parts[f"Lazy competitive with DP-SE, {place.name}"] = found[place.name]
    for place in large:
        found = _everywhere([place], *_WELL)(results, config, reading)
        parts[f"Hybrid performs well, {place.name}"] = found[place.name]
    return {**parts, **_trends(1, falling=(LAZY, HYBRID), flat=(DP_SE,))(results, config, reading)}


def _dissimilar(results: Results, config: Any, reading: Reading) -> dict[str, Sequence[Part]]:
    """Return the same with Hybrid-UCB in the place of Anytime-Lazy-UCB, and the other way round."""
    parts: dict[str, Sequence[Part]] = {}
    for place in _places(1, *PAPER_EPSILONS):
        found = _everywhere([place], *competes(HYBRID, DP_SE))(results, config, reading)
        parts[f"Hybrid competitive with DP-SE, {place.name}"] = found[place.name]
    flat = _trends(1, falling=(DP_SE,), flat=(LAZY, HYBRID))(results, config, reading)
    return {**parts, **flat}


# --- Decisions ------------------------------------------------------------------------------

CASES: dict[str, Case] = {
    "figure-01": _compared(_places(0, 0.5), _SMALL, _EXCHANGED),
    "figure-02": _compared(_places(0, 1.0), _SMALL, _EXCHANGED),
    "figure-03": _compared(_places(0, 8.0), _WELL, _MORE_NOISE),
    "figure-04": _compared(_places(0, 64.0), _WELL, _MORE_NOISE),
    "figure-05": _over_epsilons(0, most=False),
    "figure-06": _compared(_places(1, 0.5), _SMALL, _EXCHANGED),
    "figure-07": _compared(_places(1, 8.0), _WELL, _MORE_NOISE),
    "figure-08": _compared(_places(1, 64.0), _WELL, _MORE_NOISE),
    "figure-10": _over_epsilons(1, most=True),
    "section-6-setting-2-similar": Case(
        rule=_similar,
        control=_dissimilar,
        places=_places(1, *PAPER_EPSILONS),
        algorithms=(LAZY, HYBRID, DP_SE),
        most=True,
    ),
    "abstract-lazy-competitive": _compared(
        _ALL, competes(LAZY, DP_SE), competes(HYBRID, DP_SE), most=True
    ),
    "section-6-hybrid-is-ucb1": _compared(_places(0, 64.0), like(HYBRID, UCB1), like(LAZY, UCB1)),
    "section-3-ucb-better-somewhere": _compared(
        _places(2, 1.0),
        (Versus(LAZY, DP_SE, 1 / COMPETITIVE),),
        (Versus(HYBRID, DP_SE, 1 / COMPETITIVE),),
    ),
}


def _decide(
    results: Results, config: Any, *, claim_id: str, case: Case, reading: Reading
) -> Finding:
    items = case.rule(results, config, reading)
    if case.most:
        return most_of(claim_id, items)
    return all_of(claim_id, [part for parts in items.values() for part in parts])


def _control(results: Results, config: Any, *, claim_id: str, case: Case) -> Finding:
    assert case.control is not None
    items = case.control(results, config, MAIN)
    if case.most:
        return most_of(claim_id, items)
    return refused_together(claim_id, [part for parts in items.values() for part in parts])


def _needed(config: Any, *, case: Case, reading: Reading) -> tuple[Need, ...]:
    places = case.places if reading else (*case.places, *case.control_places)
    return comparison_needs(config, places=places, algorithms=case.algorithms, reading=reading)


def _read(claim_id: str, case: Case, reading: Reading) -> Decision:
    shown = case.control is not None and reading is MAIN
    return measured(
        partial(_decide, claim_id=claim_id, case=case, reading=reading),
        partial(_needed, case=case, reading=reading),
        control=partial(_control, claim_id=claim_id, case=case) if shown else None,
        facts=FACTS,
    )


def _decision(claim_id: str, case: Case) -> Decision:
    """Return the decision under the main reading and under each other one that runs here."""
    main = _read(claim_id, case, MAIN)
    others = {}
    for name, reading in READINGS.items():
        (algorithm,) = reading
        runs = algorithm != HYBRID or set(case.places) <= set(HYBRID_PLACES)
        if algorithm in case.algorithms and runs:
            others[name] = _read(claim_id, case, reading)
    return by_reading(main, **others) if others else main


CHECKS = {claim_id: _decision(claim_id, case) for claim_id, case in CASES.items()}
