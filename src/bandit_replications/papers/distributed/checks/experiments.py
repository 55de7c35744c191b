"""Claims that data decide: the cells of Table 1, the theorems' bounds, and where protocols pay.

A cell of Table 1 is an expression in O-notation: the mean over the expression stays bounded. Its
claim is that this ratio does not rise at the end: along each size, the others at their base and the
horizon at the longest that the protocol runs, the ratio at the last size is at most the largest at
sizes at least `LEAST_SPAN` times smaller, times the quotient of these two sizes to the power
`SLACK` (half and twice of it are shown). Early ratios may rise: a short run loses its gap in every
step. Where the paper's argument bounds every run (`Entry.sure`) the largest run takes the place of
the mean and nothing is tested.

The bounds with explicit constants are compared with the mean, or with every run, at every size at
which they could be broken: one that exceeds M T times the largest gap says nothing.

The crossovers are ours: Table 1 compares expressions, these compare regrets at equal sizes. DEMAB
can gain on agents alone only where its burn-in of T / (MK) steps does not find the gaps and all
pulls together do.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

import numpy as np

from bandit_replications.experiments.needs import Need
from bandit_replications.inference.resampling import Floats
from bandit_replications.ledger.claims import Claim, Finding, Results
from bandit_replications.ledger.rules import Comparison, all_of
from bandit_replications.papers.distributed.experiments import Size
from bandit_replications.papers.distributed.theory import bounds
from bandit_replications.papers.distributed.theory.growth import (
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
from bandit_replications.runtime.errors import NotApplicable

SLACK = 0.1
LEAST_SPAN = 3.0  # with less, the slack is smaller than what a hidden logarithm can do
STRETCHES = (1.0, 0.5, 2.0)
LEAST_RUNS = 2
VACUOUS = "sizes at which no regret can exceed the bound"

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
    """Return (size, instance, points) of each size that spans enough, at the longest horizon.

    The points are the last one and those at sizes that are `LEAST_SPAN` times smaller or more.
    """
    lines: dict[tuple[str, str], list[Point]] = {}
    for instance, points in played(results, config, table, algorithm):
        if instance not in INSTANCES[table]:
            continue
        for against, at in sorted(series_of(config, table), key=lambda one: one[1] or 0):
            line = along(points, config, table, against, at)
            if len(line) > 1:
                lines[against, instance] = line  # a longer horizon takes the place of a shorter
    found = []
    for (against, instance), line in lines.items():
        last = size_of(line[-1], against)
        smaller = [one for one in line if last >= LEAST_SPAN * size_of(one, against)]
        if smaller:
            found.append((against, instance, [*smaller, line[-1]]))
    return found


def _over_expression(point: Point, entry: Entry, quantity: str, against: str) -> float:
    """Return the mean, or the largest of all runs if the entry is sure, over the expression."""
    return _taken(measured(point, quantity, against), entry) / entry.value(*point.size)


def _taken(values: Floats, entry: Entry) -> float:
    return float(values.max() if entry.sure else values.mean())


def _leads(entry: Entry, against: str, line: Sequence[Point]) -> bool:
    """Return whether the expression says how the proof's sum grows along a line."""
    return against != "agents" or all(
        point.size.agents >= entry.agents_from(point.size.horizon) for point in line
    )


