"""The closed form of elimination's worst regret against a pool without noise."""

import math

import numpy as np
import pytest

from bandit_replications.papers.distributed.algorithms import demab_repaired
from bandit_replications.papers.distributed.environments.problems import ArmsProblem
from bandit_replications.papers.distributed.theory import elimination_worst

SIZES = [(1, 5, 10**6), (16, 5, 10**7), (16, 16, 3 * 10**8), (50, 20, 10**10), (16, 2, 2 * 10**5)]


def lost(gaps, *, total, log):
    """Return the regret of one pool of pulls; arms are pulled in parallel, averages are means."""
    active, regret, phase = [0.0, *gaps], 0.0, 0
    while total > 0 and len(active) > 1:
        phase += 1
        pulls = min(total, len(active) * 64 * 4.0**phase * log)
        regret += pulls / len(active) * math.fsum(active)
        total -= pulls
        if total > 0:
            active = [gap for gap in active if gap <= 2.0**-phase]
    return regret


@pytest.mark.parametrize(("agents", "arms", "horizon"), SIZES)
def test_worst_gap_is_the_closed_form(agents, arms, horizon):
    given = {"total": agents * horizon, "log": math.log(agents * arms * horizon)}
    form = elimination_worst.worst(agents=agents, arms=arms, horizon=horizon)
    scale, one_gap, any_gaps, _ = form
    crests = [lost([2.0**-k * (1 - 1e-9)] * (arms - 1), **given) for k in range(30)]
    # phases from 1 on have 1 - 4^-l of the pulls that the closed form adds up
    assert 0.98 * one_gap <= max(crests) / scale <= one_gap
    draws = np.random.default_rng(0)
    for _ in range(50):
        gaps = 2.0 ** -draws.integers(0, 14, arms - 1) * draws.choice([1 - 1e-9, 0.7], arms - 1)
        assert lost(gaps.tolist(), **given) <= scale * any_gaps
    assert 1 / math.sqrt(2) <= one_gap <= 1
    assert 0.94 <= any_gaps <= 1


def test_last_completed_phase_alone_is_not_the_worst_case():
    # the control, c without 1/(2c), is exceeded by more than a half within a period
    over = []
    for horizon in np.geomspace(1e8, 4e8, 9).astype(int).tolist():
        total, log = 16 * horizon, math.log(16 * 16 * horizon)
        form = elimination_worst.worst(agents=16, arms=16, horizon=horizon)
        crests = [lost([2.0**-k * (1 - 1e-9)] * 15, total=total, log=log) for k in range(30)]
        over.append(max(crests) / (form.scale * form.last_phase))
    assert max(over) > 1.5
    assert min(over) > 0.98


def test_agents_with_fewer_arms_fill_up(monkeypatch):
    # 15 of 16 agents fill up where one has two arms; the control, K for M ceil(K/M), is refused
    size = {"agents": 16, "arms": 17, "horizon": 10**9}
    draws, regrets = np.random.default_rng(0), []
    for gap in 0.97 * 2.0 ** -np.arange(2, 14):
        problem = ArmsProblem(means=np.r_[0.5 + gap, np.full(16, 0.5)], agents=16, horizon=10**9)
        runs = [demab_repaired.simulate(problem, generator=draws).regret[-1] for _ in range(3)]
        regrets.append(np.mean(runs))
    for low, high in ((0.85, 1.0), (1.2, 1.4)):
        form = elimination_worst.worst(**size)
        assert low < max(regrets) / (form.scale * form.one_gap) < high
        monkeypatch.setattr(elimination_worst, "pulled", lambda *, agents, arms: arms)


def test_a_pool_that_begins_with_phase_1_loses_up_to_a_quarter_less():
    given = {"total": 7943, "log": math.log(2 * 7943)}
    form = elimination_worst.worst(agents=1, arms=2, horizon=7943)
    crests = [lost([2.0**-k * (1 - 1e-9)], **given) for k in range(30)]
    assert max(crests) == pytest.approx(0.75 * form.scale * form.one_gap, rel=0.01)
