import itertools
import math

import numpy as np
import pytest
from scipy import stats
from tests.support.private_online_runs import (
    LAWS,
    every_round,
    literal_on_sure_rewards,
    same_law,
    sampled_pulls,
    some_sure_rewards,
    sure_rewards,
)

from bandit_replications.bandits.problems import BanditProblem
from bandit_replications.bandits.rewards import bernoulli_table
from bandit_replications.bandits.runs import leader
from bandit_replications.papers.private_online.algorithms import ftnl
from bandit_replications.papers.private_online.algorithms.report_noisy_max import (
    report_noisy_max,
    selection_probabilities,
)

OPTIONS = ftnl.Options()


def leaders(simulate, *, means, epsilon, epochs, runs, seed, options=OPTIONS):
    """Action of each epoch (runs, epochs) of repeated runs, from the plays at the epochs' ends."""
    ends = 2 ** np.arange(1, epochs + 1) - 1
    generator = np.random.default_rng(seed)
    problem = BanditProblem(
        rewards=bernoulli_table(means), horizon=int(ends[-1]), checkpoints=ends, epsilon=epsilon
    )
    actions = np.empty((runs, epochs), dtype=np.int64)
    for run in range(runs):
        trajectory = simulate(problem, generator=generator, options=options)
        played = np.diff(trajectory.pulls, axis=0, prepend=0)
        assert np.count_nonzero(played, axis=1).tolist() == [1] * epochs
        actions[run] = played.argmax(axis=1)
    return actions


def p_value(actions, law):
    counts = np.bincount(actions, minlength=law.size)
    return stats.chisquare(counts, law * counts.sum()).pvalue


# --- Literal against fast: sure rewards, the same noise ---


def literal(seed, horizon, options):
    """Pulls after every round."""
    return literal_on_sure_rewards(
        ftnl.play,
        some_sure_rewards(seed),
        horizon=horizon,
        seed=seed,
        epsilon=0.2,
        options=options,
        all_seen=True,
    )


def fast(seed, horizon, options):
    rewards = sure_rewards(some_sure_rewards(seed))
    return every_round(
        ftnl.simulate, rewards, horizon=horizon, seed=seed, epsilon=0.2, options=options
    )


@pytest.mark.parametrize("noise", ["laplace", "exponential"])
@pytest.mark.parametrize("horizon", [7, 8, 100, 127, 128, 1023, 1500])
def test_every_round_of_literal_and_fast_agrees(horizon, noise):
    for seed in range(10):
        options = ftnl.Options(noise=noise, noise_scale=3.0, first_action=seed % 2)
        np.testing.assert_array_equal(fast(seed, horizon, options), literal(seed, horizon, options))


@pytest.mark.parametrize(
    "change", [{"noise_scale": 4.5}, {"noise": "exponential"}, {"first_action": 1}]
)
def test_agreement_catches_altered_options(change):
    options = ftnl.Options(noise_scale=3.0)
    mutant = options.model_copy(update=change)
    assert any(np.any(fast(s, 1500, mutant) != literal(s, 1500, options)) for s in range(40))


@pytest.mark.full
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("weights, arm, length, generator)", "weights, arm, 2 * length - 1, generator)"),  # recalls
        ("weights, arm, length, generator)", "weights, arm, length - 1, generator)"),
        ("length *= 2", "length += 1"),
    ],
)
def test_agreement_catches_altered_kernels(altered, monkeypatch, old, new):
    monkeypatch.setattr(ftnl, "simulate_run", altered(ftnl, old, new).simulate_run)
    assert any(np.any(fast(s, 1500, OPTIONS) != literal(s, 1500, OPTIONS)) for s in range(10))


# --- The law of the leaders, exactly ---


@pytest.mark.parametrize("noise", ftnl.NOISE_CODES)
@pytest.mark.parametrize(("simulate", "runs"), [("simulate", 20_000), ("simulate_literal", 2_000)])
def test_leaders_on_sure_rewards_follow_the_exact_law(simulate, runs, noise):
    """Rewards of means 0 and 1 are sure: epoch s + 1 is a noisy maximum of 2^s times the means.

    False-alarm rate 1e-4 for each epoch, and for independence of successive epochs.
    """
    means, epsilon = [0.0, 1.0, 1.0, 0.0], 0.6
    options = ftnl.Options(noise=noise, noise_scale=1.5, first_action=3)
    actions = leaders(
        getattr(ftnl, simulate),
        means=means,
        epsilon=epsilon,
        epochs=4,
        runs=runs,
        seed=3,
        options=options,
    )
    assert np.all(actions[:, 0] == 3)
    for epoch in (1, 2, 3):
        sums = 2.0 ** (epoch - 1) * np.array(means)
        law = selection_probabilities(sums=sums, scale=1.5 / epsilon, noise=noise)
        assert p_value(actions[:, epoch], law) > 1e-4
        assert p_value(actions[:, epoch], np.roll(law, 1)) < 1e-4
        doubled = selection_probabilities(sums=sums, scale=3 / epsilon, noise=noise)
        assert runs < 20_000 or p_value(actions[:, epoch], doubled) < 1e-4
    pairs = np.zeros((4, 4))
    np.add.at(pairs, (actions[:, 1], actions[:, 2]), 1)
    assert stats.chi2_contingency(pairs).pvalue > 1e-4


def exact_probability_of_worse(means, count, scale):
    """P(action 1 of two leads after an epoch of `count` rounds), summed over both binomials."""
    outcomes = np.arange(count + 1)
    laws = [stats.binom.pmf(outcomes, count, mean) for mean in means]
    return math.fsum(
        laws[0][a] * laws[1][b] * selection_probabilities(sums=[a, b], scale=scale)[1]
        for a, b in itertools.product(outcomes, outcomes)
    )


