import functools
import itertools
import math

import numpy as np
import pytest
from pydantic import ValidationError
from scipy import stats

from bandit_replications.bandits.rewards import bernoulli_table, beta_table, finite_table
from bandit_replications.bandits.runs import count_pulls
from bandit_replications.papers.private_online.algorithms import dp_se, dp_se_kernels

ALPHA = 1e-4  # false-alarm rate of each distribution test
Options = dp_se.Options


def kernel_arguments(epsilon, horizon, options):
    beta = 1 / horizon if options.beta is None else options.beta
    constants = (options.sampling_constant, options.privacy_constant, options.width_constant)
    scale = options.noise_scale / epsilon
    return epsilon, scale, beta, dp_se.ROUNDING_CODES[options.rounding], constants


# --- Literal against fast on one table of rewards and noise ---


class Streams:
    """Each arm's rewards and noise, and the noisy sums of the epochs as they are asked for."""

    def __init__(self, seed, means, scale):
        self.reward_streams = [np.random.default_rng([seed, arm]) for arm in range(len(means))]
        self.noise_streams = [np.random.default_rng([seed, arm, 1]) for arm in range(len(means))]
        self.means, self.scale = means, scale
        self.sums = [[0.0] for _ in means]

    def pull(self, arm):
        reward = 1.0 if self.reward_streams[arm].random() < self.means[arm] else 0.0
        self.sums[arm][-1] += reward
        return reward

    def noise(self, arm):
        noise = self.noise_streams[arm].laplace(0.0, self.scale)
        self.sums[arm][-1] += noise
        self.sums[arm].append(0.0)
        return noise

    def noisy_sums(self):
        """Sums (epochs, arms) of the finished epochs; of arms that were dropped NaN."""
        return np.array(
            list(itertools.zip_longest(*[row[:-1] for row in self.sums], fillvalue=math.nan))
        )


def shuffled_means(seed):
    rng = np.random.default_rng(seed)
    return rng.permutation(rng.choice([0.75, 0.7, 0.5, 0.3, 1.0, 0.0], size=rng.integers(2, 6)))


@functools.cache
def literal_run(seed, epsilon, horizon, options):
    """Pulls after every round, and the noisy sums (epochs, arms) behind them."""
    means = shuffled_means(seed)
    streams = Streams(seed, means, options.noise_scale / epsilon)
    played = dp_se.play_literal(
        streams.pull,
        streams.noise,
        arms=len(means),
        epsilon=epsilon,
        beta=1 / horizon if options.beta is None else options.beta,
        options=options,
    )
    pulls = count_pulls(played, arms=len(means), checkpoints=np.arange(1, horizon + 1)).pulls
    return pulls, streams.noisy_sums()


def differs(seed, epsilon, horizon, options, kernels=dp_se_kernels):
    """Whether the fast simulation, given the literal's noisy sums, ever pulls another arm."""
    literal, sums = literal_run(seed, epsilon, horizon, options)
    fast = kernels.simulate_run(
        *bernoulli_table(shuffled_means(seed)),  # not drawn from, as all sums are given
        sums.copy(),
        *kernel_arguments(epsilon, horizon, options),
        np.arange(1, horizon + 1),
        np.random.default_rng(0),
    )
    return bool(np.any(fast != literal))


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
    """Up to six epochs, arms dropped in several of them, the best arm in any place."""
    epochs, shapes = 0, set()
    for run in RUNS:
        assert not differs(*run)
        sums = literal_run(*run)[1]
        epochs = max(epochs, len(sums))
        shapes |= {tuple(row) for row in (~np.isnan(sums)).tolist()}
    assert epochs >= 6
    assert len(shapes) > 15


@pytest.mark.parametrize("epsilon", [0.1, 1.0, 64.0])
def test_every_round_agrees_with_the_constants_as_defined(epsilon):
    run = (1, epsilon, 60_000, Options())
    assert not differs(*run)
    assert len(literal_run(*run)[1]) >= 1


