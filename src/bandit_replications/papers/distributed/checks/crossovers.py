"""Where the protocols pay: comparisons of regrets at equal sizes, which are ours.

Table 1 compares expressions. DEMAB can gain on agents alone only where its burn-in of T / (MK)
steps does not find the gaps and all pulls together do.
"""

from functools import partial
from typing import Any, Literal, NamedTuple

import numpy as np

from bandit_replications.inference.resampling import Floats
from bandit_replications.ledger.claims import Finding, Results
from bandit_replications.ledger.decisions import measured
from bandit_replications.ledger.parts import MARGINS, Comparison, stretched
from bandit_replications.papers.distributed.analysis.growth import (
    GAPS,
    WIDTHS,
    WORST_GAP,
    Point,
    in_turn,
    points_of,
    section_of,
    worst_points,
)
from bandit_replications.papers.distributed.checks.agreeing import all_parts
from bandit_replications.papers.distributed.checks.measured_bounds import gaps_of
from bandit_replications.papers.distributed.checks.table_1 import IN_TURN, needs
from bandit_replications.papers.distributed.parameters import Configuration
from bandit_replications.papers.distributed.table_parameters import Size
from bandit_replications.papers.distributed.theory import bounds
from bandit_replications.runtime.errors import NotApplicable

# A protocol pays clearly if its regret is at most 1/PAYS of the other's, at least if it is smaller.
PAYS = 2.0


class Crossover(NamedTuple):
    """A comparison of two protocols' mean regrets on an instance at one size that both ran.

    Attributes
    ----------
    table : str
        A half of Table 1.
    pair : tuple of str
        Whose mean regret is compared with whose.
    instance : str
    below : bool
        Whether it is at most, or at least, 1 / `factor` of the other's.
    factor : float
    where : str
        At the longest horizon; with the most agents; at the longest horizon at which the burn-in is
        shorter than an agent's first phase; with the most agents, each at the gap that is worst for
        it.
    control : str
        Whose regret must not count as a gain, or as a loss: that of all arms pulled in turn or of a
        protocol, in the first one's place.

    """

    table: str
    pair: tuple[str, str]
    instance: str
    below: bool = True
    factor: float = PAYS
    where: Literal["longest", "most agents", "short burn-in", "worst gap"] = "longest"
    control: str = IN_TURN

    @property
    def factors(self) -> list[float]:
        """1 / `factor`, and the same at half and twice the margin, which a mere sign has not."""
        margins = MARGINS if self.factor > 1 else MARGINS[:1]
        return [stretched(1 / self.factor, margin) for margin in margins]


_ELIMINATION = ("demab", "independent-elimination")
_UCB1 = ("demab", "independent-ucb1")

CROSSOVERS = {
    "crossover-demab-elimination": Crossover(
        "table-1-arms", _ELIMINATION, "linear", where="most agents"
    ),
    "crossover-demab-elimination-base": Crossover(
        "table-1-arms", _ELIMINATION, "linear", where="short burn-in"
    ),
    "crossover-demab-elimination-long": Crossover(
        "table-1-arms",
        _ELIMINATION,
        "linear",
        below=False,
        factor=1.0,
        control="demab-instance-dependent",
    ),
    "crossover-demab-elimination-hard": Crossover(
        "table-1-arms",
        _ELIMINATION,
        "hard",
        below=False,
        where="most agents",
        control="demab-instance-dependent",
    ),
    "crossover-demab-worst-gap": Crossover(
        "table-1-arms", _ELIMINATION, "worst gap", where="worst gap"
    ),
    "crossover-demab-ucb1": Crossover(
        "table-1-arms", _UCB1, "linear", below=False, factor=1.0, control="immediate-sharing"
    ),
    "crossover-demab-ucb1-agents": Crossover(
        "table-1-arms",
        _UCB1,
        "linear",
        below=False,
        factor=1.0,
        where="most agents",
        control="immediate-sharing",
    ),
    "crossover-instance-dependent": Crossover(
        "table-1-arms", ("demab-instance-dependent", "demab"), "linear"
    ),
    "crossover-immediate-sharing": Crossover(
        "table-1-arms", ("immediate-sharing", "demab"), "linear"
    ),
    "crossover-delb-alone": Crossover(
        "table-1-linear", ("delb", "independent-delb"), "fixed", control="independent-delb"
    ),
    "crossover-dislinucb-alone": Crossover(
        "table-1-linear",
        ("dislinucb", "independent-linucb"),
        "anew",
        control="independent-linucb",
    ),
}


