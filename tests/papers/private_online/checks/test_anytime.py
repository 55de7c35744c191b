"""Restarts of DP-SE: wasteful, and within the factor that is named."""

import pytest
from tests.support.private_online_results import load, verdict, with_means


def regrets(config, factor):
    """Return final regrets of 100, times a factor where DP-SE is restarted."""

    def mean(algorithm, restarts, *_):
        return 40.0 if algorithm == "anytime-lazy-ucb" else 100.0 * (factor if restarts else 1)

    return with_means(config, "anytime", mean, shape=400)


def test_restarts_are_wasteful(config):
    row = verdict("section-7-doubling-trick", regrets(config, 2.0), config)
    assert row.verdict == "reproduced"
    assert row.control.startswith("refused: ")
    bad = verdict("section-7-doubling-trick", regrets(config, 0.5), config)
    assert bad.verdict == "not reproduced"


@pytest.mark.parametrize(
    ("factor", "expected"), [(2.0, "not contradicted"), (12.0, "not reproduced")]
)
def test_restarts_stay_within_the_factor(factor, expected, config):
    assert verdict("section-7-restart-factor", regrets(config, factor), config).verdict == expected


def test_without_squared_horizons_nothing_is_judged():
    other = load(anytime={"restarts": ["doubling"]})
    assert verdict("section-7-doubling-trick", {}, other).verdict == "not applicable"
