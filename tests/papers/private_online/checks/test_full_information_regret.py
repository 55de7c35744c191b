"""Regret of FTNL and naive FTNL: claims hold on data at hand, and altered data flip each."""

import itertools
import math

import numpy as np
import pandas as pd
import pytest
from tests.support.private_online_results import load, verdict

from bandit_replications.papers.private_online.checks import cells
from bandit_replications.papers.private_online.checks import full_information_regret as regret
from bandit_replications.papers.private_online.checks.regret_bounds import theorem_7_bound
from bandit_replications.papers.private_online.theory.full_information_bounds import (
    theorem_7_regret,
)


@pytest.fixture(scope="module")
def config():
    return load()


def test_growth_fails_for_a_law_that_is_not_linear(config, monkeypatch):
    assert verdict("theorem-7-growth", {}, config).at_half_margin == "not reproduced"

    def altered(arms, min_gap, epsilon):
        return math.log(arms) ** 1.4 / min_gap + math.log(arms) / epsilon

    monkeypatch.setattr(regret, "exact_regret", altered)
    assert verdict("theorem-7-growth", {}, config).verdict == "not reproduced"


RUNS = 60


def mean_regret(algorithm, instance, arms, min_gap, epsilon):
    """Return the law of exact regrets, fitted to equal gaps, roughly."""
    private = epsilon / (arms if algorithm == "naive-ftnl" else 1)
    mean = 0.85 * math.log(arms) / min_gap + 2.1 * math.log(arms) / private
    return mean * (0.6 if instance == "doubling" else 1.0)


def full_information(config, mean=mean_regret):
    section = config.full_information
    stream = np.random.default_rng(1)
    parts = []
    for cell in itertools.product(
        ("ftnl", "naive-ftnl"),
        section.instances,
        section.arms,
        section.min_gaps,
        section.epsilons,
    ):
        values = mean(*cell) * stream.gamma(25.0, 1 / 25, RUNS)
        frame = pd.DataFrame({"regret": values, "round": section.horizon})
        names = ("algorithm", "instance", "arms", "min_gap", "epsilon")
        parts.append(frame.assign(**dict(zip(names, cell, strict=True))))
    return {"full-information": pd.concat(parts, ignore_index=True)}


def altered(factor):
    """Return a law of means with a factor that depends on the cell."""

    def mean(*cell):
        return mean_regret(*cell) * factor(*cell)

    return mean


# The data at hand, and what the altered ones multiply them with.
FLIPS = {
    "theorem-7-explicit": lambda algorithm, *cell: 1000.0 if algorithm == "ftnl" else 1.0,
    "section-5-naive-ftnl-regret": lambda algorithm, *cell: (
        8.0 if algorithm == "naive-ftnl" else 1.0
    ),
    "section-5-rnm-removes-k": lambda algorithm, instance, arms, *cell: (
        arms if algorithm == "ftnl" else 1.0
    ),
    "section-7-doubling-not-harder": lambda algorithm, instance, *cell: (
        2.5 if instance == "doubling" else 1.0
    ),
}


@pytest.mark.parametrize("claim_id", FLIPS)
def test_regret_claims_hold_and_flip(claim_id, config):
    plain = verdict(claim_id, full_information(config), config)
    assert plain.verdict.startswith("reproduced")
    data = full_information(config, altered(FLIPS[claim_id]))
    assert verdict(claim_id, data, config).verdict == "not reproduced"


def test_naive_ftnl_must_grow_with_the_number_of_actions(config):
    def factor(algorithm, instance, arms, *cell):
        return 1 / arms if algorithm == "naive-ftnl" else 1.0

    data = full_information(config, altered(factor))
    assert verdict("section-5-rnm-removes-k", data, config).verdict == "not reproduced"


def test_noise_of_larger_scale_has_a_larger_bound(config):
    repaired = load(full_information={"options": {"ftnl": {"noise_scale": 2.0}}})
    cell = next(cells.full_information_cells(full_information(config), config, "ftnl"))
    assert theorem_7_bound(cell, repaired) == theorem_7_regret(
        gaps=cell.gaps, epsilon=cell.epsilon / 2
    )


@pytest.mark.parametrize(
    ("claim_id", "overrides"),
    [
        ("theorem-7-explicit", {"algorithms": ["naive-ftnl"], "replicates": {"default": 9}}),
        ("theorem-7-explicit", {"options": {"ftnl": {"noise": "gumbel"}}}),
        ("theorem-7-explicit", {"replicates": {"default": 1}}),
        ("section-5-naive-ftnl-regret", {"algorithms": ["ftnl"], "replicates": {"default": 9}}),
        ("section-5-rnm-removes-k", {"arms": [8, 16]}),
        ("section-7-doubling-not-harder", {"instances": ["equal"]}),
    ],
)
def test_runs_without_what_a_claim_is_about(claim_id, overrides):
    other = load(full_information=overrides)
    assert verdict(claim_id, {}, other).verdict == "not applicable"


def test_vacuous_bounds_are_not_evidence(config):
    short = load(full_information={"horizon": 64})
    data = full_information(short)
    assert verdict("theorem-7-explicit", data, short).verdict == "not applicable"
    assert "equal gaps" in verdict("theorem-7-explicit", full_information(config), config).caveat
