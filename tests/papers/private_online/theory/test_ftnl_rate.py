"""FTNL's rate: M_K, both inequalities for joint laws, both bounds, and what must fail."""

import math

import numpy as np
import pytest
from scipy import integrate

from bandit_replications.papers.private_online.theory import ftnl_rate
from bandit_replications.papers.private_online.theory import full_information_bounds as bounds
from bandit_replications.papers.private_online.theory.ftnl_exact import expected_regret

FOUR_ACTIONS = ftnl_rate.JointLaw(
    outcomes=np.random.default_rng(1).random((4, 4)), probabilities=[0.4, 0.3, 0.2, 0.1]
)


@pytest.mark.parametrize("arms", [1, 2, 3, 10])
def test_mean_of_the_largest_noise_by_quadrature(arms):
    def above(x):
        return 1 - (1 - math.exp(-x) / 2) ** arms - (math.exp(-x) / 2) ** arms

    expected = integrate.quad(above, 0, math.inf)[0]
    assert ftnl_rate.noisy_max_mean(arms) == pytest.approx(expected, rel=1e-9)
    assert ftnl_rate.noisy_max_mean(arms) <= 1.083 * math.log(arms)


def test_potential_of_two_actions_has_a_closed_form():
    """E (d + W)_+ for W the difference of two Laplace variables; two rounds of ±1, by hand."""
    epsilon, p = 0.7, 0.2
    law = ftnl_rate.JointLaw(outcomes=[[0, 1], [1, 0]], probabilities=[p, 1 - p])
    potential, gap, wrong = law.after(2, epsilon)
    differences = {2: p**2, 0: 2 * p * (1 - p), -2: (1 - p) ** 2}

    def tail(d, constant):
        return (constant + epsilon * abs(d) / 4) * math.exp(-epsilon * abs(d))

    chosen = sum(w * (tail(d, 0.5) if d <= 0 else 1 - tail(d, 0.5)) for d, w in differences.items())
    gain = sum(w * (max(d, 0) + tail(d, 0.75) / epsilon) for d, w in differences.items())
    assert [potential, wrong] == pytest.approx([gain, chosen], rel=1e-9)
    assert gap == pytest.approx((1 - 2 * p) * chosen)


@pytest.mark.parametrize("epsilon", [0.1, 2.0])
@pytest.mark.parametrize("law", [ftnl_rate.TWO_POINTS, ftnl_rate.THREE_ACTIONS, FOUR_ACTIONS])
def test_potential_falls_as_the_proof_says(law, epsilon):
    for rounds, block in [(1, 1), (2, 1), (3, 3)]:
        at = {"law": law, "rounds": rounds, "block": block, "epsilon": epsilon}
        assert ftnl_rate.falls(**at).holds
        assert ftnl_rate.falls_no_faster(**at).holds


def test_bounds_by_hand():
    # 4 tanh(1/20) = 0.19983...: one gap is large, two are small
    gaps = [0.05, 0.0, 0.1, 0.3]
    expected = 0.05 + 8 * 0.75 / 0.1 + (28 * math.log(3) + 45) / 0.05
    assert ftnl_rate.rate_bound(gaps=gaps, epsilon=0.1) == pytest.approx(expected)
    floor = 0.05 + 2 * (ftnl_rate.noisy_max_mean(4) / 0.1 - 0.1125)
    assert ftnl_rate.rate_floor(gaps=gaps, epsilon=0.1) == pytest.approx(floor)


@pytest.mark.parametrize("law", ["bernoulli", "deterministic"])
@pytest.mark.parametrize("epsilon", [0.02, 0.5, 20.0])
@pytest.mark.parametrize("means", [[1.0, 0.0], [0.2, 0.9, 0.6, 0.9], [0.5, 0.55, 0.3]])
def test_exact_regret_is_within_the_bounds(means, epsilon, law):
    horizon = 2**15 - 1
    regret = expected_regret(means=means, epsilon=epsilon, horizon=horizon, law=law)
    gaps = np.max(means) - np.array(means)
    assert regret <= ftnl_rate.rate_bound(gaps=gaps, epsilon=epsilon) / 2
    gap_free = ftnl_rate.gap_free_bound(arms=len(means), horizon=horizon, epsilon=epsilon)
    assert (
        regret
        <= gap_free
        < bounds.corollary_9_regret(arms=len(means), horizon=horizon, epsilon=epsilon)
    )
    if np.sum(gaps == 0) == 1:  # with more best actions there is no lower bound
        assert regret >= ftnl_rate.rate_floor(gaps=gaps, epsilon=epsilon)


def test_stronger_statements_fail():
    assert ftnl_rate.privacy_term_alone().holds
    assert not ftnl_rate.privacy_term_alone(gap=0.5, epsilon=1.0).holds
    assert ftnl_rate.lower_factor_too_large().holds
    assert not ftnl_rate.lower_factor_too_large(factor=2.5).holds
    assert not ftnl_rate.falls(stability=0.0).holds
    # noise of scale 1/ε²
    noisy = expected_regret(means=[1, 0.5], epsilon=0.02, horizon=2**15 - 1, noise_scale=50)
    assert noisy > ftnl_rate.rate_bound(gaps=[0, 0.5], epsilon=0.02)


@pytest.mark.parametrize("opposed", [False, True])
@pytest.mark.parametrize("arms", [2, 5, 40])
def test_runs_with_dependent_rewards_are_within_the_bounds(arms, opposed):
    """FTNL round by round: rewards from one uniform variable U, or every other one from 1 - U."""
    generator, runs, places = np.random.default_rng(arms), 400, np.arange(arms)
    means = np.where(places > 0, 0.9 - 0.8 / 2 ** (places % 3), 0.9)[::-1]
    turned, gaps = opposed & (places % 2 == 1), 0.9 - means
    played, regrets = np.zeros(runs, dtype=int), np.zeros(runs)
    for epoch in range(11):
        regrets += 2**epoch * gaps[played]
        drawn = generator.random((runs, 2**epoch, 1))
        sums = (np.where(turned, 1 - drawn, drawn) < means).sum(axis=1)
        played = np.argmax(sums + generator.laplace(0, 10, sums.shape), axis=1)
    mean, error = regrets.mean(), regrets.std() / math.sqrt(runs)
    at = {"gaps": gaps, "epsilon": 0.1}
    assert ftnl_rate.rate_floor(**at) < mean < ftnl_rate.rate_bound(**at)
    sampled, more = ftnl_rate.sampled_regret(  # false alarm 1e-4
        law=ftnl_rate.one_source(means=means, opposed=opposed),
        **{"epsilon": 0.1, "horizon": 2047, "samples": 20_000, "generator": generator},
    )
    assert abs(mean - sampled) < 4 * math.hypot(error, more)
