"""ARTIFACT.md (each claim's command, measured time, verdict) and the README's summary of them."""

import json
import math
from collections.abc import Mapping, Sequence

from bandit_replications.experiments.run import Run, cell_key, create
from bandit_replications.ledger.scorecard import Row, read_rows, summary
from bandit_replications.runtime.errors import NotApplicable, UserError
from bandit_replications.runtime.paths import repo_root
from bandit_replications.workflow.registry import find_paper
from bandit_replications.workflow.runner import cores

BEGIN = "<!-- scorecard: begin (written by `make artifact`) -->"
END = "<!-- scorecard: end -->"

_HEAD = """# Artifact

Each line is one claim: the command that checks it alone, how long that takes, and the verdict to
expect. `make reproduce` checks all of them at once and publishes; `make verify` compares and
publishes nothing. The verdict's rule and numbers stand in `data/scorecard.csv`, and `make claim`
prints them.

Seconds are those measured by the run that made this file, on {cores} cores: simulation of what the
claim needs (shared among the cores) and the check itself. Setting up and planning adds about ten
seconds to each command, and compiling up to a minute to the first one.

| paper | claim | source | command | seconds | expected verdict |
|---|---|---|---|---|---|
"""


def text(papers: Sequence[str]) -> str:
    """Return ARTIFACT.md for the published scorecard and the times of the paper-scale run.

    Raises
    ------
    UserError
        If the paper-scale run was not made here.

    """
    run = create("paper", papers)
    scorecard = repo_root() / "data" / "scorecard.csv"
    lines = [_HEAD.format(cores=cores())]
    for paper in papers:
        seconds = _seconds(run, paper)
        lines += [
            f"| `{paper}` | `{row.id}` | {row.source} | `make claim ID={paper}/{row.id}` "
            f"| {seconds[row.id]} | {row.verdict} |\n"
            for row in read_rows(scorecard)
            if row.paper == paper
        ]
    return "".join(lines)


def with_summary(readme: str, rows: Sequence[Row]) -> str:
    """Return the README's text with the scorecard's summary between its two marks."""
    before, _, rest = readme.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{summary_table(rows)}{END}{after}"


def summary_table(rows: Sequence[Row]) -> str:
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


def _seconds(run: Run, paper: str) -> dict[str, int]:
    """Return the measured seconds of each claim: its share of simulation, and its check."""
    path = run.times_path(f"{paper}/claims")
    if not path.is_file():
        raise UserError(f"{path}: missing; allowed: after `make reproduce`")
    checks: Mapping[str, float] = json.loads(path.read_text())
    pieces = [(cell_key(piece.cell), seconds) for piece, seconds in run.measured(paper)]
    found: dict[str, int] = {}
    for claim in find_paper(paper).ledger.claims:
        try:
            cells = run.cells(paper, claim.needs(run.configurations[paper]))
        except NotApplicable:
            cells = []
        needed = {cell_key(cell) for cell in cells}
        simulated = math.fsum(seconds for key, seconds in pieces if key in needed)
        found[claim.id] = math.ceil(simulated / cores() + checks[claim.id])
    return found
