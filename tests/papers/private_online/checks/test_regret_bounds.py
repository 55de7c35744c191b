"""Growth of Anytime-Lazy-UCB's regret: it is told from faster laws, and knows its scope."""

import numpy as np
import pandas as pd
import pytest
from tests.support.private_online_results import verdict

from bandit_replications.configuration import validation as configuration
from bandit_replications.ledger.claims import find_claim
from bandit_replications.papers.private_online.checks import LEDGER
from bandit_replications.papers.private_online.theory.bounds import theorem_3_regret
from bandit_replications.runtime.errors import NotApplicable

GROWTH = ("theorem-3-growth", "theorem-3-growth-epsilon")
RUNS = 40


@pytest.fixture(scope="module")
def config():
    return configuration.load("private_online")


def altered(config, **changes):
    return config.model_copy(update={"regret": config.regret.model_copy(update=changes)})


def frame(config, mean, *, exponent=0.1, runs=RUNS):
    """Regrets at T/8 and T: mean(setting, epsilon) t^exponent, 10% spread."""
    section = config.regret
    stream = np.random.default_rng(3)
    parts = []
    for setting in section.settings:
        for epsilon in section.epsilons:
            at_end = mean(setting, epsilon) * stream.uniform(0.9, 1.1, runs)
            for point in (section.horizon // 8, section.horizon):
                regret = at_end * (point / section.horizon) ** exponent
                rows = pd.DataFrame({"replicate": np.arange(runs), "regret": regret})
                names = {"setting": setting.name, "round": point, "epsilon": epsilon}
                parts.append(rows.assign(algorithm="anytime-lazy-ucb", **names))
    return {"regret": pd.concat(parts, ignore_index=True)}


def slack_5(config):
    def mean(setting, epsilon):
        bound = theorem_3_regret(gaps=setting.gaps, epsilon=epsilon, horizon=config.regret.horizon)
        return float(bound.total) / 5

    return mean


def test_growth_is_told_from_a_power_of_t(config):
    slow = verdict("theorem-3-growth", frame(config, slack_5(config), exponent=0.1), config)
    assert (slow.verdict, slow.at_half_margin) == ("reproduced", "reproduced")
    between = verdict("theorem-3-growth", frame(config, slack_5(config), exponent=0.4), config)
    assert (between.verdict, between.at_half_margin) == ("reproduced", "not reproduced")
    fast = verdict("theorem-3-growth", frame(config, slack_5(config), exponent=0.7), config)
    assert fast.verdict == "not reproduced"
    assert fast.at_twice_margin.startswith("reproduced")


@pytest.mark.parametrize(
    ("exponent", "expected"),
    [(1.0, "reproduced"), (0.5, "reproduced"), (1.6, "not reproduced")],
)
def test_growth_in_epsilon(config, exponent, expected):
    results = frame(config, lambda setting, epsilon: 1000 * epsilon**-exponent)
    assert verdict("theorem-3-growth-epsilon", results, config).verdict == expected


@pytest.mark.parametrize("claim_id", GROWTH)
def test_a_run_outside_the_scope_is_not_applicable(config, claim_id):
    claim = find_claim(LEDGER.claims, claim_id)
    algorithm = "anytime-lazy-ucb"
    outside = [
        altered(config, algorithms=["ucb1"]),
        altered(config, replicates={"default": 1}),
        altered(config, options={algorithm: {"noise_scale": 0.5}}),
    ]
    if claim_id == "theorem-3-growth":
        outside.append(altered(config, replicates={"default": 7}))
    for other in outside:
        with pytest.raises(NotApplicable):
            claim.needs(other)
    assert claim.needs(config)[0].experiment == "regret"
    assert claim.needs(altered(config, options={algorithm: {"tie_breaking": "uniform"}}))
