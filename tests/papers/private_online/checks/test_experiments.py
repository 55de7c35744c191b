"""Section 6: each claim holds on means as the text says and fails on altered ones."""

import pytest
from tests.support.private_online_results import verdict, with_means

from bandit_replications.configuration import validation as configuration
from bandit_replications.papers.private_online.checks.experiments import COMPARED, TRENDS, WELL

AS_SAID = {
    "anytime-lazy-ucb": lambda epsilon: 50 * epsilon**-0.1,
    "hybrid-ucb": lambda epsilon: 100 * epsilon**-0.4 + 0.5 / epsilon + 300 * (epsilon < 2),
    "dp-se": lambda epsilon: 70.0,
    "ucb1": lambda epsilon: 16.0,
}
OTHERWISE = {
    **AS_SAID,
    "anytime-lazy-ucb": lambda epsilon: 200 * epsilon**0.1,
    "dp-se": lambda epsilon: 70.0 * epsilon**0.1,
    "hybrid-ucb": lambda epsilon: 30.0 if epsilon < 2 else 1000.0,
}


@pytest.fixture(scope="module")
def config():
    return configuration.load("private_online")


def regrets(config, means):
    def mean(algorithm, _, epsilon):
        return means[algorithm](epsilon)

    return with_means(config, "regret", mean, shape=400)


@pytest.mark.parametrize("claim_id", sorted({*COMPARED, *TRENDS, *WELL}))
def test_claims_hold_and_flip(claim_id, config):
    plain = verdict(claim_id, regrets(config, AS_SAID), config)
    assert plain.verdict.startswith("reproduced"), plain.numbers
    assert verdict(claim_id, regrets(config, OTHERWISE), config).verdict == "not reproduced"


@pytest.mark.parametrize("claim_id", ["figure-05", "section-6-hybrid-good-at-8"])
def test_a_run_that_changes_the_algorithms_is_not_applicable(claim_id, config):
    section = config.regret.model_copy(update={"options": {"dp-se": {"rounding": "down"}}})
    other = config.model_copy(update={"regret": section})
    assert verdict(claim_id, {}, other).verdict == "not applicable"
