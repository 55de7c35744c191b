"""How alike what a run made and what is published are, artefact by artefact.

The same machine gives the same bytes. Another processor may round the last bits of a logarithm
otherwise: then numbers agree to nine digits, or, where a simulation decided otherwise at a tie, the
verdicts do. Settings, code and seed of results must be the same in any case, since their records
say so, and a picture may differ only where the numbers behind it do.
"""

import base64
import enum
import io
import json
import math
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray
from PIL import Image

from bandit_replications.ledger.scorecard import read_rows
from bandit_replications.workflow.publish import Comparison, owner

TOLERANCE = 1e-9  # relative
NOTHING = 1e-12  # differences of rounding errors stay below it
ROUNDED = 1e-3  # at most the last digit of a table's four, relative
HUNDREDTH = 0.011  # of a point: an SVG's coordinates have two decimals
PIXELS = 1e-3  # share that may differ in a picture of the same numbers
LEVELS = 16  # of 255, by which another palette may show a colour

_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_SVG_ID = re.compile(r"\b[A-Za-z][0-9a-f]{10}\b")  # hashes of coordinates
_SCORECARD = "data/scorecard.csv"


class Likeness(enum.StrEnum):
    """How alike two files are, best first."""

    BYTES = "same bytes"
    NUMBERS = "same numbers"
    VERDICTS = "same verdicts"
    DIFFERENT = "different"


@dataclass(frozen=True, kw_only=True)
class Distance:
    """How far two files are apart.

    Attributes
    ----------
    largest : float
        Largest relative difference of their numbers; infinite where more than numbers differ.
    close : bool
        Whether nothing else differs, and no number by more than 1e-9 or its last printed digit.
    readable : bool
        Whether both could be read.

    """

    largest: float
    close: bool = True
    readable: bool = True


SAME = Distance(largest=0.0)
APART = Distance(largest=math.inf, close=False)
UNREADABLE = Distance(largest=math.inf, close=False, readable=False)


@dataclass(frozen=True, kw_only=True)
class Match:
    """How alike a file of the run and the published one are.

    Attributes
    ----------
    name : str
        Path below the run's folder and below the repository's root.
    likeness : Likeness
    difference : float
        Largest relative difference of their numbers; infinite where more than numbers differ.
    remark : str
        What else there is to say.

    """

    name: str
    likeness: Likeness
    difference: float = 0.0
    remark: str = ""

    def __str__(self) -> str:
        """Return it as a line."""
        shown = f"{self.difference:.1g}" if 0 < self.difference < math.inf else ""
        notes = "; ".join(note for note in (shown, self.remark) if note)
        return f"{self.likeness}: {self.name}" + (f" ({notes})" if notes else "")


def matches(comparison: Comparison, *, source: Path, root: Path) -> list[Match]:
    """Return a match for each file that the run made or that is published, sorted by name.

    Parameters
    ----------
    comparison : Comparison
        Of the run with the manifest (`publish.compare`).
    source, root : Path
        The run's folder and the repository's root.

    """
    altered = {*comparison.altered, *comparison.deleted}
    distances = {
        name: distance(source / name, root / name)
        for name in comparison.changed
        if name not in altered
    }
    excused = _excused(distances, comparison, source=source, root=root)
    found = [Match(name=name, likeness=Likeness.BYTES) for name in comparison.same]
    for name, far in distances.items():
        alike = Likeness.DIFFERENT
        if far.close:
            alike = Likeness.NUMBERS
        elif far.readable and excused(name):
            alike = Likeness.VERDICTS
        found.append(Match(name=name, likeness=alike, difference=far.largest))
    remarks: Mapping[str, Iterable[str]] = {
        "not published": comparison.new,
        "published, but not made by this run": comparison.missing,
        "altered since it was published; `git checkout` or `make reproduce` brings it back": (
            comparison.altered
        ),
        "deleted since it was published; `git checkout` or `make reproduce` brings it back": (
            comparison.deleted
        ),
    }
    for remark, names in remarks.items():
        found += [Match(name=name, likeness=Likeness.DIFFERENT, remark=remark) for name in names]
    worst = {
        one.name: one for one in sorted(found, key=lambda one: [*Likeness].index(one.likeness))
    }
    return [worst[name] for name in sorted(worst)]


