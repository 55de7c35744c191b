import math
from functools import partial

import numpy as np
import pytest
from scipy import stats

from bandit_replications.inference import hypothesis_tests
from bandit_replications.inference.hypothesis_tests import (
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


def ratio_test(a, b, *, margin, **how):
    """Return the test at one margin."""
    return ratio_tests(a, b, margins=[margin], **how)[0]


# Each coverage test asks whether the true coverage could be at least `claimed`: it fails by
# chance with probability below 1e-4 if it is.
FALSE_ALARM = 1e-4


def covers(hits, trials, claimed):
    return stats.binom.cdf(hits, trials, claimed) > FALSE_ALARM


def exceeds(hits, trials, claimed):
    """Whether more rejections came than a level of `claimed` explains."""
    return stats.binom.sf(hits - 1, trials, claimed) <= FALSE_ALARM


def rng(seed):
    return np.random.default_rng(seed)


# --- Intervals ---


@pytest.mark.parametrize(("successes", "trials"), [(0, 10), (10, 10), (3, 10), (999, 1000)])
def test_clopper_pearson_agrees_with_scipy(successes, trials):
    exact = stats.binomtest(successes, trials).proportion_ci(0.99, method="exact")
    np.testing.assert_allclose(
        clopper_pearson(successes, trials, confidence=0.99), (exact.low, exact.high), rtol=1e-9
    )


@pytest.mark.parametrize(("successes", "trials"), [(-1, 5), (6, 5), (0, 0)])
def test_clopper_pearson_refuses_impossible_counts(successes, trials):
    with pytest.raises(ValueError, match="successes"):
        clopper_pearson(successes, trials, confidence=0.95)


def test_expanded_tail_is_hesterbergs_and_tends_to_the_nominal_one():
    # Hesterberg (2015), Section 4.3: Φ(-sqrt(n / (n - 1)) t_{α/2, n-1}).
    expected = stats.norm.cdf(-math.sqrt(10 / 9) * stats.t.ppf(0.975, 9))
    assert expanded_tail(10, 0.95) == pytest.approx(expected, rel=1e-9)
    assert expanded_tail(100_000, 0.95) == pytest.approx(0.025, rel=1e-3)


LAWS = {
    "normal": (lambda g, n: g.normal(3, 1, n), 3.0),
    "two values": (lambda g, n: np.where(g.random(n) < 0.3, 10.0, 1.0), 3.7),
}


def hits_of(interval, runs, value, *, seed, trials=400):
    """Return how often the interval of `runs(g)` holds `value(g)`."""
    g = rng(seed)
    hits = 0
    for _ in range(trials):
        low, high = interval(runs(g), confidence=0.95, generator=g)
        hits += low <= value(g) <= high
    return hits


@pytest.mark.parametrize("law", LAWS)
def test_mean_interval_covers(law):
    draw, mean = LAWS[law]
    hits = hits_of(mean_interval, lambda g: draw(g, 15), lambda g: mean, seed=1)
    assert covers(hits, 400, 0.94)
    assert covers(400 - hits, 400, 0.03)  # nor is it so wide that it always covers


@pytest.mark.parametrize(("law", "at_hand"), [("normal", 15), ("two values", 100)])
def test_band_holds_new_means(law, at_hand):
    draw, _ = LAWS[law]
    band = partial(predictive_mean_band, runs=15)
    hits = hits_of(band, lambda g: draw(g, at_hand), lambda g: draw(g, 15).mean(), seed=2)
    assert covers(hits, 400, 0.93)
    assert covers(400 - hits, 400, 0.02)


def test_the_interval_of_our_own_mean_is_no_band():
    draw, _ = LAWS["normal"]
    runs, new_mean = (lambda g: draw(g, 100)), (lambda g: draw(g, 15).mean())
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
    low, high = mean_interval([0.0, 0.0, 5.0], confidence=0.95, generator=rng(8))
    assert 0 <= low <= high <= 5
    assert np.isnan(mean_interval([1.0], confidence=0.95, generator=rng(8))).all()
    assert np.isnan(ratio_interval([1.0], [2.0, 3.0], confidence=0.95, generator=rng(8))).all()
    with pytest.raises(ValueError, match="at least one run"):
        mean_interval([], confidence=0.95, generator=rng(8))
    with pytest.raises(ValueError, match="confidence"):
        mean_interval([1.0, 2.0], confidence=95, generator=rng(8))
    with pytest.raises(ValueError, match="runs"):
        predictive_mean_band([1.0, 2.0], runs=0, confidence=0.95, generator=rng(8))


def test_ratio_interval_covers():
    draw, _ = LAWS["two values"]
    hits = hits_of(
        lambda runs, **how: ratio_interval(*runs, **how),
        lambda g: (draw(g, 15) * 1.5, draw(g, 60)),
        lambda g: 1.5,
        seed=18,
        trials=300,
    )
    assert covers(hits, 300, 0.93)
    assert covers(300 - hits, 300, 0.02)


# --- Tests ---


def test_holm_agrees_with_a_hand_computed_example():
    # Holm (1979), procedure of Section 3, by hand: 0.01*4, max(0.04, 0.02*3), max(., 0.03*2), ...
    assert holm([0.03, 0.01, 0.04, 0.02]) == pytest.approx([0.06, 0.04, 0.06, 0.06])
    assert holm([]) == []
    assert holm([0.5, 0.9]) == pytest.approx([1.0, 1.0])
    with pytest.raises(ValueError, match="p_values"):
        holm([0.1, float("nan")])


def keeps_level(law, size_a, size_b, *, trials):
    """Whether no one-sided test of a true ratio rejects more often than 1.3 times its level."""
    draw, _ = LAWS[law]
    g = rng(11)
    p = np.array(
        [
            ratio_test(draw(g, size_a) * 1.25, draw(g, size_b), margin=1.25, resamples=799)
            for _ in range(trials)
        ]
    )
    hits = [count for level in (0.02, 0.1) for count in (p <= level).sum(axis=0)]
    levels = [0.02, 0.02, 0.1, 0.1]
    return not any(exceeds(h, trials, 1.3 * v) for h, v in zip(hits, levels, strict=True))


@pytest.mark.parametrize(
    ("law", "size_a", "size_b"), [("two values", 15, 200), ("two values", 5, 5), ("normal", 5, 5)]
)
def test_ratio_test_keeps_its_level_at_the_margin(law, size_a, size_b):
    assert keeps_level(law, size_a, size_b, trials=300)


def test_a_test_without_studentising_is_caught(monkeypatch):
    kept = hypothesis_tests._kept

    def mutant(*words):
        sample = kept(*words)
        return sample._replace(variances=np.full_like(sample.variances, sample.variance))

    monkeypatch.setattr(hypothesis_tests, "_kept", mutant)
    assert not keeps_level("normal", 5, 100, trials=800)


def test_ratio_test_finds_a_difference():
    g = rng(12)
    a, b = g.exponential(1.0, 200), g.exponential(2.0, 200)
    below, above = ratio_tests(a, b, margins=[1.0, 0.2])
    assert above == ratio_test(a, b, margin=0.2)  # on the same resamples
    assert below.below < 1e-3
    assert below.above > 0.9
    assert above.above < 1e-3
    assert above.below > 0.9


def test_few_runs_cannot_give_tiny_p_values():
    p = ratio_test([1.0, 1.1, 1.2], [9.0, 9.1, 9.2], margin=1.0)
    assert p.below >= 1 / math.comb(6, 3)
    same = ratio_test([1.0] * 4, [2.0] * 4, margin=1.0)
    assert same == (1 / math.comb(8, 4), 1.0)
    assert ratio_test([1.0] * 4, [1.0] * 4, margin=1.0) == (1.0, 1.0)


def test_mean_test_keeps_its_level_and_finds_a_difference():
    g = rng(17)
    p = np.array([mean_test(g.normal(2, 1, 20), bound=2.0, resamples=799) for _ in range(300)])
    for level in (0.02, 0.1):
        assert not np.any([exceeds(hits, 300, 1.3 * level) for hits in (p <= level).sum(axis=0)])
    values = g.exponential(1, 100)
    assert mean_test(values, bound=2.0).below < 1e-3
    assert mean_test(values, bound=0.5).above < 1e-3
    assert mean_test([1.0, 1.0, 1.0], bound=2.0) == (0.125, 1.0)


@pytest.mark.parametrize(
    ("a", "b", "margin", "message"),
    [
        ([1.0], [1.0, 2.0], 1.0, "at least 2"),
        ([1.0, 2.0], [0.0, 0.0], 1.0, "positive mean"),
        ([1.0, 2.0], [1.0, 2.0], 0.0, "margin"),
        ([1.0, np.nan], [1.0, 2.0], 1.0, "finite"),
    ],
)
def test_ratio_test_refuses(a, b, margin, message):
    with pytest.raises(ValueError, match=message):
        ratio_test(a, b, margin=margin)


# --- Pairs ---


def test_paired_tests_are_mean_tests_of_the_differences_on_the_same_resamples():
    """The same p-values for each of the factors together, but for ties broken by rounding."""
    b = rng(0).normal(10, 1, 40)
    a = 1.2 * b + rng(1).normal(0, 1, 40)
    assert paired_tests(a, a, factors=[1.0], resamples=500) == [(1.0, 1.0)]
    factors = [1.19, 1.1, -0.5]
    found = paired_tests(a, b, factors=factors, resamples=5000)
    for factor, p in zip(factors, found, strict=True):
        expected = mean_test(a - factor * b, bound=0.0, resamples=5000)
        assert p == pytest.approx(expected, abs=1.5 / 5001)


def test_paired_tests_count_runs_without_a_partner():
    """Forty pairs with ratio 1, and 360 further runs of one sample that lift its mean to 1.9."""
    instance = rng(5).lognormal(0, 0.5, 40)
    a = np.concatenate([instance, 2 * rng(6).lognormal(0, 0.5, 360)])
    low, high = paired_tests(a, instance, factors=[1.1, 3.0], resamples=2000)
    assert low.above < 0.01
    assert high.below < 0.01
    other, _ = paired_tests(instance, a, factors=[0.9, 1.0], resamples=2000)
    assert other.below < 0.01
    one_more = paired_tests(a[:41], instance, factors=[1.0], resamples=2000)
    assert one_more == ratio_tests(a[:41], instance, margins=[1.0], resamples=2000)


def test_paired_tests_err_as_rarely_as_they_say():
    """Of both samples all runs have mean 1; thirty are pairs and thirty stand alone."""
    errors = 0
    for number in range(200):
        stream = rng(number)
        shared = stream.gamma(4, 0.25, 30)
        a = np.concatenate([shared + stream.normal(0, 0.1, 30), stream.gamma(4, 0.25, 30)])
        errors += paired_tests(a, shared, factors=[1.0], resamples=400)[0].below <= 0.05
    assert errors <= 20  # of 200, at 5%: more have probability 3e-3


@pytest.mark.parametrize("b", [[1.0], [1.0, np.nan]])
def test_paired_tests_refuse(b):
    with pytest.raises(ValueError, match="allowed: at least 2 finite pairs"):
        paired_tests([1.0, 2.0], b, factors=[1.0])


@pytest.mark.parametrize(("runs", "groups"), [(399, 399), (400, 200), (1301, 216)])
def test_groups_keep_the_mean_and_take_runs_from_all_over(runs, groups):
    sample = rng(runs).normal(size=runs)
    means = hypothesis_tests.grouped(sample)
    assert means.size == groups
    assert means.mean() == pytest.approx(sample[: runs // groups * groups].mean())
    assert means[0] == pytest.approx(sample[::groups][: runs // groups].mean())


def test_paired_runs_are_resampled_together():
    generator = rng(5)
    instance = generator.lognormal(0, 1, 40)  # by what the instances differ
    a = 1.5 * instance * generator.normal(1, 0.01, 40)
    low, high = paired_ratio_interval(a, instance, confidence=0.95, generator=rng(0))
    assert low < 1.5 < high
    assert high - low < 0.02
    apart = paired_ratio_interval(a, instance[::-1], confidence=0.95, generator=rng(0))
    assert apart[1] - apart[0] > 10 * (high - low)
    alone = paired_ratio_interval(a[:1], instance, confidence=0.95, generator=rng(0))
    assert np.isnan(alone).all()


def test_runs_without_a_partner_count_in_paired_ratios():
    """Forty pairs with ratio 1, and 360 further runs of a alone that lift its mean to 1.9."""
    instance = rng(5).lognormal(0, 0.5, 40)
    a = np.concatenate([instance, 2 * rng(6).lognormal(0, 0.5, 360)])
    low, high = paired_ratio_interval(a, instance, confidence=0.95, generator=rng(0))
    assert low < a.mean() / instance.mean() < high
