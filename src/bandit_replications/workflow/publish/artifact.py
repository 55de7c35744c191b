"""ARTIFACT.md, docs/ledger.md and README's main results, from scorecard and measured times."""

import json
import math
import re
from collections.abc import Sequence

from bandit_replications.experiments import costs
from bandit_replications.experiments.run import Run, create
from bandit_replications.experiments.shards import cores
from bandit_replications.ledger.scorecard import Row, read_rows, summary
from bandit_replications.runtime.errors import NotApplicable
from bandit_replications.runtime.paths import repo_root
from bandit_replications.workflow.publish import publish
from bandit_replications.workflow.registry import find_paper

BEGIN = "<!-- scorecard: begin (written by `make artifact`) -->"
END = "<!-- scorecard: end -->"
_METHOD = re.compile(r" \((exact|argued|sampled)\):")


def texts(papers: Sequence[str]) -> dict[str, str]:
    """Return ARTIFACT.md and docs/ledger.md by name, from the scorecard and measured times.

    Raises
    ------
    UserError
        If the paper-scale run was not made here.

    """
    run = create("paper", papers)
    rows = read_rows(publish.checked("data/scorecard.csv", repo_root()))
    seconds = {paper: _seconds(run, paper) for paper in papers}
    chosen = main_rows(rows)
    artifact = _template("ARTIFACT.md").format(
        cores=cores(),
        first=f"{chosen[0].paper}/{chosen[0].id}" if chosen else "",
        claims="".join(_expected(row, seconds[row.paper][row.id]) for row in chosen),
    )
    ledger = _template("ledger.md").format(
        counts=counts_table(rows),
        claims="".join(
            f"| `{row.paper}` | `{row.id}` | {_cell(row.source)} "
            f"| `make claim ID={row.paper}/{row.id}` | {seconds[row.paper][row.id]} "
            f"| {row.verdict} |\n"
            for row in rows
        ),
    )
    return {"ARTIFACT.md": artifact, "docs/ledger.md": ledger}


def _template(name: str) -> str:
    return (repo_root() / "templates" / name).read_text(encoding="utf-8")


def _expected(row: Row, seconds: int) -> str:
    """Return an evaluator's line: command, minutes, and the verdict and number to expect."""
    return (
        f"| `make claim ID={row.paper}/{row.id}` | {max(seconds / 60, 0.1):.1f} | {row.verdict} "
        f"| {_cell(headline(row))} |\n"
    )


def headline(row: Row) -> str:
    """Return the number that matters most of a row: a broken step, a count, or the first."""
    parts = row.numbers.split("; ")
    steps = [part for part in parts if _METHOD.search(part)]
    if broken := [part for part in steps if part.endswith(" fails")]:
        name, _, sides = _METHOD.sub(":", broken[-1].removesuffix(" fails")).rpartition(": ")
        return f"{name}: {sides} fails"
    if steps:
        return f"{len(steps)} steps hold"
    named = dict(part.rpartition(" ")[::2] for part in parts)
    return f"{named['hold']} of {named['of']} hold" if "of" in named else parts[0]


def main_rows(rows: Sequence[Row]) -> list[Row]:
    """Return the rows of each paper's main results."""
    main = {
        (paper, record.id)
        for paper in dict.fromkeys(row.paper for row in rows)
        for record in find_paper(paper).ledger.records
        if record.main
    }
    return [row for row in rows if (row.paper, row.id) in main]


def with_main_results(readme: str, rows: Sequence[Row]) -> str:
    """Return the README's text with the papers' main results between its two marks."""
    lines = ["| paper | claim | what it says | verdict |", "|---|---|---|---|"]
    lines += [
        f"| `{row.paper}` | `{row.id}` | {_cell(row.statement)} | {row.verdict} |"
        for row in main_rows(rows)
    ]
    return with_lines(readme, BEGIN, lines, END)


def with_lines(text: str, begin: str, lines: Sequence[str], end: str) -> str:
    """Return a text with these lines between its two marks, in place of those that are there."""
    before, _, rest = text.partition(begin)
    _, _, after = rest.partition(end)
    return "\n".join([f"{before}{begin}", *lines, f"{end}{after}"])


def counts_table(rows: Sequence[Row]) -> str:
    """Return the number of claims by paper and verdict as a Markdown table."""
    counts = summary(rows)
    lines = [
        f"| paper | {' | '.join(counts.columns)} |",
        f"|---|{'---|' * len(counts.columns)}",
        *(
            f"| `{paper}` | {' | '.join(str(number) for number in numbers)} |"
            for paper, numbers in zip(counts.index, counts.to_numpy(), strict=True)
        ),
    ]
    return "\n".join(lines) + "\n"


def _cell(text: str) -> str:
    """Return a text as it may stand in a cell of a Markdown table."""
    return text.replace("|", "\\|")


def _seconds(run: Run, paper: str) -> dict[str, int]:
    """Return the measured seconds of each claim: its share of simulation, and its check."""
    checks = json.loads((run.directory / "times" / f"{paper}.json").read_text())
    found: dict[str, int] = {}
    for claim in find_paper(paper).ledger.claims:
        try:
            cells = run.cells(paper, claim.needs(run.configurations[paper]))
        except NotApplicable:
            cells = []
        simulated = math.fsum(costs.seconds(paper, cell) * cell.replicates for cell in cells)
        found[claim.id] = math.ceil(simulated / cores() + checks[claim.id])
    return found
