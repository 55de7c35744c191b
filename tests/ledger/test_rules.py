"""Claims that several means make together."""

import numpy as np
import pytest

from bandit_replications.ledger.rules import Comparison, all_of


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


def names_tested(monkeypatch):
    """Return a list to which each comparison that is tested from now on adds its name."""
    names = []
    evidence = Comparison.evidence
    monkeypatch.setattr(
        Comparison, "evidence", lambda self, **how: names.append(self.name) or evidence(self, **how)
    )
    return names


def test_all_must_hold_and_one_refutes():
    rng = np.random.default_rng(3)
    good = Comparison(name="good", a=rng.normal(0.5, 0.1, 40), factors=[1.0])
    bad = Comparison(name="bad", a=rng.normal(1.5, 0.1, 40), factors=[1.0])
    assert all_of("test", [good], {}).evidence.p_for < 1e-3
    both = all_of("test", [good, bad], {}).evidence
    assert both.p_for > 0.5
    assert both.p_against < 1e-3


def test_what_one_refutes_for_certain_needs_no_further_tests(monkeypatch):
    rng = np.random.default_rng(4)
    bad = [
        Comparison(name=f"bad {mean}", a=rng.normal(mean, 0.1, 40), factors=[1.0, 1.1, 0.8])
        for mean in (3, 5, 4)
    ]
    tested = names_tested(monkeypatch)
    found = all_of("test", bad, {})
    assert tested == ["bad 5"]
    every = [one.evidence(claim_id="test", looks=3) for one in bad]
    for column, joint in zip(
        zip(*every, strict=True), (found.evidence, found.half, found.twice), strict=True
    ):
        assert joint.p_for == max(part.p_for for part in column)
        assert joint.p_against == 3 * min(part.p_against for part in column)


def test_what_none_refutes_for_certain_is_tested_at_each_of_the_nearest(monkeypatch):
    rng = np.random.default_rng(5)
    good = rng.normal(0.5, 0.1, 40)
    alike = [Comparison(name="worst", a=rng.normal(1.03, 0.1, 40), factors=[1.0])]
    alike.append(Comparison(name="good", a=good, factors=[1.0]))
    parts = [one.evidence(claim_id="test", looks=2)[0] for one in alike]
    tested = names_tested(monkeypatch)
    found = all_of("test", alike, {}).evidence
    assert tested == ["worst", "good"]
    assert found.p_for == max(part.p_for for part in parts)
    assert found.p_against == 2 * min(part.p_against for part in parts)
