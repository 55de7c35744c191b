"""Table 1 as expressions, and the data along one size, for figures, tables and claims.

The paper's entries are in O-notation, with logarithms. A fitted exponent is compared with that of
the printed expression over the same sizes, so that its logarithms count.
"""

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import product
from typing import Any

import numpy as np
import pandas as pd

from bandit_replications.inference import summaries
from bandit_replications.inference.power_laws import fit_exponent
from bandit_replications.inference.resampling import Floats
from bandit_replications.papers.distributed.parameters import Configuration
from bandit_replications.papers.distributed.table_parameters import Size, Table

REGRET, COMMUNICATION = "regret", "communication"
QUANTITIES = (REGRET, COMMUNICATION)
WIDTHS = {"table-1-arms": "arms", "table-1-linear": "dimension"}
LETTERS = {"horizon": "T", "agents": "M", "arms": "K", "dimension": "d"}

# Where the means stand for the worst case of a bound, whose gap shrinks with the size.
WORST = {"table-1-arms": "hard", "table-1-linear": "fixed"}

# Where regret is measured at every gap, so that its largest is that of the worst case.
GAPS = {"table-1-arms": "gaps-arms", "table-1-linear": "gaps-linear"}
WORST_GAP = "worst gap"


Expression = Callable[[int, int, int], float]


@dataclass(frozen=True)
class Entry:
    """An entry of Table 1, or the text's expression for a protocol that the table leaves out.

    Attributes
    ----------
    words : str
        The printed expression.
    value : callable
        (agents, arms or dimension, horizon) -> the expression without its constant.
    source : str
        Place in the paper.
    every_run : bool
        Whether the argument bounds every run: what immediate sharing and DCB send is fixed, DELB's
        phases are as long whatever the rewards, and DisLinUCB's epochs are bounded by how far a
        determinant can grow. Other bounds are on a mean. In a nearly constant count a rare other
        value is beyond any test, so that all runs are compared with the bound instead.
    agents_from : callable
        horizon -> agents from which on the expression says how the proof's sum grows with them.

    """

    words: str
    value: Expression
    source: str = "Table 1"
    every_run: bool = False
    agents_from: Callable[[int], float] = lambda horizon: 1.0


_every_run = partial(Entry, every_run=True)
_SHARED = Entry("√(MKT log T)", lambda m, k, t: math.sqrt(m * k * t * math.log(t)))
_ALONE = Entry(
    "M √(KT log T)", lambda m, k, t: m * math.sqrt(k * t * math.log(t)), "Section 3.1, M times"
)
_LITTLE = Entry("M log(MK)", lambda m, k, t: m * math.log(m * k))
_LINEAR = Entry("d √(MT log T)", lambda m, d, t: d * math.sqrt(m * t * math.log(t)))
_LINEAR_ALONE = Entry(
    "M d √T log T", lambda m, d, t: m * d * math.sqrt(t) * math.log(t), "Section 1.1, M times"
)

_ARMS_ENTRIES = {
    ("immediate-sharing", REGRET): _SHARED,
    ("immediate-sharing", COMMUNICATION): _every_run("M² T", lambda m, k, t: float(m * m * t)),
    ("demab", REGRET): _SHARED,
    ("demab", COMMUNICATION): _LITTLE,
    ("demab-repaired", REGRET): _SHARED,
    ("demab-repaired", COMMUNICATION): _LITTLE,
    ("demab-instance-dependent", REGRET): Entry(
        "√(MKT log T) + M log M",
        lambda m, k, t: math.sqrt(m * k * t * math.log(t)) + m * math.log(m),
        source="Theorem 5 at gaps √(K log T / (MT))",
    ),
    ("demab-instance-dependent", COMMUNICATION): Entry(
        "M log T", lambda m, k, t: m * math.log(t), source="Theorem 5"
    ),
    ("independent-elimination", REGRET): _ALONE,
    ("independent-ucb1", REGRET): _ALONE,
    ("moss", REGRET): Entry(
        "M √(KT)", lambda m, k, t: m * math.sqrt(k * t), source="Section 3.4, without communication"
    ),
    ("demab-simple", REGRET): _SHARED,
    ("demab-simple", COMMUNICATION): _LITTLE,
}
_LINEAR_ENTRIES = {
    ("immediate-sharing", REGRET): _LINEAR,
    ("immediate-sharing", COMMUNICATION): _every_run(
        "M² d T", lambda m, d, t: float(m * m * d * t)
    ),
    ("dcb", REGRET): Entry("d √(MT) log T", lambda m, d, t: d * math.sqrt(m * t) * math.log(t)),
    ("dcb", COMMUNICATION): _every_run("M d² T", lambda m, d, t: float(m * d * d * t)),
    ("delb", REGRET): _LINEAR,
    ("delb", COMMUNICATION): _every_run(
        "(Md + d log log d) log T",  # ln ln d where it is positive: it is not below d = e
        lambda m, d, t: (m * d + d * math.log(max(math.log(max(d, 2)), 1.0))) * math.log(t),
    ),
    ("delb-squared", REGRET): _LINEAR,
    ("dislinucb", REGRET): Entry(
        "d √(MT) log² T",
        lambda m, d, t: d * math.sqrt(m * t) * math.log(m * t) ** 2,  # as its proof has it, M < T
        # Bad epochs cost M d sqrt(T log T / (d M)) each. There are at most d log T of them, and at
        # most d sqrt(M) epochs in all: while these are fewer, the sum grows like M.
        agents_from=lambda horizon: math.log(horizon) ** 2,
    ),
    ("dislinucb", COMMUNICATION): _every_run("M^1.5 d³", lambda m, d, t: m**1.5 * d**3),
    ("independent-delb", REGRET): _LINEAR_ALONE,
    ("independent-linucb", REGRET): _LINEAR_ALONE,
}
ENTRIES: Mapping[tuple[str, str, str], Entry] = {
    **{("table-1-arms", *key): entry for key, entry in _ARMS_ENTRIES.items()},
    **{("table-1-linear", *key): entry for key, entry in _LINEAR_ENTRIES.items()},
}


