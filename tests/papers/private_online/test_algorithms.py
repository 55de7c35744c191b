"""What all simulators of the paper have in common."""

import math

import numpy as np
import pytest
from tests.support.private_online_runs import every_round

from bandit_replications.bandits.problems import BanditProblem
from bandit_replications.bandits.rewards import bernoulli_table
from bandit_replications.configuration import validation as configuration
from bandit_replications.papers.private_online.algorithms import ucb1
from bandit_replications.papers.private_online.catalogue import BANDIT, ENTRIES, FULL_INFORMATION
from bandit_replications.papers.private_online.environments.problems import FullInformationProblem
from bandit_replications.playing.catalogue import modules

ALGORITHMS = modules(ENTRIES)
NON_PRIVATE = ("ucb1", "follow-the-leader")

FORMS = ("simulate", "simulate_literal")


def run(algorithm, form="simulate", *, horizon=1500, means=(0.3, 0.7, 0.5), **arguments):
    epsilon = None if algorithm in NON_PRIVATE else 8.0
    simulate = getattr(ALGORITHMS[algorithm], form)
    return every_round(
        simulate, bernoulli_table(means), horizon=horizon, epsilon=epsilon, **arguments
    )


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_same_seed_same_pulls_other_seed_other_pulls(algorithm, form):
    # DP-SE's epochs are longer than a short run
    options = ALGORITHMS[algorithm].Options()
    if algorithm.startswith("dp-se"):
        options = options.model_copy(
            update={"sampling_constant": 0.05, "beta": 0.5, "width_constant": 0.3}
        )
    arguments = {"horizon": 300, "means": (0.5, 0.6, 0.4), "options": options}
    one = run(algorithm, form, seed=5, **arguments)
    np.testing.assert_array_equal(one, run(algorithm, form, seed=5, **arguments))
    assert any(np.any(one != run(algorithm, form, seed=seed, **arguments)) for seed in range(6, 16))


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("algorithm", BANDIT)
def test_every_arm_is_pulled_first(algorithm, form):
    np.testing.assert_array_equal(run(algorithm, form, horizon=3), np.tril(np.ones((3, 3))))


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_wrong_epsilon_is_refused(algorithm, form):
    private = algorithm not in NON_PRIVATE
    epsilon, error = (None, TypeError) if private else (1.0, ValueError)
    problem = BanditProblem(rewards=bernoulli_table([0.5, 0.6]), horizon=4, epsilon=epsilon)
    with pytest.raises(error, match=f"epsilon: {epsilon}; allowed: "):
        getattr(ALGORITHMS[algorithm], form)(problem, generator=np.random.default_rng(0))


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("algorithm", FULL_INFORMATION)
def test_full_information_needs_one_round_and_an_action_that_exists(algorithm, form):
    module, rewards = ALGORITHMS[algorithm], bernoulli_table([0.5, 0.6, 0.7])
    epsilon = None if algorithm in NON_PRIVATE else 1.0
    problem = FullInformationProblem(rewards=rewards, horizon=1, epsilon=epsilon)

    def pulls(first_action):
        options = module.Options(first_action=first_action)
        generator = np.random.default_rng(0)
        return getattr(module, form)(problem, generator=generator, options=options).pulls

    assert pulls(2).tolist() == [[0, 0, 1]]
    with pytest.raises(ValueError, match="first_action: 3; allowed: 0 to 2"):
        pulls(3)


def test_the_papers_scale():
    # Section 6: T = 2 x 2^21, seven epsilons, three settings of five arms, 15 runs at least
    section = configuration.load("private_online").regret
    assert section.horizon == 2 * 2**21
    assert len(section.epsilons) == 7
    assert [setting.gaps.size for setting in section.settings] == [5, 5, 5]
    assert all(section.replicates_of(name) >= 15 for name in section.algorithms)


def test_ucb1_pulls_by_hand():
    """Rewards 1 and 0 are sure: arm 1 is pulled when sqrt(2 ln t / n_1) > 1 + sqrt(2 ln t / n_0).

    Solved on paper with x = sqrt(2 ln t): x (n_1^-1/2 - n_0^-1/2) > 1.
    """
    pulls = every_round(ucb1.simulate, bernoulli_table([1.0, 0.0]), horizon=2000)
    n_0, n_1 = 1, 1
    for t in range(3, 2001):
        if math.sqrt(2 * math.log(t)) * (n_1**-0.5 - n_0**-0.5) > 1:
            n_1 += 1
        else:
            n_0 += 1
        assert pulls[t - 1].tolist() == [n_0, n_1]
    assert n_1 > 5
