"""The theorems' bounds with explicit constants, beside the runs at every size.

A bound is compared with the mean, or with every run, at every size at which it could be broken: one
that exceeds M T times the largest gap says nothing.
"""

import math
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import numpy as np

from bandit_replications.inference.resampling import Floats
from bandit_replications.ledger.claims import Finding, Results
from bandit_replications.ledger.decisions import Decision, measured
from bandit_replications.ledger.parts import Comparison, level
from bandit_replications.papers.distributed.analysis.growth import COMMUNICATION, ENTRIES, REGRET
from bandit_replications.papers.distributed.checks.agreeing import all_parts
from bandit_replications.papers.distributed.checks.table_1 import (
    control_of,
    needs,
    played,
)
from bandit_replications.papers.distributed.parameters import Configuration
from bandit_replications.papers.distributed.table_parameters import Size
from bandit_replications.papers.distributed.theory import bounds
from bandit_replications.runtime.errors import NotApplicable

VACUOUS = "sizes at which no regret can exceed the bound"

Bound = Callable[[Size, Floats], float]  # (size, gaps of its arms) -> bound


class MeasuredBound(NamedTuple):
    """A bound of a theorem on a protocol of one half of Table 1."""

    table: str
    algorithm: str
    quantity: str
    value: Bound

    @property
    def every_run(self) -> bool:
        """Whether it bounds every run: then nothing is tested (see `Entry.every_run`)."""
        return ENTRIES[self.table, self.algorithm, self.quantity].every_run


def _arms(function: Callable[..., float]) -> Bound:
    return lambda size, _: function(agents=size.agents, arms=size.width, horizon=size.horizon)


def _linear(function: Callable[..., float]) -> Bound:
    return lambda size, _: function(dimension=size.width, agents=size.agents, horizon=size.horizon)


def _of_gaps(function: Callable[..., float]) -> Bound:
    return lambda size, gaps: function(gaps=gaps.tolist(), agents=size.agents, horizon=size.horizon)


SHARING = ("table-1-arms", "immediate-sharing", REGRET)
ARMS, LINEAR = "table-1-arms", "table-1-linear"
BOUNDS = {
    f"theorem-{number}-{quantity}-measured": MeasuredBound(table, algorithm, quantity, bound)
    for number, table, algorithm, quantity, bound in (
        (1, ARMS, "demab", REGRET, _arms(bounds.theorem_1_regret)),
        (1, ARMS, "demab", COMMUNICATION, _arms(bounds.theorem_1_communication_expected)),
        (3, LINEAR, "delb", REGRET, _linear(bounds.theorem_3_regret)),
        (3, LINEAR, "delb", COMMUNICATION, _linear(bounds.theorem_3_communication)),
        (4, LINEAR, "dislinucb", REGRET, _linear(bounds.theorem_4_regret)),
        (4, LINEAR, "dislinucb", COMMUNICATION, _linear(bounds.theorem_4_communication)),
        (5, ARMS, "demab-instance-dependent", COMMUNICATION, _arms(bounds.theorem_5_communication)),
        (5, ARMS, "demab-instance-dependent", REGRET, _of_gaps(bounds.theorem_5_regret)),
    )
} | {"immediate-sharing-bound": MeasuredBound(*SHARING, _of_gaps(bounds.immediate_sharing_regret))}


def gaps_of(config: Configuration, table: str, instance: str, size: Size) -> Floats:
    """Return the gaps of an instance's arms; of a linear one the largest that there can be, 2."""
    if table == LINEAR:
        return np.array([2.0])
    entry = next(one for one in config.table_1_arms.instances if one.name == instance)
    means: Floats = entry.resolve(agents=size.agents, arms=size.width, horizon=size.horizon)
    return np.asarray(means.max() - means)


def largest_regret(size: Size, gaps: Floats) -> float:
    """Return the most regret that anything can have: M T times the largest gap."""
    return float(size.agents * size.horizon) * float(gaps.max())


def _below(results: Results, config: Configuration, *, claim_id: str, runs: str = "") -> Finding:
    """Return the finding that all means, or all runs, are below their bounds; the least slack.

    `runs` names a control whose runs are held to the bound in the algorithm's place.
    """
    table, algorithm, quantity, bound = BOUNDS[claim_id]
    algorithm = runs or algorithm
    every_run = BOUNDS[claim_id].every_run
    comparisons: list[Comparison] = []
    vacuous = 0
    for instance, points in played(results, config, table, algorithm):
        for size, point in points.items():
            gaps = gaps_of(config, table, instance, size)
            value = bound(size, gaps)
            if value >= (largest_regret(size, gaps) if quantity == REGRET else math.inf):
                vacuous += 1
            else:
                name = f"{instance} {tuple(size)}"
                comparisons.append(level(name, point.values(quantity), value))
    if not comparisons and not vacuous:
        raise NotApplicable("the run has no such cell")
    if not comparisons:
        return Finding(
            numbers={"sizes": 0, VACUOUS: vacuous},
            testable=False,
            caveat="with the constants of its proof the bound exceeds M T times the largest gap at "
            "every size that was run",
        )
    over = {
        one.name: float(one.a.max() if every_run else one.a.mean()) / one.factors[0]
        for one in comparisons
    }
    closest = max(over, key=lambda name: over[name])
    numbers: dict[str, float | int | str] = {
        "sizes": len(comparisons),
        **({VACUOUS: vacuous} if vacuous else {}),
        "largest run over bound" if every_run else "largest mean over bound": over[closest],
        "at": closest,
        "smallest": min(over.values()),
    }
    if every_run:
        return Finding(numbers=numbers, holds=over[closest] <= 1)
    return all_parts(comparisons, numbers)


def _decision(claim_id: str, bound: MeasuredBound) -> Decision:
    decide = partial(_below, claim_id=claim_id)
    silent = control_of(*bound[:3])
    return measured(
        decide,
        needs(bound.table, bound.algorithm, beside=silent),
        control=partial(decide, runs=silent),
        method="bound" if bound.every_run else "statistical",
    )


CHECKS = {claim_id: _decision(claim_id, bound) for claim_id, bound in BOUNDS.items()}
