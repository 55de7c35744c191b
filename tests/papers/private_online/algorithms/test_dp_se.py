import math

import numpy as np
import pytest
from scipy import stats
from tests.support.private_online_runs import (
    ALPHA,
    LAWS,
    every_round,
    literal_on_sure_rewards,
    same_law,
    sampled_pulls,
    some_sure_rewards,
    sure_rewards,
)

from bandit_replications.bandits.rewards import bernoulli_table
from bandit_replications.papers.private_online.algorithms import dp_se, dp_se_kernels

Options = dp_se.Options


# --- Literal against fast: sure rewards, the same noise ---


def literal(seed, epsilon, horizon, options):
    """Pulls after every round."""
    values = some_sure_rewards(seed)
    return literal_on_sure_rewards(
        dp_se.play, values, horizon=horizon, seed=seed, epsilon=epsilon, options=options
    )


def fast(seed, epsilon, horizon, options):
    rewards = sure_rewards(some_sure_rewards(seed))
    return every_round(
        dp_se.simulate, rewards, horizon=horizon, seed=seed, epsilon=epsilon, options=options
    )


def agree(*run):
    return np.array_equal(fast(*run), literal(*run))


# Small constants bring many epochs into a short run.
SHORT = Options(sampling_constant=0.05, privacy_constant=0.01, beta=0.3)
NOISY = Options(sampling_constant=0.05, privacy_constant=2.0, width_constant=0.3, beta=0.9)
WILD = SHORT.model_copy(update={"width_constant": 0.1, "noise_scale": 5.0})  # drops best arms
RUNS = [
    (seed, epsilon, 5000, options)
    for seed in range(10)
    for epsilon, options in ((0.1, NOISY), (1.0, SHORT), (1.0, WILD), (8.0, NOISY), (128.0, SHORT))
]


def test_every_round_of_literal_and_fast_agrees():
    """The best arm in any place, arms dropped at many different times."""
    drops = set()
    for run in RUNS:
        assert agree(*run)
        drops |= set(literal(*run)[-1].tolist())
    assert len(drops) > 30


@pytest.mark.parametrize("epsilon", [0.1, 1.0, 64.0])
def test_every_round_agrees_with_the_constants_as_defined(epsilon):
    assert agree(1, epsilon, 60_000, Options())


@pytest.mark.parametrize("rounding", ["up", "down", "nearest"])
def test_every_round_agrees_under_each_rounding(rounding):
    options = SHORT.model_copy(update={"rounding": rounding})
    assert all(agree(seed, 1.0, 2000, options) for seed in range(4))
    for other in {"up", "down", "nearest"} - {rounding}:
        changed = options.model_copy(update={"rounding": other})
        assert any(
            np.any(fast(seed, 1.0, 2000, changed) != fast(seed, 1.0, 2000, options))
            for seed in range(4)
        )


@pytest.mark.parametrize(
    "change",
    [
        {"noise_scale": 1.1},
        {"sampling_constant": 0.06},
        {"privacy_constant": 2.1},
        {"width_constant": 0.33},
        {"beta": 0.8},
    ],
)
def test_agreement_catches_altered_options(change):
    def caught(seed, epsilon, horizon, options):
        mutant = options.model_copy(update=change)
        return np.any(fast(seed, epsilon, horizon, mutant) != literal(seed, epsilon, 5000, options))

    assert any(caught(*run) for run in RUNS)


@pytest.mark.full
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("log_8 = math.log(8.0 * alive.size", "log_8 = math.log(8.0 * arms"),
        ("gap = 2.0**-epoch", "gap = 2.0 ** (1 - epoch)"),
        ("for_privacy) + 1.0", "for_privacy)"),
        ("max(for_sampling, for_privacy)", "for_sampling"),
        ("mean[arm] = total / length", "mean[arm] = total / played[arm]"),  # counts not reset
        ("mean[alive].max() - mean[alive]", "mean.max() - mean[alive]"),  # of dropped arms as well
        ("math.sqrt(log_8 / (2.0 * length))", "math.sqrt(log_8 / length)"),
        ("log_4 / (length * rule.epsilon)", "log_8 / (length * rule.epsilon)"),
        ("pulls[point, alive[:extra]] += 1", "pulls[point, alive[-extra:]] += 1"),
    ],
)
def test_agreement_catches_altered_kernels(altered, monkeypatch, old, new):
    expected = [literal(*run) for run in RUNS]
    monkeypatch.setattr(dp_se, "simulate_run", altered(dp_se_kernels, old, new).simulate_run)

    def caught(run, pulls):
        try:
            return np.any(fast(*run) != pulls)
        except IndexError:  # not even the best arm is alive
            return True

    assert any(caught(*pair) for pair in zip(RUNS, expected, strict=True))


