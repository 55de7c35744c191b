"""Theorem 10's packing, selectors and runs."""

import math

import numpy as np
import pytest

from bandit_replications.bandits.streams import generator
from bandit_replications.papers.private_online.algorithms import ftnl, naive_ftnl
from bandit_replications.papers.private_online.theory.ftnl_exact import expected_regret
from bandit_replications.papers.private_online.theory.full_information_bounds import (
    theorem_10_rounds,
)
from bandit_replications.papers.private_online.theory.lower_bounds import (
    batch_to_online,
    packing,
    simulate,
)


def test_packing_has_one_better_action():
    means = packing(arms=3, min_gap=0.25)
    assert means.tolist() == [[0.75, 0.5, 0.5], [0.5, 0.75, 0.5], [0.5, 0.5, 0.75]]


@pytest.mark.parametrize(("arms", "min_gap"), [(1, 0.1), (2, 0.0), (2, 0.51)])
def test_packing_is_checked(arms, min_gap):
    with pytest.raises(ValueError, match="allowed"):
        packing(arms=arms, min_gap=min_gap)


def test_batch_to_online_takes_the_largest_cumulative_weight():
    assert batch_to_online([[0.5, 0.5, 0.0], [0.0, 0.4, 0.6]]) == 1
    assert batch_to_online([3, 9, 9]) == 1


def test_runs_have_the_exact_mean_regret():
    # 6000 runs, |z| < 4.5: false alarms below 1e-5. By symmetry over instances: best action first
    # (played in epoch 0) with probability 1/K, else elsewhere
    parameters = {"arms": 8, "min_gap": 0.1, "epsilon": 0.05}
    stream = generator(1, "lower-bounds")
    runs = [simulate(algorithm=ftnl, generator=stream, **parameters) for _ in range(6000)]
    rounds = theorem_10_rounds(**parameters)
    assert {run.rounds for run in runs} == {rounds}
    means = packing(arms=8, min_gap=0.1)

    def exact(horizon):
        first, other = (
            expected_regret(means=m, epsilon=0.05, horizon=horizon, noise_scale=2.0)
            for m in (means[0], means[-1])
        )
        return (first + 7 * other) / 8

    regrets = np.array([run.regret for run in runs])
    standard_error = regrets.std(ddof=1) / math.sqrt(regrets.size)
    assert abs(regrets.mean() - exact(rounds)) < 4.5 * standard_error
    # m* rounded otherwise is caught
    assert abs(regrets.mean() - exact(rounds + 2)) > 4.5 * standard_error
    # Theorem 10: a private selector fails with probability 0.2 or more; P(Bin < 0.2 n) is tiny here
    failures = np.mean([not run.selected_best for run in runs])
    assert failures > 0.2
    assert regrets.mean() > runs[0].bound


@pytest.mark.parametrize("algorithm", [ftnl, naive_ftnl])
def test_a_large_epsilon_leaves_one_round(algorithm):
    run = simulate(
        algorithm=algorithm, arms=4, min_gap=0.5, epsilon=10.0, generator=generator(1, "one")
    )
    assert run.rounds == 1
    assert run.bound == 0
    assert run.regret in (0.0, 0.5)
