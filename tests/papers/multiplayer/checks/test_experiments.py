"""Claims about data: each is shown on curves of the paper's shape and flips on altered ones."""

import re

import pandas as pd
import pytest

from bandit_replications.ledger.claims import find_claim
from bandit_replications.papers.multiplayer.checks import LEDGER, samples
from bandit_replications.runtime.errors import NotApplicable
from support import multiplayer_results as synthetic
from support.multiplayer_results import altered_regret, verdict

ON_DATA = [record.id for record in LEDGER.records if record.compare]
# what the made-up curves show only with more runs than they have
ALONE, REPAIR = "independent-exp3-breaks", "relaxed-repaired-cost"
NEED_MORE = {
    "experiment-1-musical-chairs-stops",
    "experiment-1-coordinate-and-play-accumulates",
}


def online(frames, *arguments, **runs):
    return altered_regret(frames, "online-regret", *arguments, **runs)


@pytest.mark.parametrize("claim_id", sorted({*ON_DATA} - NEED_MORE - {ALONE}))
def test_shown_on_curves_of_the_papers_shape(frames, config, claim_id):
    assert verdict(claim_id, frames, config).verdict in ("reproduced", "reproduced with caveat")


PLAY, CHAIRS, EXP3 = samples.COORDINATE, samples.CHAIRS, "independent-exp3"
QUARTER = 30_000

ALTERED = {
    "experiment-1-musical-chairs-learns": (CHAIRS, 1, lambda r, t: r * (t / 3000).clip(upper=2)),
    "experiment-2-musical-chairs-rises": (CHAIRS, 2, lambda r, t: r.clip(upper=5000)),
    "experiment-2-cannot-react": (CHAIRS, 2, lambda r, t: 0.7 * r),
    "experiment-2-initially-larger": (PLAY, 2, lambda r, t: r / 3),
    "experiment-2-reacts": (PLAY, 2, lambda r, t: r + 0.6 * t),
    "experiment-2-onset": (CHAIRS, 2, lambda r, t: r + 0.6 * (t - QUARTER).clip(lower=0)),
    "experiment-3-reacts": (PLAY, 3, lambda r, t: r + 0.6 * t),
    "section-5-stationary-ahead": (PLAY, 1, lambda r, t: r / 4),
    "section-5-independent-exp3": (EXP3, 3, lambda r, t: 2 * r),
    "discussion-round-robin": ("round-robin-coordinator", 2, lambda r, t: 3 * r),
    "metaplayer-within-bound": ("k-metaplayer", 3, lambda r, t: 30 * r),
}


@pytest.mark.parametrize("claim_id", ALTERED)
def test_flips_on_altered_curves(frames, config, claim_id):
    altered = online(frames, *ALTERED[claim_id])
    # the runs with other learning rates are a data set of their own
    other = claim_id == "section-5-independent-exp3"
    expected = "depends on the reading" if other else "not reproduced"
    assert verdict(claim_id, altered, config).verdict == expected


def test_every_statistical_claim_is_altered_somewhere():
    assert set(ON_DATA) == set(ALTERED) | NEED_MORE | {ALONE, REPAIR}


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
    assert row.verdict == "depends on the reading"
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
    config = synthetic.load(online_regret={"scenarios": [longer]})
    with pytest.raises(NotApplicable, match="experiment-3"):
        find_claim(LEDGER.claims, "experiment-3-reacts").needs(config)
    config = synthetic.load(online_regret={"players": 3})
    with pytest.raises(NotApplicable, match="3 players"):
        find_claim(LEDGER.claims, "experiment-1-musical-chairs-learns").needs(config)
    options = {"musical-chairs": {"exploration_rounds": 500}}
    config = synthetic.load(online_regret={"options": options})
    with pytest.raises(NotApplicable, match="exploration_rounds"):
        find_claim(LEDGER.claims, "experiment-1-musical-chairs-learns").needs(config)


def test_where_one_arm_is_good_independent_players_are_far_behind(frames, config):
    # the made-up curves are alike in all scenarios
    assert verdict(ALONE, frames, config).verdict == "not reproduced"
    frame = frames["online-regret"].copy()
    there = (frame["algorithm"] == EXP3) & (frame["scenario"] == "one-good-arm")
    frame.loc[there, "regret"] *= 9
    assert verdict(ALONE, {"online-regret": frame}, config).verdict == "reproduced"


@pytest.mark.parametrize(
    ("stopping", "expected"),
    # the expectation grows all the same
    [(0, "reproduced"), (120, "depends on the reading")],
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


def test_a_repair_that_costs_more_is_refused(frames, config):
    frame = frames["readings"].copy()
    frame.loc[frame["reading"] == "repaired, Theorem 4.1's ranking", "regret"] *= 1.5
    assert verdict(REPAIR, {**frames, "readings": frame}, config).verdict == "not reproduced"
