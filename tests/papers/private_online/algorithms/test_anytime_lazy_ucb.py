import functools
import itertools
import math

import numpy as np
import pytest
from pydantic import ValidationError
from scipy import stats

from bandit_replications.bandits.rewards import bernoulli_table, beta_table, finite_table
from bandit_replications.bandits.runs import choose, count_pulls
from bandit_replications.papers.private_online.algorithms import (
    anytime_lazy_ucb,
    anytime_lazy_ucb_kernels,
)

ALPHA = 1e-4  # false-alarm rate of each distribution test
Options = anytime_lazy_ucb.Options


def run(simulate=anytime_lazy_ucb.simulate, *, rewards, horizon, epsilon, seed, **options):
    return simulate(
        rewards=rewards,
        horizon=horizon,
        checkpoints=np.arange(1, horizon + 1),
        generator=np.random.default_rng(seed),
        epsilon=epsilon,
        options=Options(**options),
    ).pulls


# --- Literal against fast on one table of rewards and noise ---


class Streams:
    """Each arm's rewards and noise, drawn beforehand."""

    def __init__(self, seed, means, horizon, epsilon, options):
        rng = np.random.default_rng(seed)
        arms, levels = len(means), horizon.bit_length()
        self.rewards = (rng.random((arms, horizon)) < np.array(means)[:, None]).astype(float)
        self.noise = rng.laplace(0.0, options.noise_scale / epsilon, (arms, levels))
        if options.first_pull == "as-printed":
            self.noise[:, 0] = 0.0

    def private_means(self):
        """The mean of each array: sizes 1, 2, 4, … one after the other."""
        arms, levels = self.noise.shape
        sums = [
            [self.rewards[arm, 2**r - 1 : 2 ** (r + 1) - 1].sum() for r in range(levels)]
            for arm in range(arms)
        ]
        return (np.array(sums) + self.noise) / 2.0 ** np.arange(levels)

    def sources(self, options):
        first = 1 if options.first_pull == "as-printed" else 0
        rewards = [iter(row) for row in self.rewards.tolist()]
        noise = [iter(row[first:]) for row in self.noise.tolist()]
        return (lambda arm: next(rewards[arm])), (lambda arm: next(noise[arm]))


def shuffled_means(seed):
    rng = np.random.default_rng(seed)
    return rng.permutation(rng.choice([0.75, 0.7, 0.5, 0.3, 1.0, 0.0], size=rng.integers(2, 6)))


@functools.cache
def literal_pulls(seed, epsilon, horizon, options):
    """Pulls after every round."""
    means = shuffled_means(seed)
    played = anytime_lazy_ucb.play_literal(
        *Streams(seed, means, horizon, epsilon, options).sources(options),
        lambda indices: choose(indices, "lowest-index", np.random.default_rng(0)),
        arms=len(means),
        epsilon=epsilon,
        options=options,
    )
    return count_pulls(played, arms=len(means), checkpoints=np.arange(1, horizon + 1)).pulls


def event_driven_pulls(seed, epsilon, horizon, options, kernels=anytime_lazy_ucb_kernels):
    means = shuffled_means(seed)
    return kernels.simulate_run(
        *bernoulli_table(means),  # not drawn from, as all means are given
        Streams(seed, means, horizon, epsilon, options).private_means(),
        math.nan,
        math.nan,
        (options.width_constant, epsilon, options.logarithm == "base-2"),
        False,
        np.arange(1, horizon + 1),
        np.random.default_rng(0),
    )


EPSILONS = (0.1, 0.25, 0.5, 1.0, 8.0, 64.0, 128.0)


