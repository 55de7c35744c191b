import pandas as pd
import pytest

from bandit_replications.ledger.claims import find_claim
from bandit_replications.papers.multiplayer.checks import LEDGER, coordinate_and_play
from bandit_replications.runtime.errors import NotApplicable
from support import multiplayer_results as synthetic
from support.multiplayer_results import verdict

CLAIM = "section-2-unknown-horizon"


@pytest.mark.parametrize(
    ("ratio", "expected"),
    [
        (1.3, "reproduced"),
        (3.5, "not reproduced"),
        (coordinate_and_play.DOUBLING, "undecided"),
    ],
)
def test_doubling_is_judged_by_its_ratio(frames, config, ratio, expected):
    frame = frames["online-regret"]
    known = frame[frame["algorithm"] == "coordinate-and-play"]
    doubled = known.assign(algorithm="doubling", regret=ratio * known["regret"])
    rows = {"online-regret": pd.concat([known, doubled])}
    assert verdict(CLAIM, rows, config).verdict == expected


def test_doubling_needs_both_algorithms():
    alone = synthetic.load(online_regret={"algorithms": ["coordinate-and-play"], "options": {}})
    with pytest.raises(NotApplicable):
        find_claim(LEDGER.claims, CLAIM).needs(alone)