def _short_burn_in(size: Size) -> bool:
    """Return whether stage 1 ends before an agent alone has pulled each arm m_1 times."""
    sizes = {"agents": size.agents, "arms": size.width, "horizon": size.horizon}
    pulls = 4.0 ** (1 + bounds.PULLS_EXPONENT) * bounds.log_size(**sizes)
    return bounds.burn_in(**sizes) < size.width * pulls


def _common(results: Results, config: Configuration, crossover: Crossover) -> tuple[Point, Point]:
    """Return both protocols' runs at one size that both ran.

    With the base's arms or dimension, and with the base's agents or, for most agents, with as many
    as both ran; of several horizons at the longest.
    """
    table, pair, where = crossover.table, crossover.pair, crossover.where
    source = GAPS[table] if where == "worst gap" else table
    first, second = (
        worst_points(results[source], table=table, algorithm=name)
        if where == "worst gap"
        else points_of(results[table], table=table, algorithm=name, instance=crossover.instance)
        for name in pair
    )
    base: Any = section_of(config, source).base  # type: ignore[attr-defined]
    width = getattr(base, WIDTHS[table])
    common = [
        size
        for size in first
        if size in second
        and size.width == width
        and (where in ("most agents", "worst gap") or size.agents == base.agents)
        and (where != "short burn-in" or _short_burn_in(size))
    ]
    if not common:
        raise NotApplicable(f"the run has no such size that {pair[0]} and {pair[1]} share")
    chosen = max(common, key=lambda size: (size.agents, size.horizon))
    return first[chosen], second[chosen]


def _alternative(
    results: Results, config: Configuration, crossover: Crossover, size: Size
) -> Floats:
    """Return the control's regret at a size."""
    table, name, instance = crossover.table, crossover.control, crossover.instance
    if name != IN_TURN:
        points = points_of(results[table], table=table, algorithm=name, instance=instance)
        if size not in points:
            raise NotApplicable(f"the run has no {name} at such a size")
        return points[size].regret
    if crossover.where == "worst gap":
        return in_turn(size).regret
    lost = float(gaps_of(config, table, instance, size).mean())
    return np.full(2, lost * size.agents * size.horizon)


def _pays(
    results: Results, config: Configuration, *, claim_id: str, control: bool = False
) -> Finding:
    """Return the finding of a comparison, or of the control's in the first protocol's place."""
    crossover = CROSSOVERS[claim_id]
    one, other = _common(results, config, crossover)
    first, regret = crossover.pair[0], one.regret
    if control:
        first = crossover.control
        try:
            regret = _alternative(results, config, crossover, one.size)
        except NotApplicable as reason:
            return Finding(testable=False, caveat=str(reason))
    comparison = Comparison(
        name=f"{first} over {crossover.pair[1]}",
        a=regret,
        b=other.regret,
        factors=crossover.factors,
        below=crossover.below,
        paired=crossover.table == "table-1-linear",  # a replicate's actions are the same
    )
    numbers: dict[str, float | int | str] = {
        "agents": one.size.agents,
        "horizon": one.size.horizon,
        "ratio of regrets": comparison.value,
        "numbers sent": float(one.communication.mean()),
        "by the other": float(other.communication.mean()),
    }
    return all_parts([comparison], numbers)


CHECKS = {
    claim_id: measured(
        partial(_pays, claim_id=claim_id),
        needs(
            GAPS[crossover.table] if crossover.where == "worst gap" else crossover.table,
            *crossover.pair,
            instances=() if crossover.where == "worst gap" else (crossover.instance,),
            beside=crossover.control,
        ),
        control=partial(_pays, claim_id=claim_id, control=True),
        facts={"pays": PAYS, "worst_gap": WORST_GAP},
    )
    for claim_id, crossover in CROSSOVERS.items()
}
