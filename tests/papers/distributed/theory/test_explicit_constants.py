"""Explicit constants of the theorems hold at sizes off every grid, the least allowed among them."""

import math

import pytest

from bandit_replications.papers.distributed.theory import bounds, schedule, theorem_1_repaired

AGENTS = (1, 2, 3, 5, 16, 455, 10**4)


def least_horizon(*, agents, arms):
    """Return max(M log M / K, M, K, 2), which T must exceed by the paper's assumption."""
    return max(agents * math.log(agents) / arms, agents, arms, 2)


def horizons(least):
    least = math.floor(least) + 1
    return (least, least + 1, 2 * least, least**2, 10**6 * least)


ARMS = [
    {"agents": agents, "arms": arms, "horizon": horizon}
    for agents in AGENTS
    for arms in (2, 3, 7, 150, 7079, 299_379, 10**7)
    for horizon in horizons(least_horizon(agents=agents, arms=arms))
]
LINEAR = [
    {"dimension": dimension, "agents": agents, "horizon": horizon}
    for dimension in (1, 2, 3, 8, 50, 1000)
    for agents in AGENTS
    for horizon in (*horizons(max(agents, 2)), *(10**power for power in range(5, 16)))
    if horizon > max(agents, 2)
]


def test_communication_of_theorem_5_is_below_its_constant():
    for size in [*ARMS, {"agents": 455, "arms": 299_379, "horizon": 301_142}]:
        form = size["agents"] * math.log(size["horizon"])
        assert bounds.theorem_5_communication(**size) <= bounds.THEOREM_5 * form, size


def test_communication_repaired_is_below_its_constant():
    for size in ARMS:
        form = size["agents"] * math.log(size["agents"] * size["arms"])
        assert theorem_1_repaired.communication(**size) <= theorem_1_repaired.constant() * form


def test_theorem_1_has_room_for_a_phase_without_reallocate():
    factor = 2 * math.sqrt(2 * bounds.C5) + 2 * math.sqrt(bounds.C4) + 8.5  # C6
    other_phases = 2 * math.sqrt(2**13 / 3 + 15)
    for size in ARMS:
        total = size["arms"] * size["agents"] * size["horizon"]
        root = math.sqrt(total * bounds.log_size(**size))
        skipped = theorem_1_repaired.lost_by_skipping(**size) / root
        assert skipped <= (175 if size["agents"] == 1 else 119), size
        if size["agents"] > 1:
            stage_1 = 2 * math.sqrt(2 * bounds.C5 / size["arms"])
            assert stage_1 + other_phases + skipped + 3 <= factor, size
        assert bounds.theorem_1_regret(**size) <= factor * root, size


def _factor(*, per_epoch, **size):
    chance = 1 / (size["agents"] ** 2 * size["horizon"])
    if per_epoch:
        chance /= bounds.dislinucb_epochs(**size)
    root = math.sqrt(bounds.log_determinant(**size) + 2 * math.log(1 / chance))
    return 2 * (root + 1) / math.sqrt(size["dimension"] * math.log(size["horizon"] / chance))


@pytest.mark.parametrize("size", LINEAR, ids=str)
def test_linear_bounds_are_below_their_constants(size):
    dimension, agents, horizon = size.values()
    total, support = agents * horizon, bounds.support_limit(dimension=dimension) / 48
    log = math.log(total)
    assert bounds.theorem_3_regret(**size) <= 33 * dimension * math.sqrt(bounds.C1 * total * log)
    numbers = 288 * (agents * dimension + support) * math.log(horizon)
    assert bounds.theorem_3_communication(**size) <= numbers
    assert bounds.theorem_4_regret(**size) <= 39 * dimension * math.sqrt(total) * log**2
    assert bounds.theorem_4_communication(**size) <= 17.1 * agents**1.5 * dimension**3
    assert bounds.dislinucb_epochs(**size) <= 4.26 * dimension * math.sqrt(agents)
    assert max(_factor(per_epoch=one, **size) for one in (False, True)) <= 4.3


@pytest.mark.parametrize("agents", [*range(2, 70), 4096, 10**6])
@pytest.mark.parametrize("constant", [bounds.C2, bounds.C2_REPAIRED])
def test_phases_of_one_step_are_at_most_two_log4_of_the_agents(agents, constant):
    for arms in sorted({2, max(2, agents // 3), agents}):
        for horizon in horizons(least_horizon(agents=agents, arms=arms))[:3]:
            size = {"agents": agents, "arms": arms, "horizon": horizon}
            phases = schedule.centralised_phases(**size, constant=constant)
            assert sum(one.steps == 1 for one in phases) <= 2 * math.log(agents, 4) + 1e-9
