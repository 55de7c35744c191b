"""The one theory of a statistical verdict: inequalities, all of them or any.

All of them together (intersection-union): shown when each is, refuted when one is, at a share of
the level. Any of them: the other way round.
"""

from collections.abc import Mapping, Sequence

from bandit_replications.inference.hypothesis_tests import TEST_RESAMPLES
from bandit_replications.ledger.claims import Evidence, Finding
from bandit_replications.ledger.parts import LEVEL, Part

# What the part that decides is tested with: its p-value is multiplied by the number of parts, and
# has to survive the other corrections, too.
MOST_RESAMPLES = 10 * TEST_RESAMPLES
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
    columns = [
        Evidence(
            p_for=max(one.p_for for one in column),
            p_against=min(1.0, len(parts) * min(one.p_against for one in column)),
        )
        for column in _columns(parts, decides=max(parts, key=_distance), sign=1)
    ]
    nearest = min(_refusals(parts, LEVEL / len(parts)), key=_worsening)
    return _finding(columns, _shown(parts, numbers), caveat, nearest)


def any_of(parts: Sequence[Part], numbers: Numbers | None = None, *, caveat: str = "") -> Finding:
    """Return the finding of a claim that holds when one of its parts does; see `all_of`."""
    columns = [
        Evidence(
            p_for=min(1.0, len(parts) * min(one.p_for for one in column)),
            p_against=max(one.p_against for one in column),
        )
        for column in _columns(parts, decides=min(parts, key=_distance), sign=-1)
    ]
    farthest = max(_refusals(parts, LEVEL), key=_worsening)
    return _finding(columns, _shown(parts, numbers), caveat, farthest)


def shown_or_refuted(shown: Finding, refuted: Finding) -> Finding:
    """Return a finding that one rule can show and another, weaker one, can refute."""

    def joined(a: Evidence | bool | None, b: Evidence | bool | None) -> Evidence:
        assert isinstance(a, Evidence)
        assert isinstance(b, Evidence)
        return Evidence(p_for=a.p_for, p_against=b.p_against)

    return Finding(
        numbers={**shown.numbers, **refuted.numbers},
        evidence=joined(shown.evidence, refuted.evidence),
        half=joined(shown.half, refuted.half),
        twice=joined(shown.twice, refuted.twice),
        refused_from=refuted.refused_from,
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


def _finding(
    columns: Sequence[Evidence], numbers: Numbers, caveat: str, refusal: tuple[Part, float]
) -> Finding:
    whole, half, twice = columns if len(columns) > 1 else (columns[0], None, None)
    part, refused = refusal
    return Finding(
        numbers=numbers,
        evidence=whole,
        half=half,
        twice=twice,
        caveat=caveat,
        refused_from=f"{part.name} {refused:.4g}, measured {part.value:.4g}",
    )