def _growth(table: str, algorithm: str, quantity: str) -> Callable[[Results, Any], Finding]:
    claim_id = cell_id(table, algorithm, quantity)
    entry = ENTRIES[table, algorithm, quantity]

    def check(results: Results, config: Any) -> Finding:
        comparisons = []
        numbers: dict[str, float | int | str] = {}
        left_out = []
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
                paired=table == "table-1-linear",  # a replicate's actions are the same
            )
            growth = _taken(one.a, entry) / _taken(measured(worst, quantity, against), entry)
            numbers[f"{one.name}: exponent"] = math.log(growth) / math.log(span)
            numbers[f"{one.name}: printed"] = math.log(printed) / math.log(span)
            if _leads(entry, against, line):
                comparisons.append((one, growth))
            else:
                left_out.append(one.name)
        if not comparisons:
            raise NotApplicable(f"no size of the run's {table} spans a factor {LEAST_SPAN:g}")
        caveat = (
            f"not judged over M ({'; '.join(left_out)}): at fewer than log² T agents the proof's "
            "own sum grows like M"
            if left_out
            else ""
        )
        if not entry.sure:
            return all_of(claim_id, [one for one, _ in comparisons], numbers, caveat=caveat)
        whole, half, twice = (
            all(growth <= one.factors[place] for one, growth in comparisons)
            for place in range(len(STRETCHES))
        )
        return Finding(numbers=numbers, holds=whole, half=half, twice=twice, caveat=caveat)

    return check


def cell_id(table: str, algorithm: str, quantity: str) -> str:
    """Return the id of the claim on a cell of Table 1."""
    half = table.removeprefix("table-1-")
    return f"table-1-{half}-{algorithm}-{quantity}"


