import math
from pathlib import Path

import pytest
import yaml

from bandit_replications.papers.distributed.theory import bounds

SETTING = {"agents": 16, "arms": 20, "horizon": 10**8}


def test_burn_in_is_exact_for_large_horizons():
    assert bounds.burn_in(agents=3, arms=7, horizon=10**20 + 1) == -(-(10**20 + 1) // 21)
    assert bounds.burn_in(agents=16, arms=20, horizon=320) == 1


def test_first_phase_follows_the_formula_on_both_sides_of_a_step():
    # D/(C2 K log) = 4 at the step from 0 to 1
    size = bounds.log_size(**SETTING)
    steps = bounds.burn_in(**SETTING)
    for factor, phase in ((0.999, 1), (1.001, 0)):
        constant = factor * steps / (4 * 20 * size)
        assert bounds.last_burn_in_phase(**SETTING, constant=constant) == phase
    assert bounds.last_burn_in_phase(agents=64, arms=100, horizon=500) == -8


def test_theorem_1_grows_like_the_square_root():
    small, large = (
        bounds.theorem_1_regret(agents=16, arms=20, horizon=10**power) for power in (12, 14)
    )
    assert 10 < large / small < 11.5
    assert small <= bounds.theorem_1_printed_form(agents=16, arms=20, horizon=10**12)


def test_constants_by_hand():
    assert bounds.fact_1_phases(agents=16, arms=20) == pytest.approx(12.652482, rel=1e-7)
    # D = T/(MK): 2 sqrt(C5) sqrt(MT log) of stage 1 and 2 sqrt(C4 K) sqrt(MT log) of stage 2
    size = {"agents": 16, "arms": 20, "horizon": 10**14}
    found = bounds.theorem_1_regret(**size) / math.sqrt(16 * 10**14 * bounds.log_size(**size))
    assert found == pytest.approx(2 * math.sqrt(4096 / 3) + 2 * math.sqrt(20 * 32781 / 3), rel=1e-3)
    epochs = bounds.dislinucb_epochs(dimension=5, agents=64, horizon=10**8)
    sent = bounds.theorem_4_communication(dimension=5, agents=64, horizon=10**8)
    assert sent == pytest.approx(epochs * 2 * 64 * (25 + 5))


def test_bounds_never_exceed_the_largest_regret():
    assert bounds.theorem_1_regret(agents=16, arms=20, horizon=1000) == 16_000
    assert bounds.theorem_3_regret(dimension=5, agents=8, horizon=1000) == 16_000
    assert bounds.theorem_4_regret(dimension=5, agents=8, horizon=10) == 160
    assert bounds.theorem_5_regret(gaps=[0.0, 0.5], agents=2, horizon=10) == 10


def test_communication_bounds_are_ordered():
    likely = bounds.theorem_1_communication(agents=16, arms=10**6, horizon=10**12, delta=0.01)
    rarely = bounds.theorem_1_communication(agents=16, arms=10**6, horizon=10**12, delta=1e-9)
    worst = bounds.theorem_1_communication_worst(agents=16, arms=10**6, horizon=10**12)
    assert likely < rarely < worst
    # a smaller T may only lower the number of phases with D = 0
    assert bounds.theorem_5_communication(agents=16, arms=20, horizon=10**6) < (
        bounds.theorem_5_communication(agents=16, arms=20, horizon=10**12)
    )


def test_theorem_2_at_its_edges():
    constant = bounds.uniform_good_arm_constant(arms=2)
    assert constant == pytest.approx((0.5 - math.sqrt(math.log(4 / 3)) / 2) / 4)
    assert bounds.theorem_2(agents=10, arms=2, horizon=200, budget=0) == pytest.approx(
        200 * constant
    )
    assert bounds.theorem_2(agents=10, arms=2, horizon=200, budget=40 * constant) == 0
    assert bounds.theorem_2(agents=10, arms=1, horizon=200, budget=0) == 0
    with pytest.raises(ValueError, match="budget: -1; allowed: >= 0"):
        bounds.theorem_2(agents=10, arms=2, horizon=200, budget=-1)


@pytest.mark.parametrize(
    ("dimension", "limit"), [(1, 48), (15, 720), (100, 4800 * math.log(math.log(100)))]
)
def test_support_is_the_printed_one_in_large_dimensions(dimension, limit):
    assert bounds.support_limit(dimension=dimension) == pytest.approx(limit)


def test_linear_bounds_grow_as_printed():
    regret = [bounds.theorem_3_regret(dimension=5, agents=8, horizon=10**p) for p in (10, 14)]
    assert 100 < regret[1] / regret[0] < 200  # sqrt(10^4) and a logarithm, phases doubling
    messages = [
        bounds.theorem_4_communication(dimension=d, agents=64, horizon=10**8) for d in (5, 10)
    ]
    assert messages[1] / messages[0] == pytest.approx(2 * 110 / 30, rel=0.05)
    more = bounds.theorem_4_communication(dimension=5, agents=256, horizon=10**8)
    assert more / messages[0] == pytest.approx(8, rel=0.1)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: bounds.theorem_1_regret(agents=0, arms=2, horizon=9), "agents: 0; allowed"),
        (lambda: bounds.theorem_5_regret(gaps=[], agents=1, horizon=9), r"gaps: \[\]"),
        (
            lambda: bounds.theorem_1_communication(agents=1, arms=2, horizon=9, delta=0),
            "delta: 0; allowed",
        ),
    ],
)
def test_bad_input(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_the_repaired_variant_has_the_repaired_constant():
    config = Path(__file__).parents[4] / "config" / "paper" / "distributed.yaml"
    variants = yaml.safe_load(config.read_text())["variants"]["variants"]
    options = {v["variant"]: v["options"] for v in variants if v["variant"] == "C2-repaired"}
    assert options == {"C2-repaired": {"burn_in_constant": bounds.C2_REPAIRED}}
