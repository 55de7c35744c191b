"""Decisions of the paper's claims by name, and the ledger that they decide."""

from collections.abc import Mapping
from pathlib import Path

from bandit_replications.ledger.decisions import Decision, registered
from bandit_replications.ledger.records import load_ledger
from bandit_replications.papers.distributed.checks import (
    closed_form,
    delb,
    demab,
    dislinucb,
    few_exchanges,
    introduction,
    lower_bound,
    measured_bounds,
    moved_arms,
    public_randomness,
    table_1,
)
from bandit_replications.papers.distributed.checks.facts import FACTS
from bandit_replications.papers.distributed.checks.samples import SAMPLES

CHECKS: Mapping[str, Decision] = registered(
    introduction,
    demab,
    lower_bound,
    few_exchanges,
    public_randomness,
    delb,
    dislinucb,
    table_1,
    closed_form,
    moved_arms,
    measured_bounds,
)

LEDGER = load_ledger(Path(__file__).parents[1], CHECKS, FACTS, SAMPLES)
