"""Claims about runs hold on the published results and flip on altered ones."""

import numpy as np
import pytest

from bandit_replications.papers.multiplayer.checks.samples import CHAIRS, EXPERIMENTS, SEATED
from bandit_replications.papers.multiplayer.checks.samples import COORDINATE as PLAY
from support.claims import row_of

STOPS = "experiment-1-musical-chairs-stops"
ACCUMULATES = "experiment-1-coordinate-and-play-accumulates"
LARGER = "experiment-2-initially-larger"
LIKE, CONSTANT = "regret-grows-like-the-bound", "section-5-musical-chairs-constant"


@pytest.fixture
def judged(frames, config):
    """Return a function: a claim's row of the scorecard on results of which some are altered.

    An alteration is the data set, the algorithm, the number of the experiment, the number of runs,
    and a function from the rows to their new regrets.
    """

    def judge(claim_id, *alterations):
        results = dict(frames)
        for data_set, algorithm, number, runs, change in alterations:
            frame = results[data_set].copy()
            scenario = EXPERIMENTS[number - 1].name
            there = (frame["algorithm"] == algorithm) & (frame["scenario"] == scenario)
            there &= frame["replicate"] < runs
            frame.loc[there, "regret"] = change(frame[there])
            results[data_set] = frame
        return row_of("multiplayer", claim_id, results, config)

    return judge


def online(algorithm, number, change, runs=np.inf):
    """Return an alteration of the curves; `change` takes regrets and rounds."""
    return ("online-regret", algorithm, number, runs, lambda of: change(of.regret, of["round"]))


def swept(algorithm, number, change):
    """Return an alteration of the games of many lengths; `change` takes regrets and horizons."""
    return ("horizon-sweep", algorithm, number, np.inf, lambda of: change(of.regret, of.horizon))


def stopped(rows):
    """Return the regrets of runs that grow no more once the chairs are taken."""
    seated = rows[rows["round"] == SEATED].set_index("replicate")["regret"]
    return rows["regret"].where(rows["round"] < SEATED, rows["replicate"].map(seated))


FLAT = ("online-regret", CHAIRS, 1, np.inf, stopped)


@pytest.mark.parametrize(
    ("growing", "expected"),
    [(0, "reproduced"), (4, "reproduced with caveat"), (120, "not reproduced")],
)
def test_share_of_growing_runs_decides_figure_2(judged, growing, expected):
    # 0, 1% and 30% of 400 runs; ten runs are flat with probability one half at 6.7%
    row = judged(STOPS, FLAT, online(CHAIRS, 1, lambda r, t: r + 0.1 * t, growing))
    assert row.verdict == expected
    assert ("wrong chairs" in row.caveat) == (growing > 0)


def test_few_fast_growing_runs_refute_the_expectation(judged):
    row = judged(STOPS, FLAT, online(CHAIRS, 1, lambda r, t: r + 5 * (t - SEATED), 8))
    assert row.verdict == "depends on the interpretation"
    assert "expected regret: not reproduced" in row.readings


def test_share_of_stopping_runs_refutes_accumulation(judged):
    # the expectation grows all the same
    row = judged(ACCUMULATES, online(PLAY, 1, lambda r, t: r.clip(upper=3000), 120))
    assert row.verdict == "depends on the interpretation"


def test_no_round_is_named_where_all_are_larger(judged):
    row = judged(LARGER, online(PLAY, 2, lambda r, t: r + 9000))
    assert (row.verdict, row.caveat) == ("reproduced", "")


@pytest.mark.parametrize("claim_id", [LIKE, CONSTANT])
def test_published_sweeps_are_as_claimed(judged, claim_id):
    assert judged(claim_id).verdict.startswith("reproduced")


@pytest.mark.parametrize(
    ("claim_id", "alteration"),
    [
        (LIKE, swept(PLAY, 1, lambda r, t: r * t**0.2)),
        (LIKE, swept(PLAY, 2, lambda r, t: r * t**-0.2)),
        (LIKE, swept(PLAY, 3, lambda r, t: 30 * r)),
        (CONSTANT, swept(CHAIRS, 1, lambda r, t: r + 0.1 * t)),
        # no game is far, but the regret grows like the root of T
        (CONSTANT, swept(CHAIRS, 1, lambda r, t: 6000 * (t / 100_000) ** 0.5 + 0 * r)),
    ],
)
def test_altered_sweeps_are_refused(judged, claim_id, alteration):
    assert judged(claim_id, alteration).verdict == "not reproduced"
