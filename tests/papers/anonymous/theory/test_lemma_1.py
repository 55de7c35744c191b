"""Lemma 1: costs of batches by hand, and altered eliminations are noticed."""

import pytest

from bandit_replications.papers.anonymous.algorithms import (
    batched_successive_elimination,
)
from bandit_replications.papers.anonymous.algorithms.batched_successive_elimination import grid
from bandit_replications.papers.anonymous.theory import lemma_1


def test_the_first_batch_explores_all_arms():
    costs = lemma_1.batch_costs(means=(0.6, 0.4, 0.4), horizon=10_000, runs=20)
    assert costs[0] == pytest.approx(0.2 * grid(horizon=10_000, batches=4)[0])


@pytest.mark.full
def test_measured_notices_an_elimination_that_never_happens(altered, monkeypatch):
    wrong = altered(
        batched_successive_elimination, "averages[arm] < width]", "averages[arm] < 2 + width]"
    )
    monkeypatch.setattr(lemma_1, "alive_arms", wrong.alive_arms)
    monkeypatch.setattr(lemma_1, "Options", wrong.Options)
    assert not lemma_1.measured(horizon=10**7).holds
