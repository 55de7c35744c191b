"""Claims about data: each is shown on curves of the paper's shape and flips on altered ones."""

import re

import pandas as pd
import pytest

from bandit_replications.ledger.claims import find_claim
from bandit_replications.papers.multiplayer.checks import LEDGER, samples
from bandit_replications.runtime.errors import NotApplicable
from support import multiplayer_results as synthetic
from support.multiplayer_results import altered_regret, verdict


def online(frames, *arguments, **runs):
    return altered_regret(frames, "online-regret", *arguments, **runs)


PLAY, CHAIRS = samples.COORDINATE, samples.CHAIRS


def many(frames, runs):
    """Return the data sets with Musical Chairs' and Coordinate and Play's runs repeated."""
    frame = frames["online-regret"]
    copies = [frame.assign(replicate=frame["replicate"] + 40 * copy) for copy in range(runs // 40)]
    return {**frames, "online-regret": pd.concat(copies, ignore_index=True)}


@pytest.mark.parametrize(
    ("growing", "expected"),
    [(0, "reproduced"), (4, "reproduced with caveat"), (120, "not reproduced")],
)
def test_a_share_of_growing_runs_decides_figure_2(frames, config, growing, expected):
    # 0, 1% and 30% of 400 runs; ten runs are flat with probability one half at 6.7%
    altered = online(many(frames, 400), CHAIRS, 1, lambda r, t: r + 0.1 * t, runs=growing)
    row = verdict("experiment-1-musical-chairs-stops", altered, config)
    assert row.verdict == expected
    assert ("wrong chairs" in row.caveat) == (growing > 0)


def test_a_few_runs_that_grow_fast_refute_the_expectation_alone(frames, config):
    altered = online(many(frames, 800), CHAIRS, 1, lambda r, t: r + 5 * (t - 6000), runs=16)
    row = verdict("experiment-1-musical-chairs-stops", altered, config)
    assert row.verdict == "depends on the interpretation"
    assert "expected regret: not reproduced" in row.readings


def test_the_first_rounds_are_named_where_coordinate_and_play_is_not_larger(frames, config):
    early = online(frames, PLAY, 2, lambda r, t: r.where(t > 6000, r / 10))
    row = verdict("experiment-2-initially-larger", early, config)
    assert row.verdict == "reproduced with caveat"
    assert "after 3000 rounds" in row.caveat
    assert "after 6000 rounds" in row.caveat
    larger = online(frames, PLAY, 2, lambda r, t: r + 9000)
    row = verdict("experiment-2-initially-larger", larger, config)
    assert (row.verdict, row.caveat) == ("reproduced", "")


def test_ahead_is_from_then_on(frames, config):
    row = verdict("experiment-2-reacts", frames, config)
    assert re.search(r"ahead from round [4-7]\d{4} ", row.numbers)
    worse = online(frames, PLAY, 2, lambda r, t: 10 * r)
    assert "ahead from round never" in verdict("experiment-2-reacts", worse, config).numbers


def test_another_experiment_or_other_constants_are_not_the_papers():
    longer = {"name": "experiment-3", "means": [0.9] + [0.7] * 7}
    learns = "experiment-1-musical-chairs-learns"
    for claim_id, changes, message in (
        ("experiment-3-reacts", {"scenarios": [longer]}, "experiment-3"),
        (learns, {"players": 3}, "3 players"),
        (learns, {"options": {"musical-chairs": {"exploration_rounds": 500}}}, "exploration_rou"),
    ):
        config = synthetic.load(online_regret=changes)
        with pytest.raises(NotApplicable, match=message):
            find_claim(LEDGER.claims, claim_id).needs(config)


@pytest.mark.parametrize(
    ("stopping", "expected"),
    # the expectation grows all the same
    [(0, "reproduced"), (120, "depends on the interpretation")],
)
def test_a_share_of_runs_that_stop_refutes_that_regret_accumulates(
    frames, config, stopping, expected
):
    steady = frames["online-regret"].copy()
    there = (steady["algorithm"] == PLAY) & (steady["scenario"] == "experiment-1")
    steady.loc[there, "regret"] = 0.1 * steady.loc[there, "round"]
    more = many({"online-regret": steady}, 400)
    altered = online(more, PLAY, 1, lambda r, t: r.clip(upper=3000), runs=stopping)
    assert (
        verdict("experiment-1-coordinate-and-play-accumulates", altered, config).verdict == expected
    )
