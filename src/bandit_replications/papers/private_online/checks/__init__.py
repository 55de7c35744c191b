"""Decisions of the paper's claims by name, and its ledger."""

from collections.abc import Mapping
from pathlib import Path

from bandit_replications.ledger.decisions import Decision, registered
from bandit_replications.ledger.records import load_ledger
from bandit_replications.papers.private_online.checks import (
    ftnl_rate,
    full_information,
    full_information_growth,
    hybrid_ucb,
    lazy_ucb,
    lower_bound,
    optimal_bandits,
    privacy,
    regret_growth,
    theorem_6,
)
from bandit_replications.papers.private_online.checks.errata_facts import FACTS
from bandit_replications.papers.private_online.checks.samples import SAMPLES

CHECKS: Mapping[str, Decision] = registered(
    lazy_ucb,
    hybrid_ucb,
    regret_growth,
    full_information,
    full_information_growth,
    ftnl_rate,
    theorem_6,
    privacy,
    lower_bound,
    optimal_bandits,
)

LEDGER = load_ledger(Path(__file__).parents[1], CHECKS, FACTS, SAMPLES)
