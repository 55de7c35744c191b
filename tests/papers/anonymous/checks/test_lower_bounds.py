"""Claims on runs of the hard instances follow the data."""

import numpy as np
import pandas as pd
import pytest

from bandit_replications.configuration import validation as configuration
from bandit_replications.papers.anonymous.checks import CHECKS
from bandit_replications.papers.anonymous.theory import bounds
from bandit_replications.runtime.errors import NotApplicable
from support.anonymous_results import verdict


def data(factor, construction, runs=30):
    """Return runs whose mean is a multiple of the bound, with a spread of a tenth."""
    stream = np.random.default_rng(0)
    sizes = {"users": 90, "arms": 3, "group_size": 2, "horizon": 20000}
    gap = bounds.theorem_3_gap(arms=3, group_size=2, horizon=20000)
    horizon, bound = {
        "theorem-3": (20000, bounds.theorem_3(**sizes, gap=gap)),
        "theorem-4": (1000, bounds.theorem_4(horizon=1000)),
    }[construction]
    regrets = bound * factor * stream.normal(1, 0.1, (2, runs))
    columns = {"construction": construction, "horizon": horizon, "bound": bound}
    algorithms = ("explore-then-commit", "batched-elimination")
    return pd.concat(
        [
            pd.DataFrame({"algorithm": name, "regret": regret, **columns})
            for name, regret in zip(algorithms, regrets, strict=True)
        ]
    )


@pytest.mark.parametrize("construction", ["theorem-3", "theorem-4"])
@pytest.mark.parametrize(("factor", "expected"), [(1.2, "reproduced"), (0.4, "not reproduced")])
def test_claims_on_runs_follow_the_data(construction, factor, expected):
    config = configuration.load("anonymous")
    results = {"lower-bounds": data(factor, construction)}
    assert verdict(f"{construction}-measured", results, config) == expected


def test_claims_on_runs_do_not_apply_without_their_construction():
    sizes = {"users": 3, "arms": 3, "group_size": 2, "horizons": [100]}
    cases = {"cases": [{"construction": "theorem-4", **sizes}]}
    config = configuration.load("anonymous", overrides={"lower_bounds": cases})
    with pytest.raises(NotApplicable, match="theorem-3"):
        CHECKS["theorem-3-measured"].needs(config)
    assert CHECKS["theorem-4-measured"].needs(config)
