"""Regret of FTNL and naive FTNL: claims hold on data at hand, and altered data flip each."""

import math

import pytest
from tests.support.private_online_results import load, verdict, with_means


def mean_regret(algorithm, reading, instance, arms, min_gap, epsilon):
    """Return the law of exact regrets, fitted to equal gaps, roughly."""
    private = (epsilon or math.inf) / (arms if algorithm == "naive-ftnl" else 1)
    mean = 0.85 * math.log(arms) / min_gap + 2.1 * math.log(arms) / private
    return mean * (0.6 if instance == "doubling" else 1.0)


def full_information(config, mean=mean_regret):
    return with_means(config, "full-information", mean)


# (claim, what the regrets at hand are multiplied with to refute it)
FLIPS = [
    (
        "section-5-rnm-removes-k",
        lambda algorithm, _, __, arms, *___: arms if algorithm == "ftnl" else 1,
    ),
    (
        "section-5-rnm-removes-k",
        lambda algorithm, _, __, arms, *___: 1 / arms if algorithm == "naive-ftnl" else 1,
    ),
]


@pytest.mark.parametrize("claim_id", sorted({claim_id for claim_id, _ in FLIPS}))
def test_regret_claims_hold(claim_id, config):
    row = verdict(claim_id, full_information(config), config)
    assert row.verdict.startswith("reproduced")
    assert row.control.startswith("refused: ")


@pytest.mark.parametrize(("claim_id", "factor"), FLIPS)
def test_regret_claims_flip(claim_id, factor, config):
    data = full_information(config, lambda *cell: mean_regret(*cell) * factor(*cell))
    assert verdict(claim_id, data, config).verdict == "not reproduced"


@pytest.mark.parametrize(
    ("claim_id", "overrides"),
    [
        ("section-5-rnm-removes-k", {"options": {"ftnl": {"noise": "gumbel"}}}),
        ("section-5-rnm-removes-k", {"algorithms": ["ftnl"], "replicates": {"default": 9}}),
        ("section-5-rnm-removes-k", {"arms": [8, 16]}),
        ("section-5-rnm-removes-k", {"instances": ["doubling"]}),
    ],
)
def test_runs_without_what_a_claim_is_about(claim_id, overrides):
    other = load(full_information=overrides)
    assert verdict(claim_id, {}, other).verdict == "not applicable"
