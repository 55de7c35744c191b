"""Claims that several means make together."""

import numpy as np
import pytest
from scipy.stats import binom, norm

from bandit_replications.inference.hypothesis_tests import TEST_RESAMPLES
from bandit_replications.ledger.parts import (
    Comparison,
    Share,
    Slope,
    holds,
    level,
    power,
    ratio,
    within,
)
from bandit_replications.ledger.rules import MOST_RESAMPLES, all_of, any_of, each_refused, most_of
from bandit_replications.ledger.verdicts import refuses


@pytest.fixture
def samples():
    """Two samples whose ratio is 1.2 for each instance, and instances that differ much more."""
    instances = np.random.default_rng(1).lognormal(0, 0.8, size=60)
    noise = np.random.default_rng(2).normal(1, 0.02, size=60)
    return 1.2 * instances * noise, instances


def mean(value, spread=0.1, factors=(1.0,)):
    runs = np.random.default_rng(int(100 * value)).normal(value, spread, 40)
    return Comparison(name=f"mean {value}", a=runs, factors=factors)


def test_pairs_decide_what_independent_samples_leave_open(samples):
    apart, paired = (
        ratio("ratio", *samples, 1.1, below=True, paired=one).evidence()[0].p_against
        for one in (False, True)
    )
    assert paired < 1e-3
    assert apart > 0.05


def test_further_runs_of_the_longer_sample_count(samples):
    a, b = samples
    one = ratio("ratio", a, b[:20], 1.0, below=True, paired=True)
    assert one.value == a.mean() / b[:20].mean()
    assert holds(one) is bool(a.mean() <= b[:20].mean())
    more = ratio("ratio", np.append(a, np.full(60, 100.0)), b, 1.3, below=True, paired=True)
    assert more.distance > 10
    assert more.evidence()[0].p_against < 1e-3


def test_one_refutes_all_of_and_all_refute_any_of():
    good, bad = mean(0.5), mean(1.5)
    both = all_of([good, bad]).evidence
    assert both.p_for > 0.5
    assert both.p_against < 1e-3
    assert any_of([good, bad]).evidence.p_for < 1e-3
    assert any_of([bad, bad]).evidence.p_against < 1e-3


def test_every_part_is_tested_and_the_correction_counts_them():
    parts = [mean(value, factors=[1.0, 1.1, 0.8]) for value in (0.5, 3, 1.03)]
    found = all_of(parts)
    assert found.numbers == {part.name: part.value for part in parts}
    every = [  # the second part, farthest from its factor, decides
        one.evidence(resamples=MOST_RESAMPLES if one is parts[1] else TEST_RESAMPLES)
        for one in parts
    ]
    joint = (found.evidence, found.half, found.twice)
    for column, one in zip(zip(*every, strict=True), joint, strict=True):
        assert one.p_for == max(part.p_for for part in column)
        assert one.p_against == min(1, 3 * min(part.p_against for part in column))


def test_within_is_both_sides_of_a_factor_and_its_margins(samples):
    most, least = parts = within("alike", *samples, 1.5, paired=True)
    assert most.factors == pytest.approx([1.5, 1.25, 2.0])
    assert least.factors == pytest.approx([1 / 1.5, 1 / 1.25, 1 / 2])
    assert all_of(parts).evidence.p_for < 1e-3
    assert all_of(within("alike", *samples, 1.1, paired=True)).evidence.p_against < 1e-3


def test_a_power_allows_its_slack():
    earlier, later = mean(10).a, mean(40).a  # exponent 1 over a factor 4
    rule = {"span": 4.0, "exponent": 0.9}
    assert all_of([power("p", later, earlier, **rule, slack=0.15)]).evidence.p_for < 1e-3
    assert all_of([power("p", later, earlier, **rule, slack=0.05)]).evidence.p_against < 1e-3


@pytest.mark.parametrize("paired", [False, True])
@pytest.mark.parametrize("below", [False, True])
def test_a_mean_is_refused_from_the_value_that_is_shown(samples, *, paired, below):
    """Scaled to just beyond that value the rule refuses at the level, just before it does not."""
    a, b = samples
    one = ratio("ratio", a, b, 1.3 if below else 1.1, below=below, paired=paired)
    refused = one.refused_from(0.01) / one.value
    assert (refused > 1) is below
    for beyond, expected in ((1.03, True), (0.97, False)):
        scaled = a * refused * (beyond if below else 1 / beyond)
        worse = ratio("ratio", scaled, b, 1.3 if below else 1.1, below=below, paired=paired)
        if paired or expected:  # 1.03 is beyond the noise of the pairs alone
            found = worse.evidence()[0].p_against
            assert (found <= 0.02) is expected


def test_shares_are_tested_exactly():
    share = Share(name="rare", successes=3, trials=1000, bound=0.01)
    (at, half, twice) = share.evidence()
    assert at.p_for == pytest.approx(binom.cdf(3, 1000, 0.01))
    assert at.p_against == pytest.approx(binom.sf(2, 1000, 0.01))
    assert twice.p_for < at.p_for < half.p_for
    first = round(1000 * share.refused_from(0.01))
    assert binom.sf(first - 1, 1000, 0.01) <= 0.01 < binom.sf(first - 2, 1000, 0.01)


def test_slopes_have_normal_tails():
    slope = Slope(name="slope", value=0.70, error=0.01, target=2 / 3, room=0.05)
    (at, half, twice) = slope.evidence()
    assert holds(slope)
    assert at.p_for == pytest.approx(norm.sf((0.05 - 0.1 / 3) / 0.01))
    assert half.p_for > 0.5 > twice.p_for
    refused = slope.refused_from(0.01)
    assert 2 * norm.cdf((0.05 - abs(refused - 2 / 3)) / 0.01) == pytest.approx(0.01)
    assert refused > 0.7


def test_a_rule_names_its_nearest_worsening():
    near, far = mean(0.9, 0.01), mean(0.1, 0.01)
    assert all_of([far, near]).refused_from.startswith("mean 0.9 1.0")
    assert any_of([far, near]).refused_from.startswith("mean 0.1 1.0")


def test_most_of_errs_as_rarely_as_it_says():
    """Five of ten statements hold, five are at the border: that six hold is rarely shown."""
    stream = np.random.default_rng(7)

    def found(factors):
        one, other = stream.gamma(25, 0.04, (2, 30))
        parts = [ratio("", factor * one, other, 1.0, below=True) for factor in factors]
        return most_of({str(number): [part] for number, part in enumerate(parts)}).evidence

    shown = [found([1.0] * 5 + [0.2] * 5).p_for <= 0.05 for _ in range(40)]
    assert sum(shown) <= 6  # of 40, at 5%: more have probability 1e-2
    assert found([0.2] * 6 + [5.0] * 4).p_for < 0.05
    assert found([5.0] * 6 + [0.2] * 4).p_against < 0.05


@pytest.mark.parametrize(("second", "expected"), [(2.0, True), (1.05, False)])
def test_a_part_without_power_is_seen(second, expected):
    """Mean 1.05 with a spread of 0.5 is not told from the bound 1 by 20 runs; 2 is."""
    noise = np.linspace(-0.5, 0.5, 20)
    broken = [level("strong", 2 + noise, 1.0), level("second", second + noise, 1.0)]
    assert refuses("statistical", all_of(broken))
    assert refuses("statistical", each_refused(broken)) == expected
