"""Lemma 2: the law of an estimate by enumeration."""

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
