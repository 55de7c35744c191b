"""A run with other settings says what its figures, tables and claims lack."""

import pytest

from bandit_replications.configuration import validation as configuration
from bandit_replications.ledger.claims import find_claim
from bandit_replications.papers.multiplayer.paper import PAPER
from bandit_replications.runtime.errors import NotApplicable

MINE = [{"name": "mine", "means": [0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]}]
LONGER = [{"name": "experiment-3", "means": [0.9] + [0.7] * 7}]
SHORTER = {"musical-chairs": {"exploration_rounds": 500}}
CHAIRS = ["musical-chairs"]
LEARNS = "experiment-1-musical-chairs-learns"


@pytest.mark.parametrize(
    ("shown", "section", "settings", "message"),
    [
        ("figure-02", "online_regret", {"scenarios": MINE}, "online_regret.scenarios lacks it"),
        ("figure-05", "horizon_sweep", {"scenarios": MINE}, "horizon_sweep.scenarios lacks it"),
        ("table-moments", "online_regret", {"algorithms": CHAIRS}, "lacks one of them"),
        ("experiment-3-reacts", "online_regret", {"scenarios": LONGER}, "no experiment-3 as in"),
        (LEARNS, "online_regret", {"players": 3}, "3 players"),
        (LEARNS, "online_regret", {"options": SHORTER}, "sets exploration_rounds"),
        ("regret-grows-like-the-bound", "horizon_sweep", {"last_horizon": 200_000}, "horizons"),
    ],
)
def test_other_settings_lack_what_is_shown(shown, section, settings, message):
    config = configuration.load("multiplayer", scale="quick", overrides={section: settings})
    views = {**PAPER.figures_by_id, **PAPER.tables_by_id}
    view = views.get(shown) or find_claim(PAPER.ledger.claims, shown)
    with pytest.raises(NotApplicable, match=message):
        view.needs(config)
