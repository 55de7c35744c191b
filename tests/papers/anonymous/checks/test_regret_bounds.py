"""Theorem 2 on the data set `scaling`: the verdict follows the data where the bound says much."""

import numpy as np
import pandas as pd
import pytest

from bandit_replications.configuration import validation as configuration
from bandit_replications.papers.anonymous.checks import CHECKS
from bandit_replications.papers.anonymous.theory import bounds
from support.anonymous_results import verdict

CLAIM = "theorem-2-scaling"


@pytest.fixture(scope="module")
def config():
    return configuration.load("anonymous")


def scaling(factor, horizon=10**7):
    """Return runs of Algorithm 2 with mean regret a multiple of Theorem 2's bound."""
    sizes = {"users": 160, "arms": 3, "group_size": 4, "horizon": horizon}
    bound = bounds.theorem_2(**sizes, exploration_constant=0.5).total
    regret = bound * factor * np.random.default_rng(0).normal(1, 0.05, 10)
    columns = {"algorithm": "explore-then-commit", "gap": 0.5, "round": horizon}
    columns["replicate"] = range(10)
    return pd.DataFrame({**columns, **sizes, "regret": regret})


@pytest.mark.parametrize(("factor", "expected"), [(0.5, "not contradicted"), (2, "not reproduced")])
def test_theorem_2_on_the_scaling_data(config, factor, expected):
    assert verdict(CLAIM, {"scaling": scaling(factor)}, config) == expected


def test_theorem_2_says_nothing_on_short_horizons(config):
    short = {"scaling": scaling(0.5, horizon=10**5)}
    assert verdict(CLAIM, short, config) == "not applicable"
    assert CHECKS[CLAIM].needs(config)[0].experiment == "scaling"
