"""A paper's study as a notebook or a Python session sees it: results, figures, tables, verdicts.

Opened by hand, a study simulates what its store lacks. Opened from a run that the workflow planned
for its jobs, it shows what the jobs made. Both look the same.
"""

import html
import inspect
import io
import json
import multiprocessing
import os
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa
import yaml

from bandit_replications.configuration import validation as configuration
from bandit_replications.configuration.messages import unknown_key
from bandit_replications.experiments.cells import experiments_of
from bandit_replications.experiments.needs import Need, by_experiment, needed, select
from bandit_replications.experiments.run import Run
from bandit_replications.ledger.claims import Finding, examine, find_claim
from bandit_replications.ledger.decisions import step_name
from bandit_replications.ledger.scorecard import Row, read_rows
from bandit_replications.ledger.verdicts import finding_text, judge
from bandit_replications.reporting.errata import errata_text
from bandit_replications.reporting.figures import png_bytes
from bandit_replications.runtime import receipts
from bandit_replications.runtime.errors import ConfigurationError, NotApplicable
from bandit_replications.runtime.paths import repo_root
from bandit_replications.runtime.processes import atomic_write, die_with_parent
from bandit_replications.workflow.plan.selection import figure_spec
from bandit_replications.workflow.publish.publish import checked as published
from bandit_replications.workflow.publish.stability import with_stability
from bandit_replications.workflow.registry import find_paper


def _frame(table: pa.Table) -> pd.DataFrame:
    """Return a data set with text as categories, in alphabetical order.

    Millions of rows repeat a few words: they are compared in a tenth of the time, and held in a
    quarter of the memory (judging private_online: 47 s instead of 62, 0.85 GB instead of 1.1).
    """
    frame: pd.DataFrame = table.to_pandas(strings_to_categorical=True)
    for name in frame.select_dtypes("category"):
        frame[name] = frame[name].cat.reorder_categories(sorted(frame[name].cat.categories))
    return frame


