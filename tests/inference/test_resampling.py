"""Intervals cover, tests keep their level, pairs count once, runs without partner count too."""

import math
from functools import partial

import numpy as np
import pytest
from scipy import stats

from bandit_replications.inference import hypothesis_tests
from bandit_replications.inference.hypothesis_tests import (
    grouped,
    holm,
    mean_test,
    paired_tests,
    ratio_tests,
)
from bandit_replications.inference.intervals import (
    mean_interval,
    paired_ratio_interval,
    predictive_mean_band,
    ratio_interval,
)
from bandit_replications.inference.proportions import clopper_pearson
from bandit_replications.inference.resampling import expanded_tail

rng = np.random.default_rng
# Forty pairs with ratio 1, and 360 further runs of one sample that lift its mean to 1.9.
INSTANCE = rng(5).lognormal(0, 0.5, 40)
LONGER = np.concatenate([INSTANCE, 2 * rng(6).lognormal(0, 0.5, 360)])


def ratio_test(a, b, *, margin, **how):
    return ratio_tests(a, b, margins=[margin], **how)[0]


# Each coverage test asks whether the true coverage could be at least `claimed`: it fails by
# chance with probability below 1e-4 if it is.
FALSE_ALARM = 1e-4


def covers(hits, trials, claimed):
    return stats.binom.cdf(hits, trials, claimed) > FALSE_ALARM


def exceeds(hits, trials, claimed):
    """Whether more rejections came than a level of `claimed` explains."""
    return stats.binom.sf(hits - 1, trials, claimed) <= FALSE_ALARM


# --- Intervals ---


@pytest.mark.parametrize(("successes", "trials"), [(0, 10), (10, 10), (3, 10), (999, 1000)])
def test_clopper_pearson_agrees_with_scipy(successes, trials):
    exact = stats.binomtest(successes, trials).proportion_ci(0.99, method="exact")
    np.testing.assert_allclose(
        clopper_pearson(successes, trials, confidence=0.99), (exact.low, exact.high), rtol=1e-9
    )


def test_expanded_tail_is_hesterbergs_and_tends_to_the_nominal_one():
    # Hesterberg (2015), Section 4.3: Φ(-sqrt(n / (n - 1)) t_{α/2, n-1}).
    expected = stats.norm.cdf(-math.sqrt(10 / 9) * stats.t.ppf(0.975, 9))
    assert expanded_tail(10, 0.95) == pytest.approx(expected, rel=1e-9)
    assert expanded_tail(100_000, 0.95) == pytest.approx(0.025, rel=1e-3)


LAWS = {
    "normal": lambda g, n: g.normal(3, 1, n),
    "two values": lambda g, n: np.where(g.random(n) < 0.3, 10.0, 1.0),
}
NORMAL, TWO = LAWS.values()
NEW_MEAN = partial(predictive_mean_band, runs=15)


def hits_of(interval, runs, value, *, seed, trials=400):
    """Return the number of trials in which the interval of `runs(g)` holds `value(g)`."""
    g = rng(seed)
    hits = 0
    for _ in range(trials):
        low, high = interval(runs(g), confidence=0.95, generator=g)
        hits += low <= value(g) <= high
    return hits


def pair_interval(runs, **how):
    return ratio_interval(*runs, **how)


@pytest.mark.parametrize(
    ("interval", "runs", "value", "seed", "claimed", "missed"),
    [
        (mean_interval, lambda g: NORMAL(g, 15), lambda g: 3.0, 1, 0.94, 0.03),
        (mean_interval, lambda g: TWO(g, 15), lambda g: 3.7, 1, 0.94, 0.03),
        (NEW_MEAN, lambda g: NORMAL(g, 15), lambda g: NORMAL(g, 15).mean(), 2, 0.93, 0.02),
        (NEW_MEAN, lambda g: TWO(g, 100), lambda g: TWO(g, 15).mean(), 2, 0.93, 0.02),
        (pair_interval, lambda g: (1.5 * TWO(g, 15), TWO(g, 60)), lambda g: 1.5, 18, 0.93, 0.02),
    ],
)
def test_intervals_cover(interval, runs, value, seed, claimed, missed):
    hits = hits_of(interval, runs, value, seed=seed)
    assert covers(hits, 400, claimed)
    assert covers(400 - hits, 400, missed)  # nor are they so wide that they always cover


