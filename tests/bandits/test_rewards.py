"""Rewards and their sums follow exact laws."""

import numpy as np
import pytest
from scipy import stats

from bandit_replications.bandits.rewards import (
    bernoulli_table,
    beta_table,
    draw_reward,
    draw_sum,
    finite_table,
)

# Each distribution test has a false-alarm rate of 1e-4.
ALPHA = 1e-4

BERNOULLI = bernoulli_table([0.3, 0.0, 1.0])
# points on a grid of 1/8, supports of three sizes, a point without weight
FINITE = finite_table(
    [[0.0, 0.5, 0.125, 1.0], [0.25, 0.75], [0.5]], [[0.2, 0.3, 0.0, 0.5], [0.9, 0.1], [1.0]]
)
BETA = beta_table([0.5, 2.0], [1.5, 3.0])


def draws(function, table, arm, *count, size=8_000, seed=1):
    generator = np.random.default_rng(seed)
    return np.array([function(*table, arm, *count, generator) for _ in range(size)])


def p_value(sample, outcomes, law):
    """Chi-squared test; outcomes expected less than 5 times are pooled with the first other one."""
    counts = np.array([np.count_nonzero(np.isclose(sample, outcome)) for outcome in outcomes])
    assert counts.sum() == sample.size
    expected = law * sample.size
    common = expected >= 5
    observed, hoped = counts[common], expected[common]
    observed[0] += counts[~common].sum()
    hoped[0] += expected[~common].sum()
    return stats.chisquare(observed, hoped).pvalue


def exact_sum_law(table, arm, count):
    """Outcomes and law of a sum on the grid of 1/8, by convolution of the single reward's law."""
    single = np.zeros(9)
    np.add.at(single, np.round(8 * table.values[arm]).astype(int), table.weights[arm])
    law = np.ones(1)
    for _ in range(count):
        law = np.convolve(law, single)
    return np.arange(law.size) / 8, law


def test_single_rewards_follow_their_law():
    sample = draws(draw_reward, BERNOULLI, 0)
    assert p_value(sample, [0, 1], np.array([0.7, 0.3])) > ALPHA
    assert p_value(sample, [0, 1], np.array([0.75, 0.25])) < ALPHA
    assert p_value(draws(draw_reward, FINITE, 0), *exact_sum_law(FINITE, 0, 1)) > ALPHA
    for arm, (a, b) in enumerate([(0.5, 1.5), (2.0, 3.0)]):
        sample = draws(draw_reward, BETA, arm)
        assert stats.kstest(sample, stats.beta(a, b).cdf).pvalue > ALPHA
        assert stats.kstest(sample, stats.beta(a * 1.1, b).cdf).pvalue < ALPHA


@pytest.mark.parametrize("count", [2, 40])
def test_sums_follow_the_exact_law(count):
    """Oracles: the binomial law, and the convolution of the single reward's law."""
    sample, outcomes = draws(draw_sum, BERNOULLI, 0, count), np.arange(count + 1)
    assert p_value(sample, outcomes, stats.binom.pmf(outcomes, count, 0.3)) > ALPHA
    assert p_value(sample, outcomes, stats.binom.pmf(outcomes, count, 0.33)) < ALPHA
    other = finite_table([[0, 0.5, 1.0]] * 2, [[0.25, 0.2, 0.55]] * 2)  # the same mean
    sample = draws(draw_sum, FINITE, 0, count)
    assert p_value(sample, *exact_sum_law(FINITE, 0, count)) > ALPHA
    assert p_value(sample, *exact_sum_law(other, 0, count)) < ALPHA


def test_beta_sums_have_the_law_of_added_rewards():
    sums = draws(draw_sum, BETA, 0, 7, size=2_000)
    added = draws(draw_reward, BETA, 0, size=14_000, seed=2).reshape(-1, 7).sum(axis=1)
    assert stats.ks_2samp(sums, added).pvalue > ALPHA
    assert stats.ks_2samp(sums * 1.1, added).pvalue < ALPHA


def test_sure_rewards_and_empty_sums():
    for table in (BERNOULLI, FINITE, BETA):
        assert draw_sum(*table, 0, 0, np.random.default_rng(0)) == 0
    assert draw_sum(*BERNOULLI, 2, 2**22, np.random.default_rng(0)) == 2**22
    assert draw_sum(*FINITE, 2, 9, np.random.default_rng(0)) == 4.5
    assert set(draws(draw_reward, FINITE, 2, size=100)) == {0.5}


def test_rounded_weights_lose_no_reward():
    for weights in ([0.1] * 10, [1 / 3] * 3, [1.0, 1e-17, 1e-17, 0.0], [0.7, 0.2, 0.1, 0.0]):
        table = finite_table([[1.0] * len(weights)] * 2, [weights] * 2)
        assert set(draws(draw_sum, table, 0, 1000, size=200)) == {1000.0}
        assert set(draws(draw_reward, table, 0, size=200)) == {1.0}


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: bernoulli_table([0.5]), "arms: 1; allowed: at least 2"),
        (lambda: bernoulli_table([0.5, 1.1]), r"means: .*1.1.*allowed: numbers in \[0, 1\]"),
        (lambda: bernoulli_table([0.5, np.nan]), "means"),
        (lambda: bernoulli_table(0.5), "means: 0.5; allowed: a list"),
        (lambda: finite_table([[0, 2], [0, 1]], [[0.5, 0.5]] * 2), "values"),
        (lambda: finite_table([[0, 1]] * 2, [[1.5, -0.5]] * 2), "probabilities"),
        (lambda: finite_table([[0, 1]] * 2, [[0.5, 0.5], [1]]), "probabilities"),
        (lambda: beta_table([1.0, 1.0], [1.0]), "b: 1 numbers; allowed: 2"),
        (lambda: beta_table([1.0, 1.0], [1.0, np.nan]), "b: .*allowed: finite numbers > 0"),
    ],
)
def test_bad_laws_are_refused(make, message):
    with pytest.raises(ValueError, match=message):
        make()
