"""Decisions of the paper's claims by name, and the ledger that they decide."""

from collections.abc import Mapping
from pathlib import Path

from bandit_replications.ledger.decisions import Decision
from bandit_replications.ledger.records import load_ledger
from bandit_replications.papers.distributed.checks import (
    crossovers,
    delb,
    demab,
    dislinucb,
    introduction,
    lower_bound,
    measured_bounds,
    moved_arms,
    point_to_point,
    public_randomness,
    table_1,
)
from bandit_replications.papers.distributed.checks.facts import FACTS


def _merged(*tables: Mapping[str, Decision]) -> Mapping[str, Decision]:
    """Return all decisions; a name that two tables have is an error."""
    merged: dict[str, Decision] = {}
    for table in tables:
        if twice := merged.keys() & table.keys():
            raise ValueError(f"checks registered twice: {', '.join(sorted(twice))}")
        merged.update(table)
    return merged


CHECKS = _merged(
    introduction.CHECKS,
    demab.CHECKS,
    lower_bound.CHECKS,
    public_randomness.CHECKS,
    delb.CHECKS,
    dislinucb.CHECKS,
    point_to_point.CHECKS,
    table_1.CHECKS,
    moved_arms.CHECKS,
    measured_bounds.CHECKS,
    crossovers.CHECKS,
)

LEDGER = load_ledger(Path(__file__).parents[1], CHECKS, FACTS)
