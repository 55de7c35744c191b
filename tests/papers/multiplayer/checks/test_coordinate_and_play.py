import numpy as np
import pandas as pd
import pytest

from bandit_replications.configuration import validation as configuration
from bandit_replications.ledger.claims import examine, find_claim
from bandit_replications.ledger.verdicts import judge
from bandit_replications.papers.multiplayer.checks import LEDGER, coordinate_and_play
from bandit_replications.runtime.errors import NotApplicable

CLAIM = find_claim(LEDGER.claims, "section-2-unknown-horizon")


@pytest.fixture(scope="module")
def config():
    return configuration.load("multiplayer", scale="quick")


def online(config, ratio):
    rng = np.random.default_rng(1)
    rows = [
        {
            "algorithm": algorithm,
            "scenario": scenario.name,
            "replicate": run,
            "round": config.online_regret.horizon,
            "regret": mean * rng.gamma(100, 1 / 100),
        }
        for scenario in config.online_regret.scenarios
        for algorithm, mean in (("coordinate-and-play", 1000.0), ("doubling", 1000.0 * ratio))
        for run in range(40)
    ]
    return {"online-regret": pd.DataFrame(rows)}


@pytest.mark.parametrize(
    ("ratio", "expected"),
    [
        (1.3, "reproduced"),
        (3.5, "not reproduced"),
        (coordinate_and_play.DOUBLING, "undecided"),
    ],
)
def test_doubling_is_judged_by_its_ratio(config, ratio, expected):
    found = examine(CLAIM, online(config, ratio), config)
    (row,) = judge([CLAIM], [found], paper="multiplayer", config=config)
    assert row.verdict == expected


def test_doubling_needs_both_algorithms(config):
    assert CLAIM.needs(config)[0].experiment == "online-regret"
    alone = configuration.load(
        "multiplayer",
        scale="quick",
        overrides={"online_regret": {"algorithms": ["coordinate-and-play"], "options": {}}},
    )
    with pytest.raises(NotApplicable):
        CLAIM.needs(alone)
