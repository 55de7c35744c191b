"""What the repository says of its results is what its scorecard says."""

from bandit_replications.configuration.papers import PAPERS
from bandit_replications.ledger.scorecard import read_rows
from bandit_replications.workflow.artifact import with_summary
from bandit_replications.workflow.registry import find_paper


def test_the_readme_has_the_scorecards_summary(root):
    rows = read_rows(root / "data" / "scorecard.csv")
    readme = (root / "README.md").read_text()
    assert with_summary(readme, rows) == readme


def test_the_artifact_lists_every_claim_with_its_verdict(root):
    artifact = (root / "ARTIFACT.md").read_text()
    rows = read_rows(root / "data" / "scorecard.csv")
    for row in rows:
        start = f"| `{row.paper}` | `{row.id}` |"
        line = next(line for line in artifact.splitlines() if line.startswith(start))
        assert f"`make claim ID={row.paper}/{row.id}`" in line
        assert line.endswith(f"| {row.verdict} |")
    claims = {(paper, claim.id) for paper in PAPERS for claim in find_paper(paper).ledger.claims}
    assert {(row.paper, row.id) for row in rows} == claims


def test_what_is_undecided_at_the_papers_scale_is_under_revision(root):
    rows = read_rows(root / "data" / "scorecard.csv")
    undecided = [row for row in rows if row.verdict == "undecided"]
    assert [f"{row.paper}/{row.id}" for row in undecided if not row.under_revision] == []