def test_the_interval_of_our_own_mean_is_no_band():
    runs, new_mean = (lambda g: NORMAL(g, 100)), (lambda g: NORMAL(g, 15).mean())
    hits = hits_of(mean_interval, runs, new_mean, seed=2, trials=60)
    assert not covers(hits, 60, 0.93)  # about half would be held


def test_columns_are_intervals_of_their_own():
    values = rng(4).exponential(1, (40, 3)) * np.array([1.0, 10.0, 0.0])
    low, high = mean_interval(values, confidence=0.95, generator=rng(5))
    assert low.shape == high.shape == (3,)
    np.testing.assert_allclose(low[2], 0)
    assert np.all(low[:2] < values.mean(0)[:2])
    assert np.all(values.mean(0)[:2] < high[:2])
    single = mean_interval(values[:, :1], confidence=0.95, generator=rng(5))
    assert single[0].shape == (1,)
    # Counting how often a row was drawn, and drawing its values, are the same thing.
    np.testing.assert_allclose([single[0][0], single[1][0]], [low[0], high[0]], rtol=1e-12)


def test_intervals_stay_within_the_values_and_need_two_runs():
    how = {"confidence": 0.95, "generator": rng(8)}
    low, high = mean_interval([0.0, 0.0, 5.0], **how)
    assert 0 <= low <= high <= 5
    assert np.isnan(mean_interval([1.0], **how)).all()
    assert np.isnan(ratio_interval([1.0], [2.0, 3.0], **how)).all()


# --- Tests ---


def test_holm_agrees_with_a_hand_computed_example():
    # Holm (1979), procedure of Section 3, by hand: 0.01*4, max(0.04, 0.02*3), max(., 0.03*2), ...
    assert holm([0.03, 0.01, 0.04, 0.02]) == pytest.approx([0.06, 0.04, 0.06, 0.06])
    assert holm([]) == []
    assert holm([0.5, 0.9]) == pytest.approx([1.0, 1.0])


def keeps_level(p):
    """Whether no one-sided test rejects more often than 1.3 times its level."""
    rejected = {level: (np.array(p) <= level).sum(axis=0) for level in (0.02, 0.1)}
    return not any(
        exceeds(count, len(p), 1.3 * level)
        for level, counts in rejected.items()
        for count in counts
    )


def ratios_at_margin(law, size_a, size_b, *, trials):
    draw, g = LAWS[law], rng(11)
    samples = ((draw(g, size_a) * 1.25, draw(g, size_b)) for _ in range(trials))
    return [ratio_test(*one, margin=1.25, resamples=799) for one in samples]


@pytest.mark.parametrize(
    ("law", "size_a", "size_b"), [("two values", 15, 200), ("two values", 5, 5), ("normal", 5, 5)]
)
def test_ratio_test_keeps_its_level_at_the_margin(law, size_a, size_b):
    assert keeps_level(ratios_at_margin(law, size_a, size_b, trials=300))


def test_a_test_without_studentising_is_caught(monkeypatch):
    kept = hypothesis_tests._kept

    def mutant(*words):
        sample = kept(*words)
        return sample._replace(variances=np.full_like(sample.variances, sample.variance))

    monkeypatch.setattr(hypothesis_tests, "_kept", mutant)
    assert not keeps_level(ratios_at_margin("normal", 5, 100, trials=800))


def test_ratio_test_finds_a_difference():
    g = rng(12)
    a, b = g.exponential(1.0, 200), g.exponential(2.0, 200)
    below, above = ratio_tests(a, b, margins=[1.0, 0.2])
    assert above == ratio_test(a, b, margin=0.2)  # on the same resamples
    assert max(below.below, above.above) < 1e-3
    assert min(below.above, above.below) > 0.9


