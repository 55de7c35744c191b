import types

import numpy as np
import pandas as pd
import pytest

from bandit_replications.ledger.claims import examine, find_claim
from bandit_replications.ledger.verdicts import judge
from bandit_replications.papers.multiplayer.checks import LEDGER
from bandit_replications.papers.multiplayer.theory.ranking_probability import (
    failure_bound,
    failure_probability,
)
from bandit_replications.runtime.errors import NotApplicable

SAMPLES = 10000
CONFIG = types.SimpleNamespace(ranking=types.SimpleNamespace(samples=SAMPLES))
CLAIM = find_claim(LEDGER.claims, "appendix-2-simulated")


def simulated(scale):
    """Failures drawn with `scale` times the exact probability."""
    rng = np.random.default_rng(1)
    rows = []
    for players in (2, 3, 4, 8, 16):
        for rounds in (1, 5, 10, 20, 25, 50, 100):
            sizes = {"players": players, "ranking_rounds": rounds}
            exact, bound = failure_probability(**sizes), failure_bound(**sizes)
            share = rng.binomial(SAMPLES, min(1.0, scale * exact)) / SAMPLES
            row = {"failure_exact": exact, "failure_simulated": share, "bound": bound}
            rows.append({**sizes, "replicate": 0, **row})
    return {"ranking": pd.DataFrame(rows)}


@pytest.mark.parametrize(("scale", "expected"), [(1.0, "reproduced"), (60.0, "not reproduced")])
def test_simulated_rankings_decide(scale, expected):
    found = examine(CLAIM, simulated(scale), CONFIG)
    (row,) = judge([CLAIM], [found], paper="multiplayer", config=CONFIG)
    assert (row.verdict, row.at_half_margin) == (expected, "")
    assert CLAIM.needs(CONFIG)[0].experiment == "ranking"


def test_simulated_rankings_without_an_informative_cell():
    frame = simulated(1.0)["ranking"]
    with pytest.raises(NotApplicable):
        CLAIM.check({"ranking": frame[frame["bound"] > 1]}, CONFIG)