def test_round_robin_by_hand():
    # the first epoch is far longer than the horizon, and cut short
    rewards = bernoulli_table([0.0, 1.0, 0.0])
    pulls = every_round(dp_se.simulate, rewards, horizon=5, epsilon=1.0)
    np.testing.assert_array_equal(pulls, [[1, 0, 0], [1, 1, 0], [1, 1, 1], [2, 1, 1], [2, 2, 1]])


# --- Exact values and laws ---


def test_epoch_lengths_by_hand():
    """At T = 2^22, K = 5: 128 ln(40·2^22) + 1 = 2425.05… and for ε = 0.01 1600 ln(20·2^22) + 1."""
    log_8, log_4 = math.log(8 * 5 * 2.0**22), math.log(4 * 5 * 2.0**22)
    rule = dp_se_kernels.EpochRule(1.0, 2.0**-22, 0, 32.0, 8.0, 2.0)
    length = dp_se_kernels.epoch_length
    assert length(1, log_8, log_4, rule) == math.ceil(128 * log_8) + 1 == 2426
    assert length(1, log_8, log_4, rule._replace(rounding=1)) == 2425
    private = rule._replace(epsilon=0.01)
    assert length(1, log_8, log_4, private) == math.ceil(1600 * log_4) + 1
    log_8 = math.log(8 * 5 * 9 * 2.0**22)
    assert length(3, log_8, log_4, rule) == math.ceil(2048 * log_8) + 1


@pytest.mark.parametrize(("simulate", "runs"), [("simulate", 8000), ("simulate_literal", 1500)])
def test_the_first_elimination_has_its_exact_law(simulate, runs):
    """Two arms of sure rewards 1: one is dropped if two Laplace variables of scale b differ by
    more than x = R width, with probability (1 + x/(2b)) exp(-x/b); each is as likely the other.
    """
    epsilon, beta, constant = 0.5, 0.5, 0.2
    options = Options(
        beta=beta, width_constant=constant, sampling_constant=0.5, privacy_constant=0.5
    )
    log_8, log_4 = math.log(16 / beta), math.log(8 / beta)
    length = math.ceil(max(2 * log_8, log_4 / epsilon) + 1)
    threshold = constant * (length * math.sqrt(log_8 / (2 * length)) + log_4 / epsilon)
    # the second epoch is longer than what is left: an arm alone gets all of it
    horizon = 2 * length + 6
    pulls = sampled_pulls(
        getattr(dp_se, simulate),
        runs,
        rewards=bernoulli_table([1.0, 1.0]),
        rounds=[horizon],
        epsilon=epsilon,
        options=options,
    )
    outcomes = [int((pulls[:, 0] - length == extra).sum()) for extra in (0, 3, 6)]
    assert np.sum(outcomes) == runs

    def p_value(b):
        drop = (1 + threshold / (2 * b)) * math.exp(-threshold / b)
        return stats.chisquare(outcomes, runs * np.array([drop / 2, 1 - drop, drop / 2])).pvalue

    assert p_value(1 / epsilon) > ALPHA
    assert p_value(1.2 / epsilon) < ALPHA or runs < 8000
    assert p_value(2 / epsilon) < ALPHA


@pytest.mark.full
@pytest.mark.parametrize("law", ["bernoulli", "finite", "beta"])
def test_each_reward_law_has_the_law_of_the_literal(law):
    options = Options(sampling_constant=0.1, privacy_constant=0.1, width_constant=0.5, beta=0.5)
    arguments = {"rewards": LAWS[law], "rounds": [200], "epsilon": 1.0}
    slow = sampled_pulls(dp_se.simulate_literal, 700, options=options, **arguments)
    quick = sampled_pulls(dp_se.simulate, 5000, first_seed=1, options=options, **arguments)
    noisier = options.model_copy(update={"noise_scale": 1.5})
    mutant = sampled_pulls(dp_se.simulate, 5000, first_seed=2, options=noisier, **arguments)
    assert len(np.unique(slow, axis=0)) > 5
    assert same_law(quick, slow) > ALPHA
    assert same_law(mutant, slow) < ALPHA


def test_arms_leave_for_good_and_the_last_is_pulled_until_the_end():
    rewards = bernoulli_table([0.1, 0.3, 0.9, 0.3])
    pulls = every_round(dp_se.simulate, rewards, horizon=40_000, epsilon=1.0)
    played = np.diff(pulls, axis=0, prepend=0).argmax(axis=1)
    lasts = [np.flatnonzero(played == arm)[-1] for arm in range(4)]
    assert lasts[2] == 39_999
    last_other = max(lasts[arm] for arm in (0, 1, 3))
    assert last_other < 39_000
    assert set(played[last_other + 1 :]) == {2}
    first = math.ceil(128 * math.log(8 * 4 * 40_000) + 1)
    np.testing.assert_array_equal(played[: 4 * first], np.tile([0, 1, 2, 3], first))