def regret_z(options=OPTIONS, length=32, runs=15_000):
    """Standardised difference of the simulated and the exact expected regret of two actions."""
    means, epsilon = (0.6, 0.45), 0.5
    generator = np.random.default_rng(7)
    problem = BanditProblem(rewards=bernoulli_table(means), horizon=2 * length - 1, epsilon=epsilon)
    regrets = [
        ftnl.simulate(problem, generator=generator, options=options).regret(np.array([0.0, 0.15]))[
            0
        ]
        for _ in range(runs)
    ]
    epochs = [2**s for s in range(length.bit_length() - 1)]
    plays = [2 * n * exact_probability_of_worse(means, n, 1 / epsilon) for n in epochs]
    return (np.mean(regrets) - 0.15 * math.fsum(plays)) / (np.std(regrets) / math.sqrt(runs))


def test_mean_regret_agrees_with_exact_enumeration():
    """Two actions, six epochs; false-alarm rate 1e-4."""
    assert abs(regret_z()) < stats.norm.isf(0.5e-4)


@pytest.mark.parametrize(
    "mutant",
    [
        ftnl.Options(noise_scale=1.5),
        ftnl.Options(noise_scale=0.7),
        ftnl.Options(noise="exponential"),
    ],
)
def test_enumeration_catches_other_noise(mutant):
    assert abs(regret_z(mutant)) > stats.norm.isf(0.5e-4)


@pytest.mark.full
def test_literal_and_fast_have_one_law_on_random_rewards():
    """Homogeneity of each epoch's leader; false-alarm rate 1e-4 for each of five epochs."""
    arguments = {"means": [0.5, 0.7, 0.3], "epsilon": 0.9, "epochs": 6}
    fast = leaders(ftnl.simulate, runs=12_000, seed=1, **arguments)
    literal = leaders(ftnl.simulate_literal, runs=800, seed=2, **arguments)
    mutant = leaders(
        ftnl.simulate, runs=12_000, seed=3, options=ftnl.Options(noise_scale=2.5), **arguments
    )

    def pvalues(other):
        return [
            stats.chi2_contingency(
                [np.bincount(x[:, epoch], minlength=3) for x in (other, literal)]
            ).pvalue
            for epoch in range(1, 6)
        ]

    assert min(pvalues(fast)) > 1e-4
    assert min(pvalues(mutant)) < 1e-4


@pytest.mark.full
@pytest.mark.parametrize("law", ["finite", "beta"])
def test_literal_and_fast_have_one_law_with_other_rewards(law):
    arguments = {"rewards": LAWS[law], "rounds": [7, 15], "epsilon": 2.0}
    slow = sampled_pulls(ftnl.simulate_literal, 1_500, **arguments)
    quick = sampled_pulls(ftnl.simulate, 15_000, first_seed=1, **arguments)
    assert same_law(quick, slow) > 1e-4
    arms_reversed = quick.reshape(len(quick), 2, -1)[:, :, ::-1].reshape(quick.shape)
    assert same_law(arms_reversed, slow) < 1e-4


def test_noise_of_distinct_actions_and_epochs_is_independent():
    generator = np.random.default_rng(8)
    for noise, code in ftnl.NOISE_CODES.items():
        draws = np.array([ftnl.draw_noise(code, 3.0, generator) for _ in range(20_000)])
        law = {"laplace": stats.laplace, "exponential": stats.expon, "gumbel": stats.gumbel_r}
        assert stats.kstest(draws / 3.0, law[noise].cdf).pvalue > 1e-4
        assert stats.kstest(draws / 3.3, law[noise].cdf).pvalue < 1e-4
        assert abs(np.corrcoef(draws[:-1], draws[1:])[0, 1]) < stats.norm.isf(0.5e-4) / 141


# --- Options ---


def run(seed=4, means=(0.3, 0.5, 0.4), epsilon=1.0, horizon=300, **options):
    return every_round(
        ftnl.simulate,
        bernoulli_table(means),
        horizon=horizon,
        checkpoints=[1, 2, horizon],
        seed=seed,
        epsilon=epsilon,
        options=ftnl.Options(**options),
    )


def test_the_first_action_changes_one_round_only():
    for action in (0, 1, 2):
        other = run(first_action=action)
        assert other[0, action] == 1
        np.testing.assert_array_equal(other[1:] - other[0], run()[1:] - run()[0])


def test_ties_matter_only_when_noise_is_lost():
    generator = np.random.default_rng(0)
    scores = np.array([1.0, 2.0, 0.0, 2.0, 2.0])
    assert {leader(scores, False, generator) for _ in range(50)} == {1}
    picks = np.bincount([leader(scores, True, generator) for _ in range(6000)], minlength=5)
    assert picks[0] == picks[2] == 0
    assert stats.chisquare(picks[[1, 3, 4]]).pvalue > 1e-4
    sure = {"means": (1.0, 1.0, 0.0), "epsilon": 1e30, "first_action": 2}
    assert run(**sure)[-1].tolist() == [299, 0, 1]
    uniform = run(tie_breaking="uniform", **sure)[-1]
    assert uniform[2] == 1
    assert 0 < uniform[0] < 299


def test_report_noisy_max_on_means_is_report_noisy_max_on_sums():
    # Algorithm 3 adds Lap(1/ε) / 2^s to a mean of 2^s rewards
    sums, epsilon = np.array([5.0, 7.0, 6.0]), 0.5
    for seed in range(50):
        rng = np.random.default_rng(seed)
        on_means = int(np.argmax(sums / 8 + rng.laplace(0, 1 / epsilon, 3) / 8))
        on_sums = report_noisy_max(
            sums=sums, epsilon=epsilon, generator=np.random.default_rng(seed)
        )
        assert on_means == on_sums
