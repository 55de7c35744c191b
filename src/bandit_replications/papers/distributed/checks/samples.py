"""Samples of regret that the crossovers compare, at sizes that both protocols ran.

Table 1 compares expressions; the comparisons of regrets at equal sizes are ours. DEMAB can gain on
agents alone only where its burn-in of T / (MK) steps does not find the gaps and all pulls together
do.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from bandit_replications.ledger.claims import Finding
from bandit_replications.ledger.comparison_records import Chosen, ComparisonRecord
from bandit_replications.ledger.comparisons import cells, sides
from bandit_replications.ledger.parts import Comparison, Sample
from bandit_replications.ledger.rules import Numbers
from bandit_replications.ledger.samples import Reader, Samples, needs_of, require, section_of
from bandit_replications.papers.distributed.analysis.growth import (
    GAPS,
    Point,
    in_turn,
    points_of,
    worst_points,
)
from bandit_replications.papers.distributed.checks.agreeing import all_parts
from bandit_replications.papers.distributed.checks.measured_bounds import gaps_of
from bandit_replications.papers.distributed.checks.table_1 import require_instance
from bandit_replications.papers.distributed.parameters import Configuration
from bandit_replications.papers.distributed.table_parameters import Size
from bandit_replications.papers.distributed.theory import bounds
from bandit_replications.runtime.errors import NotApplicable

IN_TURN = "all arms in turn"
ORIGINAL = "at-size-of"  # of a control: the protocol whose size is taken


def _scope(config: Configuration, chosen: Sequence[Chosen]) -> None:
    for one in chosen:
        if ORIGINAL not in one:
            require(config, one["data"], [one["algorithm"]])
            if "instance" in one:
                require_instance(config, one["data"], one["instance"])


def short_burn_in(size: Size) -> bool:
    """Test for a stage 1 that ends before an agent alone has pulled each arm m_1 times."""
    sizes = {"agents": size.agents, "arms": size.width, "horizon": size.horizon}
    pulls = 4.0 ** (1 + bounds.PULLS_EXPONENT) * bounds.log_size(**sizes)
    return bounds.burn_in(**sizes) < size.width * pulls


def _points(reader: Reader[Configuration], one: Chosen, algorithm: str) -> dict[Size, Point]:
    """Return a protocol's runs by size, at its worst gap where no instance is named."""
    data, frame = one["data"], reader.results[one["data"]]
    if "instance" in one:
        return points_of(frame, table=data, algorithm=algorithm, instance=one["instance"])
    table = next(table for table, gaps in GAPS.items() if gaps == data)
    return worst_points(frame, table=table, algorithm=algorithm)


def _common(reader: Reader[Configuration], a: Chosen, b: Chosen) -> tuple[Point, Point]:
    """Return both protocols' runs at one size that both ran, the second's beside the first's.

    With the base's arms or dimension, and with the base's agents or, for most agents, with as many
    as both ran; of several horizons at the longest.
    """
    first = _points(reader, a, a.get(ORIGINAL, a["algorithm"]))
    second = _points(reader, b, b["algorithm"])
    section = section_of(reader.config, a["data"])
    common = [
        size
        for size in first
        if size in second
        and size.width == section.width
        and (a["size"] == "most agents" or size.agents == section.base.agents)
        and (a["size"] != "longest with a short burn-in" or short_burn_in(size))
    ]
    if not common:
        raise NotApplicable(f"the run has no such size of {a['algorithm']} and {b['algorithm']}")
    chosen = max(common, key=lambda size: (size.agents, size.horizon))
    return first[chosen], second[chosen]


def _pair(reader: Reader[Configuration], a: Chosen, b: Chosen) -> tuple[Sample, Sample]:
    one, other = _common(reader, a, b)
    if a["algorithm"] == a.get(ORIGINAL, a["algorithm"]):
        return one.regret, other.regret
    size = one.size
    if a["algorithm"] != IN_TURN:
        points = _points(reader, a, a["algorithm"])
        if size not in points:
            raise NotApplicable(f"the run has no {a['algorithm']} at such a size")
        return points[size].regret, other.regret
    if "instance" not in a:
        return in_turn(size).regret, other.regret
    lost = float(gaps_of(reader.config, a["data"], a["instance"], size).mean())
    return np.full(2, lost * size.agents * size.horizon), other.regret


def _sizes(
    reader: Reader[Configuration], record: ComparisonRecord, parts: Sequence[Comparison]
) -> Numbers:
    (cell,) = cells(reader, record)
    one, other = _common(reader, *sides(reader, record, record.hold[0], cell))
    return {
        "agents": one.size.agents,
        "horizon": one.size.horizon,
        "ratio of regrets": parts[0].value,
        "numbers sent": float(one.communication.mean()),
        "by the other": float(other.communication.mean()),
    }


def _join(
    parts: Sequence[Comparison], numbers: Numbers | None = None, *, caveat: str = ""
) -> Finding:
    """Return the finding of all parts; a mere sign has no margin."""
    signs = [replace(one, factors=one.factors[:1]) for one in parts if set(one.factors) == {1.0}]
    return all_parts(signs or parts, numbers, caveat=caveat)


SAMPLES = Samples(
    place="papers.distributed.checks.samples:SAMPLES",
    scope=_scope,
    pair=_pair,
    needs=lambda config, chosen: needs_of(chosen, keys=("size", ORIGINAL)),
    computed={IN_TURN: lambda reader, one, other: np.empty(0)},
    shown={"sizes": _sizes},
    join=_join,
)
