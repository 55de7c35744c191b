"""The cells of Table 1, measured: growth of regret and communication along each size.

A cell of Table 1 is an expression in O-notation: the mean over the expression stays bounded. Its
claim is that this ratio does not rise at the end: along each size, the others at their base and the
horizon at the longest that the protocol runs, the ratio at the last size is at most that at one
size at least, `LEAST_SPAN` times smaller or more, times the quotient of the two sizes to the power
`SLACK` (half and twice of it are shown). Early ratios may rise: a short run loses its gap in
every step. Where the paper's argument bounds every run (`Entry.every_run`) the largest run takes
the place of the mean and nothing is tested.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np

from bandit_replications.experiments.needs import Need
from bandit_replications.ledger.claims import Finding, Results
from bandit_replications.ledger.decisions import Decision, argued, measured, proof
from bandit_replications.ledger.parts import MARGINS, Comparison, power
from bandit_replications.ledger.samples import require
from bandit_replications.papers.distributed.analysis.growth import (
    COMMUNICATION,
    ENTRIES,
    GAPS,
    LETTERS,
    QUANTITIES,
    REGRET,
    WIDTHS,
    WORST_GAP,
    Entry,
    Point,
    along,
    in_turn,
    instance_names,
    points_of,
    section_of,
    series_of,
    size_of,
    values_along,
    worst_points,
)
from bandit_replications.papers.distributed.checks.agreeing import AnyOf, all_parts
from bandit_replications.papers.distributed.parameters import Configuration
from bandit_replications.papers.distributed.table_parameters import Size
from bandit_replications.runtime.errors import NotApplicable

SLACK = 0.1
LEAST_SPAN = 3.0  # with less, the slack is smaller than what a hidden logarithm can do

IN_TURN = "all options in turn"  # a control that is computed

# The instances on which growth is measured: those whose gap shrinks as the bound's worst case, and
# for linear bandits every kind of sets that a protocol can play.
INSTANCES = {"table-1-arms": ("hard",), "table-1-linear": ("fixed", "anew")}

FALSE_CELL = ("table-1-arms", "demab", COMMUNICATION)
# Judged by closed forms, see `closed_form`: elimination goes up and down between two sizes, and
# UCB1's constant rises with the arms towards its limit.
BY_FORM = (
    ("table-1-arms", "immediate-sharing", REGRET),
    ("table-1-arms", "demab", REGRET),
    ("table-1-linear", "delb", REGRET),
)
# What these send is counted, not measured: the same numbers in every step.
COUNTED = ("immediate-sharing", "dcb")

PROTOCOLS = (
    ("table-1-arms", "immediate-sharing"),
    ("table-1-arms", "demab"),
    ("table-1-linear", "immediate-sharing"),
    ("table-1-linear", "dcb"),
    ("table-1-linear", "delb"),
    ("table-1-linear", "dislinucb"),
)


def require_instance(config: Configuration, table: str, *names: str) -> None:
    """Raise NotApplicable unless a half of Table 1 has one of these instances."""
    if not set(names) & set(instance_names(config, table)):
        raise NotApplicable(f"the run's {table} has no instance {' or '.join(names)}")


def needs(
    table: str, *algorithms: str, instances: Sequence[str] = (), beside: str = IN_TURN
) -> Callable[[Configuration], tuple[Need, ...]]:
    """Return the needs of a claim on one data set: algorithms, two replicates at least.

    `beside` is the control, which a run may lack or which is computed; no `instances` are all.
    """

    def found(config: Configuration) -> tuple[Need, ...]:
        require(config, table, algorithms)
        others = () if beside in (IN_TURN, *algorithms) else (beside,)
        where = {"algorithm": (*algorithms, *others)}
        if instances:
            require_instance(config, table, *instances)
            where["instance"] = tuple(instances)
        return (Need(experiment=table, where=where),)

    return found


def played(
    results: Results, config: Configuration, table: str, algorithm: str
) -> list[tuple[str, dict[Size, Point]]]:
    """Return the runs of a protocol on each instance that it plays."""
    runs = (
        (name, points_of(results[table], table=table, algorithm=algorithm, instance=name))
        for name in instance_names(config, table)
    )
    return [(name, points) for name, points in runs if points]


def growth_lines(
    results: Results, config: Configuration, table: str, algorithm: str, quantity: str
) -> list[tuple[str, str, list[Point]]]:
    """Return the lines, see `_lines`, of regret at each size's worst gap, or of communication."""
    if quantity == REGRET:
        points = worst_points(results[GAPS[table]], table=table, algorithm=algorithm, inner=True)
        return _lines(points, config, GAPS[table], WORST_GAP)
    return [
        line
        for instance, points in played(results, config, table, algorithm)
        if instance in INSTANCES[table]
        for line in _lines(points, config, table, instance)
    ]


