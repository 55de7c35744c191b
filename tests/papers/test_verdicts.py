"""What derivations decide, without results, is what the published scorecard says."""

import pytest

from bandit_replications.configuration import validation as configuration
from bandit_replications.configuration.papers import PAPERS
from bandit_replications.ledger.scorecard import read_rows
from bandit_replications.runtime.paths import repo_root
from bandit_replications.workflow.registry import find_paper
from support.claims import row_of

CONFIGS = {paper: configuration.load(paper, scale="paper") for paper in PAPERS}
DERIVED = [
    (paper, claim.id)
    for paper, config in CONFIGS.items()
    for claim in find_paper(paper).ledger.claims
    if not claim.needs(config)
]


@pytest.fixture(scope="module")
def published():
    return {(row.paper, row.id): row for row in read_rows(repo_root() / "data" / "scorecard.csv")}


@pytest.mark.parametrize(("paper", "claim_id"), DERIVED)
def test_derivation_decides_as_published(paper, claim_id, published):
    row = row_of(paper, claim_id, {}, CONFIGS[paper])
    assert row.verdict == published[paper, claim_id].verdict


@pytest.mark.parametrize("paper", PAPERS)
def test_errata_have_no_number_left_to_fill_in(paper):
    for erratum in find_paper(paper).ledger.filled_errata:
        assert "{" not in erratum.counterexample, erratum.slug
        assert not [one for one in erratum.model_dump().values() if ":." in str(one)], erratum.slug


@pytest.mark.parametrize("paper", PAPERS)
def test_every_claim_about_runs_has_a_control(paper):
    for claim in find_paper(paper).ledger.claims:
        assert claim.control or claim.kind != "statistical", claim.id
