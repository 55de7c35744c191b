"""The one theory of a statistical verdict: inequalities, all of them, most or any.

All of them together (intersection-union): shown when each is, refuted when one is, at a share of
the level. Any of them: the other way round.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from bandit_replications.inference.hypothesis_tests import TEST_RESAMPLES
from bandit_replications.ledger.claims import Evidence, Finding
from bandit_replications.ledger.parts import LEVEL, Part, holds

# What the part that decides is tested with: its p-value is multiplied by the number of parts, 50 at
# most, and has to survive Holm's correction, for up to 200 hypotheses.
MOST_RESAMPLES = 16 * TEST_RESAMPLES
FAR = 3.0  # standard errors below which more resamples would not change a verdict

Numbers = Mapping[str, float | int | str]


def all_of(parts: Sequence[Part], numbers: Numbers | None = None, *, caveat: str = "") -> Finding:
    """Return the finding of a claim that all parts together make.

    Parameters
    ----------
    parts : sequence of Part
    numbers : mapping, optional
        What is shown; default: the parts' values by name.
    caveat : str

    """
    columns = map(_all_hold, _columns(parts, decides=max(parts, key=_distance), sign=1))
    nearest = min(_refusals(parts, LEVEL / len(parts)), key=_worsening)
    return _finding(columns, _shown(parts, numbers), caveat, _refusal_text(nearest))


def any_of(parts: Sequence[Part], numbers: Numbers | None = None, *, caveat: str = "") -> Finding:
    """Return the finding of a claim that holds when one of its parts does; see `all_of`."""
    columns = (
        Evidence(
            p_for=min(1.0, len(parts) * min(one.p_for for one in column)),
            p_against=max(one.p_against for one in column),
        )
        for column in _columns(parts, decides=min(parts, key=_distance), sign=-1)
    )
    farthest = max(_refusals(parts, LEVEL), key=_worsening)
    return _finding(columns, _shown(parts, numbers), caveat, _refusal_text(farthest))


def each_refused(broken: Sequence[Part], numbers: Numbers | None = None) -> Finding:
    """Return the finding of a rule of several parts on data that break its weakest one.

    `all_of` refuses data once one part is refused at its share of the level; data that break all
    parts at once would hide a part without power. So: refused only if each part by itself would
    make the rule refuse.

    Parameters
    ----------
    broken : sequence of Part
        Each part of the rule on data that break it.
    numbers : mapping, optional
        What is shown; default: the parts' values by name.

    """
    found = any_of(broken, numbers)
    assert isinstance(found.evidence, Evidence)
    against = min(1.0, len(broken) * found.evidence.p_against)
    return replace(found, evidence=replace(found.evidence, p_against=against))


def _all_hold(tests: Sequence[Evidence]) -> Evidence:
    return Evidence(
        p_for=max(one.p_for for one in tests),
        p_against=min(1.0, len(tests) * min(one.p_against for one in tests)),
    )


def _distance(part: Part) -> float:
    return part.distance


def _columns(parts: Sequence[Part], *, decides: Part, sign: int) -> list[tuple[Evidence, ...]]:
    """Return evidence by margin; the part whose p-value is multiplied is tested finely."""
    fine = len(parts) > 1 and sign * decides.distance > FAR
    rows = [
        part.evidence(resamples=MOST_RESAMPLES if fine and part is decides else TEST_RESAMPLES)
        for part in parts
    ]
    return list(zip(*rows, strict=True))


def _shown(parts: Sequence[Part], numbers: Numbers | None) -> Numbers:
    return {part.name: part.value for part in parts} if numbers is None else numbers


def _refusals(parts: Sequence[Part], level: float) -> list[tuple[Part, float]]:
    return [(part, part.refused_from(level)) for part in parts]


def _worsening(refusal: tuple[Part, float]) -> float:
    part, refused = refusal
    return abs(refused - part.value) / max(abs(part.value), 1e-300)


def _refusal_text(refusal: tuple[Part, float]) -> str:
    part, refused = refusal
    return f"{part.name} {refused:.4g}, measured {part.value:.4g}"


def _finding(
    columns: Iterable[Evidence], numbers: Numbers, caveat: str, refused_from: str = ""
) -> Finding:
    """Return the finding of evidence at a rule's margin and, if it has one, at half and twice."""
    whole, *others = columns
    half, twice = others or (None, None)
    return Finding(
        numbers=numbers,
        evidence=whole,
        half=half,
        twice=twice,
        caveat=caveat,
        refused_from=refused_from,
    )


# --- Most of several ------------------------------------------------------------------------


def most_of(items: Mapping[str, Sequence[Part]]) -> Finding:
    """Return the finding that most of several statements hold; a caveat names those that do not.

    Each statement is that all of its parts hold; the statements rest on independent runs, or on
    some that they share and that move them the same way.
    With p(1) <= … <= p(n) their p-values, that at least u hold has the p-value
    min over i >= u of (n - u + 1) / (i - u + 1) p(i) (Benjamini and Heller, 2008, after Simes).
    """
    needed = len(items) // 2 + 1
    statements = [
        [*map(_all_hold, zip(*(part.evidence() for part in parts), strict=True))]
        for parts in items.values()
    ]
    columns = (
        Evidence(
            p_for=_at_least(needed, [one.p_for for one in column]),
            p_against=_at_least(len(items) - needed + 1, [one.p_against for one in column]),
        )
        for column in zip(*statements, strict=True)
    )
    failing = [
        f"{name} ({', '.join(f'{one.name}: {one.value:.3g}' for one in parts if not holds(one))})"
        for name, parts in items.items()
        if not all(map(holds, parts))
    ]
    caveat = f"not so in {len(failing)} of {len(items)}: {'; '.join(failing)}" if failing else ""
    values = [part.value for parts in items.values() for part in parts]
    numbers = {
        "hold": len(items) - len(failing),
        "of": len(items),
        "least ratio": min(values),
        "largest ratio": max(values),
    }
    return _finding(columns, numbers, caveat, _nearest_refusal(items))


def most_of_each(sentences: Mapping[str, Mapping[str, Sequence[Part]]]) -> Finding:
    """Return the finding that of each sentence most statements hold; see `most_of`."""
    found = {name: most_of(some) for name, some in sentences.items()}
    if len(found) == 1:
        return next(iter(found.values()))
    numbers = {
        f"{name}: {key}": finding.numbers[key]
        for name, finding in found.items()
        for key in ("hold", "of")
    }
    columns = (
        _all_hold([getattr(finding, margin) for finding in found.values()])
        for margin in ("evidence", "half", "twice")
    )
    return _finding(columns, numbers, "; ".join(one.caveat for one in found.values() if one.caveat))


def _at_least(least: int, p_values: Sequence[float]) -> float:
    """Return the p-value of the alternative that at least so many alternatives are true."""
    spare = len(p_values) - least + 1
    ordered = enumerate(sorted(p_values)[least - 1 :], start=1)
    return min(1.0, *(spare / place * value for place, value in ordered))


def _nearest_refusal(items: Mapping[str, Sequence[Part]]) -> str:
    """Return the smallest worsening that would refuse a statement."""
    parts = [part for some in items.values() for part in some if holds(part)]
    if not parts:
        return ""
    refusals = _refusals(parts, LEVEL / len(parts))
    nearest = min(refusals, key=lambda one: abs(one[1] / one[0].value - 1))
    return f"{_refusal_text(nearest)} (one of {len(items)})"
