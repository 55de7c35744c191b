"""Numbers of tables from data."""

import numpy as np
import pandas as pd
import pytest

from bandit_replications.papers.cooperative.tables import exponents, trimming


def test_runs_that_grow_linearly_are_counted():
    rounds = np.array([1, 25, 50, 100])
    regret = np.vstack([100 * rounds, *[10 * np.sqrt(rounds)] * 3])
    frame = pd.DataFrame({"replicate": range(4)}).merge(pd.DataFrame({"round": rounds}), "cross")
    names = dict.fromkeys(("estimator", "halves", "ties", "message_life"), "main")
    found = trimming({"trimming": frame.assign(regret=regret.ravel(), **names)}, None).iloc[0]
    assert found["linear_runs"] == 1
    assert found["linear_share"] == pytest.approx(10_000 / 10_300, abs=1e-4)
    assert found["median"] == 100


def test_exponents_pair_shared_means(published):
    config, frames = published("cooperative")
    frame = frames["scaling"]
    own = frame["agents"] * (1 + frame["replicate"]) * frame["horizon"] ** 0.5
    found = exponents({"scaling": frame.assign(regret=own).iloc[::-1]}, config)
    assert np.allclose(found["low"], found["high"])  # what means differ by cancels