@pytest.mark.parametrize("epsilon", EPSILONS)
def test_every_round_of_literal_and_fast_agrees(epsilon):
    """Ten array levels deep, the best arm in any place, ties of first pulls among the rounds."""
    deepest = 0
    for seed in range(6):
        run = (seed, epsilon, 5000, Options())
        literal = literal_pulls(*run)
        np.testing.assert_array_equal(event_driven_pulls(*run), literal)
        deepest = max(deepest, int(literal[-1].max() + 1).bit_length() - 2)
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
        literal = literal_pulls(*run)
        np.testing.assert_array_equal(event_driven_pulls(*run), literal)
        differs |= bool(np.any(literal_pulls(seed, 1.0, 3000, Options()) != literal))
    assert differs


# A small constant brings the many overtakings of a long run into a short one.
RUNS = [
    (seed, epsilon, 5000, Options(width_constant=constant))
    for seed in range(6)
    for epsilon, constant in ((0.5, 0.05), (8.0, 0.2), (1.0, 3.0))
]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("math.log2(t) if base_2 else math.log(t)", "math.log(t) if base_2 else math.log2(t)"),
        ("math.sqrt(constant * log_t / size)", "math.sqrt(0.98 * constant * log_t / size)"),
        ("constant * log_t / (epsilon * size)", "constant * log_t / (1.1 * epsilon * size)"),
        ("size[arm], now + 1, widths)", "size[arm], now, widths)"),
        ("(np.int64(4) << level[best]) - 1", "(np.int64(4) << level[best]) - 2"),
        ("count = np.int64(1) << level[best]", "count = np.int64(2) << level[best]"),
        ("    return low\n", "    return high\n"),
        ("if arm != best:", "if arm > best:"),
        ("means[best, level[best]], count", "means[best, level[best] - 1], count"),
    ],
)
def test_coupled_runs_catch_altered_kernels(altered, old, new):
    kernels = altered(anytime_lazy_ucb_kernels, old, new)
    assert any(np.any(event_driven_pulls(*run, kernels) != literal_pulls(*run)) for run in RUNS)


@pytest.mark.parametrize(
    "change", [{"noise_scale": 1.02}, {"first_pull": "noised"}, {"width_constant": 0.051}]
)
def test_coupled_runs_catch_altered_options(change):
    def differs(seed, epsilon, horizon, options):
        mutant = options.model_copy(update=change)
        fast = event_driven_pulls(seed, epsilon, horizon, mutant)
        return np.any(fast != literal_pulls(seed, epsilon, horizon, options))

    assert any(differs(*run) for run in RUNS)


def test_sure_rewards_without_noise_are_the_same_in_both():
    # the noise is lost in rounding: ties of arms with equal arrays again and again
    for means in ([1.0, 1.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, 1.0, 1.0, 1.0, 1.0]):
        arguments = {"rewards": bernoulli_table(means), "horizon": 500, "epsilon": 1e30, "seed": 0}
        fast = run(**arguments)
        np.testing.assert_array_equal(fast, run(anytime_lazy_ucb.simulate_literal, **arguments))


# --- Laws, where no table can be shared ---


def sampled_pulls(simulate, runs, *, rewards, rounds, epsilon, first_seed=0, **options):
    """Pulls (runs, rounds · arms) at some rounds of independent runs."""
    generators = (np.random.default_rng([first_seed, number]) for number in range(runs))
    return np.array(
        [
            simulate(
                rewards=rewards,
                horizon=rounds[-1],
                checkpoints=np.array(rounds),
                generator=generator,
                epsilon=epsilon,
                options=Options(**options),
            ).pulls.ravel()
            for generator in generators
        ]
    )


def same_law(one, other):
    """P-value that two samples of pulls (runs, numbers) have one joint law."""
    tuples, labels = np.unique(np.concatenate([one, other]), axis=0, return_inverse=True)
    counts = np.array(
        [np.bincount(part, minlength=len(tuples)) for part in np.split(labels, [len(one)])]
    )
    common = counts.sum(axis=0) >= 20
    table = np.column_stack([counts[:, common], counts[:, ~common].sum(axis=1)])
    return stats.chi2_contingency(table[:, table.sum(axis=0) > 0]).pvalue


