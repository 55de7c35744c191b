"""Exact regret of FTNL against closed forms, enumeration and the simulator."""

import itertools
import math

import numpy as np
import pytest
from scipy import stats

from bandit_replications.papers.private_online.algorithms.report_noisy_max import (
    selection_probabilities,
)
from bandit_replications.papers.private_online.theory.ftnl_exact import (
    bernoulli_selection,
    expected_regret,
)


def two_action_law(better, worse, rounds, scale):
    # oracle: difference of two binomials (convolution), closed-form tail of Lap - Lap
    sums = np.arange(rounds + 1)
    law = np.convolve(
        stats.binom.pmf(sums, rounds, better), stats.binom.pmf(sums, rounds, worse)[::-1]
    )
    distance = np.arange(-rounds, rounds + 1) / scale
    tail = (0.5 + np.abs(distance) / 4) * np.exp(-np.abs(distance))
    return float(law @ np.where(distance >= 0, tail, 1 - tail))


@pytest.mark.parametrize("rounds", [1, 2, 1024])
@pytest.mark.parametrize("scale", [0.002, 1.0, 30.0, 3000.0])
def test_two_actions_have_a_closed_form(rounds, scale):
    law = bernoulli_selection(means=np.array([0.75, 0.7]), rounds=rounds, scale=scale)
    assert law[1] == pytest.approx(two_action_law(0.75, 0.7, rounds, scale), abs=1e-12)
    assert law.sum() == pytest.approx(1, abs=1e-12)


def test_three_actions_match_enumeration_of_all_sums():
    means, rounds, scale = np.array([0.8, 0.3, 0.5]), 2, 0.7
    law = np.zeros(3)
    for sums in itertools.product(range(rounds + 1), repeat=3):
        weight = np.prod(stats.binom.pmf(sums, rounds, means))
        law += weight * selection_probabilities(sums=np.array(sums, float), scale=scale)
    assert bernoulli_selection(means=means, rounds=rounds, scale=scale) == pytest.approx(law)


def test_with_much_noise_many_actions_are_picked_as_their_mean_sums_would_be():
    # sums of 4 rounds differ by 4 at most, a thousandth of the noise
    means = np.array([1.0, 0.0, *np.full(30, 0.5)])
    law = bernoulli_selection(means=means, rounds=4, scale=4000.0)
    assert law == pytest.approx(selection_probabilities(sums=4 * means, scale=4000.0), rel=1e-6)
    assert law.sum() == pytest.approx(1, abs=1e-12)


def test_rewards_without_variance_have_a_closed_form():
    # rewards 1 and 0: after n rounds the worse action is picked with (1/2 + εn/4) e^(-εn)
    epsilon, horizon = 0.1, 1000
    epochs = [(2**r, 2 ** (r - 1)) for r in range(1, 9)] + [(horizon - 511, 256)]
    expected = math.fsum(
        length * (0.5 + epsilon * n / 4) * math.exp(-epsilon * n) for length, n in epochs
    )
    regret = expected_regret(means=[1, 0], epsilon=epsilon, horizon=horizon, law="deterministic")
    assert regret == pytest.approx(expected, rel=1e-12)
    first = expected_regret(
        means=[1, 0], epsilon=epsilon, horizon=horizon, law="deterministic", first_action=1
    )
    assert first == pytest.approx(expected + 1, rel=1e-12)


@pytest.mark.parametrize(
    ("change", "message"), [({"means": [0.5]}, "means"), ({"law": "normal"}, "law")]
)
def test_arguments_are_checked(change, message):
    with pytest.raises(ValueError, match=message):
        expected_regret(**{"means": [0.5, 0.4], "epsilon": 1.0, "horizon": 10, **change})