def lines_in_turn(
    config: Configuration, table: str, horizon: int
) -> list[tuple[str, str, list[Point]]]:
    """Return the lines of playing all options in turn, at sizes up to a horizon."""
    section: Any = section_of(config, GAPS[table])
    points = {size: in_turn(size) for size in section.sizes() if size.horizon <= horizon}
    return _lines(points, config, GAPS[table], WORST_GAP)


def _lines(
    points: Mapping[Size, Point], config: Configuration, source: str, instance: str
) -> list[tuple[str, str, list[Point]]]:
    """Return (size, instance, points) of each size that spans enough, at the longest horizon.

    The points are the last one and those at sizes that are `LEAST_SPAN` times smaller or more.
    """
    lines: dict[tuple[str, str], list[Point]] = {}
    for against, at in sorted(series_of(config, source), key=lambda one: one[1] or 0):
        line = along(points, config, source, against, at)
        if len(line) > 1:
            lines[against, instance] = line  # a longer horizon takes the place of a shorter
    found = []
    for (against, name), line in lines.items():
        last = size_of(line[-1], against)
        smaller = [one for one in line if last >= LEAST_SPAN * size_of(one, against)]
        if smaller:
            found.append((against, name, [*smaller, line[-1]]))
    return found


def _measured_value(point: Point, entry: Entry, quantity: str, against: str) -> float:
    """Return the mean, or the largest of all runs if the entry bounds every run."""
    values = values_along(point, quantity, against)
    return float(values.max() if entry.every_run else values.mean())


def _where_expression_leads(entry: Entry, against: str, line: Sequence[Point]) -> list[Point]:
    """Return the points at which the proof's sum grows along a line as the expression does."""
    least = entry.agents_from(line[-1].size.horizon) if against == "agents" else 0
    led = [point for point in line if point.size.agents >= least]
    return led if len(led) > 1 and led[-1] is line[-1] else []


def _rises(
    line: Sequence[Point], entry: Entry, *, table: str, quantity: str, against: str, instance: str
) -> list[tuple[Comparison, float, dict[str, float]]]:
    """Return the rule on the last size and each smaller one, the one that allows most first.

    Each with the growth in place of its ratio, and both exponents.
    """
    values = [_measured_value(point, entry, quantity, against) for point in line]
    found = []
    for point, value in zip(line[:-1], values[:-1], strict=True):
        sizes = size_of(point, against), size_of(line[-1], against)
        span, growth = sizes[1] / sizes[0], values[-1] / value
        printed = entry.value(*line[-1].size) / entry.value(*point.size)
        comparison = power(
            f"{instance}, {LETTERS[against]} from {sizes[0]} to {sizes[1]}",
            values_along(line[-1], quantity, against),
            values_along(point, quantity, against),
            span=span,
            exponent=0.0,
            slack=SLACK,
            scale=printed,
            # a replicate's actions are the same
            paired=table == "table-1-linear" and instance != WORST_GAP,
        )
        exponents = {
            f"{comparison.name}: exponent": math.log(growth) / math.log(span),
            f"{comparison.name}: printed": math.log(printed) / math.log(span),
        }
        found.append((comparison, growth, exponents))
    return sorted(found, key=lambda one: one[1] / one[0].factors[0])


def _growth(
    results: Results,
    config: Configuration,
    *,
    table: str,
    algorithm: str,
    quantity: str,
    runs: str = "",
    beside: Sequence[str] = (),
) -> Finding:
    """Return the finding that an algorithm's ratio to its printed expression does not rise.

    `runs` names whose runs are held to it in the algorithm's place, by default its own, or is
    `IN_TURN`: controls. Sizes that are named `beside` stay at their base.
    """
    entry = ENTRIES[table, algorithm, quantity]
    rises = []
    caveat = ""
    numbers: dict[str, float | int | str] = {}
    own = algorithm if runs == IN_TURN else runs or algorithm
    lines = growth_lines(results, config, table, own, quantity)
    if runs == IN_TURN:
        horizon = max(line[-1].size.horizon for _, _, line in lines)
        lines = lines_in_turn(config, table, horizon)
    for against, instance, line in lines:
        if against in beside:
            continue
        led = _where_expression_leads(entry, against, line)
        place = {"table": table, "quantity": quantity, "against": against, "instance": instance}
        found = _rises(led or line, entry, **place)
        numbers.update(found[0][2])
        if led:
            rises.append(found)
        else:
            reason = "at fewer than log² T agents the proof's own sum grows like M"
            caveat = f"not judged over M ({found[0][0].name}): {reason}"
    if not rises:
        raise NotApplicable(f"no size of the run's {table} spans a factor {LEAST_SPAN:g}")
    if not entry.every_run:
        parts = [AnyOf.of([one for one, _, _ in found]) for found in rises]
        return all_parts(parts, numbers, caveat=caveat)
    whole, half, twice = (
        all(any(growth <= one.factors[margin] for one, growth, _ in found) for found in rises)
        for margin in range(len(MARGINS))
    )
    return Finding(numbers=numbers, holds=whole, half=half, twice=twice, caveat=caveat)


