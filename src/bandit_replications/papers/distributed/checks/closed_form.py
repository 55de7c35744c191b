"""Worst regret over closed forms of it, at every size by itself."""

from collections.abc import Callable
from functools import partial

from bandit_replications.ledger.claims import Finding, Results
from bandit_replications.ledger.decisions import measured
from bandit_replications.papers.distributed.analysis.growth import (
    GAPS,
    LETTERS,
    WIDTHS,
    worst_points,
)
from bandit_replications.papers.distributed.checks.agreeing import Product, all_parts
from bandit_replications.papers.distributed.checks.table_1 import needs
from bandit_replications.papers.distributed.parameters import Configuration
from bandit_replications.papers.distributed.table_parameters import Size
from bandit_replications.papers.distributed.theory.elimination_worst import (
    delb_worst,
    sharing_worst,
    worst,
)
from bandit_replications.runtime.errors import NotApplicable

ARMS, LINEAR = "table-1-arms", "table-1-linear"
# The grid of gaps meets a crest at 0.93 of it or more, and coins may keep an arm a phase longer.
MOST, LEAST = 1.05, 0.85
ALONE = 2.0  # at M = 1 the printed C2 skips a phase
NEAR = 1.1  # UCB1's crest is flat: noise and the grid alone
COSTS = 1.25  # of the printed C2 in regret at M = 1

Form = Callable[[Size], float]


def _demab(size: Size, shape: str = "one_gap") -> float:
    form = worst(agents=size.agents, arms=size.width, horizon=size.horizon)
    return float(form.scale * getattr(form, shape))


def _delb(size: Size, shape: str = "one_gap") -> float:
    form = delb_worst(agents=size.agents, dimension=size.width, horizon=size.horizon)
    return float(form.scale * getattr(form, shape))


def _sharing(size: Size) -> float:
    return sharing_worst(agents=size.agents, arms=size.width, horizon=size.horizon)


def _over_form(
    results: Results,
    config: Configuration,
    *,
    table: str,
    algorithm: str,
    form: Form,
    most: float = MOST,
    least: float | None = None,
    alone: float = 1.0,
) -> Finding:
    """Compare mean regret at each worst gap that is not the largest with the closed form.

    `least` holds it from below, too; `alone` allows so much more at M = 1.
    """
    parts, shown = [], {}
    points = worst_points(results[GAPS[table]], table=table, algorithm=algorithm, inner=True)
    for size, point in points.items():
        ratios = point.regret / form(size)
        name = f"M = {size.agents}, {LETTERS[WIDTHS[table]]} = {size.width}, T = {size.horizon}"
        lost = size.agents * size.horizon * (point.gap or 1.0) / form(size)  # if all pulls were bad
        bound = most * (alone if size.agents == 1 else 1.0)
        parts.append(Product(name=f"{name}, at most", a=ratios, factors=[bound], ceiling=lost))
        if least is not None:
            parts.append(Product(name=f"{name}, at least", a=ratios, factors=[least], below=False))
        shown[name] = float(ratios.mean())
    if not parts:
        raise NotApplicable(f"{algorithm} learns nothing at any size of the run's {GAPS[table]}")
    return all_parts(parts, shown)


def _printed_constant(results: Results, config: Configuration, *, agents: int = 1) -> Finding:
    """Compare worst regret of DEMAB and DEMAB repaired at the longest horizon of one M."""
    of = partial(worst_points, results[GAPS[ARMS]], table=ARMS)
    runs = of(algorithm="demab"), of(algorithm="demab-repaired")
    size = max((one for one in runs[0] if one.agents == agents), key=lambda one: one.horizon)
    printed, repaired = (points[size].regret for points in runs)
    costs = printed / repaired.mean()
    return all_parts([Product(name=f"at {tuple(size)}", a=costs, factors=[COSTS], below=False)])


_arms, _linear = partial(_over_form, table=ARMS), partial(_over_form, table=LINEAR)
_repaired = partial(_arms, algorithm="demab-repaired", least=LEAST)
_phases = partial(_linear, algorithm="delb", least=LEAST)
_FACTS = {"most": MOST, "least": LEAST, "alone": MOST * ALONE, "near": NEAR, "costs": COSTS}
_measured = partial(measured, facts=_FACTS)

CHECKS = {
    "table-1-arms-demab-regret": _measured(
        partial(_arms, algorithm="demab", form=_demab, alone=ALONE),
        needs(GAPS[ARMS], "demab", beside="independent-elimination"),
        control=partial(_arms, algorithm="independent-elimination", form=_demab),
    ),
    "elimination-closed-form": _measured(
        partial(_repaired, form=_demab),
        needs(GAPS[ARMS], "demab-repaired"),
        control=partial(_repaired, form=partial(_demab, shape="last_phase")),
    ),
    "burn-in-constant-regret": _measured(
        _printed_constant,
        needs(GAPS[ARMS], "demab", "demab-repaired"),
        control=partial(_printed_constant, agents=16),
    ),
    "table-1-linear-delb-regret": _measured(
        partial(_linear, algorithm="delb", form=_delb),
        needs(GAPS[LINEAR], "delb", beside="independent-delb"),
        control=partial(_linear, algorithm="independent-delb", form=_delb),
    ),
    "delb-closed-form": _measured(
        partial(_phases, form=_delb),
        needs(GAPS[LINEAR], "delb"),
        control=partial(_phases, form=partial(_delb, shape="last_phase")),
    ),
    "table-1-arms-immediate-sharing-regret": _measured(
        partial(_arms, algorithm="immediate-sharing", form=_sharing, most=NEAR, least=1 / NEAR),
        needs(GAPS[ARMS], "immediate-sharing", beside="independent-elimination"),
        control=partial(_arms, algorithm="independent-elimination", form=_sharing, most=NEAR),
    ),
}
