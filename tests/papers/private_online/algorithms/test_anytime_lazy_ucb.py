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
from bandit_replications.papers.private_online.algorithms import (
    anytime_lazy_ucb,
    anytime_lazy_ucb_kernels,
)

Options = anytime_lazy_ucb.Options


def literal(seed, epsilon, horizon, options):
    values = some_sure_rewards(seed)
    return literal_on_sure_rewards(
        anytime_lazy_ucb.play, values, horizon=horizon, seed=seed, epsilon=epsilon, options=options
    )


def fast(seed, epsilon, horizon, options):
    rewards = sure_rewards(some_sure_rewards(seed))
    return every_round(
        anytime_lazy_ucb.simulate,
        rewards,
        horizon=horizon,
        seed=seed,
        epsilon=epsilon,
        options=options,
    )


# --- Literal against fast: sure rewards, the same noise ---


@pytest.mark.parametrize("epsilon", [0.1, 0.25, 0.5, 1.0, 8.0, 64.0, 128.0])
def test_every_round_of_literal_and_fast_agrees(epsilon):
    """Ten array levels deep, the best arm in any place, ties of first pulls among the rounds."""
    deepest = 0
    for seed in range(6):
        run = (seed, epsilon, 5000, Options())
        pulls = literal(*run)
        np.testing.assert_array_equal(fast(*run), pulls)
        deepest = max(deepest, int(pulls[-1].max() + 1).bit_length() - 2)
    assert deepest >= 10


@pytest.mark.parametrize(
    "changes",
    [
        {"first_pull": "noised"},
        {"logarithm": "base-2"},
        {"width_constant": 0.05},
        {"width_constant": 20.0, "first_pull": "noised"},
        {"noise_scale": 30.0},
    ],
)
def test_every_round_agrees_under_each_option(changes):
    differs = False
    for seed in range(8):
        run = (seed, 1.0, 3000, Options(**changes))
        pulls = literal(*run)
        np.testing.assert_array_equal(fast(*run), pulls)
        differs |= bool(np.any(fast(seed, 1.0, 3000, Options()) != pulls))
    assert differs


# A small constant brings the many overtakings of a long run into a short one.
RUNS = [
    (seed, epsilon, 5000, Options(width_constant=constant))
    for seed in range(6)
    for epsilon, constant in ((0.5, 0.05), (8.0, 0.2), (1.0, 3.0))
]


@pytest.mark.parametrize(
    "change", [{"noise_scale": 1.02}, {"first_pull": "noised"}, {"width_constant": 0.051}]
)
def test_agreement_catches_altered_options(change):
    def differs(seed, epsilon, horizon, options):
        mutant = options.model_copy(update=change)
        return np.any(
            fast(seed, epsilon, horizon, mutant) != literal(seed, epsilon, horizon, options)
        )

    assert any(differs(*run) for run in RUNS)


@pytest.mark.full
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("log_t / (widths.epsilon * size)", "log_t / (1.1 * widths.epsilon * size)"),
        ("size[arm], now + 1, widths)", "size[arm], now, widths)"),
        ("(np.int64(4) << level[best]) - 1", "(np.int64(4) << level[best]) - 2"),
        ("count = np.int64(1) << level[best]", "count = np.int64(2) << level[best]"),
        ("    return low\n", "    return high\n"),
        ("if arm != best:", "if arm > best:"),
    ],
)
def test_agreement_catches_altered_kernels(altered, monkeypatch, old, new):
    mutant = altered(anytime_lazy_ucb_kernels, old, new).simulate_run
    expected = [literal(*run) for run in RUNS]
    monkeypatch.setattr(anytime_lazy_ucb, "simulate_run", mutant)
    assert any(np.any(fast(*run) != pulls) for run, pulls in zip(RUNS, expected, strict=True))


# --- Laws, where rewards and ties are drawn ---


@pytest.mark.full
@pytest.mark.parametrize("law", ["bernoulli", "finite", "beta"])
def test_each_reward_law_has_the_law_of_the_literal(law):
    options = Options(width_constant=0.3)
    arguments = {"rewards": LAWS[law], "rounds": [60], "epsilon": 1.0}
    slow = sampled_pulls(anytime_lazy_ucb.simulate_literal, 800, options=options, **arguments)
    quick = sampled_pulls(
        anytime_lazy_ucb.simulate, 6_000, first_seed=1, options=options, **arguments
    )
    noisier = options.model_copy(update={"noise_scale": 2.0})
    mutant = sampled_pulls(
        anytime_lazy_ucb.simulate, 6_000, first_seed=2, options=noisier, **arguments
    )
    assert same_law(quick, slow) > ALPHA
    assert same_law(mutant, slow) < ALPHA


def test_uniform_ties_have_the_law_of_the_literal():
    """The noise is lost in rounding, so that ties return at every level."""
    arguments = {"rewards": LAWS["sure"], "rounds": [20, 40], "epsilon": 1e30}
    options = Options(tie_breaking="uniform")
    slow = sampled_pulls(anytime_lazy_ucb.simulate_literal, 600, options=options, **arguments)
    quick = sampled_pulls(
        anytime_lazy_ucb.simulate, 4_000, first_seed=1, options=options, **arguments
    )
    lowest = sampled_pulls(anytime_lazy_ucb.simulate, 4_000, first_seed=1, **arguments)
    assert len(np.unique(slow, axis=0)) > 3
    assert same_law(quick, slow) > ALPHA
    assert same_law(lowest, slow) < ALPHA


@pytest.mark.parametrize(("simulate", "runs"), [("simulate", 8_000), ("simulate_literal", 1500)])
def test_the_first_decision_has_its_exact_law(simulate, runs):
    """Sure rewards 0 and 1, first pulls noised: round 3 pulls the worse arm if two Laplace
    variables of scale b = s / ε differ by more than 1, with probability (1/2 + 1/(4b)) exp(-1/b).
    """
    epsilon, scale = 0.8, 1.5
    pulls = sampled_pulls(
        getattr(anytime_lazy_ucb, simulate),
        runs,
        rewards=bernoulli_table([0.0, 1.0]),
        rounds=[3],
        epsilon=epsilon,
        options=Options(first_pull="noised", noise_scale=scale),
    )
    worse = int((pulls[:, 0] == 2).sum())

    def p_value(b):
        law = (0.5 + 0.25 / b) * math.exp(-1 / b)
        return stats.binomtest(worse, runs, law).pvalue

    assert p_value(scale / epsilon) > ALPHA
    assert p_value(2 / epsilon) < ALPHA or runs < 8_000
    assert p_value(1 / epsilon) < ALPHA