# Agents that send nothing: a protocol must grow more slowly with the agents.
SILENT_TWIN = {
    "table-1-arms": {"": "independent-elimination"},
    "table-1-linear": {"": "independent-linucb", "delb": "independent-delb"},
}


def control_of(table: str, algorithm: str, quantity: str) -> str:
    """Return the control of a rule: agents that send nothing, or everything at once."""
    twins = SILENT_TWIN[table]
    return twins.get(algorithm, twins[""]) if quantity == REGRET else "immediate-sharing"


def cell_id(table: str, algorithm: str, quantity: str) -> str:
    """Return the id of the row on a cell of Table 1.

    What DEMAB sends is false as printed; that runs do not show it at their sizes is ours.
    """
    measured = "-measured" if (table, algorithm, quantity) == FALSE_CELL else ""
    return f"{table}-{algorithm}-{quantity}{measured}"


def cell(table: str, algorithm: str, quantity: str) -> Decision:
    """Return the decision of a cell by its growth.

    The control of DisLinUCB's regret is all options in turn: it is not judged over the agents, over
    which silence is worse.
    """
    source = GAPS[table] if quantity == REGRET else table
    instances = () if quantity == REGRET else INSTANCES[table]
    beside = control_of(table, algorithm, quantity)
    if (algorithm, quantity) == ("dislinucb", REGRET):
        beside = IN_TURN
    decide = partial(_growth, table=table, algorithm=algorithm, quantity=quantity)
    return measured(
        decide,
        needs(source, algorithm, instances=instances, beside=beside),
        control=partial(decide, runs=beside),
        method="bound" if ENTRIES[table, algorithm, quantity].every_run else "statistical",
        facts={
            "instances": " and ".join(INSTANCES[table]),
            "worst_gap": WORST_GAP,
            "width": LETTERS[WIDTHS[table]],
            "width_name": {"arms": "arms", "dimension": "unit vectors"}[WIDTHS[table]],
            "least_span": LEAST_SPAN,
            "slack": SLACK,
        },
    )


# --- Other sentences on growth ------------------------------------------------------------------


def _dependence(results: Results, config: Configuration, *, exchanged: bool = False) -> Finding:
    """Compare how DisLinUCB's and DELB's numbers grow over M and over d; control: the other way."""
    table, powers = "table-1-linear", {}
    for algorithm in ("dislinucb", "delb"):
        lines = growth_lines(results, config, table, algorithm, COMMUNICATION)
        for against, _, line in [one for one in lines if one[1] == "fixed"]:
            first, last = line[0], line[-1]
            span = math.log(size_of(last, against) / size_of(first, against))
            growth = last.communication.mean() / first.communication.mean()
            powers[algorithm, against] = float(np.log(growth)) / span
    shown = {f"{name}: power of {LETTERS[size]}": one for (name, size), one in powers.items()}
    worse, better = ("delb", "dislinucb") if exchanged else ("dislinucb", "delb")
    pairs = [((worse, size), (better, size)) for size in ("agents", "dimension")]
    if not {one for pair in pairs for one in pair} <= powers.keys():
        return Finding(testable=False, caveat="the run has one number of agents or one dimension")
    return Finding(numbers=shown, holds=all(powers[more] > powers[less] for more, less in pairs))


# By way of the server s M + s M (M - 1) = M² s numbers a step, s for an arm or d entries, a reward.
_EACH_STEP = "M² s numbers a step by way of the server, s = {}"

CHECKS = {
    "section-4-4-dependence": measured(
        _dependence,
        needs("table-1-linear", "dislinucb", "delb", instances=("fixed",)),
        control=partial(_dependence, exchanged=True),
        method="bound",
        facts={"least_span": LEAST_SPAN},
    ),
    cell_id("table-1-arms", "immediate-sharing", COMMUNICATION): proof(
        argued("a step", _EACH_STEP.format("2"))
    ),
    cell_id("table-1-linear", "immediate-sharing", COMMUNICATION): proof(
        argued("a step", _EACH_STEP.format("d + 1 <= 2 d, or 2 with an index"))
    ),
} | {
    cell_id(table, algorithm, quantity): cell(table, algorithm, quantity)
    for table, algorithm in PROTOCOLS
    for quantity in QUANTITIES
    if (table, algorithm, quantity) not in BY_FORM
    and (quantity == REGRET or algorithm not in COUNTED)
}
