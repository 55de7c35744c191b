"""Each comparison of means decides on the published results as published, and as its control."""

import functools

import pandas as pd
import pytest

from bandit_replications.configuration import validation as configuration
from bandit_replications.configuration.papers import PAPERS
from bandit_replications.experiments.needs import select
from bandit_replications.ledger.claims import Finding, examine, find_claim
from bandit_replications.ledger.scorecard import read_rows
from bandit_replications.ledger.verdicts import decide, format_numbers, over_readings, refuses
from bandit_replications.runtime.paths import repo_root
from bandit_replications.workflow.registry import find_paper

COMPARED = [
    (paper, record.id, record.compare)
    for paper in PAPERS
    for record in find_paper(paper).ledger.records
    if record.compare
]

# The row says so: the bound is not contradicted.
NOT_REFUSED = {"crossover-demab-elimination-hard"}


@functools.cache
def config_of(paper):
    return configuration.load(paper, scale="paper")


@functools.cache
def results_of(paper, experiment):
    return pd.read_parquet(repo_root() / "data" / "results" / paper / f"{experiment}.parquet")


@functools.cache
def published():
    return {(row.paper, row.id): row for row in read_rows(repo_root() / "data" / "scorecard.csv")}


@functools.cache
def found(paper, claim_id) -> Finding:
    claim = find_claim(find_paper(paper).ledger.claims, claim_id)
    needs = claim.needs(config_of(paper))
    results = select(needs, functools.partial(results_of, paper))
    return examine(claim, results, config_of(paper))


@pytest.mark.parametrize(("paper", "claim_id", "record"), COMPARED)
def test_comparison_decides_as_published(paper, claim_id, record):
    finding, row = found(paper, claim_id), published()[paper, claim_id]
    kind = "statistical" if record.control else "bound"
    verdicts = [decide(kind, one) for one in (finding, *finding.readings.values())]
    assert over_readings(verdicts[0], verdicts[1:]) == row.verdict or row.verdict == "undecided"
    assert row.numbers.startswith(format_numbers(finding.numbers))
    assert finding.caveat == row.caveat
    if record.control:
        assert refuses(kind, finding.control) is (claim_id not in NOT_REFUSED)
        assert row.control.startswith("not refused" if claim_id in NOT_REFUSED else "refused")
