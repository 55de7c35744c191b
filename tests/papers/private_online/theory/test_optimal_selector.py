"""The best private selector: closed forms, the full program without reductions, (58)."""

import itertools
import math

import cvxpy
import numpy as np
import pytest

from bandit_replications.papers.private_online.theory.lower_bounds import packing
from bandit_replications.papers.private_online.theory.optimal_selector import (
    minimax_error,
    non_private_regret,
)


@pytest.mark.parametrize("arms", [2, 3])
def test_without_data_one_guesses(arms):
    error = minimax_error(arms=arms, min_gap=0.3, epsilon=1.0, samples=0)
    assert error == pytest.approx(1 - 1 / arms)


@pytest.mark.parametrize("epsilon", [0.1, 1.0, 5.0])
def test_one_sample_two_hypotheses(epsilon):
    # randomised response on the sign of X_1 - X_2: right with e^ε / (1 + e^ε) when they differ
    error = minimax_error(arms=2, min_gap=0.4, epsilon=epsilon, samples=1)
    assert error == pytest.approx(0.5 - 0.4 * math.tanh(epsilon / 2) / 2, abs=1e-7)


def test_without_privacy_the_likeliest_hypothesis_wins():
    # oracle: 1 - average over hypotheses of the largest likelihood, all 2^K outcomes of one vector
    means = packing(arms=3, min_gap=0.3)
    outcomes = np.array(list(itertools.product((0, 1), repeat=3)))
    likelihood = np.prod(np.where(outcomes[:, None] == 1, means, 1 - means), axis=2)
    expected = 1 - likelihood.max(axis=1).sum() / 3
    error = minimax_error(arms=3, min_gap=0.3, epsilon=40.0, samples=1)
    assert error == pytest.approx(expected, abs=1e-6)


def test_reductions_lose_nothing():
    # oracle: the program over all ordered data sets, worst hypothesis, no symmetry used
    arms, min_gap, epsilon, samples = 2, 0.3, 0.5, 2
    means = packing(arms=arms, min_gap=min_gap)
    vectors = list(itertools.product((0, 1), repeat=arms))
    data = list(itertools.product(range(4), repeat=samples))
    one = np.array([[np.prod(np.where(v, m, 1 - m)) for m in means] for v in vectors])
    law = np.array([np.prod(one[list(x)], axis=0) for x in data])
    select = cvxpy.Variable((len(data), arms), nonneg=True)
    constraints = [cvxpy.sum(select, axis=1) == 1]
    for i, x in enumerate(data):
        for k, y in enumerate(data):
            if np.sum(np.array(x) != np.array(y)) == 1:
                constraints.append(select[i] <= math.exp(epsilon) * select[k])
    worst = cvxpy.max(1 - cvxpy.sum(cvxpy.multiply(law, select), axis=0))
    full = cvxpy.Problem(cvxpy.Minimize(worst), constraints).solve(solver=cvxpy.HIGHS)
    reduced = minimax_error(arms=arms, min_gap=min_gap, epsilon=epsilon, samples=samples)
    assert reduced == pytest.approx(full, abs=1e-7)
    # a program that forgets privacy is caught
    free = minimax_error(arms=arms, min_gap=min_gap, epsilon=40.0, samples=samples)
    assert free < full - 0.01


def test_too_large_a_program_is_refused():
    with pytest.raises(ValueError, match="samples"):
        minimax_error(arms=4, min_gap=0.1, epsilon=1.0, samples=3)


def test_regret_without_privacy_matches_enumeration():
    # oracle: posterior over hypotheses from all data sets of 0, 1, 2 vectors, best reply each round
    means, gap = packing(arms=3, min_gap=0.2), 0.2
    outcomes = np.array(list(itertools.product((0, 1), repeat=3)))
    one = np.prod(np.where(outcomes[:, None] == 1, means, 1 - means), axis=2)
    regret, law = 0.0, np.ones((1, 3))
    for _ in range(3):
        regret += gap * (1 - law.max(axis=1).sum() / 3)
        law = (law[:, None] * one[None]).reshape(-1, 3)
    assert non_private_regret(arms=3, min_gap=gap, horizon=3) == pytest.approx(regret)