class Study:
    """One paper in one run."""

    def __init__(self, planned: Run, paper: str) -> None:
        """Open the paper in a run, made by hand or handed over by the workflow."""
        self.run = planned
        self.paper = paper
        self.configuration = planned.configurations[paper]
        self.check_seconds: dict[str, float] = {}
        self.findings: dict[str, Finding | NotApplicable] = {}
        self._frames: dict[str, pd.DataFrame] = {}

    @property
    def experiments(self) -> tuple[str, ...]:
        """Names of the paper's data sets."""
        return tuple(experiment.name for experiment in experiments_of(self.paper))

    def results(self, experiment: str) -> pd.DataFrame:
        """Return a data set, simulating what the store lacks.

        Raises
        ------
        ConfigurationError
            If the paper has no such experiment.
        ResultsError
            If a file was truncated or altered.

        """
        if experiment not in self.experiments:
            raise ConfigurationError(f"experiment: {unknown_key(experiment, self.experiments)}")
        if experiment not in self._frames:
            self._frames[experiment] = _frame(self.run.read(self.paper, experiment, self.run.needs))
        return self._frames[experiment]

    def select(self, needs: Sequence[Need]) -> dict[str, pd.DataFrame]:
        """Return the rows that `needs` ask for, by data set; a job reads no others."""
        selected: dict[str, pd.DataFrame] = {}
        for experiment, wanted in by_experiment(needs).items():
            held = experiment in self._frames
            rows = None if held else self.run.rows(self.paper, experiment, wanted)
            selected |= select(wanted, self.results) if rows is None else {experiment: _frame(rows)}
            del rows
            # Of 10,000 runs, pyarrow would keep a third of the memory besides.
            pa.default_memory_pool().release_unused()
        return selected

    def _is_made(self, path: Path) -> bool:
        """Return whether to show a file or folder of the workflow, which is as it was written."""
        return self.run.handed is not None and receipts.holds(path)

    def draw(self, figure: str) -> dict[str, Any]:
        """Return the drawings of a figure by variant."""
        spec = figure_spec(self.paper, figure)
        drawings: dict[str, Any] = spec.plot(
            self.select(spec.needs(self.configuration)), self.configuration
        )
        return drawings

    def figure(self, figure: str, variant: str = "") -> Any:
        """Return a figure as a picture for a notebook, or why this run does not cover it."""
        from IPython.display import Image, Markdown  # noqa: PLC0415  notebooks only

        spec = figure_spec(self.paper, figure)
        text = f"{spec.title}. {spec.caption}"
        drawn = self.run.figure_stem(self.paper, spec.id, variant).with_suffix(".png")
        if self._is_made(drawn.parent):
            return Image(drawn.read_bytes(), alt=text)
        try:
            return Image(png_bytes(self.draw(figure)[variant]), alt=text)
        except NotApplicable as reason:
            return Markdown(f"*{figure}: not applicable to this run ({reason}).*")

    def caption(self, figure: str) -> Any:
        """Return a figure's caption for a notebook."""
        from IPython.display import Markdown  # noqa: PLC0415

        spec = figure_spec(self.paper, figure)
        return Markdown(f"**{spec.title}** ({spec.source}). {spec.caption}")

    def build_table(self, table: str) -> pd.DataFrame:
        """Return a table as it is published.

        Raises
        ------
        ConfigurationError
            If the paper has no such table.
        NotApplicable
            If this run does not cover it.

        """
        specs = find_paper(self.paper).tables_by_id
        if table not in specs:
            raise ConfigurationError(f"table: {unknown_key(table, specs)}")
        spec = specs[table]
        frame: pd.DataFrame = spec.build(
            self.select(spec.needs(self.configuration)), self.configuration
        )
        return frame

    def table(self, table: str) -> pd.DataFrame:
        """Return a table for a notebook as its file says it: that of the run, or a new one."""
        folder = self.run.directory / "data" / "tables" / self.paper
        made = folder / f"{table}.csv"
        if self._is_made(folder) and made.is_file():
            return _read_table(made)
        return _read_table(io.StringIO(self.build_table(table).to_csv(index=False)))

    def show_configuration(self) -> Any:
        """Return every parameter of the run for a notebook, folded."""
        from IPython.display import HTML  # noqa: PLC0415  notebooks only

        values = configuration.to_values(self.configuration)
        listing = yaml.safe_dump(values, sort_keys=False, allow_unicode=True)
        return HTML(
            f"<details><summary>Every parameter of this run</summary>"
            f"<pre>{html.escape(listing)}</pre></details>"
        )

    # --- Claims ---

    def examine(self, claim_id: str) -> Finding | NotApplicable:
        """Return what one claim's check computes on this run."""
        claim = find_claim(find_paper(self.paper).ledger.claims, claim_id)
        try:
            return examine(claim, self.select(claim.needs(self.configuration)), self.configuration)
        except NotApplicable as reason:
            return reason

    def judge(self, *, cores: int = 1) -> list[Row]:
        """Return the scorecard rows of all claims, of those with data where no more was asked."""
        claims = find_paper(self.paper).ledger.claims
        if self.run.needs is not None:
            claims = tuple(one for one in claims if needed(one, self.configuration))
        names = [claim.id for claim in claims]
        self._keep(names, cores)
        findings = [self.findings[name] for name in names]
        rows = judge(claims, findings, paper=self.paper, config=self.configuration)
        return with_stability(rows, self.run, self.paper, self.select)

    def _keep(self, names: Sequence[str], cores: int = 1) -> None:
        """Examine the claims that were not examined yet; keep findings, and the seconds of each."""
        new = [name for name in names if name not in self.findings]
        for part in _in_processes(self._examined, [new[k::cores] for k in range(cores)]):
            for name, (finding, seconds) in part.items():
                self.findings[name], self.check_seconds[name] = finding, seconds

    def _examined(self, names: Sequence[str]) -> dict[str, tuple[Finding | NotApplicable, float]]:
        """Return the findings of some claims, and the seconds that each took."""
        found = {}
        for name in names:
            started = time.perf_counter()
            found[name] = self.examine(name), time.perf_counter() - started
        return found

    def _rows(self) -> list[Row]:
        computed = self.run.directory / "claims" / f"{self.paper}.csv"
        return read_rows(computed) if self._is_made(computed) else self.judge()

    def _paper_scale(self, rows: list[Row]) -> dict[str, str]:
        if self.run.name == "paper":
            return {row.id: row.verdict for row in rows}
        path = published("data/scorecard.csv", repo_root())
        published_rows = read_rows(path) if path.is_file() else []
        return {row.id: row.verdict for row in published_rows if row.paper == self.paper}

    def verdicts(self, kind: str = "") -> pd.DataFrame:
        """Return each claim with its verdict at the paper's scale and in this run.

        Parameters
        ----------
        kind : str
            "claim" for the paper's statements alone, "own" for ours.

        """
        every = self._rows()
        paper_scale = self._paper_scale(every)
        rows = [row for row in every if kind in ("", row.kind)]
        return pd.DataFrame(
            {
                "claim": [row.id for row in rows],
                "statement": [row.statement for row in rows],
                "paper scale": [paper_scale.get(row.id, "") for row in rows],
                "this run": [row.verdict for row in rows],
            }
        )

    def proof_steps(self) -> pd.DataFrame:
        """Return the steps of the proofs: both sides of each, and whether it holds."""
        parts = []
        for step in find_paper(self.paper).ledger.steps:
            record = step.record
            for shown, found in step.decision.decide({}, self.configuration).numbers.items():
                sides, name = str(found), step_name(shown)
                holds = not sides.endswith(" fails")
                sides, errata = sides.removesuffix(" fails"), " ".join(record.errata)
                parts.append([record.id, record.source, *name, sides, holds, errata])
        columns = ["item", "source", "step", "method", "sides", "holds", "errata"]
        return pd.DataFrame(parts, columns=columns)

    # --- Errata ---

    def errata(self) -> pd.DataFrame:
        """Return the errata with the verdicts of the claims that they affect in this run."""
        ledger = find_paper(self.paper).ledger
        return pd.DataFrame(
            [
                {**erratum.model_dump(), "claims": " ".join(ledger.affected(erratum.slug))}
                for erratum in ledger.filled_errata
            ]
        )

    def show_errata(self) -> Any:
        """Return the errata for a notebook: by severity, misprints as a list."""
        from IPython.display import Markdown  # noqa: PLC0415

        return Markdown(errata_text(find_paper(self.paper).ledger))

    def finding(self, claim_id: str) -> None:
        """Print what one claim's check computed, number by number: as judged, or computed here."""
        kept = self._findings_path()
        texts = json.loads(kept.read_text()) if self._is_made(kept) else {}
        if claim_id not in texts:
            self._keep([claim_id])
            texts[claim_id] = finding_text(claim_id, self.findings[claim_id])
        print(texts[claim_id], end="")

    def keep_findings(self) -> Path:
        """Write the findings for the notebook, where examining them again takes seconds."""
        texts = {name: finding_text(name, found) for name, found in self.findings.items()}
        with atomic_write(self._findings_path()) as temporary:
            temporary.write_text(json.dumps(texts))
        return self._findings_path()

    def _findings_path(self) -> Path:
        """Return the file of the findings as text; never published."""
        return self.run.directory / "claims" / f"{self.paper}-findings.json"


def _in_processes(function: Callable[[Any], Any], parts: Sequence[Any]) -> Iterable[Any]:
    """Return what a function makes of each part: here where it is one, else at the same time."""
    if len(parts) == 1:
        return map(function, parts)
    # A fork has the libraries that judge; elsewhere it is not safe.
    context = multiprocessing.get_context("fork" if sys.platform == "linux" else "spawn")
    ends_with = die_with_parent, (os.getpid(),)
    with ProcessPoolExecutor(len(parts), context, *ends_with) as pool:
        return list(pool.map(function, parts))


def _read_table(source: Any) -> pd.DataFrame:
    """Return a table as its file says it, so that it looks the same made here or by a job."""
    return pd.read_csv(source, keep_default_na=False, na_values=[""])


def show_source(function: Callable[..., Any]) -> Any:
    """Return a function's source as a listing for a notebook."""
    from IPython.display import Code  # noqa: PLC0415

    return Code(inspect.getsource(function), language="python")
