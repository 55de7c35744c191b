"""The paper's ledger: its records and the registered functions that decide them."""

from collections.abc import Mapping
from pathlib import Path

from bandit_replications.ledger.decisions import Decision, registered
from bandit_replications.ledger.records import load_ledger
from bandit_replications.papers.cooperative.checks import (
    bounds,
    byzantine_theory,
    privacy,
    private_regret,
    setting,
)
from bandit_replications.papers.cooperative.checks.facts import FACTS
from bandit_replications.papers.cooperative.checks.samples import SAMPLES

_MODULES = (setting, privacy, private_regret, byzantine_theory, bounds)

CHECKS: Mapping[str, Decision] = registered(*_MODULES)

LEDGER = load_ledger(Path(__file__).parents[1], CHECKS, FACTS, SAMPLES)
