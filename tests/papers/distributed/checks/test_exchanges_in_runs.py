"""Runs with few exchanges: powers of M and bounds, on data that keep and break them."""

import numpy as np
import pandas as pd
import pytest

from bandit_replications.papers.distributed.checks.few_exchanges import COUNTED
from bandit_replications.papers.distributed.experiments import EXPERIMENTS
from bandit_replications.papers.distributed.theory import protocol_s

SLOPES, BOUNDS = "exchanges-tradeoff-runs", "protocol-s-runs"


@pytest.fixture(scope="module")
def runs(quick):
    """Return runs that grow as Theorem C says, sending what it allows; alone they lose M times."""
    parts, draws = [], np.random.default_rng(0)
    experiment = next(one for one in EXPERIMENTS if one.name == "few-exchanges")
    for cell in experiment.cells(quick):
        name, m, k, t = cell.settings.values()
        number = COUNTED.get(name, 0 if name == "independent-elimination" else 9)
        sent = 4 * m * min(number, protocol_s.most_exchanges(agents=m))
        level = m**2.0 ** -(number + 1) * protocol_s.root(agents=m, arms=k, horizon=t)
        gaps = np.repeat([1.0, 0.1, 0.01], 4)
        lost = np.repeat([0.1, 2.0, 0.2], 4) * level * draws.normal(1, 0.005, 12)
        if name == "independent-elimination":
            lost *= 100
        made = {"replicate": np.tile(np.arange(4), 3), "gap": gaps, "regret": lost}
        parts.append(pd.DataFrame({**made, "communication": sent, **cell.settings}))
    return pd.concat(parts, ignore_index=True)


def changed(frame, algorithm, column, factor):
    """Return the runs with a column of one protocol times a factor of the number of agents."""
    frame, own = frame.copy(), frame["algorithm"] == algorithm
    frame[column] = frame[column].astype(float)
    frame.loc[own, column] *= factor(frame.loc[own, "agents"].astype(float))
    return {"few-exchanges": frame}


def test_powers_and_bounds_hold_and_their_controls_are_refused(runs, quick, verdict):
    for claim_id in (SLOPES, BOUNDS):
        assert verdict(claim_id, {"few-exchanges": runs}, quick) == "reproduced"


@pytest.mark.parametrize(("algorithm", "power"), [("J=0", -0.07), ("J=1", 0.07), ("J=2", -1 / 16)])
def test_a_power_off_by_more_than_the_room_is_refused(algorithm, power, runs, quick, verdict):
    results = changed(runs, algorithm, "regret", lambda agents: agents**power)
    assert verdict(SLOPES, results, quick) == "not reproduced"


@pytest.mark.parametrize("column", ["regret", "communication"])
def test_one_protocol_beyond_its_bound_is_refused(column, runs, quick, verdict):
    results = changed(runs, "squared", column, lambda agents: 1.01 + 99 * (column == "regret"))
    assert verdict(BOUNDS, results, quick) == "not reproduced"


def test_bounds_need_more_arms_than_agents(runs, quick, verdict):
    section = quick.few_exchanges.model_copy(update={"arms": [2]})
    few = quick.model_copy(update={"few_exchanges": section})
    assert verdict(BOUNDS, {"few-exchanges": runs}, few) == "not testable here"
