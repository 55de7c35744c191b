"""Compare a run with the published files: checksums, numbers, verdicts.

The same machine gives the same bytes. Another processor may round the last bits of a logarithm
differently: then numbers agree to nine digits. Where a simulation decided a tie differently, the
verdicts agree. Parameters and seed of results must be the same in any case, as their records say.
Text and pictures are not compared: they may differ where the numbers of their paper do.
"""

import enum
import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

from bandit_replications.ledger.scorecard import read_rows
from bandit_replications.workflow.publish.publish import Comparison, owner

TOLERANCE = 1e-9  # relative
PRINTED = 1e-3  # relative, of tables, which show four digits
NOTHING = 1e-12  # of the largest number of a column: a rounding error
_SCORECARD = "data/scorecard.csv"
_BRINGS_BACK = "`git checkout` or `make reproduce` brings it back"


class Likeness(enum.StrEnum):
    """Agreement of two files, best first."""

    BYTES = "same bytes"
    NUMBERS = "same numbers"
    VERDICTS = "same verdicts"
    DIFFERENT = "different"


@dataclass(frozen=True, kw_only=True)
class Match:
    """Agreement of a file of the run with the published one.

    Attributes
    ----------
    name : str
        Path below the run's folder and below the repository's root.
    likeness : Likeness
    remark : str
        Reason where one of the two files cannot be compared.

    """

    name: str
    likeness: Likeness
    remark: str = ""

    def __str__(self) -> str:
        """Return it as a line."""
        return f"{self.likeness}: {self.name}" + (f" ({self.remark})" if self.remark else "")


def matches(comparison: Comparison, *, source: Path, root: Path) -> list[Match]:
    """Return a match for each file that the run made or that is published, sorted by name.

    Parameters
    ----------
    comparison : Comparison
        Of the run with the manifest (`publish.compare`).
    source, root : Path
        The run's folder and the repository's root.

    """
    found = {name: Match(name=name, likeness=Likeness.BYTES) for name in comparison.same}
    found |= {one.name: one for one in _changed(comparison, source=source, root=root)}
    for remark, names in (
        ("not published", comparison.new),
        ("published, but not made by this run", comparison.missing),
        (f"altered since it was published; {_BRINGS_BACK}", comparison.altered),
        (f"deleted since it was published; {_BRINGS_BACK}", comparison.deleted),
    ):
        found |= {
            name: Match(name=name, likeness=Likeness.DIFFERENT, remark=remark) for name in names
        }
    return [found[name] for name in sorted(found)]


def report(found: Iterable[Match]) -> str:
    """Return the number of files of each likeness, and a line for each file of other bytes."""
    listed = list(found)
    counts = {level: sum(match.likeness is level for match in listed) for level in Likeness}
    total = ", ".join(f"{level}: {number}" for level, number in counts.items() if number)
    others = [f"  {match}" for match in listed if match.likeness is not Likeness.BYTES]
    return "\n".join([f"Compared with what is published: {total or 'nothing'}.", *others])


def passes(found: Iterable[Match], *, strict: bool) -> bool:
    """Return whether all files agree: in their verdicts or, if `strict`, in their bytes."""
    allowed = {Likeness.BYTES} if strict else {*Likeness} - {Likeness.DIFFERENT}
    return all(match.likeness in allowed for match in found)


def _changed(comparison: Comparison, *, source: Path, root: Path) -> list[Match]:
    """Return the matches of the files whose bytes changed."""
    skip = {*comparison.altered, *comparison.deleted}
    names = [name for name in comparison.changed if name not in skip]
    close = {name: _is_close(source / name, root / name) for name in names if _has_numbers(name)}
    verdicts = _same_verdicts(source / _SCORECARD, root / _SCORECARD)
    results = [name for name in names if name.endswith(".parquet")]
    apart = {owner(name) for name in results if close[name] is False}  # also beyond the last bits
    moved = {owner(name) for name in close if close[name] is not None}

    def likeness(name: str) -> Likeness:
        if name == _SCORECARD:
            return Likeness.VERDICTS if moved and None in verdicts else Likeness.DIFFERENT
        if close.get(name):
            return Likeness.NUMBERS
        if close.get(name, False) is None and not name.endswith(".csv"):
            return Likeness.DIFFERENT  # other parameters, another seed
        excused = apart if close.get(name) is False else moved
        same = owner(name) in excused & verdicts
        return Likeness.VERDICTS if same else Likeness.DIFFERENT

    return [Match(name=name, likeness=likeness(name)) for name in names]


def _has_numbers(name: str) -> bool:
    return name.endswith((".parquet", ".csv", ".provenance.json")) and name != _SCORECARD


def _same_verdicts(made: Path, published: Path) -> set[str | None]:
    """Return the papers of which two scorecards say the same; None for all of them."""
    try:
        ours, theirs = (
            {(row.paper, row.id): row.verdict for row in read_rows(path)}
            for path in (made, published)
        )
    except (OSError, TypeError, ValueError):
        return set()
    papers = {paper for paper, _ in ours.keys() | theirs.keys()}
    differ = {key[0] for key in ours.keys() | theirs.keys() if ours.get(key) != theirs.get(key)}
    return papers - differ | (set() if differ else {None})


# --- Two files ------------------------------------------------------------------------------


def _is_close(made: Path, published: Path) -> bool | None:
    """Return whether the numbers of two files are close; None if other content differs."""
    try:
        if made.suffix == ".json":
            return True if _record(made) == _record(published) else None
        if made.suffix == ".csv":
            ours, theirs = (pd.read_csv(path) for path in (made, published))
            tolerance = PRINTED if "tables" in made.parts else TOLERANCE
            return _frames_close(ours, theirs, tolerance)
        record = f"{made.stem}.provenance.json"
        if _record(made.with_name(record)) != _record(published.with_name(record)):
            return None
        ours, theirs = (pq.read_table(path).to_pandas() for path in (made, published))
        return _frames_close(ours, theirs, TOLERANCE)
    except (OSError, ValueError, pa.ArrowException):
        return None


def _record(path: Path) -> Any:
    """Return a provenance record without the checksum of its results."""
    return json.loads(path.read_text(encoding="utf-8")) | {"sha256": ""}


def _frames_close(ours: pd.DataFrame, theirs: pd.DataFrame, tolerance: float) -> bool | None:
    """Return whether two tables have close floats; None if anything else differs."""
    if ours.shape != theirs.shape or list(ours.dtypes.items()) != list(theirs.dtypes.items()):
        return None
    floats = ours.select_dtypes("float").columns
    if not ours.drop(columns=floats).equals(theirs.drop(columns=floats)):
        return None
    return all(_close(ours[name].to_numpy(), theirs[name].to_numpy(), tolerance) for name in floats)


def _close(ours: Any, theirs: Any, tolerance: float) -> bool:
    """Return whether two columns are close; rounding errors beside large numbers count as 0."""
    largest = np.abs(theirs[np.isfinite(theirs)]).max(initial=0.0)
    return np.allclose(ours, theirs, rtol=tolerance, atol=NOTHING * largest, equal_nan=True)
