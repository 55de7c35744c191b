"""Claims on games of many lengths flip on altered final regrets."""

import pytest

from bandit_replications.ledger.claims import find_claim
from bandit_replications.papers.multiplayer.checks import LEDGER, horizon_sweep
from bandit_replications.papers.multiplayer.checks.samples import CHAIRS
from bandit_replications.papers.multiplayer.checks.samples import COORDINATE as PLAY
from bandit_replications.runtime.errors import NotApplicable
from support import multiplayer_results as synthetic
from support.multiplayer_results import altered_regret, verdict

LIKE, CONSTANT = "regret-grows-like-the-bound", "section-5-musical-chairs-constant"
SWEPT = [
    (LIKE, PLAY, 1, lambda r, t: r * t**0.2),
    (LIKE, PLAY, 2, lambda r, t: r * t**-0.2),
    (LIKE, PLAY, 3, lambda r, t: 30 * r),
    (CONSTANT, CHAIRS, 1, lambda r, t: r + 0.1 * t),
    # no game is far, but the regret grows like the root of T
    (CONSTANT, CHAIRS, 1, lambda r, t: r * (t / 100_000) ** 0.5),
]


@pytest.mark.parametrize(("claim_id", "algorithm", "experiment", "change"), SWEPT)
def test_flips_on_altered_sweeps(frames, config, claim_id, algorithm, experiment, change):
    altered = altered_regret(frames, "horizon-sweep", algorithm, experiment, change)
    assert verdict(claim_id, altered, config).verdict == "not reproduced"


def test_every_statistical_claim_is_altered_and_shown_unaltered(frames, config):
    on_data = [name for name, one in horizon_sweep.CHECKS.items() if one.method == "statistical"]
    assert set(on_data) == {LIKE, CONSTANT}
    assert {verdict(name, frames, config).verdict for name in on_data} <= {
        "reproduced",
        "reproduced with caveat",
    }


def test_few_horizons_are_not_the_papers():
    few = synthetic.load(horizon_sweep={"last_horizon": 200_000})
    with pytest.raises(NotApplicable, match="horizons"):
        find_claim(LEDGER.claims, LIKE).needs(few)
