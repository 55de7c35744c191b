"""The report of one claim: rule, numbers, its verdict and the published one."""

from bandit_replications.ledger.scorecard import Row, Verdict, read_rows
from bandit_replications.runtime.paths import repo_root
from bandit_replications.workflow.publish.publish import checked


def published_row(paper: str, claim_id: str) -> Row | None:
    """Return the published row of a claim; None if there is none."""
    name = "data/scorecard.csv"
    if not (repo_root() / name).is_file():
        return None
    rows = read_rows(checked(name, repo_root()))
    return next((row for row in rows if (row.paper, row.id) == (paper, claim_id)), None)


def lines(row: Row, published: Row | None, *, statistical: bool) -> list[str]:
    """Return the lines of a report.

    Parameters
    ----------
    row : Row
        The claim as judged on its own.
    published : Row or None
        The claim's row in the published scorecard.
    statistical : bool
        Whether the verdict rests on a p-value.

    """
    shown = ("control", "readings", "data_seen", "caveat", "read_from", "evidence", "verdict")
    said = [
        ("statement", row.statement),
        ("rule", row.rule),
        *(("number", number) for number in row.numbers.split("; ")),
        *((name.replace("_", " "), getattr(row, name)) for name in shown),
        ("", _ALONE if statistical else ""),
        ("published", _published(published)),
        ("differs", _difference(row, published) if published else ""),
    ]
    head = f"{row.paper}: {row.id} ({row.source})"
    return [head, *(f"  {name:<9}  {text}" for name, text in said if text)]


_ALONE = "(p-values of this claim alone; the scorecard corrects for all claims)"


def _published(row: Row | None) -> str:
    if row is None:
        return "no: `make reproduce` publishes a verdict"
    return f"{row.verdict} (stability: {row.stability})" if row.stability else row.verdict


def _difference(row: Row, published: Row) -> str:
    """Return why a published verdict is another one; empty if it is not."""
    if row.verdict == published.verdict:
        return ""
    numbers = (one.numbers.partition("; adjusted p")[0] for one in (row, published))
    if row.rule != published.rule:
        return "it was judged by another rule; `make reproduce` publishes this one"
    if len(set(numbers)) > 1:
        return "it was judged on other numbers; `make reproduce` publishes these"
    if published.verdict == Verdict.UNDECIDED and ": " in published.stability:
        return "too few other root seeds give the same verdict, so that it counts as undecided"
    return "it was judged together with all claims of the paper, whose p-values are corrected"
