import math

import numpy as np
import pytest
from tests.support.private_online_runs import LAWS, every_round

from bandit_replications.bandits.rewards import bernoulli_table
from bandit_replications.papers.private_online.algorithms import ucb1

Options = ucb1.Options


def run(simulate=ucb1.simulate, *, rewards=LAWS["bernoulli"], horizon=1500, seed=0, **options):
    """Pulls after every round, and at the end of the same run without other checkpoints.

    At a checkpoint the fast simulator looks up who leads.
    """
    arguments = {"horizon": horizon, "seed": seed, "options": Options(**options)}
    every = every_round(simulate, rewards, **arguments)
    last = every_round(simulate, rewards, checkpoints=[horizon], **arguments)
    np.testing.assert_array_equal(every[-1], last[0])
    return every


@pytest.mark.parametrize("tie_breaking", ["lowest-index", "uniform"])
@pytest.mark.parametrize("law", LAWS)
def test_literal_and_fast_agree_draw_for_draw(law, tie_breaking):
    """The same generator: the same rewards, ties and pulls in every round."""
    for seed in range(5):
        for constant in (2.0, 0.1):
            options = {"tie_breaking": tie_breaking, "exploration_constant": constant}
            arguments = {"rewards": LAWS[law], "seed": seed, **options}
            np.testing.assert_array_equal(run(**arguments), run(ucb1.simulate_literal, **arguments))


def test_agreement_catches_another_constant():
    assert any(np.any(run(seed=s, exploration_constant=1.98) != run(seed=s)) for s in range(3))


@pytest.mark.full
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("log_t = math.log(now + 1)", "log_t = math.log(now)"),
        ("constant * log_t / played)", "constant * log_t / (played + 1))"),
        ("total / played + math", "total / (played - 0.5) + math"),
        ("math.log(last)", "math.log(now + 1)"),  # the others' indices stand still
        ("log_t, constant) > rival", "log_t, constant) > rival - 0.01"),  # too long
    ],
)
def test_agreement_catches_altered_kernels(altered, old, new):
    mutant = altered(ucb1, old, new)

    def caught(seed):
        try:
            return np.any(run(mutant.simulate, seed=seed, horizon=1000) != run(seed=seed)[:1000])
        except AssertionError:  # checkpoints change the run
            return True

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