def test_uniform_ties_have_the_law_of_the_literal():
    arguments = {
        "rewards": bernoulli_table([0.8, 0.5, 0.7]),
        "rounds": [4, 5, 6, 8],
        "epsilon": 2.0,
    }
    literal = sampled_pulls(
        anytime_lazy_ucb.simulate_literal, 2000, tie_breaking="uniform", **arguments
    )
    simulate = anytime_lazy_ucb.simulate
    fast = sampled_pulls(simulate, 8_000, first_seed=1, tie_breaking="uniform", **arguments)
    lowest = sampled_pulls(simulate, 8_000, first_seed=2, **arguments)
    assert same_law(fast, literal) > ALPHA
    assert same_law(lowest, literal) < ALPHA


def test_lasting_uniform_ties_have_the_law_of_the_literal():
    # the noise is lost in rounding, so that ties return at every level
    arguments = {
        "rewards": bernoulli_table([1.0, 1.0, 0.0]),
        "rounds": [20, 40],
        "epsilon": 1e30,
        "tie_breaking": "uniform",
    }
    literal = sampled_pulls(anytime_lazy_ucb.simulate_literal, 600, **arguments)
    fast = sampled_pulls(anytime_lazy_ucb.simulate, 4_000, first_seed=1, **arguments)
    assert len(np.unique(literal, axis=0)) > 3
    assert same_law(fast, literal) > ALPHA


@pytest.mark.parametrize(
    "rewards",
    [
        bernoulli_table([0.3, 0.6]),
        finite_table([[0.0, 0.5, 1.0], [0.25, 1.0]], [[0.3, 0.4, 0.3], [0.6, 0.4]]),
        beta_table([0.5, 2.0], [0.8, 1.0]),
    ],
)
def test_each_reward_law_has_the_law_of_the_literal(rewards):
    arguments = {"rewards": rewards, "rounds": [60], "epsilon": 1.0, "width_constant": 0.3}
    literal = sampled_pulls(anytime_lazy_ucb.simulate_literal, 800, **arguments)
    simulate = anytime_lazy_ucb.simulate
    fast = sampled_pulls(simulate, 6_000, first_seed=1, **arguments)
    mutant = sampled_pulls(simulate, 6_000, first_seed=2, noise_scale=1.5, **arguments)
    assert same_law(fast, literal) > ALPHA
    assert same_law(mutant, literal) < ALPHA


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
        first_pull="noised",
        noise_scale=scale,
    )
    worse = int((pulls[:, 0] == 2).sum())

    def p_value(b):
        law = (0.5 + 0.25 / b) * math.exp(-1 / b)
        return stats.binomtest(worse, runs, law).pvalue

    assert p_value(scale / epsilon) > ALPHA
    assert p_value(2 / epsilon) < ALPHA or runs < 8_000
    assert p_value(1 / epsilon) < ALPHA


def drawn_means(kernels, seeds, *, means, horizon=60, first_scale=2.0):
    """Private means (runs, arms, levels) that the simulation drew; NaN where it did not."""
    tables = []
    for seed in seeds:
        table = np.full((len(means), horizon.bit_length()), np.nan)
        kernels.simulate_run(
            *bernoulli_table(means),
            table,
            2.0,
            first_scale,
            (3.0, 0.5, False),
            False,
            np.array([horizon]),
            np.random.default_rng(seed),
        )
        tables.append(table)
    return np.array(tables)


def is_independent_laplace(noise):
    """Whether columns (runs, n) are Laplace variables of scale 2, uncorrelated in pairs."""
    fits = all(stats.kstest(column, stats.laplace(0, 2).cdf).pvalue > ALPHA for column in noise.T)
    pairs = itertools.combinations(noise.T, 2)
    return fits and all(stats.spearmanr(one, other).pvalue > ALPHA for one, other in pairs)


