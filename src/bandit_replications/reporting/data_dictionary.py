"""The description of the published data, `data/README.md`, from the data sets' schemas."""

from collections.abc import Iterable

from bandit_replications.experiments.cells import experiments_of
from bandit_replications.ledger.scorecard import COLUMNS

_HEAD = """# Data

Everything here is generated. `checksums/manifest.sha256` has the checksums of the files that
`make reproduce` publishes; `stability.csv` and `benchmarks/` have commands of their own.

- `results/<paper>/<experiment>.parquet`: long-form results, readable by any Parquet reader, and
  beside each a `.provenance.json` with parameters, root seed, hash of the lock
  file, number of rows and SHA-256.
- `tables/<paper>/*.csv`: the tables of the notebooks, rounded for publication, the steps of the
  proofs and the errata.
- `notebooks/<paper>.ipynb`: the notebooks executed at the papers' scale.
- `scorecard.csv`: every claim with its rule, numbers and computed verdict. Columns: {columns}.
- `stability.csv`: each claim's verdicts under 20 other root seeds (`make stability`).
- `benchmarks/*.csv`: speed beside other libraries, and of all algorithms (`make bench`).

A value that does not apply is null (the privacy parameter of a non-private algorithm). A
curve is kept for every replicate, at rounds with T, T/2, T/4 and T/8 among them; where no curve is
drawn, the final round alone.
"""


def text(papers: Iterable[str]) -> str:
    """Return the description of the published data of these papers."""
    parts = [_HEAD.format(columns=", ".join(f"`{column}`" for column in COLUMNS))]
    for paper in papers:
        for experiment in experiments_of(paper):
            lines = [
                f"## results/{paper}/{experiment.name}.parquet",
                "",
                f"{experiment.title}.",
                "",
                "| column | type | meaning |",
                "|---|---|---|",
            ]
            lines += [
                f"| `{column.name}` | {column.type} | {column.meaning} |"
                for column in experiment.columns
            ]
            parts.append("\n".join(lines) + "\n")
    return "\n".join(parts)