@pytest.mark.parametrize("rounding", ["up", "down", "nearest"])
def test_every_round_agrees_under_each_rounding(rounding):
    options = SHORT.model_copy(update={"rounding": rounding})
    assert not any(differs(seed, 1.0, 2000, options) for seed in range(4))
    others = {"up", "down", "nearest"} - {rounding}
    for other in others:
        changed = options.model_copy(update={"rounding": other})
        assert any(
            np.any(literal_run(s, 1.0, 2000, changed)[0] != literal_run(s, 1.0, 2000, options)[0])
            for s in range(4)
        )


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("log_8 = math.log(8.0 * alive.size", "log_8 = math.log(8.0 * arms"),
        (
            "log_4 = math.log(4.0 * alive.size * epoch**2",
            "log_4 = math.log(4.0 * alive.size * epoch",
        ),
        ("gap = 2.0**-epoch", "gap = 2.0 ** (1 - epoch)"),
        ("for_privacy) + 1.0", "for_privacy)"),
        ("max(for_sampling, for_privacy)", "for_sampling"),
        ("mean[arm] = total / length", "mean[arm] = total / played[arm]"),  # counts not reset
        ("mean[alive].max() - mean[alive]", "mean.max() - mean[alive]"),  # of dropped arms as well
        ("constants[2] * width", "width"),
        ("math.sqrt(log_8 / (2.0 * length))", "math.sqrt(log_8 / length)"),
        ("log_4 / (length * epsilon)", "log_8 / (length * epsilon)"),
        ("pulls[point, alive[:extra]] += 1", "pulls[point, alive[-extra:]] += 1"),
    ],
)
def test_coupled_runs_catch_altered_kernels(altered, old, new):
    kernels = altered(dp_se_kernels, old, new)

    def caught(run):
        try:
            return differs(*run, kernels)
        except IndexError:  # not even the best arm is alive
            return True

    assert any(caught(run) for run in RUNS)


def test_round_robin_by_hand():
    # R_1 = ceil(4 ln(8·3/β)/(1/4)... ) is far beyond the horizon: the first epoch is cut short
    pulls = dp_se.simulate(
        rewards=bernoulli_table([0.0, 1.0, 0.0]),
        horizon=5,
        checkpoints=np.arange(1, 6),
        generator=np.random.default_rng(0),
        epsilon=1.0,
    ).pulls
    np.testing.assert_array_equal(pulls, [[1, 0, 0], [1, 1, 0], [1, 1, 1], [2, 1, 1], [2, 2, 1]])


# --- Exact values and laws ---


def test_epoch_lengths_by_hand():
    """At T = 2^22, K = 5: 128 ln(40·2^22) + 1 = 2425.05… and for ε = 0.01 1600 ln(20·2^22) + 1."""
    log_8, log_4 = math.log(8 * 5 * 2.0**22), math.log(4 * 5 * 2.0**22)
    constants = (32.0, 8.0, 2.0)
    length = dp_se_kernels.epoch_length
    assert length(1, log_8, log_4, 1.0, 0, constants) == math.ceil(128 * log_8) + 1 == 2426
    assert length(1, log_8, log_4, 1.0, 1, constants) == 2425
    assert length(1, log_8, log_4, 0.01, 0, constants) == math.ceil(1600 * log_4) + 1
    log_8 = math.log(8 * 5 * 9 * 2.0**22)
    assert length(3, log_8, log_4, 1.0, 0, constants) == math.ceil(2048 * log_8) + 1


DEEP = Options(sampling_constant=1.0, privacy_constant=0.1, beta=0.5)


def drawn_sums(kernels, *, means, seeds, epsilon=0.5, horizon=3000, options=DEEP):
    """Noisy sums (runs, epochs, arms) that the simulation drew; NaN where it did not."""
    tables = []
    for seed in seeds:
        table = np.full((3, len(means)), np.nan)
        kernels.simulate_run(
            *bernoulli_table(means),
            table,
            *kernel_arguments(epsilon, horizon, options),
            np.array([horizon]),
            np.random.default_rng(seed),
        )
        tables.append(table)
    return np.array(tables)