def report(found: Iterable[Match]) -> str:
    """Return how many files are how alike, and each that is not the same bytes, as lines."""
    listed = list(found)
    counts = {level: sum(match.likeness is level for match in listed) for level in Likeness}
    total = ", ".join(f"{level}: {number}" for level, number in counts.items() if number)
    others = [f"  {match}" for match in listed if match.likeness is not Likeness.BYTES]
    return "\n".join([f"Compared with what is published: {total or 'nothing'}.", *others])


def passes(found: Iterable[Match], *, strict: bool) -> bool:
    """Return whether all files are alike enough: the same verdicts, or the same bytes."""
    allowed = {Likeness.BYTES} if strict else {*Likeness} - {Likeness.DIFFERENT}
    return all(match.likeness in allowed for match in found)


# --- What may differ in more than its last digits -----------------------------------------------


def _excused(
    distances: Mapping[str, Distance], comparison: Comparison, *, source: Path, root: Path
) -> Callable[[str], bool]:
    """Return whether a file may differ: by name, for what rests on results that do.

    Results may where their record differs in the checksum alone; what is drawn or said of a paper
    may where its results do; all of it only where the paper's verdicts are the same.
    """
    same = _same_verdicts(source / _SCORECARD, root / _SCORECARD)
    moved = {
        name
        for name, far in distances.items()
        if name.endswith(".parquet") and not far.close and far.largest < math.inf
    }
    for name in list(moved):
        record = f"{name.removesuffix('.parquet')}.provenance.json"
        if record not in comparison.same and not distances.get(record, UNREADABLE).close:
            moved.remove(name)
    papers = {owner(name) for name in moved} & same

    def excused(name: str) -> bool:
        if name == _SCORECARD:
            return bool(papers) and None in same
        if name.endswith((".parquet", ".provenance.json")):
            return name in moved and owner(name) in papers
        return owner(name) in papers

    return excused


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
    same: set[str | None] = {
        paper
        for paper in papers
        if {key: said for key, said in ours.items() if key[0] == paper}
        == {key: said for key, said in theirs.items() if key[0] == paper}
    }
    return same | {None} if same == papers else same


# --- Two files ------------------------------------------------------------------------------


def distance(made: Path, published: Path) -> Distance:
    """Return how far two files of one name are apart."""
    try:
        return _DISTANCES.get(made.suffix, _texts)(made, published)
    except (OSError, ValueError, KeyError, TypeError, pa.ArrowException):
        return UNREADABLE


def _largest(distances: Iterable[Distance]) -> Distance:
    found = list(distances)
    return Distance(
        largest=max((one.largest for one in found), default=0.0),
        close=all(one.close for one in found),
    )


def _tables(made: Path, published: Path) -> Distance:
    ours, theirs = (pq.ParquetFile(path).read() for path in (made, published))
    if ours.schema != theirs.schema or ours.num_rows != theirs.num_rows:
        return APART
    numbers = [field.name for field in ours.schema if pa.types.is_floating(field.type)]
    if not ours.drop_columns(numbers).equals(theirs.drop_columns(numbers)):
        return APART
    return _largest(_arrays(ours[name].to_numpy(), theirs[name].to_numpy()) for name in numbers)


def _arrays(ours: NDArray[np.float64], theirs: NDArray[np.float64]) -> Distance:
    known = np.isfinite(ours) & np.isfinite(theirs)
    if not np.array_equal(ours[~known], theirs[~known], equal_nan=True):
        return APART
    one, other = ours[known], theirs[known]
    sizes, gaps = np.maximum(np.abs(one), np.abs(other)), np.abs(one - other)
    counted = gaps > NOTHING * sizes.max(initial=0.0)
    if not counted.any():
        counted = gaps > 0
        return Distance(largest=float((gaps[counted] / sizes[counted]).max(initial=0.0)))
    largest = float((gaps[counted] / sizes[counted]).max())
    return Distance(largest=largest, close=largest <= TOLERANCE)


