"""The paper's ledger: its records (`claims.yaml`, `errata.yaml`) and the checks that decide."""

from collections.abc import Mapping
from pathlib import Path

from bandit_replications.ledger.decisions import Decision, registered
from bandit_replications.ledger.records import load_ledger
from bandit_replications.papers.anonymous.checks import (
    appendix_b,
    contrast,
    decompositions,
    growth,
    lower_bounds,
    model,
    open_problem_1,
    regret_bounds,
    regrouping,
)
from bandit_replications.papers.anonymous.checks.facts import FACTS
from bandit_replications.papers.anonymous.checks.samples import SAMPLES

CHECKS: Mapping[str, Decision] = registered(
    model,
    regret_bounds,
    growth,
    decompositions,
    open_problem_1,
    regrouping,
    lower_bounds,
    appendix_b,
    contrast,
)

LEDGER = load_ledger(Path(__file__).parents[1], CHECKS, FACTS, SAMPLES)