def epoch_means_are_unbiased(kernels):
    """Whether mean and variance of each epoch's noisy means are right: equal arms, no one drops.

    Mean μ; variance μ(1 - μ)/R + 2/(Rε)²; both within 4.4 standard errors, 1e-5 for each of six.
    """
    means, epsilon, runs = [0.4, 0.4, 0.4], 0.5, 1500
    options = DEEP.model_copy(update={"width_constant": 1e3})
    sums = drawn_sums(kernels, means=means, seeds=range(runs), epsilon=epsilon, options=options)
    for epoch in (1, 2, 3):
        log_8 = math.log(8 * 3 * epoch**2 / options.beta)
        log_4 = math.log(4 * 3 * epoch**2 / options.beta)
        length = math.ceil(max(4**epoch * log_8, 0.1 * 2**epoch * log_4 / epsilon) + 1)
        noisy = (sums[:, epoch - 1] / length).ravel()
        variance = 0.24 / length + 2 / (length * epsilon) ** 2
        if abs(noisy.mean() - 0.4) > 4.4 * math.sqrt(variance / noisy.size):
            return False
        # Laplace noise has the largest fourth moment: at most 6 variances squared
        if abs(noisy.var() / variance - 1) > 4.4 * math.sqrt(5 / noisy.size):
            return False
    return True


def test_epoch_means_are_unbiased_with_counters_reset(altered):
    assert epoch_means_are_unbiased(dp_se_kernels)
    for old, new in (
        ("int(arm), count, generator)", "int(arm), played[arm], generator)"),
        ("int(arm), count, generator)", "int(arm), count - 1, generator)"),
        ("generator.laplace(0.0, scale)", "generator.laplace(0.0, 3 * scale)"),
    ):
        assert not epoch_means_are_unbiased(altered(dp_se_kernels, old, new))


def is_independent_laplace(noise):
    """Whether columns (runs, n) are Laplace variables of scale 2, uncorrelated in pairs."""
    fits = all(stats.kstest(column, stats.laplace(0, 2).cdf).pvalue > ALPHA for column in noise.T)
    pairs = itertools.combinations(noise.T, 2)
    return fits and all(stats.spearmanr(one, other).pvalue > ALPHA for one, other in pairs)


def test_noise_of_arms_and_epochs_is_independent_laplace(altered):
    def noise(kernels):
        # equal sure rewards: the noise is what the sums are apart from an integer, the pulls
        sums = drawn_sums(
            kernels,
            means=[0.0, 0.0, 0.0],
            seeds=range(700),
            options=DEEP.model_copy(update={"width_constant": 1e3}),
        )
        return sums.reshape(700, 9)

    assert is_independent_laplace(noise(dp_se_kernels))
    draw = "total += generator.laplace(0.0, scale)"
    for new in (
        "total += generator.laplace(0.0, 2 * scale)",
        # one draw for all arms of an epoch
        "one = generator.laplace(0.0, scale) if arm == alive[0] else one; total += one",
    ):
        assert not is_independent_laplace(noise(altered(dp_se_kernels, draw, new)))


def sampled_pulls(simulate, runs, *, rewards, horizon, epsilon, first_seed=0, options):
    return np.array(
        [
            simulate(
                rewards=rewards,
                horizon=horizon,
                checkpoints=np.array([horizon]),
                generator=np.random.default_rng([first_seed, number]),
                epsilon=epsilon,
                options=options,
            ).pulls[-1]
            for number in range(runs)
        ]
    )


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
        horizon=horizon,
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


def same_law(one, other):
    """P-value that two samples of pulls (runs, numbers) have one joint law."""
    tuples, labels = np.unique(np.concatenate([one, other]), axis=0, return_inverse=True)
    counts = np.array(
        [np.bincount(part, minlength=len(tuples)) for part in np.split(labels, [len(one)])]
    )
    common = counts.sum(axis=0) >= 20
    table = np.column_stack([counts[:, common], counts[:, ~common].sum(axis=1)])
    return stats.chi2_contingency(table[:, table.sum(axis=0) > 0]).pvalue