def _cell(table: str, algorithm: str, quantity: str) -> Claim:
    entry = ENTRIES[table, algorithm, quantity]
    letters = "T, M and K" if table == "table-1-arms" else "T, M and d"
    taken = "the largest of all runs" if entry.sure else "mean"
    return Claim(
        id=cell_id(table, algorithm, quantity),
        source="Table 1",
        statement=f"The {quantity} of {NAMES[table, algorithm]} is O({entry.words}).",
        kind="bound" if entry.sure else "statistical",
        rule=(
            f"along each of {letters}, on {' and '.join(INSTANCES[table])}, at the longest horizon "
            f"run, {taken} over expression at the last size is at most the largest at sizes "
            f"{LEAST_SPAN:g} times smaller or more, times the quotient of the sizes to the power "
            f"{SLACK:g}; over K regret is divided by 1 - 1/K"
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


def _sure(claim_id: str) -> bool:
    """Return whether the bound of a claim is one on every run (see `Entry.sure`)."""
    _, table, algorithm, quantity, _ = BOUNDS[claim_id]
    return ENTRIES[table, algorithm, quantity].sure


def _below(claim_id: str) -> Callable[[Results, Any], Finding]:
    _, table, algorithm, quantity, bound = BOUNDS[claim_id]

    def check(results: Results, config: Any) -> Finding:
        comparisons = []
        vacuous = 0
        for instance, points in played(results, config, table, algorithm):
            for size, point in points.items():
                most = math.inf
                if quantity == REGRET:
                    most = most_lost(config, table, instance, size)
                if bound(size) >= most:
                    vacuous += 1
                    continue
                comparisons.append(
                    Comparison(
                        name=f"{instance} {tuple(size)}",
                        a=point.values(quantity),
                        factors=[bound(size)],
                    )
                )
        return _slack(claim_id, comparisons, vacuous, sure=_sure(claim_id))

    return check


def most_lost(config: Any, table: str, instance: str, size: Size) -> float:
    """Return the most regret that anything can have: M T times the largest gap (linear: 2)."""
    pulls = float(size.agents * size.horizon)
    if table == "table-1-linear":
        return 2 * pulls
    return pulls * float(_gaps(config, instance, size).max())


def _gaps(config: Any, instance: str, size: Size) -> Floats:
    entries = {entry.name: entry for entry in config.table_1_arms.instances}
    means: Floats = entries[instance].resolve(
        agents=size.agents, arms=size.width, horizon=size.horizon
    )
    return np.asarray(means.max() - means)


def _slack(
    claim_id: str, comparisons: list[Comparison], vacuous: int, *, sure: bool = False
) -> Finding:
    """Return the finding that all means, or all runs, are below their bounds; the least slack.

    Parameters
    ----------
    claim_id : str
    comparisons : list of Comparison
        At the sizes at which the bound can be broken.
    vacuous : int
        Other sizes.
    sure : bool
        Whether the bound is one on every run, which is looked up and not tested.

    """
    if not comparisons and not vacuous:
        raise NotApplicable("the run has no such cell")
    if not comparisons:
        return Finding(
            numbers={"sizes": 0, VACUOUS: vacuous},
            testable=False,
            caveat="with the constants of its proof the bound exceeds M T times the largest gap at "
            "every size that was run",
        )
    taken = {one.name: float(one.a.max() if sure else one.a.mean()) for one in comparisons}
    over = {one.name: taken[one.name] / one.factors[0] for one in comparisons}
    closest = max(over, key=lambda name: over[name])
    numbers: dict[str, float | int | str] = {
        "sizes": len(comparisons),
        **({VACUOUS: vacuous} if vacuous else {}),
        "largest run over bound" if sure else "largest mean over bound": over[closest],
        "at": closest,
        "smallest": min(over.values()),
    }
    if sure:
        return Finding(numbers=numbers, holds=over[closest] <= 1)
    return all_of(claim_id, comparisons, numbers)


def _theorem_5_regret(results: Results, config: Any) -> Finding:
    table, algorithm = "table-1-arms", "demab-instance-dependent"
    comparisons = []
    vacuous = 0
    for instance, points in played(results, config, table, algorithm):
        for size, point in points.items():
            gaps = _gaps(config, instance, size).tolist()
            if not any(gaps):
                continue  # equal arms: no regret to bound
            bound = bounds.theorem_5_regret(gaps=gaps, agents=size.agents, horizon=size.horizon)
            if bound >= most_lost(config, table, instance, size):
                vacuous += 1
                continue
            comparisons.append(
                Comparison(name=f"{instance} {tuple(size)}", a=point.regret, factors=[bound])
            )
    return _slack("theorem-5-regret-measured", comparisons, vacuous)


def _bound_claim(claim_id: str) -> Claim:
    source, table, algorithm, quantity, _ = BOUNDS[claim_id]
    sure = _sure(claim_id)
    expected = "" if sure else "expected "
    taken = "every run" if sure else "the mean"
    where = (
        "instance and size" if quantity == COMMUNICATION else "instance and size that can break it"
    )
    return Claim(
        id=claim_id,
        source=source,
        statement=f"The theorem's bound on {expected}{quantity}, with the constants of its proof, "
        "holds at every size measured.",
        kind="bound" if sure else "statistical",
        rule=f"{taken} is at most the explicit bound at every {where}",
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
        rule="the mean is at most the explicit bound at the gaps, for every instance and size that "
        "can break it",
        needs=needs("table-1-arms", "demab-instance-dependent"),
        check=_theorem_5_regret,
    ),
)


# --- Where the protocols pay ----------------------------------------------------------------

Where = Literal["longest", "most agents", "short burn-in"]
PLACES: Mapping[Where, str] = {
    "longest": "at the longest horizon that both run",
    "most agents": "at the most agents that both run",
    "short burn-in": "at the longest horizon at which the burn-in of T/(MK) steps is shorter than "
    "an agent's first phase",
}


def _short_burn_in(size: Size) -> bool:
    """Return whether stage 1 ends before an agent alone has pulled each arm m_1 times."""
    arms, sizes = size.width, {"agents": size.agents, "arms": size.width, "horizon": size.horizon}
    first_phase = arms * 4.0 ** (1 + bounds.PULLS_EXPONENT) * bounds.log_size(**sizes)
    return bounds.burn_in(**sizes) < first_phase


def _common(
    results: Results, config: Any, table: str, pair: tuple[str, str], instance: str, where: Where
) -> tuple[Point, Point]:
    """Return both protocols' runs at one size that both ran.

    With the base's arms or dimension, and with the base's agents or, for most agents, with as many
    as both ran; of several horizons at the longest.
    """
    first, second = (
        points_of(results[table], table=table, algorithm=name, instance=instance) for name in pair
    )
    base: Any = section_of(config, table).base  # type: ignore[attr-defined]
    width = base.arms if table == "table-1-arms" else base.dimension
    common = [size for size in first if size in second and size.width == width]
    if where != "most agents":
        common = [size for size in common if size.agents == base.agents]
    if where == "short burn-in":
        common = [size for size in common if _short_burn_in(size)]
    if not common:
        raise NotApplicable(f"the run has no such size that {pair[0]} and {pair[1]} share")
    chosen = max(common, key=lambda size: (size.agents, size.horizon))
    return first[chosen], second[chosen]


def _pays(
    claim_id: str,
    table: str,
    pair: tuple[str, str],
    instance: str,
    *,
    factor: float,
    where: Where,
    below: bool,
) -> Callable[[Results, Any], Finding]:
    def check(results: Results, config: Any) -> Finding:
        one, other = _common(results, config, table, pair, instance, where)
        factors = [1 / (1 + stretch * (factor - 1)) for stretch in STRETCHES]
        comparison = Comparison(
            name=f"{pair[0]} over {pair[1]}",
            a=one.regret,
            b=other.regret,
            factors=factors if factor > 1 else [1.0],
            below=below,
            paired=table == "table-1-linear",  # a replicate's actions are the same
        )
        numbers: dict[str, float | int | str] = {
            "agents": one.size.agents,
            "horizon": one.size.horizon,
            "ratio of regrets": comparison.value,
            "numbers sent": float(one.communication.mean()),
            "by the other": float(other.communication.mean()),
        }
        return all_of(claim_id, [comparison], numbers)

    return check


def _crossover(
    claim_id: str,
    table: str,
    pair: tuple[str, str],
    instance: str,
    statement: str,
    *,
    factor: float = PAYS,
    where: Where = "longest",
    below: bool = True,
) -> Claim:
    bound = f"1/{factor:g} of" if factor > 1 else "1 times"
    share = f"at {'most' if below else 'least'} {bound}"
    return Claim(
        id=claim_id,
        source="Table 1, ours",
        statement=statement,
        kind="statistical",
        rule=f"on the instance {instance}, {PLACES[where]}, the mean regret of {pair[0]} is "
        f"{share} that of {pair[1]}",
        needs=needs(table, *pair, instances=(instance,)),
        check=_pays(claim_id, table, pair, instance, factor=factor, where=where, below=below),
    )


CROSSOVERS = (
    _crossover(
        "crossover-demab-elimination",
        "table-1-arms",
        ("demab", "independent-elimination"),
        "linear",
        "With many agents DEMAB has clearly less regret than the same elimination by each alone.",
        where="most agents",
    ),
    _crossover(
        "crossover-demab-elimination-base",
        "table-1-arms",
        ("demab", "independent-elimination"),
        "linear",
        "While the burn-in is too short to eliminate anything, DEMAB has clearly less regret than "
        "the same elimination by each alone.",
        where="short burn-in",
    ),
    _crossover(
        "crossover-demab-elimination-long",
        "table-1-arms",
        ("demab", "independent-elimination"),
        "linear",
        "Over a horizon so long that the burn-in finds the gaps, DEMAB saves little: every agent "
        "pays for them alone.",
        below=False,
    ),
    _crossover(
        "crossover-demab-elimination-hard",
        "table-1-arms",
        ("demab", "independent-elimination"),
        "hard",
        "Over a long horizon, in the worst case of DEMAB's own bound, it saves little against the "
        "same elimination by each alone: neither finds the gap much before the end.",
        where="most agents",
        below=False,
    ),
    _crossover(
        "crossover-demab-ucb1",
        "table-1-arms",
        ("demab", "independent-ucb1"),
        "linear",
        "Over horizons at which UCB1 can be simulated its constants win: DEMAB, which shares, has "
        "more regret than UCB1 by each agent alone.",
        factor=1.0,
        below=False,
    ),
    _crossover(
        "crossover-demab-ucb1-agents",
        "table-1-arms",
        ("demab", "independent-ucb1"),
        "linear",
        "So it is with the most agents with which UCB1 is simulated.",
        factor=1.0,
        where="most agents",
        below=False,
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
