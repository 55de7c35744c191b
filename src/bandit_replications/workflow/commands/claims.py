"""The verdict of one claim."""

from bandit_replications.ledger.claims import find_claim
from bandit_replications.ledger.verdicts import judge
from bandit_replications.runtime.errors import ConfigurationError, NotApplicable
from bandit_replications.workflow.commands.carry_out import carry_out
from bandit_replications.workflow.jobs.runner import workflow_lock
from bandit_replications.workflow.jobs.study import Study
from bandit_replications.workflow.plan import snakemake_config
from bandit_replications.workflow.publish import claim_report
from bandit_replications.workflow.registry import find_paper


def report(paper: str, name: str) -> int:
    """Judge a claim at the paper's scale and print rule, numbers and verdicts."""
    found = find_claim(find_paper(paper).ledger.claims, name)
    published = claim_report.published_row(paper, found.id)
    try:
        plan = snakemake_config.plan({"scale": "paper", "papers": [paper], "claim": found.id})
    except ConfigurationError as error:
        if not isinstance(error.__cause__, NotApplicable):
            raise
        print(f"{found.id}: not applicable ({error.__cause__})")
        return 0
    with workflow_lock():
        if plan.missing(paper):
            carry_out(plan)
    study = Study(plan.handed(paper), paper)
    finding = study.examine(found.id)
    row = judge([found], [finding], paper=paper, config=study.configuration)[0]
    print("\n".join(claim_report.lines(row, published, statistical=found.kind == "statistical")))
    return 0
