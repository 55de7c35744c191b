"""Claims that data decide: the cells of Table 1, the theorems' bounds, and where protocols pay.

A cell of Table 1 is an expression in O-notation: the mean over the expression stays bounded. Its
claim is that this ratio does not rise at the end: along each size, the others at their base and the
horizon at the longest that the protocol runs, the ratio at the last size is at most the largest at
the smaller sizes times the quotient of these two sizes to the power `SLACK` (half and twice of it
are shown). Early ratios may rise: a short run loses its gap in every step. The bounds with explicit
constants are compared with the mean at every size.

The crossovers are ours: Table 1 compares expressions, these compare regrets at equal sizes, and a
reader who takes the expressions for regrets would expect each of them.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bandit_replications.claims import Claim, Finding, Results
from bandit_replications.comparisons import Comparison, all_hold
from bandit_replications.distributed import bounds
from bandit_replications.distributed.experiments import Size
from bandit_replications.distributed.growth import (
    COMMUNICATION,
    ENTRIES,
    REGRET,
    Entry,
    Point,
    along,
    instance_names,
    measured,
    points_of,
    section_of,
    series_of,
    size_of,
)
from bandit_replications.errors import NotApplicable
from bandit_replications.needs import Need

SLACK = 0.1
LEAST_SPAN = 3.0  # with less, the slack is smaller than what a hidden logarithm can do
STRETCHES = (1.0, 0.5, 2.0)
LEAST_RUNS = 2

# A protocol pays clearly if its regret is at most 1/PAYS of the other's, at least if it is smaller.
PAYS = 2.0
LETTERS = {"horizon": "T", "agents": "M", "arms": "K", "dimension": "d"}

# The instances on which growth is measured: those whose gap shrinks as the bound's worst case, and
# for linear bandits every kind of sets that a protocol can play.
INSTANCES = {"table-1-arms": ("hard",), "table-1-linear": ("fixed", "anew")}

NAMES = {
    ("table-1-arms", "immediate-sharing"): "immediate sharing (multi-armed)",
    ("table-1-arms", "demab"): "DEMAB",
    ("table-1-linear", "immediate-sharing"): "immediate sharing (linear)",
    ("table-1-linear", "dcb"): "DCB (simplified)",
    ("table-1-linear", "delb"): "DELB",
    ("table-1-linear", "dislinucb"): "DisLinUCB",
}


# --- Rows -----------------------------------------------------------------------------------


def needs(table: str, *algorithms: str, instances: Sequence[str] = ()) -> Any:
    """Return the needs of a claim on one half of Table 1: algorithms, two replicates at least."""

    def found(config: Any) -> tuple[Need, ...]:
        section = section_of(config, table)
        for algorithm in algorithms:
            if algorithm not in section.algorithms:
                raise NotApplicable(f"the run's {table} has no {algorithm}")
            if section.replicates_of(algorithm) < LEAST_RUNS:
                raise NotApplicable(f"the run has one replicate of {algorithm}")
        names = instance_names(config, table)
        if instances and not set(instances) & set(names):
            raise NotApplicable(f"the run's {table} has no instance {' or '.join(instances)}")
        return (Need(experiment=table),)

    return found


def played(
    results: Results, config: Any, table: str, algorithm: str
) -> list[tuple[str, dict[Size, Point]]]:
    """Return the runs of a protocol on each instance that it plays."""
    found = []
    for instance in instance_names(config, table):
        points = points_of(results[table], table=table, algorithm=algorithm, instance=instance)
        if points:
            found.append((instance, points))
    return found


# --- Cells of Table 1 -----------------------------------------------------------------------


def growth_lines(
    results: Results, config: Any, table: str, algorithm: str
) -> list[tuple[str, str, list[Point]]]:
    """Return (size, instance, points) of each size that spans enough, at the longest horizon."""
    lines: dict[tuple[str, str], list[Point]] = {}
    for instance, points in played(results, config, table, algorithm):
        if instance not in INSTANCES[table]:
            continue
        for against, at in sorted(series_of(config, table), key=lambda one: one[1] or 0):
            line = along(points, config, table, against, at)
            if len(line) > 1:
                lines[against, instance] = line  # a longer horizon takes the place of a shorter
    return [
        (against, instance, line)
        for (against, instance), line in lines.items()
        if size_of(line[-1], against) >= LEAST_SPAN * size_of(line[0], against)
    ]


def _over_expression(point: Point, entry: Entry, quantity: str, against: str) -> float:
    """Return the mean over the printed expression."""
    return float(measured(point, quantity, against).mean()) / entry.value(*point.size)


def _growth(table: str, algorithm: str, quantity: str) -> Callable[[Results, Any], Finding]:
    claim_id = cell_id(table, algorithm, quantity)
    entry = ENTRIES[table, algorithm, quantity]

    def check(results: Results, config: Any) -> Finding:
        comparisons = []
        numbers: dict[str, float | int | str] = {}
        for against, instance, line in growth_lines(results, config, table, algorithm):
            last = line[-1]
            worst = max(
                line[:-1], key=lambda point: _over_expression(point, entry, quantity, against)
            )
            span = size_of(last, against) / size_of(worst, against)
            printed = entry.value(*last.size) / entry.value(*worst.size)
            one = Comparison(
                name=f"{instance}, {LETTERS[against]} from {size_of(worst, against)} to "
                f"{size_of(last, against)}",
                a=measured(last, quantity, against),
                b=measured(worst, quantity, against),
                factors=[printed * span ** (stretch * SLACK) for stretch in STRETCHES],
            )
            comparisons.append(one)
            numbers[f"{one.name}: exponent"] = math.log(one.ratio) / math.log(span)
            numbers[f"{one.name}: printed"] = math.log(printed) / math.log(span)
        if not comparisons:
            raise NotApplicable(f"no size of the run's {table} spans a factor {LEAST_SPAN:g}")
        return all_hold(claim_id, comparisons, numbers)

    return check


def cell_id(table: str, algorithm: str, quantity: str) -> str:
    """Return the id of the claim on a cell of Table 1."""
    half = table.removeprefix("table-1-")
    return f"table-1-{half}-{algorithm}-{quantity}"


def _cell(table: str, algorithm: str, quantity: str) -> Claim:
    entry = ENTRIES[table, algorithm, quantity]
    letters = "T, M and K" if table == "table-1-arms" else "T, M and d"
    return Claim(
        id=cell_id(table, algorithm, quantity),
        source="Table 1",
        statement=f"The {quantity} of {NAMES[table, algorithm]} is O({entry.words}).",
        kind="statistical",
        rule=(
            f"along each of {letters} that spans a factor {LEAST_SPAN:g}, on "
            f"{' and '.join(INSTANCES[table])}, at the longest horizon run, mean over expression "
            "at the last size is at most the largest at smaller ones times the quotient of the "
            f"sizes to the power {SLACK:g}; over K regret is divided by 1 - 1/K"
        ),
        needs=needs(table, algorithm, instances=INSTANCES[table]),
        check=_growth(table, algorithm, quantity),
    )


CELLS = tuple(
    _cell(table, algorithm, quantity)
    for table, algorithm in NAMES
    for quantity in (REGRET, COMMUNICATION)
)


# --- The theorems' bounds -------------------------------------------------------------------

Bound = Callable[[Size], float]


def _arms_bound(function: Callable[..., float]) -> Bound:
    return lambda size: function(agents=size.agents, arms=size.width, horizon=size.horizon)


def _linear_bound(function: Callable[..., float]) -> Bound:
    return lambda size: function(dimension=size.width, agents=size.agents, horizon=size.horizon)


BOUNDS: Mapping[str, tuple[str, str, str, str, Bound]] = {
    "theorem-1-regret-measured": (
        "Theorem 1",
        "table-1-arms",
        "demab",
        REGRET,
        _arms_bound(bounds.theorem_1_regret),
    ),
    "theorem-1-communication-measured": (
        "Theorem 1",
        "table-1-arms",
        "demab",
        COMMUNICATION,
        _arms_bound(bounds.theorem_1_communication_expected),
    ),
    "theorem-3-regret-measured": (
        "Theorem 3",
        "table-1-linear",
        "delb",
        REGRET,
        _linear_bound(bounds.theorem_3_regret),
    ),
    "theorem-3-communication-measured": (
        "Theorem 3",
        "table-1-linear",
        "delb",
        COMMUNICATION,
        _linear_bound(bounds.theorem_3_communication),
    ),
    "theorem-4-regret-measured": (
        "Theorem 4",
        "table-1-linear",
        "dislinucb",
        REGRET,
        _linear_bound(bounds.theorem_4_regret),
    ),
    "theorem-4-communication-measured": (
        "Theorem 4",
        "table-1-linear",
        "dislinucb",
        COMMUNICATION,
        _linear_bound(bounds.theorem_4_communication),
    ),
    "theorem-5-communication-measured": (
        "Theorem 5",
        "table-1-arms",
        "demab-instance-dependent",
        COMMUNICATION,
        _arms_bound(bounds.theorem_5_communication),
    ),
}


def _below(claim_id: str) -> Callable[[Results, Any], Finding]:
    _, table, algorithm, quantity, bound = BOUNDS[claim_id]

    def check(results: Results, config: Any) -> Finding:
        comparisons = [
            Comparison(
                name=f"{instance} {tuple(size)}", a=point.values(quantity), factors=[bound(size)]
            )
            for instance, points in played(results, config, table, algorithm)
            for size, point in points.items()
        ]
        return _slack(claim_id, comparisons)

    return check


def _slack(claim_id: str, comparisons: list[Comparison]) -> Finding:
    """Return the finding that all means are below their bounds, with the least slack."""
    if not comparisons:
        raise NotApplicable("the run has no such cell")
    closest = max(comparisons, key=lambda one: one.ratio)
    numbers: dict[str, float | int | str] = {
        "sizes": len(comparisons),
        "largest mean over bound": closest.ratio,
        "at": closest.name,
        "smallest": min(one.ratio for one in comparisons),
    }
    return all_hold(claim_id, comparisons, numbers)


def _theorem_5_regret(results: Results, config: Any) -> Finding:
    table, algorithm = "table-1-arms", "demab-instance-dependent"
    entries = {entry.name: entry for entry in config.table_1_arms.instances}
    comparisons = []
    for instance, points in played(results, config, table, algorithm):
        for size, point in points.items():
            means = entries[instance].resolve(
                agents=size.agents, arms=size.width, horizon=size.horizon
            )
            gaps = (means.max() - means).tolist()
            if not any(gaps):
                continue  # equal arms: no regret to bound
            bound = bounds.theorem_5_regret(gaps=gaps, agents=size.agents, horizon=size.horizon)
            comparisons.append(
                Comparison(name=f"{instance} {tuple(size)}", a=point.regret, factors=[bound])
            )
    return _slack("theorem-5-regret-measured", comparisons)


def _bound_claim(claim_id: str) -> Claim:
    source, table, algorithm, quantity, _ = BOUNDS[claim_id]
    return Claim(
        id=claim_id,
        source=source,
        statement=f"The theorem's bound on expected {quantity}, with the constants of its proof, "
        "holds at every size measured.",
        kind="statistical",
        rule="the mean is at most the explicit bound at every instance and size",
        needs=needs(table, algorithm),
        check=_below(claim_id),
    )


BOUND_CLAIMS = (
    *(_bound_claim(claim_id) for claim_id in BOUNDS),
    Claim(
        id="theorem-5-regret-measured",
        source="Theorem 5",
        statement="The theorem's bound on expected regret, with the constants of its proof, holds "
        "at every size measured.",
        kind="statistical",
        rule="the mean is at most the explicit bound, at the gaps of every instance and size",
        needs=needs("table-1-arms", "demab-instance-dependent"),
        check=_theorem_5_regret,
    ),
)


# --- Where the protocols pay ----------------------------------------------------------------


def _longest(
    results: Results,
    config: Any,
    table: str,
    pair: tuple[str, str],
    instance: str,
    *,
    most_agents: bool = False,
) -> tuple[Point, Point]:
    """Return both protocols' runs at the longest horizon that both ran with the base's agents.

    Or, for `most_agents`, at the most agents that both ran, at the longest horizon of those.
    """
    first, second = (
        points_of(results[table], table=table, algorithm=name, instance=instance) for name in pair
    )
    base: Any = section_of(config, table).base  # type: ignore[attr-defined]
    width = base.arms if table == "table-1-arms" else base.dimension
    common = [size for size in first if size in second and size.width == width]
    if not most_agents:
        common = [size for size in common if size.agents == base.agents]
    if not common:
        raise NotApplicable(f"the run has no size that {pair[0]} and {pair[1]} share")
    key = (lambda size: (size.agents, size.horizon)) if most_agents else (lambda size: size.horizon)
    chosen = max(common, key=key)
    return first[chosen], second[chosen]


def _pays(
    claim_id: str,
    table: str,
    pair: tuple[str, str],
    instance: str,
    *,
    factor: float,
    most_agents: bool = False,
) -> Callable[[Results, Any], Finding]:
    def check(results: Results, config: Any) -> Finding:
        one, other = _longest(results, config, table, pair, instance, most_agents=most_agents)
        factors = [1 / (1 + stretch * (factor - 1)) for stretch in STRETCHES]
        comparison = Comparison(
            name=f"{pair[0]} over {pair[1]}",
            a=one.regret,
            b=other.regret,
            factors=factors if factor > 1 else [1.0],
        )
        numbers: dict[str, float | int | str] = {
            "agents": one.size.agents,
            "horizon": one.size.horizon,
            "ratio of regrets": comparison.ratio,
            "numbers sent": float(one.communication.mean()),
            "by the other": float(other.communication.mean()),
        }
        return all_hold(claim_id, [comparison], numbers)

    return check


def _crossover(
    claim_id: str,
    table: str,
    pair: tuple[str, str],
    instance: str,
    statement: str,
    *,
    factor: float = PAYS,
    most_agents: bool = False,
) -> Claim:
    share = f"at most 1/{factor:g} of" if factor > 1 else "less than"
    where = "at the most agents" if most_agents else "at the longest horizon"
    return Claim(
        id=claim_id,
        source="Table 1, ours",
        statement=statement,
        kind="statistical",
        rule=f"on the instance {instance}, {where} that both run, the mean regret of {pair[0]} is "
        f"{share} that of {pair[1]}",
        needs=needs(table, *pair, instances=(instance,)),
        check=_pays(claim_id, table, pair, instance, factor=factor, most_agents=most_agents),
    )


CROSSOVERS = (
    _crossover(
        "crossover-demab-elimination",
        "table-1-arms",
        ("demab", "independent-elimination"),
        "hard",
        "With many agents DEMAB has clearly less regret than the same elimination by each alone.",
        most_agents=True,
    ),
    _crossover(
        "crossover-demab-elimination-base",
        "table-1-arms",
        ("demab", "independent-elimination"),
        "hard",
        "Over a long horizon DEMAB has clearly less regret than the same elimination by each "
        "alone.",
    ),
    _crossover(
        "crossover-demab-ucb1",
        "table-1-arms",
        ("demab", "independent-ucb1"),
        "linear",
        "DEMAB has less regret than UCB1 by each agent alone.",
        factor=1.0,
    ),
    _crossover(
        "crossover-demab-ucb1-agents",
        "table-1-arms",
        ("demab", "independent-ucb1"),
        "linear",
        "With many agents DEMAB has less regret than UCB1 by each agent alone.",
        factor=1.0,
        most_agents=True,
    ),
    _crossover(
        "crossover-instance-dependent",
        "table-1-arms",
        ("demab-instance-dependent", "demab"),
        "linear",
        "Over a long horizon the variant D = l0 = 0 has clearly less regret than DEMAB where gaps "
        "are large.",
    ),
    _crossover(
        "crossover-immediate-sharing",
        "table-1-arms",
        ("immediate-sharing", "demab"),
        "linear",
        "Immediate sharing has clearly less regret than DEMAB, whose order is the same.",
    ),
    _crossover(
        "crossover-delb-alone",
        "table-1-linear",
        ("delb", "independent-delb"),
        "fixed",
        "Over a long horizon DELB has clearly less regret than DELB by each agent alone.",
    ),
    _crossover(
        "crossover-dislinucb-alone",
        "table-1-linear",
        ("dislinucb", "independent-linucb"),
        "anew",
        "DisLinUCB has less regret than LinUCB by each agent alone.",
        factor=1.0,
    ),
)


CLAIMS: tuple[Claim, ...] = (*CELLS, *BOUND_CLAIMS, *CROSSOVERS)
