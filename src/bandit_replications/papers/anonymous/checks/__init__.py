"""The paper's ledger: its records (`claims.yaml`, `errata.yaml`) and the checks that decide."""

from collections.abc import Mapping
from pathlib import Path

from bandit_replications.ledger.decisions import Decision
from bandit_replications.ledger.records import load_ledger
from bandit_replications.papers.anonymous.checks import (
    appendix_b,
    decompositions,
    experiments,
    growth,
    lower_bounds,
    model,
    open_problem_1,
    regret_bounds,
)
from bandit_replications.papers.anonymous.checks.facts import FACTS

CHECKS: Mapping[str, Decision] = dict(
    **model.CHECKS,
    **regret_bounds.CHECKS,
    **growth.CHECKS,
    **decompositions.CHECKS,
    **open_problem_1.CHECKS,
    **lower_bounds.CHECKS,
    **experiments.CHECKS,
    **appendix_b.CHECKS,
)  # a name given twice is a TypeError

LEDGER = load_ledger(Path(__file__).parents[1], CHECKS, FACTS)
