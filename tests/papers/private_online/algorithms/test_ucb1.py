import math

import numpy as np
import pytest
from pydantic import ValidationError

from bandit_replications.bandits.rewards import bernoulli_table, beta_table, finite_table
from bandit_replications.papers.private_online.algorithms import ucb1

Options = ucb1.Options
LAWS = {
    "bernoulli": bernoulli_table([0.5, 0.7, 0.6, 0.7]),
    "sure": bernoulli_table([1.0, 1.0, 0.0]),
    "finite": finite_table([[0.0, 0.5, 1.0], [0.25, 1.0]], [[0.3, 0.4, 0.3], [0.6, 0.4]]),
    "beta": beta_table([0.5, 2.0, 1.0], [0.8, 1.0, 1.0]),
}


def run(simulate=ucb1.simulate, *, rewards=LAWS["bernoulli"], horizon=1500, seed=0, **options):
    """Pulls after every round, and at the end of the same run without other checkpoints.

    At a checkpoint the fast simulator looks up who leads.
    """
    runs = [
        simulate(
            rewards=rewards,
            horizon=horizon,
            checkpoints=checkpoints,
            generator=np.random.default_rng(seed),
            options=Options(**options),
        ).pulls
        for checkpoints in (np.arange(1, horizon + 1), np.array([horizon]))
    ]
    np.testing.assert_array_equal(runs[0][-1], runs[1][0])
    return runs[0]


@pytest.mark.parametrize("tie_breaking", ["lowest-index", "uniform"])
@pytest.mark.parametrize("law", LAWS)
def test_literal_and_fast_agree_draw_for_draw(law, tie_breaking):
    """The same generator: the same rewards, ties and pulls in every round."""
    for seed in range(5):
        for constant in (2.0, 0.1):
            options = {"tie_breaking": tie_breaking, "exploration_constant": constant}
            arguments = {"rewards": LAWS[law], "seed": seed, **options}
            np.testing.assert_array_equal(run(**arguments), run(ucb1.simulate_literal, **arguments))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("log_t = math.log(now + 1)", "log_t = math.log(now)"),
        ("log_t = math.log(now + 1)", "log_t = math.log2(now + 1)"),
        ("constant * log_t / played)", "1.98 * log_t / played)"),
        ("constant * log_t / played)", "constant * log_t / (played + 1))"),
        ("total / played + math", "total / (played - 0.5) + math"),
        ("= leader(lower, uniform_ties", "= leader(np.round(lower, 2), uniform_ties"),
        ("math.log(last)", "math.log(now + 1)"),  # the others' indices stand still
        ("if lower[arm] <= rival:", "if False:"),  # no doubts
        ("log_first, constant) <= rival:", "log_first, constant) <= rival - 0.01:"),  # too long
    ],
)
def test_agreement_catches_altered_kernels(altered, old, new):
    mutant = altered(ucb1, old, new)
    arguments = {"rewards": LAWS["bernoulli"], "horizon": 1000}

    def caught(seed):
        try:
            altered_run = run(mutant.simulate, seed=seed, **arguments)
        except AssertionError:  # checkpoints change the run
            return True
        return np.any(altered_run != run(seed=seed, **arguments))

    assert any(map(caught, range(3)))


def test_pulls_by_hand():
    """Rewards 1 and 0 are sure: arm 1 is pulled when sqrt(2 ln t / n_1) > 1 + sqrt(2 ln t / n_0).

    Solved on paper with x = sqrt(2 ln t): x (n_1^-1/2 - n_0^-1/2) > 1.
    """
    pulls = run(rewards=bernoulli_table([1.0, 0.0]), horizon=2000)
    n_0, n_1 = 1, 1
    for t in range(3, 2001):
        if math.sqrt(2 * math.log(t)) * (n_1**-0.5 - n_0**-0.5) > 1:
            n_1 += 1
        else:
            n_0 += 1
        assert pulls[t - 1].tolist() == [n_0, n_1]
    assert n_1 > 5


def test_uniform_ties_differ_from_the_lowest_index():
    arguments = {"rewards": bernoulli_table([1.0, 1.0, 1.0]), "horizon": 400}
    lowest = run(**arguments)
    np.testing.assert_array_equal(lowest, run(seed=1, **arguments))
    # equal arms that take turns, the lowest index first
    turns = np.array([[(t + 2 - arm) // 3 for arm in range(3)] for t in range(1, 401)])
    np.testing.assert_array_equal(lowest, turns)
    uniform = [run(seed=seed, tie_breaking="uniform", **arguments) for seed in range(3)]
    assert np.any(uniform[0] != lowest)
    assert np.any(uniform[0] != uniform[1])
    for pulls in uniform:
        np.testing.assert_array_equal(pulls[2::3], lowest[2::3])


def test_checkpoints_do_not_change_the_run():
    every = run(seed=3)
    np.testing.assert_array_equal(every.sum(axis=1), np.arange(1, 1501))
    for checkpoints in ([1500], [1, 2, 3, 4, 5, 1500], [7, 100, 1499, 1500]):
        pulls = ucb1.simulate(
            rewards=LAWS["bernoulli"],
            horizon=1500,
            checkpoints=np.array(checkpoints),
            generator=np.random.default_rng(3),
        ).pulls
        np.testing.assert_array_equal(pulls, every[np.array(checkpoints) - 1])
    np.testing.assert_array_equal(run(horizon=4), np.tril(np.ones((4, 4))))


def test_same_seed_same_pulls_other_seed_other_pulls():
    np.testing.assert_array_equal(run(seed=7), run(seed=7))
    assert np.any(run(seed=7) != run(seed=8))


@pytest.mark.parametrize(
    "options", [{"exploration_constant": 0}, {"tie_breaking": "first"}, {"epsilon": 1.0}]
)
def test_bad_options_are_refused(options):
    with pytest.raises(ValidationError):
        Options(**options)


@pytest.mark.parametrize("simulate", [ucb1.simulate, ucb1.simulate_literal])
@pytest.mark.parametrize(
    ("change", "error", "message"),
    [
        ({"epsilon": 1.0}, ValueError, "epsilon: 1.0; allowed: None"),
        ({"horizon": 1}, ValueError, "horizon: 1; allowed: at least the number of arms, 2"),
        ({"checkpoints": np.array([1, 2])}, ValueError, "checkpoints"),
    ],
)
def test_bad_arguments_are_named(simulate, change, error, message):
    arguments = {
        "rewards": bernoulli_table([0.5, 0.6]),
        "horizon": 4,
        "checkpoints": np.array([4]),
        "generator": np.random.default_rng(0),
    }
    with pytest.raises(error, match=message):
        simulate(**(arguments | change))
