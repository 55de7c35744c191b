"""Growth in each size holds as the theorems say, flips when steeper, and needs a span."""

import pytest

from bandit_replications.ledger.scorecard import Verdict
from bandit_replications.papers.anonymous.checks import growth
from support import anonymous_results as synthetic
from support.anonymous_results import verdict


@pytest.fixture(scope="module")
def config():
    return synthetic.load(scaling={"replicates": 10, "group_sizes": [2, 4]})


@pytest.fixture(scope="module")
def frame(config):
    return synthetic.results(config, "scaling", runs=10)


def test_growth_over_a_short_span_is_not_testable(config, frame):
    results = {"scaling": frame}
    assert verdict("theorem-2-growth-arms", results, config) == Verdict.NOT_TESTABLE
    assert verdict("theorem-2-growth-horizon", results, config) == Verdict.REPRODUCED


@pytest.mark.parametrize("claim", growth.CHECKS)
def test_growth_holds_as_the_theorems_say_and_flips(claim, config, frame, monkeypatch):
    monkeypatch.setattr(growth, "LEAST_SPAN", 1.1)
    assert verdict(claim, {"scaling": frame}, config) == Verdict.REPRODUCED
    size = claim.split("growth-")[1].replace("-", "_")
    steeper = frame.assign(regret=frame["regret"] * frame[size].astype(float))
    assert verdict(claim, {"scaling": steeper}, config) == Verdict.NOT_REPRODUCED
