"""Bounds: against direct sums of the proofs' own terms, and validation."""

import math

import numpy as np
import pytest

from bandit_replications.papers.private_online.theory import bounds

SETTING_1 = [0.0, 0.05, 0.05, 0.05, 0.05]


def direct_lemma_11(critical, arms, horizon):
    """Add up (28) term by term: (25) and (26) for every t and τ."""
    total = 0.0
    for s in range(critical + 1, int(math.log2(horizon)) + 1):
        for t in range(2**s - 2 + 1 + arms, horizon + 1):
            total += (2 ** (s + 1) - 2) * int(math.log2(t)) * 2 * (t**-3 + t**-6)
    return total


def direct_lemma_12(critical, arms, horizon):
    """Add up (48) term by term: (43) and (44) for every t and h."""
    total = 0.0
    for s in range(critical + 1, int(math.log2(horizon)) + 1):
        for t in range(2**s - 1 + arms, horizon + 1):
            total += (2 ** (s + 1) - 1) * (t - 1) * 2 * (2 * t**-4 + t**-8)
    return total


@pytest.mark.parametrize("horizon", [64, 1000, 4096])
@pytest.mark.parametrize("arms", [2, 7])
def test_lemma_11_tail_is_the_direct_sum(arms, horizon):
    found = bounds.lemma_11_tail(critical=5, arms=arms, horizon=horizon)
    assert found == pytest.approx(direct_lemma_11(5, arms, horizon), rel=1e-7, abs=1e-15)


@pytest.mark.parametrize("horizon", [512, 600])
def test_lemma_12_tail_is_the_direct_sum(horizon):
    found = bounds.lemma_12_tail(critical=8, arms=5, horizon=horizon)
    assert found == pytest.approx(direct_lemma_12(8, 5, horizon), rel=1e-6, abs=1e-15)


def test_theorem_3_by_hand():
    # 24 ln(2^22) / 0.05^2 = 146393 lies between 2^17 and 2^18: arrays 1..18 have 2^19 - 2 slots.
    bound = bounds.theorem_3_regret(gaps=SETTING_1[::-1], epsilon=0.5, horizon=2**22)
    assert float(bound.threshold) == pytest.approx(4 * 0.05 * (2**19 - 2))
    assert float(bound.initial) == pytest.approx(0.2)
    assert float(bound.order) == pytest.approx(4 * 22 / 0.05)
    assert 0 < float(bound.tail) < 1e-4


def test_theorem_5_by_hand():
    # 256 · 22 / 0.05^2 = 2252800 > 2^21; y = 256 · 22 / (8 · 0.05) = 14080, y log2 y = 194050.
    bound = bounds.theorem_5_regret(gaps=SETTING_1, epsilon=8, horizon=2**22)
    assert float(bound.threshold) == pytest.approx(4 * 0.05 * (2**23 - 1))
    # At ε = 1/2 y = 225280, y log2 y = 4005740 is above 2^21 too; at ε = 1/10 the array is 25.
    assert bounds.hybrid_critical_array(gap=0.05, epsilon=[0.5, 0.1], horizon=2**22).tolist() == [
        22,
        25,
    ]


def test_critical_arrays_follow_both_regimes():
    assert bounds.lazy_critical_array(gap=0.5, epsilon=[0.01, 0.5, 9], horizon=2**22).tolist() == [
        math.ceil(math.log2(24 * math.log(2**22) / (0.5 * min(0.5, e)))) for e in (0.01, 0.5, 9)
    ]


@pytest.mark.parametrize("theorem", [bounds.theorem_3_regret, bounds.theorem_5_regret])
def test_horizons_and_epsilons_broadcast(theorem):
    horizons, epsilons = np.array([2, 100, 4096, 2**22]), np.array([0.1, 0.7, 0.7, 8.0])
    together = theorem(gaps=[0.0, 0.2, 1.0], epsilon=epsilons, horizon=horizons)
    for i, (horizon, epsilon) in enumerate(zip(horizons, epsilons, strict=True)):
        alone = theorem(gaps=[0.0, 0.2, 1.0], epsilon=epsilon, horizon=horizon)
        assert alone.total == together.total[i]
        assert alone.order == together.order[i]


def test_theorem_4_by_hand():
    bound = bounds.theorem_4_regret(arms=5, epsilon=1, horizon=2**22)
    root = math.sqrt(5 * 2**22 * 22)
    assert float(bound.total) == pytest.approx((96 * math.log(2) + 1) * root)
    assert float(bound.order) == pytest.approx(root + 110)
    small = bounds.theorem_4_regret(arms=5, epsilon=1e-4, horizon=2**22)
    assert float(small.total) == pytest.approx(5 * 96 * math.log(2**22) / 1e-4 + root)


@pytest.mark.parametrize("gaps", [[0.1, 0.2], [0.0, 0.0], [0.0, 1.5]])
def test_bad_gaps_are_named(gaps):
    with pytest.raises(ValueError, match="gaps"):
        bounds.theorem_3_regret(gaps=gaps, epsilon=1.0, horizon=100)
