"""Restarts of DP-SE: wasteful, and within the factor that is named."""

import pytest
from tests.support.private_online_results import load, verdict, with_means


def regrets(config, factor):
    """Return final regrets of 100, times a factor where DP-SE is restarted."""

    def mean(algorithm, restarts, *_):
        return 40.0 if algorithm == "anytime-lazy-ucb" else 100.0 * (factor if restarts else 1)

    return with_means(config, "anytime", mean, shape=400)


@pytest.mark.parametrize(
    ("claim_id", "good", "bad"),
    [("section-7-doubling-trick", 2.0, 0.5), ("section-7-restart-factor", 2.0, 12.0)],
)
def test_restarts(claim_id, good, bad, config):
    row = verdict(claim_id, regrets(config, good), config)
    assert row.verdict == "reproduced"
    assert row.control.startswith("refused: ")
    assert verdict(claim_id, regrets(config, bad), config).verdict == "not reproduced"


def test_without_squared_horizons_nothing_is_judged():
    other = load(anytime={"restarts": ["doubling"]})
    assert verdict("section-7-doubling-trick", {}, other).verdict == "not applicable"
