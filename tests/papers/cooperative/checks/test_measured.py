"""Claims about bounds on published results that confirm them, and on results that refute them."""

import numpy as np
import pandas as pd
import pytest

from bandit_replications.runtime.paths import repo_root
from support.claims import row_of

PRIVATE = ("introduction-private-bound", "private-multi-agent-ucb", "message-life")
BYZANTINE = ("introduction-byzantine-bound", "byzantine-proof-ucb", "byzantine-message-life")
REPAIRED = ("released-sums-bound", "released-sums-ucb", "message-life")


@pytest.fixture(scope="module")
def config(published):
    return published("cooperative")[0]


@pytest.fixture(scope="module")
def results():
    """Return published results, with bounds just below what a round robin costs."""
    names = ("message-life", "byzantine-message-life", "bounds")
    folder = repo_root() / "data" / "results" / "cooperative"
    found = {name: pd.read_parquet(folder / f"{name}.parquet") for name in names}
    bounds = found["bounds"]
    return {**found, "bounds": bounds.assign(bound=0.999 * bounds["in_turn"])}


@pytest.mark.parametrize(
    ("claim_id", "algorithm", "data", "factor", "expected"),
    [
        (*PRIVATE, 0.5, "not contradicted"),
        *((*claim, 900, "not reproduced") for claim in (PRIVATE, BYZANTINE, REPAIRED)),
    ],
)
def test_runs_above_their_bound_refute(
    claim_id, algorithm, data, factor, expected, results, config
):
    frame = results[data]
    regret = frame["regret"].where(frame["algorithm"] != algorithm, factor * frame["regret"])
    found = {**results, data: frame.assign(regret=regret)}
    assert row_of("cooperative", claim_id, found, config).verdict == expected


@pytest.mark.parametrize("vacuous", [True, False])
@pytest.mark.parametrize("lives", [["0", "1", "2"], ["0", "1", "2", "diameter"]])
def test_missing_and_vacuous_bounds_judge_nothing(vacuous, lives, results, config):
    bounds = results["bounds"]
    weak = bounds["in_turn"] if vacuous else np.nan
    few = bounds["bound"].mask(bounds["message_life"].isin(lives), weak)
    found = {**results, "bounds": bounds.assign(bound=few)}
    assert row_of("cooperative", PRIVATE[0], found, config).verdict == "not testable here"


def test_huge_bound_hides_no_run_above_bound(results, config):
    bounds = results["bounds"]
    low = bounds["bound"].where(bounds["replicate"] > 60, 10.0).where(bounds["replicate"] > 0, 1e9)
    found = {**results, "bounds": bounds.assign(bound=low)}
    assert row_of("cooperative", PRIVATE[0], found, config).verdict == "not reproduced"
