"""Values of the tables on published replicates, and the words of the table of readings."""

import numpy as np
import pandas as pd
import pytest

from bandit_replications.ledger.parts import Comparison
from bandit_replications.papers.anonymous.checks import LEDGER
from bandit_replications.papers.anonymous.tables import TABLES, _word
from bandit_replications.runtime.paths import repo_root

SPECS = {spec.id: spec for spec in TABLES}


@pytest.mark.parametrize(
    ("means", "word"), [((0.5, 0.6), "holds"), ((0.5, 1.0), "open"), ((1.5, 0.5, 1.0), "fails")]
)
def test_one_failing_comparison_fails_the_claim(means, word):
    """Comparisons at a margin of 1 that hold, are open or fail, by their means."""
    comparisons = [
        Comparison(
            name=f"{number}", a=np.random.default_rng(1).normal(mean, 0.1, 40), factors=[1.0]
        )
        for number, mean in enumerate(means)
    ]
    assert _word(comparisons, {}) == word


def test_published_readings_judge_every_comparison():
    table = pd.read_csv(repo_root() / "data" / "tables" / "anonymous" / "table-readings.csv")
    assert list(table["claim"]) == [one.id for one in LEDGER.records if one.compare]


def test_tuning_takes_the_least_mean_inside_each_grid():
    root = repo_root() / "data"
    table = pd.read_csv(root / "tables" / "anonymous" / "table-tuning.csv")
    singles = table[~table["reading"].str.startswith("product")]  # flat towards an end
    ends = singles["low_end"], singles["high_end"]
    inside = singles["constant"].between(*ends, inclusive="neither")
    assert inside.all()
    frame = pd.read_parquet(root / "results" / "anonymous" / "tuning.parquet")
    lp = frame.query("decomposition == 'lp' and instance == 'linear' and reading == 'main'")
    row = table.query("series.str.endswith('-lp') and instance == 'linear' and reading == 'main'")
    assert row["constant"].item() == lp.groupby("constant")["regret"].mean().idxmin()


def test_decompositions_and_lower_bounds_by_hand(published):
    config, frames = published("anonymous")
    table = SPECS["table-decompositions"].build(frames, config)
    none = (table["graph"] == "worst") & (table["method"] == "lp")
    assert none.any()
    assert (table["assignments"].isna() == none).all()
    assert (table["met"] == 0).equals(none)
    table = SPECS["table-lower-bounds"].build(frames, config)
    np.testing.assert_allclose(table["ratio"], table["mean"] / table["bound"], rtol=2e-3)