def test_noise_of_arms_and_levels_is_independent_laplace(altered):
    means = [0.0, 1.0, 0.0, 1.0]

    def noise(kernels):
        drawn = drawn_means(kernels, range(700), means=means)
        return (drawn - np.array(means)[:, None]) * 2.0 ** np.arange(drawn.shape[2])

    drawn = noise(anytime_lazy_ucb_kernels)
    reached = ~np.isnan(drawn)
    assert reached[:, :, :2].all()
    assert is_independent_laplace(drawn[:, :, :2].reshape(700, 8))
    for old, new in (
        ("generator.laplace(0.0, first_scale)", "generator.laplace(0.0, 2 * first_scale)"),
        (  # one draw for all arms
            "means[arm, 0] += generator.laplace(0.0, first_scale)",
            "one = generator.laplace(0.0, first_scale) if arm == 0 else one; means[arm, 0] += one",
        ),
    ):
        mutant = noise(altered(anytime_lazy_ucb_kernels, old, new))
        assert not is_independent_laplace(mutant[:, :, :2].reshape(700, 8))


def test_first_pulls_as_printed_have_no_noise():
    drawn = drawn_means(anytime_lazy_ucb_kernels, range(200), means=[0.3, 0.6], first_scale=0.0)
    assert set(drawn[:, :, 0].ravel()) == {0.0, 1.0}
    assert not set(drawn[:, :, 1].ravel()) & {0.0, 0.5, 1.0}


# --- Interface ---


def test_checkpoints_do_not_change_the_run():
    rewards = bernoulli_table([0.3, 0.7, 0.5])
    every = run(rewards=rewards, horizon=2000, epsilon=1.0, seed=3)
    np.testing.assert_array_equal(every.sum(axis=1), np.arange(1, 2001))
    assert np.all(np.diff(every, axis=0) >= 0)
    for checkpoints in ([2000], [1, 2, 3, 4, 2000], [7, 100, 1500, 1999, 2000]):
        pulls = anytime_lazy_ucb.simulate(
            rewards=rewards,
            horizon=2000,
            checkpoints=np.array(checkpoints),
            generator=np.random.default_rng(3),
            epsilon=1.0,
        ).pulls
        np.testing.assert_array_equal(pulls, every[np.array(checkpoints) - 1])


@pytest.mark.parametrize("simulate", ["simulate", "simulate_literal"])
def test_same_seed_same_pulls_and_every_arm_first(simulate):
    arguments = {"rewards": bernoulli_table([0.3, 0.7, 0.5]), "horizon": 300, "epsilon": 1.0}
    simulate = getattr(anytime_lazy_ucb, simulate)
    one = run(simulate, seed=5, **arguments)
    np.testing.assert_array_equal(one, run(simulate, seed=5, **arguments))
    assert any(np.any(one != run(simulate, seed=seed, **arguments)) for seed in range(6, 10))
    np.testing.assert_array_equal(one[:3], np.tril(np.ones((3, 3))))
    shortest = run(simulate, rewards=arguments["rewards"], horizon=3, epsilon=1.0, seed=0)
    np.testing.assert_array_equal(shortest, one[:3])


@pytest.mark.parametrize(
    "options",
    [
        {"first_pull": "clean"},
        {"noise_scale": 0},
        {"width_constant": -1},
        {"width_constant": math.inf},
        {"logarithm": "e"},
        {"tie_breaking": "random"},
        {"tie-breaking": "uniform"},
    ],
)
def test_bad_options_are_refused(options):
    with pytest.raises(ValidationError):
        Options(**options)


@pytest.mark.parametrize("simulate", ["simulate", "simulate_literal"])
@pytest.mark.parametrize(
    ("change", "error", "message"),
    [
        ({"epsilon": 0.0}, ValueError, "epsilon: 0.0"),
        ({"epsilon": None}, TypeError, "epsilon: None"),
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
        "epsilon": 1.0,
    }
    with pytest.raises(error, match=message):
        getattr(anytime_lazy_ucb, simulate)(**(arguments | change))
