import pytest

from bandit_replications.ledger.claims import find_claim
from bandit_replications.papers.multiplayer.checks import LEDGER
from bandit_replications.runtime.errors import NotApplicable
from support.multiplayer_results import verdict

CLAIM = "appendix-2-simulated"


@pytest.mark.parametrize(("scale", "expected"), [(1, "reproduced"), (10, "not reproduced")])
def test_simulated_rankings_decide(frames, config, scale, expected):
    # made-up failures have a third of the bound as their probability
    frame = frames["ranking"]
    failures = (scale * frame["failure_simulated"]).clip(upper=1)
    row = verdict(CLAIM, {"ranking": frame.assign(failure_simulated=failures)}, config)
    assert (row.verdict, row.at_half_margin) == (expected, "")


def test_simulated_rankings_without_an_informative_cell(frames, config):
    frame = frames["ranking"]
    with pytest.raises(NotApplicable):
        find_claim(LEDGER.claims, CLAIM).check({"ranking": frame[frame["bound"] > 1]}, config)