def section_of(config: Configuration, table: str) -> Table:
    """Return the section of one half of Table 1, or of its data set of `GAPS`."""
    section: Table = getattr(config, table.replace("-", "_"))
    return section


def instance_names(config: Configuration, table: str) -> list[str]:
    """Return the names of a half's instances."""
    section: Any = section_of(config, table)
    return [entry.name for entry in section.instances]


# --- Points ---------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Point:
    """The runs of a protocol at one size.

    Attributes
    ----------
    size : Size
    regret, communication : float64 arrays, shape (runs,)
    gap : float or None
        The gap between the best option and each other, where it is one of several.
    wrong : float
        Share of options that are not the best one.

    """

    size: Size
    regret: Floats
    communication: Floats
    gap: float | None = None
    wrong: float = 1.0

    def values(self, quantity: str) -> Floats:
        """Return the runs' regrets or communications."""
        return self.regret if quantity == REGRET else self.communication


def final_rows(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the rows at the end of the runs."""
    return frame[frame["round"] == frame["horizon"]]


def points_of(
    frame: pd.DataFrame, *, table: str, algorithm: str, instance: str
) -> dict[Size, Point]:
    """Return a protocol's runs on an instance by size."""
    # Few rows first, and one sort for all sizes: figures, tables and claims ask hundreds of times.
    chosen = (frame["algorithm"] == algorithm) & (frame["instance"] == instance)
    rows = final_rows(frame[chosen]).sort_values("replicate", kind="stable")
    columns = ["agents", WIDTHS[table], "horizon"]
    found = {}
    for values, part in summaries.groups(rows, *columns):
        wrong = 1 - 1 / max(values[1], 2) if WIDTHS[table] == "arms" else 1.0
        point = _point(part, *values, wrong=wrong)
        found[point.size] = point
    return found


def _point(runs: pd.DataFrame, agents: float, width: float, horizon: float, **more: float) -> Point:
    return Point(
        size=Size(int(agents), int(width), int(horizon)),
        regret=runs["regret"].to_numpy(dtype=np.float64),
        communication=runs["communication"].to_numpy(dtype=np.float64),
        **more,
    )


def gap_points(frame: pd.DataFrame, *, table: str, algorithm: str) -> dict[Size, list[Point]]:
    """Return a protocol's runs at every gap, by size, the smallest gap first.

    `table` is the half of Table 1, `frame` its data set of `GAPS`.
    """
    rows = frame[frame["algorithm"] == algorithm].sort_values(["gap", "replicate"])
    found: dict[Size, list[Point]] = {}
    for (*values, gap), part in summaries.groups(rows, "agents", WIDTHS[table], "horizon", "gap"):
        point = _point(part, *values, gap=gap, wrong=1 - 1 / max(values[1], 2))
        found.setdefault(point.size, []).append(point)
    return found


def worst_points(
    frame: pd.DataFrame, *, table: str, algorithm: str, inner: bool = False
) -> dict[Size, Point]:
    """Return a protocol's runs at the gap at which its mean regret is largest, by size.

    `inner` leaves out sizes at which that is the largest gap of several: nothing is learned there.

    Raises
    ------
    ValueError
        If that is the smallest gap of several, so that the worst may not be among them.

    """
    found = {}
    for size, points in gap_points(frame, table=table, algorithm=algorithm).items():
        worst = max(points, key=lambda point: float(point.regret.mean()))
        if len(points) > 1 and worst is points[0]:
            raise ValueError(
                f"gaps: the smallest, {worst.gap:g}, has the largest regret of {algorithm} at "
                f"{tuple(size)}; allowed: gaps down to one with less"
            )
        if not (inner and len(points) > 1 and worst is points[-1]):
            found[size] = worst
    return found


def in_turn(size: Size) -> Point:
    """Return the regret of playing all options in turn at its worst gap, 1: nothing is learned."""
    wrong = 1 - 1 / max(size.width, 2)
    lost = np.full(2, size.agents * size.horizon * wrong)
    return Point(size=size, regret=lost, communication=np.zeros(2), gap=1.0, wrong=wrong)


def along(
    points: Mapping[Size, Point],
    config: Configuration,
    table: str,
    against: str,
    horizon: int | None = None,
) -> list[Point]:
    """Return the points along one size, the others at their base, in increasing order.

    Parameters
    ----------
    points : mapping
        From `points_of`.
    config : Configuration
    table : str
        A half of Table 1, or its data set of `GAPS`.
    against : {"horizon", "agents", "arms", "dimension"}
    horizon : int, optional
        That of the base, unless it is what changes.

    """
    section = section_of(config, table)
    widths, width = {size.width for size in points}, section.width
    if width not in widths:  # an instance of a file or a list has its own
        width = min(widths, default=width)
    fixed = {"agents": section.base.agents, "width": width, "horizon": horizon}
    changing = "width" if against == section.width_name else against
    del fixed[changing]
    chosen = [
        point
        for size, point in points.items()
        if all(getattr(size, name) == value for name, value in fixed.items())
    ]
    return sorted(chosen, key=lambda point: getattr(point.size, changing))


def size_of(point: Point, against: str) -> int:
    """Return the size that changes."""
    return int(getattr(point.size, against if against in ("horizon", "agents") else "width"))


def values_along(point: Point, quantity: str, against: str) -> Floats:
    """Return the runs' values; over the arms or unit vectors regret is divided by 1 - 1/K.

    Pulling all arms in turn costs (1 - 1/K) gap a step, which the bounds round up to one gap; for
    a few arms that hides the power of K.
    """
    values = point.values(quantity)
    if against in WIDTHS.values() and quantity == REGRET:
        return values / point.wrong
    return values


def series_of(config: Configuration, table: str) -> list[tuple[str, int | None]]:
    """Return the sizes that change, with the base's horizon where it is not the horizon itself."""
    section = section_of(config, table)
    others = product(("agents", section.width_name), section.base.horizons)
    return [("horizon", None), *others]


# --- Exponents ------------------------------------------------------------------------------


def printed_exponent(entry: Entry, points: list[Point], against: str) -> float:
    """Return the slope of ln(expression) on ln(size) over the points, by least squares."""
    x = np.log([size_of(point, against) for point in points])
    y = np.log([entry.value(*point.size) for point in points])
    centred = x - x.mean()
    return _rounded(float(centred @ y / (centred @ centred)))


def _rounded(number: float) -> float:
    """Return the number without the last bits of a processor: an exponent 0 is 0."""
    return round(number, 9) + 0.0


def exponents(
    results: Mapping[str, pd.DataFrame], config: Configuration, table: str
) -> pd.DataFrame:
    """Return the fitted exponent of each protocol, instance, quantity and size.

    Returns
    -------
    DataFrame
        algorithm, instance, quantity (see `values_along`), against, at (the base's horizon, null
        where the horizon changes), from, to, points, exponent, low, high, misfit, printed (exponent
        of the printed expression over the same sizes, null without one), expression, source.
        Quantities that are zero have no exponent.

    """
    records = []
    for source, algorithm, instance, points in _sources(results, config, table):
        quantities = (REGRET,) if instance == WORST_GAP else QUANTITIES
        for against, at in series_of(config, source):
            line = along(points, config, source, against, at)
            for quantity in quantities:
                fit = _fit(line, quantity, against, ENTRIES.get((table, algorithm, quantity)))
                if fit is not None:
                    place = {"algorithm": algorithm, "instance": instance, "quantity": quantity}
                    size = {"against": against, "at": np.nan if at is None else float(at)}
                    records.append({**place, **size, **fit})
    return pd.DataFrame(records)


def _sources(
    results: Mapping[str, pd.DataFrame], config: Configuration, table: str
) -> Iterator[tuple[str, str, str, dict[Size, Point]]]:
    """Yield data set, protocol, instance (or the worst gap) and points."""
    for algorithm in section_of(config, table).algorithms:
        for instance in instance_names(config, table):
            points = points_of(results[table], table=table, algorithm=algorithm, instance=instance)
            yield table, algorithm, instance, points
    for algorithm in section_of(config, GAPS[table]).algorithms:
        points = worst_points(results[GAPS[table]], table=table, algorithm=algorithm, inner=True)
        yield GAPS[table], algorithm, WORST_GAP, points


def _fit(
    line: list[Point], quantity: str, against: str, entry: Entry | None
) -> dict[str, Any] | None:
    """Return the fitted exponent along a line beside the printed one; None without two sizes."""
    line = [point for point in line if point.values(quantity).size > 1]
    if len(line) < 2 or any(point.values(quantity).mean() <= 0 for point in line):
        return None
    fit = fit_exponent(
        [size_of(point, against) for point in line],
        [values_along(point, quantity, against) for point in line],
        confidence=summaries.CONFIDENCE,
    )
    return {
        "from": size_of(line[0], against),
        "to": size_of(line[-1], against),
        "points": len(line),
        "exponent": _rounded(fit.slope),
        "low": _rounded(fit.low),
        "high": _rounded(fit.high),
        "misfit": _rounded(fit.misfit),
        "printed": np.nan if entry is None else printed_exponent(entry, line, against),
        "expression": "" if entry is None else entry.words,
        "source": "" if entry is None else entry.source,
    }
