"""One claim of a paper, judged as if it were the paper's only one."""

from bandit_replications.ledger.claims import examine, find_claim
from bandit_replications.ledger.verdicts import judge
from bandit_replications.workflow.registry import find_paper


def finding_of(paper, claim_id, results, config):
    """Return the finding of a claim's check in results; no results where it needs none."""
    return examine(find_claim(find_paper(paper).ledger.claims, claim_id), results, config)


def row_of(paper, claim_id, results, config):
    """Return a claim's row of a scorecard."""
    claim = find_claim(find_paper(paper).ledger.claims, claim_id)
    finding = finding_of(paper, claim_id, results, config)
    return judge([claim], [finding], paper=paper, config=config)[0]
