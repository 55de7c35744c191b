import itertools
import math

import numpy as np
import pytest
from tests.support.private_online_runs import GivenNoise

from bandit_replications.bandits.literal import drive
from bandit_replications.bandits.problems import BanditProblem
from bandit_replications.bandits.rewards import bernoulli_table
from bandit_replications.papers.private_online.algorithms import dp_se
from bandit_replications.papers.private_online.algorithms.report_noisy_max import (
    log_selection_probabilities,
)
from bandit_replications.papers.private_online.theory.audits.losses import (
    FirstEpoch,
    epoch_outputs_loss,
    noised_sums_loss,
    selection_loss,
)

# --- Report Noisy Max -----------------------------------------------------------------------


def brute_force(actions, rounds, scale, noise, monotone=False):
    """Largest loss over all epochs of vectors in {0, 1/2, 1}^K and all substitutions of one."""
    others = itertools.product(np.arange(0, rounds - 0.5, 0.5), repeat=actions)
    vectors = list(itertools.product([0, 0.5, 1], repeat=actions))
    laws = {}

    def law(sums):
        if sums not in laws:
            laws[sums] = log_selection_probabilities(sums=sums, scale=scale, noise=noise)
        return laws[sums]

    worst = 0.0
    for other in others:
        for first, second in itertools.combinations(vectors, 2):
            moves = np.subtract(first, second)
            if monotone and moves.min() < 0 < moves.max():
                continue
            pair = [law(tuple(np.add(other, vector))) for vector in (first, second)]
            worst = max(worst, np.abs(pair[0] - pair[1]).max())
    return worst


@pytest.mark.parametrize("noise", ["laplace", "exponential", "gumbel"])
@pytest.mark.parametrize(("actions", "rounds"), [(2, 1), (2, 3), (3, 1), (3, 2)])
@pytest.mark.parametrize("monotone", [False, True])
def test_worst_neighbours(actions, rounds, noise, monotone):
    epoch = {"actions": actions, "rounds": rounds, "scale": 1.3, "noise": noise}
    loss = selection_loss(**epoch, monotone=monotone)
    assert loss == pytest.approx(brute_force(**epoch, monotone=monotone), rel=1e-9)


@pytest.mark.parametrize("epsilon", [0.05, 3.0])
def test_two_actions_in_closed_form(epsilon):
    # The difference of two standard Laplace variables exceeds x >= 0 with (2 + x) exp(-x) / 4.
    for n in (2, 3, 50, 10_000):
        expected = 2 * epsilon - math.log((2 + epsilon * n) / (2 + epsilon * (n - 2)))
        loss = selection_loss(actions=2, rounds=n, scale=1 / epsilon)
        assert loss == pytest.approx(expected)
        assert epsilon < loss < 2 * epsilon  # Theorem 6 claims epsilon


@pytest.mark.parametrize("epsilon", [0.1, 4.0])
@pytest.mark.parametrize("noise", ["laplace", "exponential", "gumbel"])
def test_doubled_noise_and_monotone_neighbours_keep_the_claim(noise, epsilon):
    for actions, rounds in itertools.product((2, 16), (1, 1024)):
        epoch = {"actions": actions, "rounds": rounds, "noise": noise}
        assert selection_loss(**epoch, scale=2 / epsilon) <= epsilon * (1 + 1e-9)
        assert selection_loss(**epoch, scale=1 / epsilon, monotone=True) <= epsilon * (1 + 1e-9)


# --- FTNL -----------------------------------------------------------------------------------


@pytest.mark.parametrize("actions", [2, 3])
@pytest.mark.parametrize(("rounds", "last_epoch"), [(2, 1), (3, 1), (4, 2), (7, 2), (8, 4)])
def test_all_choices_lose_what_one_loses(actions, rounds, last_epoch):
    # An epoch of n rounds counts once its choice is played: after 1, 3, 7, … rounds.
    every = epoch_outputs_loss(actions=actions, rounds=rounds, scale=1.0)
    assert every == pytest.approx(selection_loss(actions=actions, rounds=last_epoch, scale=1.0))


# --- DP-SE ----------------------------------------------------------------------------------


def first_drop(epoch, difference):
    """Rounds after which DP-SE's pseudo-code drops arm 1 in epoch 1, 0 if it does not."""
    # arm 0's rewards add up to the difference, arm 1's to 0; no noise
    rewards = bernoulli_table([0.5, 0.5])
    problem = BanditProblem(rewards=rewards, horizon=epoch.horizon, epsilon=epoch.epsilon)
    player = dp_se.play(problem, generator=GivenNoise())
    respond = [difference / epoch.pulls, 0.0].__getitem__
    arms = np.array(list(drive(player, respond, rounds=epoch.horizon)))
    rounds = 2 * epoch.pulls
    assert np.bincount(arms[:rounds]).tolist() == [epoch.pulls] * 2
    assert rounds + 2 <= epoch.horizon  # the outcome shows: both arms go on, or one alone
    return rounds if np.all(arms[rounds:] == 0) else 0


@pytest.mark.parametrize("epsilon", [0.1, 1.0, 8.0])
def test_first_epoch_is_dp_ses(epsilon):
    epoch = FirstEpoch.shortest(epsilon)
    needed = epoch.margin * epoch.pulls
    assert first_drop(epoch, needed + 1e-6)
    assert not first_drop(epoch, needed - 1e-6)


@pytest.mark.parametrize("epsilon", [0.1, 0.5, 1.0])
def test_dropping_never_loses_more_than_claimed(epsilon):
    epoch = FirstEpoch.shortest(epsilon)
    losses = [epoch.loss(d) for d in range(epoch.pulls - 1, 0, -97)]
    assert max(losses) <= epoch.worst_loss() < epsilon
    assert epoch.worst_loss() > 0.99 * epsilon


# --- Sums -----------------------------------------------------------------------------------


def test_noised_sums():
    assert noised_sums_loss(epsilon=0.7) == pytest.approx(0.7)
    assert noised_sums_loss(epsilon=0.7, noise_scale=8, sums=8) == pytest.approx(0.7)
    assert noised_sums_loss(epsilon=0.7, noise_scale=1 / 1.5) == pytest.approx(1.05)