@pytest.mark.parametrize(
    "rewards",
    [
        bernoulli_table([0.3, 0.5, 0.6]),
        finite_table([[0.0, 0.5, 1.0], [0.25, 1.0]], [[0.3, 0.4, 0.3], [0.6, 0.4]]),
        beta_table([0.5, 2.0], [0.8, 1.0]),
    ],
)
def test_each_reward_law_has_the_law_of_the_literal(rewards):
    options = Options(sampling_constant=0.1, privacy_constant=0.1, width_constant=0.5, beta=0.5)
    arguments = {"rewards": rewards, "horizon": 200, "epsilon": 1.0}
    literal = sampled_pulls(dp_se.simulate_literal, 700, options=options, **arguments)
    fast = sampled_pulls(dp_se.simulate, 5000, first_seed=1, options=options, **arguments)
    noisier = options.model_copy(update={"noise_scale": 1.5})
    mutant = sampled_pulls(dp_se.simulate, 5000, first_seed=2, options=noisier, **arguments)
    assert len(np.unique(literal, axis=0)) > 5
    assert same_law(fast, literal) > ALPHA
    assert same_law(mutant, literal) < ALPHA


# --- Interface ---


def run(simulate=dp_se.simulate, *, seed=0, checkpoints=None, horizon=40_000, **options):
    return simulate(
        rewards=bernoulli_table([0.1, 0.3, 0.9, 0.3]),
        horizon=horizon,
        checkpoints=np.arange(1, horizon + 1) if checkpoints is None else np.array(checkpoints),
        generator=np.random.default_rng(seed),
        epsilon=1.0,
        options=Options(**options),
    ).pulls


def test_arms_leave_for_good_and_the_last_is_pulled_until_the_end():
    pulls = run()
    steps = np.diff(pulls, axis=0, prepend=0)
    assert np.all(steps.sum(axis=1) == 1)
    played = steps.argmax(axis=1)
    lasts = [np.flatnonzero(played == arm)[-1] for arm in range(4)]
    assert lasts[2] == 39_999
    last_other = max(lasts[arm] for arm in (0, 1, 3))
    assert last_other < 39_000
    assert set(played[last_other + 1 :]) == {2}
    first = math.ceil(128 * math.log(8 * 4 * 40_000) + 1)
    np.testing.assert_array_equal(played[: 4 * first], np.tile([0, 1, 2, 3], first))


def test_checkpoints_do_not_change_the_run():
    every = run()
    for checkpoints in ([40_000], [1, 2, 3, 40_000], [6, 7_001, 12_345, 39_999, 40_000]):
        np.testing.assert_array_equal(
            run(checkpoints=checkpoints), every[np.array(checkpoints) - 1]
        )


@pytest.mark.parametrize("simulate", [dp_se.simulate, dp_se.simulate_literal])
def test_same_seed_same_pulls(simulate):
    options = {"sampling_constant": 0.1, "privacy_constant": 0.1, "beta": 0.5, "horizon": 500}
    np.testing.assert_array_equal(run(simulate, **options), run(simulate, **options))
    runs = [run(simulate, seed=seed, **options) for seed in range(8)]
    assert any(np.any(one != runs[0]) for one in runs)


def test_beta_is_one_over_the_horizon_unless_given():
    np.testing.assert_array_equal(run(), run(beta=1 / 40_000))
    assert np.any(run() != run(beta=0.01))


@pytest.mark.parametrize(
    "options",
    [
        {"beta": 0.0},
        {"beta": 1.0},
        {"rounding": "ceil"},
        {"noise_scale": 0},
        {"width_constant": math.inf},
        {"sampling_constant": -32},
        {"privacy_constant": 0},
        {"tie_breaking": "uniform"},
    ],
)
def test_bad_options_are_refused(options):
    with pytest.raises(ValidationError):
        Options(**options)


@pytest.mark.parametrize("simulate", [dp_se.simulate, dp_se.simulate_literal])
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
        simulate(**(arguments | change))