def test_few_runs_cannot_give_tiny_p_values():
    p = ratio_test([1.0, 1.1, 1.2], [9.0, 9.1, 9.2], margin=1.0)
    assert p.below >= 1 / math.comb(6, 3)
    same = ratio_test([1.0] * 4, [2.0] * 4, margin=1.0)
    assert same == (1 / math.comb(8, 4), 1.0)
    assert ratio_test([1.0] * 4, [1.0] * 4, margin=1.0) == (1.0, 1.0)


def test_mean_test_keeps_its_level_and_finds_a_difference():
    g = rng(17)
    found = [mean_test(g.normal(2, 1, 20), bound=2.0, resamples=799) for _ in range(300)]
    assert keeps_level(found)
    values = g.exponential(1, 100)
    assert mean_test(values, bound=2.0).below < 1e-3
    assert mean_test(values, bound=0.5).above < 1e-3
    assert mean_test([1.0, 1.0, 1.0], bound=2.0) == (0.125, 1.0)


# --- Pairs ---


def test_paired_tests_are_mean_tests_of_the_differences():
    """The same p-values for each of the factors together, but for ties broken by rounding."""
    b = rng(0).normal(10, 1, 40)
    a = 1.2 * b + rng(1).normal(0, 1, 40)
    assert paired_tests(a, a, factors=[1.0], resamples=500) == [(1.0, 1.0)]
    factors = [1.19, 1.1, -0.5]
    found = paired_tests(a, b, factors=factors, resamples=5000)
    expected = [mean_test(a - one * b, bound=0.0, resamples=5000) for one in factors]
    assert np.array(found) == pytest.approx(np.array(expected), abs=1.5 / 5001)


def test_paired_tests_count_runs_without_a_partner():
    low, high = paired_tests(LONGER, INSTANCE, factors=[1.1, 3.0], resamples=2000)
    other, _ = paired_tests(INSTANCE, LONGER, factors=[0.9, 1.0], resamples=2000)
    assert max(low.above, high.below, other.below) < 0.01
    one_more = paired_tests(LONGER[:41], INSTANCE, factors=[1.0], resamples=2000)
    assert one_more == ratio_tests(LONGER[:41], INSTANCE, margins=[1.0], resamples=2000)


def test_paired_tests_err_as_rarely_as_they_say():
    """Of both samples all runs have mean 1; thirty are pairs and thirty stand alone."""
    errors = 0
    for number in range(200):
        stream = rng(number)
        shared = stream.gamma(4, 0.25, 30)
        a = np.concatenate([shared + stream.normal(0, 0.1, 30), stream.gamma(4, 0.25, 30)])
        errors += paired_tests(a, shared, factors=[1.0], resamples=400)[0].below <= 0.05
    assert errors <= 20  # of 200, at 5%: more have probability 3e-3


@pytest.mark.parametrize(("runs", "groups"), [(399, 399), (400, 200), (1301, 216)])
def test_groups_keep_the_mean_and_take_runs_from_all_over(runs, groups):
    sample = rng(runs).normal(size=runs)
    means = grouped(sample)
    assert means.size == groups
    assert means.mean() == pytest.approx(sample[: runs // groups * groups].mean())
    assert means[0] == pytest.approx(sample[::groups][: runs // groups].mean())


def test_paired_ratios_resample_pairs_and_count_single_runs():
    generator, how = rng(5), {"confidence": 0.95, "generator": rng(0)}
    instance = generator.lognormal(0, 1, 40)  # by what the instances differ
    a = 1.5 * instance * generator.normal(1, 0.01, 40)
    low, high = paired_ratio_interval(a, instance, **how)
    assert low < 1.5 < high
    assert high - low < 0.02
    apart = paired_ratio_interval(a, instance[::-1], **how)
    assert apart[1] - apart[0] > 10 * (high - low)
    assert np.isnan(paired_ratio_interval(a[:1], instance, **how)).all()
    low, high = paired_ratio_interval(LONGER, INSTANCE, **how)
    assert low < LONGER.mean() / INSTANCE.mean() < high
