"""Decisions of the paper's claims by name, and its ledger."""

from collections.abc import Mapping
from pathlib import Path

from bandit_replications.ledger.decisions import Decision
from bandit_replications.ledger.records import load_ledger
from bandit_replications.papers.private_online.checks import (
    anytime,
    experiments,
    full_information,
    full_information_growth,
    full_information_regret,
    hybrid_ucb,
    lazy_ucb,
    lower_bound,
    privacy,
    regret_bounds,
    regret_growth,
    theorem_6,
)
from bandit_replications.papers.private_online.checks.errata_facts import FACTS

CHECKS: Mapping[str, Decision] = dict(  # a name twice is an error
    **lazy_ucb.CHECKS,
    **hybrid_ucb.CHECKS,
    **regret_bounds.CHECKS,
    **regret_growth.CHECKS,
    **full_information.CHECKS,
    **full_information_growth.CHECKS,
    **full_information_regret.CHECKS,
    **theorem_6.CHECKS,
    **privacy.CHECKS,
    **lower_bound.CHECKS,
    **experiments.CHECKS,
    **anytime.CHECKS,
)

LEDGER = load_ledger(Path(__file__).parents[1], CHECKS, FACTS)
