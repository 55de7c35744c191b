"""The bounds at sizes by hand, at their edges, and as they grow."""

import math

import pytest

from bandit_replications.configuration import validation as configuration
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


def test_constants_by_hand():
    assert bounds.fact_1_phases(agents=16, arms=20) == pytest.approx(12.652482, rel=1e-7)
    # D = T/(MK): 2 sqrt(C5) sqrt(MT log) of stage 1 and 2 sqrt(C4 K) sqrt(MT log) of stage 2
    size = {"agents": 16, "arms": 20, "horizon": 10**14}
    found = bounds.theorem_1_regret(**size) / math.sqrt(16 * 10**14 * bounds.log_size(**size))
    assert found == pytest.approx(2 * math.sqrt(4096 / 3) + 2 * math.sqrt(20 * 32781 / 3), rel=1e-3)
    for dimension, limit in ((1, 48), (15, 720), (100, 4800 * math.log(math.log(100)))):
        assert bounds.support_limit(dimension=dimension) == pytest.approx(limit)


def test_bounds_never_exceed_the_largest_regret():
    assert bounds.theorem_1_regret(agents=16, arms=20, horizon=1000) == 16_000
    assert bounds.theorem_3_regret(dimension=5, agents=8, horizon=1000) == 16_000
    assert bounds.theorem_4_regret(dimension=5, agents=8, horizon=10) == 160
    assert bounds.theorem_5_regret(gaps=[0.0, 0.5], agents=2, horizon=10) == 10


def test_communication_bounds_are_ordered():
    size = {"agents": 16, "arms": 10**6, "horizon": 10**12}
    likely, rarely = (bounds.theorem_1_communication(**size, delta=one) for one in (0.01, 1e-9))
    assert likely < rarely < bounds.theorem_1_communication_worst(**size)
    shorter = bounds.theorem_5_communication(**{**SETTING, "horizon": 10**6})
    assert shorter < bounds.theorem_5_communication(**SETTING)  # phases are fewer


def test_theorem_2_at_its_edges():
    def bound(budget, arms=2):
        return bounds.theorem_2_sharp(agents=10, arms=arms, horizon=200, budget=budget)

    constant = bounds.uniform_good_arm_constant(arms=2)
    assert constant == pytest.approx((0.5 - math.sqrt(math.log(4 / 3)) / 2) / 4)
    assert bound(0) == pytest.approx(200 / 16 * (1 - 2 / 800))
    assert bound(0) > 200 * constant
    assert bound(5) == bound(0, arms=1) == 0 < bound(4.9)
    with pytest.raises(ValueError, match="budget: -1; allowed: >= 0"):
        bound(-1)


def test_bounds_grow_as_printed():
    regret = [bounds.theorem_3_regret(dimension=5, agents=8, horizon=10**p) for p in (10, 14)]
    assert 100 < regret[1] / regret[0] < 200  # sqrt(10^4) and a logarithm, phases doubling
    few, larger, more = (
        bounds.theorem_4_communication(dimension=dimension, agents=agents, horizon=10**8)
        for dimension, agents in ((5, 64), (10, 64), (5, 256))
    )
    assert larger / few == pytest.approx(2 * 110 / 30, rel=0.05)
    assert more / few == pytest.approx(8, rel=0.1)


@pytest.mark.parametrize(
    ("bound", "given", "message"),
    [
        (bounds.theorem_1_regret, {**SETTING, "agents": 0}, "agents: 0; allowed"),
        (bounds.theorem_5_regret, {"gaps": [], "agents": 1, "horizon": 9}, r"gaps: \[\]"),
        (bounds.theorem_1_communication, {**SETTING, "delta": 0}, "delta: 0; allowed"),
    ],
)
def test_bad_input(bound, given, message):
    with pytest.raises(ValueError, match=message):
        bound(**given)


def test_repaired_variant_has_the_repaired_constant():
    variants = configuration.load("distributed", scale="paper").variants.variants
    (options,) = (one.options for one in variants if one.variant == "C2-repaired")
    assert options == {"burn_in_constant": bounds.C2_REPAIRED}
