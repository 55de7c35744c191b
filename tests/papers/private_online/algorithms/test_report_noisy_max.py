import itertools
import math

import numpy as np
import pytest
from scipy import integrate, stats

from bandit_replications.papers.private_online.algorithms import report_noisy_max as module
from bandit_replications.papers.private_online.algorithms.report_noisy_max import (
    log_selection_probabilities,
    report_noisy_max,
    selection_probabilities,
)

NOISES = ("laplace", "exponential", "gumbel")
LAWS = {"laplace": stats.laplace, "exponential": stats.expon, "gumbel": stats.gumbel_r}
SUMS = {
    "tied": [3.0, 3.0, 3.0],
    "spread": [0.0, 1.0, 4.0, 9.0],
    "eight": [12.0, 9.0, 14.0, 14.0, 3.0, 11.0, 0.0, 13.0],
}


def quadrature(sums, scale, noise):
    """P(argmax = j) by scipy's adaptive quadrature, split at the kinks."""
    sums, law = np.asarray(sums), LAWS[noise]
    reach = 60 * scale
    edges = np.unique(np.concatenate([[sums.min() - reach], sums, [sums.max() + reach]]))

    def probability(arm):
        def integrand(x):
            others = law.cdf((x - np.delete(sums, arm)) / scale)
            return law.pdf((x - sums[arm]) / scale) / scale * np.prod(others)

        pieces = [
            integrate.quad(integrand, low, high, epsabs=1e-15, epsrel=1e-12, limit=400)[0]
            for low, high in itertools.pairwise(edges)
        ]
        return math.fsum(pieces)

    return np.array([probability(arm) for arm in range(sums.size)])


@pytest.mark.parametrize("noise", NOISES)
@pytest.mark.parametrize("scale", [0.7, 4.0])
@pytest.mark.parametrize("case", SUMS)
def test_probabilities_agree_with_adaptive_quadrature(case, scale, noise):
    exact = selection_probabilities(sums=SUMS[case], scale=scale, noise=noise)
    expected = quadrature(SUMS[case], scale, noise)
    # absolute for the tiny ones, whose adaptive integral has an absolute error
    np.testing.assert_allclose(exact, expected, rtol=1e-10, atol=1e-14)


@pytest.mark.parametrize("distance", [0.0, 1e-9, 0.1, 1.0, 7.0, 40.0, 300.0, 5000.0])
def test_two_actions_under_laplace_noise(distance):
    # The difference of two standard Laplace variables has the density (1 + |x|) exp(-|x|) / 4,
    # so that it exceeds d with probability (2 + d) exp(-d) / 4.
    log_lower = log_selection_probabilities(sums=[distance, 0.0], scale=1.0)[1]
    assert log_lower == pytest.approx(math.log((2 + distance) / 4) - distance, rel=1e-13)
    by_pieces = module._log_laplace_by_pieces(np.array([0.0, -distance]))
    assert by_pieces[1] == pytest.approx(log_lower, rel=1e-13)


def test_a_hopeless_third_action_leaves_two():
    two = log_selection_probabilities(sums=[5.0, 2.0], scale=0.5)
    three = log_selection_probabilities(sums=[5.0, -1e5, 2.0], scale=0.5)
    np.testing.assert_allclose(three[[0, 2]], two, rtol=1e-12)
    assert -2.1e5 < three[1] < -1.9e5  # a number, though the probability underflows


# --- Sampling against the exact law ---


def draws(count=20_000, **arguments):
    generator = np.random.default_rng(11)
    picks = [report_noisy_max(generator=generator, **arguments) for _ in range(count)]
    return np.bincount(picks, minlength=len(arguments["sums"]))


def p_value(counts, law):
    return stats.chisquare(counts, law * counts.sum()).pvalue


@pytest.mark.parametrize("noise", NOISES)
def test_samples_follow_the_exact_law(noise):
    """False-alarm rate 1e-4 for each law; other scales and the other laws are told apart."""
    sums = [4.0, 5.0, 2.0, 5.5]
    counts = draws(sums=sums, epsilon=1.6, noise=noise, noise_scale=2.0)
    mutants = [(s, noise) for s in (0.8, 1.1, 2.5)]
    mutants += [(1.25, other) for other in NOISES if other != noise]
    assert p_value(counts, selection_probabilities(sums=sums, scale=1.25, noise=noise)) > 1e-4
    for scale, other in mutants:
        assert p_value(counts, selection_probabilities(sums=sums, scale=scale, noise=other)) < 1e-4


def test_ties_when_noise_is_lost_in_rounding():
    arguments = {"sums": [1.0, 3.0, 3.0], "epsilon": 1e30, "count": 2000}
    np.testing.assert_array_equal(draws(**arguments), [0, 2000, 0])
    uniform = draws(**arguments, tie_breaking="uniform")
    assert uniform[0] == 0
    assert stats.binomtest(int(uniform[1]), 2000).pvalue > 1e-4


# --- Bad input ---


@pytest.mark.parametrize(
    ("change", "error", "message"),
    [
        ({"epsilon": True}, TypeError, "epsilon: True"),
        ({"noise": "normal"}, ValueError, "laplace, exponential, gumbel"),
        ({"sums": [1.0, math.nan]}, ValueError, "sums"),
    ],
)
def test_bad_arguments_are_named(change, error, message):
    arguments = {"sums": [1.0, 2.0], "epsilon": 1.0, "generator": np.random.default_rng(0)}
    with pytest.raises(error, match=message):
        report_noisy_max(**(arguments | change))
