"""What the repository says of its results is what its scorecard says."""

from bandit_replications.configuration.papers import PAPERS
from bandit_replications.ledger.scorecard import read_rows
from bandit_replications.workflow.publish.artifact import main_rows, with_main_results
from bandit_replications.workflow.registry import find_paper


def test_the_readme_has_the_main_results(root):
    rows = read_rows(root / "data" / "scorecard.csv")
    readme = (root / "README.md").read_text()
    assert with_main_results(readme, rows) == readme
    for paper in PAPERS:
        assert 3 <= sum(row.paper == paper for row in main_rows(rows)) <= 6


def test_the_artifact_has_the_main_results_with_their_verdicts(root):
    artifact = (root / "ARTIFACT.md").read_text()
    for row in main_rows(read_rows(root / "data" / "scorecard.csv")):
        (line,) = (one for one in artifact.splitlines() if f"ID={row.paper}/{row.id}`" in one)
        assert f"| {row.verdict} |" in line


def test_the_ledger_lists_every_claim_with_its_verdict(root):
    ledger = (root / "docs" / "ledger.md").read_text()
    rows = read_rows(root / "data" / "scorecard.csv")
    for row in rows:
        start = f"| `{row.paper}` | `{row.id}` |"
        line = next(line for line in ledger.splitlines() if line.startswith(start))
        assert f"`make claim ID={row.paper}/{row.id}`" in line
        assert line.endswith(f"| {row.verdict} |")
    claims = {(paper, claim.id) for paper in PAPERS for claim in find_paper(paper).ledger.claims}
    assert {(row.paper, row.id) for row in rows} == claims
