"""Lemma 2: each Check comes out as stated, and an altered step flips it."""

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


@pytest.mark.parametrize("users", [2, 3, 5, 9])
def test_lemma_2(users):
    means = tuple(np.linspace(0.1, 0.9, users))
    assert lemma_2.unbiased(means=means).holds
    assert lemma_2.variance(means=means).holds
    assert lemma_2.correlation(users=users).holds
    assert lemma_2.better_estimate(users=users).holds


@pytest.mark.parametrize("m", [2, 3])
def test_correlation_by_enumeration(m):
    # oracle: all outcomes of the 3m - 2 fair coins of two users' estimates
    coins = np.array(list(itertools.product((0, 1), repeat=m + 2 * (m - 1))))
    total = coins[:, :m].sum(axis=1)
    first = total - coins[:, m : 2 * m - 1].sum(axis=1)
    second = total - coins[:, 2 * m - 1 :].sum(axis=1)
    expected = np.corrcoef(first, second)[0, 1]
    assert lemma_2.correlation(users=m).left == pytest.approx(expected)


@pytest.mark.parametrize("size", [1, 4, 8])
def test_tails(size):
    assert lemma_2.terms(group_size=size).holds
    assert lemma_2.subgaussian(group_size=size).holds
    tight = lemma_2.subgaussian(group_size=size, bernoulli=True)
    assert tight.holds
    assert tight.left > 0.99  # the factor 1/4 cannot be improved
    assert lemma_2.of_order_group_size(group_size=size).holds


def test_order_notices_smaller_groups(monkeypatch):
    assert lemma_2.of_order_group_size(group_size=4).left == pytest.approx(9)
    monkeypatch.setattr(lemma_2, "partition", lambda users, **_: [users[1:]])
    assert not lemma_2.of_order_group_size(group_size=4).holds


def test_tails_notice_a_smaller_factor(altered):
    wrong = altered(lemma_2, "(4 if bernoulli else 1)", "(5 if bernoulli else 1)")
    assert not wrong.subgaussian(bernoulli=True).holds


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


def test_bounded_rewards_are_not_the_model_s():
    assert not lemma_2.bounded_rewards().holds
