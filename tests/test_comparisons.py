"""Claims that several means make together."""

import numpy as np
import pytest

from bandit_replications.comparisons import Comparison, all_hold


@pytest.fixture
def samples():
    """Two samples whose ratio is 1.2 for each instance, and instances that differ much more."""
    instances = np.random.default_rng(1).lognormal(0, 0.8, size=60)
    noise = np.random.default_rng(2).normal(1, 0.02, size=60)
    return 1.2 * instances * noise, instances


def test_pairs_decide_what_independent_samples_leave_open(samples):
    a, b = samples
    looks = {"name": "ratio", "a": a, "b": b, "factors": [1.1], "below": True}
    apart = Comparison(**looks).evidence(claim_id="test", looks=1)[0]
    paired = Comparison(**looks, paired=True).evidence(claim_id="test", looks=1)[0]
    assert paired.p_against < 1e-3
    assert apart.p_against > 0.05


def test_the_longer_sample_loses_its_last_runs(samples):
    a, b = samples
    one = Comparison(name="ratio", a=a, b=b[:20], factors=[1.0], paired=True)
    assert np.array_equal(one.differences(1.0), a[:20] - b[:20])


def test_all_must_hold_and_one_refutes():
    rng = np.random.default_rng(3)
    good = Comparison(name="good", a=rng.normal(0.5, 0.1, 40), factors=[1.0])
    bad = Comparison(name="bad", a=rng.normal(1.5, 0.1, 40), factors=[1.0])
    assert all_hold("test", [good], {}).evidence.p_for < 1e-3
    both = all_hold("test", [good, bad], {}).evidence
    assert both.p_for > 0.5
    assert both.p_against < 1e-3