def _records(made: Path, published: Path) -> Distance:
    ours, theirs = (json.loads(path.read_text(encoding="utf-8")) for path in (made, published))
    return SAME if {**ours, "sha256": ""} == {**theirs, "sha256": ""} else APART


def _texts(made: Path, published: Path) -> Distance:
    return _numbers(*(path.read_text(encoding="utf-8") for path in (made, published)))


def _drawings(made: Path, published: Path) -> Distance:
    texts = (path.read_text(encoding="utf-8") for path in (made, published))
    return _numbers(*(_named_in_order(text) for text in texts), last=HUNDREDTH)


def _named_in_order(svg: str) -> str:
    """Return an SVG with its hashed names replaced by their order of appearance."""
    order = {name: f"_{n}" for n, name in enumerate(dict.fromkeys(_SVG_ID.findall(svg)))}
    return _SVG_ID.sub(lambda found: order[found[0]], svg)


def _numbers(ours: str, theirs: str, *, last: float | None = None) -> Distance:
    """Return how far the numbers in two texts of the same words are apart.

    Parameters
    ----------
    ours, theirs : str
    last : float, optional
        What one in the last digit is worth; by default it is seen from the number.

    """
    if _NUMBER.sub("#", ours) != _NUMBER.sub("#", theirs):
        return APART
    pairs = zip(_NUMBER.findall(ours), _NUMBER.findall(theirs), strict=True)
    return _largest(_printed(*pair, last=last) for pair in pairs if pair[0] != pair[1])


def _printed(ours: str, theirs: str, *, last: float | None) -> Distance:
    one, other = float(ours), float(theirs)
    gap, size = abs(one - other), max(abs(one), abs(other))
    if gap <= NOTHING:
        return SAME
    if last is None:
        last = min(max(_last_digit(ours), _last_digit(theirs)), ROUNDED * size)
    counts = all(number.lstrip("+-").isdigit() for number in (ours, theirs))
    close = gap <= max(TOLERANCE * size, 1.001 * last) and not counts
    return Distance(largest=gap / size, close=close)


def _last_digit(number: str) -> float:
    """Return what one in the last printed digit of a number is worth; 1.0 stands for 1."""
    mantissa, _, exponent = number.lower().removesuffix(".0").partition("e")
    return float(10.0 ** (int(exponent or 0) - len(mantissa.partition(".")[2])))


def _pictures(made: Path | IO[bytes], published: Path | IO[bytes]) -> Distance:
    ours, theirs = (
        np.asarray(Image.open(picture).convert("RGB"), dtype=np.int16)
        for picture in (made, published)
    )
    if ours.shape != theirs.shape:
        return APART
    gaps = np.abs(ours - theirs)
    share = float((gaps.max(axis=2) > LEVELS).mean())
    return Distance(largest=float(gaps.mean()) / 255, close=share <= PIXELS)


def _notebooks(made: Path, published: Path) -> Distance:
    (ours, shown), (theirs, printed) = (
        _without_pictures(json.loads(path.read_text(encoding="utf-8")))
        for path in (made, published)
    )
    if len(shown) != len(printed):
        return APART
    pairs = [pair for pair in zip(shown, printed, strict=True) if pair[0] != pair[1]]
    return _largest([_numbers(ours, theirs), *(_pictures(*map(_decoded, pair)) for pair in pairs)])


def _without_pictures(notebook: Any) -> tuple[str, list[str]]:
    """Return a notebook's text, and its pictures as they are encoded."""
    found = []
    for cell in notebook["cells"]:
        for output in cell.get("outputs", ()):
            if "image/png" in output.get("data", {}):
                found.append("".join(output["data"].pop("image/png")))
    return json.dumps(notebook, sort_keys=True), found


def _decoded(picture: str) -> IO[bytes]:
    return io.BytesIO(base64.b64decode(picture))


_DISTANCES: Mapping[str, Callable[[Path, Path], Distance]] = {
    ".parquet": _tables,
    ".json": _records,
    ".svg": _drawings,
    ".png": _pictures,
    ".ipynb": _notebooks,
}
