"""Lemma 2: laws and correlations of estimates by enumeration, the better estimate by simulation."""

import itertools

import numpy as np
import pytest

from bandit_replications.papers.anonymous.theory import lemma_2


def test_law_of_the_estimate_by_enumeration():
    # oracle: all outcomes of 2m - 1 rewards
    means = (0.3, 0.8, 0.4)
    law = {}
    for bits in itertools.product((0, 1), repeat=5):
        chance = np.prod([m if b else 1 - m for b, m in zip(bits, means + means[1:], strict=True)])
        value = sum(bits[:3]) - sum(bits[3:])
        law[value] = law.get(value, 0.0) + float(chance)
    values, probabilities = lemma_2.estimate_law(means)
    for value, probability in zip(values, probabilities, strict=True):
        assert probability == pytest.approx(law.get(value, 0.0))


def test_correlation_by_enumeration():
    # oracle: all outcomes of the 3m - 2 fair coins of two users' estimates
    m = 3
    coins = np.array(list(itertools.product((0, 1), repeat=m + 2 * (m - 1))))
    total = coins[:, :m].sum(axis=1)
    first = total - coins[:, m : 2 * m - 1].sum(axis=1)
    second = total - coins[:, 2 * m - 1 :].sum(axis=1)
    expected = np.corrcoef(first, second)[0, 1]
    assert lemma_2.correlation(users=m).left == pytest.approx(expected)


def test_better_estimate_is_unbiased_and_has_the_stated_variance():
    # six standard errors: false alarm below 1e-8
    m, runs = 4, 200_000
    stream = np.random.default_rng(3)
    means = np.array([0.2, 0.5, 0.6, 0.9])
    totals = np.stack([_without(stream, means, k, runs) for k in range(m)])
    estimate = totals.sum(axis=0) / (m - 1) - totals[0]
    assert abs(estimate.mean() - means[0]) < 6 * estimate.std() / runs**0.5
    assert estimate.var() == pytest.approx(m - 2 + 1 / (m - 1), rel=0.03)
    ratio = lemma_2.better_estimate(users=m).left
    assert ratio == pytest.approx((m - 2 + 1 / (m - 1)) / (2 * m - 1))


def _without(stream, means, k, runs):
    others = np.delete(means, k)
    return stream.normal(others, 1, (runs, others.size)).sum(axis=1)
