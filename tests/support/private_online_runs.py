"""Runs of the private-online paper's simulators: pulls after every round, laws, sure rewards."""

import itertools
import math

import numpy as np
from scipy import stats

from bandit_replications.bandits.literal import drive
from bandit_replications.bandits.problems import BanditProblem
from bandit_replications.bandits.rewards import bernoulli_table, beta_table, finite_table
from bandit_replications.bandits.runs import count_pulls
from bandit_replications.papers.private_online.catalogue import ENTRIES, FULL_INFORMATION

ALPHA = 1e-4  # false-alarm rate of each distribution test
LAWS = {
    "bernoulli": bernoulli_table([0.5, 0.7, 0.6, 0.7]),
    "sure": bernoulli_table([1.0, 1.0, 0.0]),
    "finite": finite_table([[0.0, 0.5, 1.0], [0.25, 1.0]], [[0.3, 0.4, 0.3], [0.6, 0.4]]),
    "beta": beta_table([0.5, 2.0, 1.0], [0.8, 1.0, 1.0]),
}


class GivenNoise:
    """A generator with given Laplace noise, 0 by default; remembers the scales it was asked for."""

    def __init__(self, noise=lambda number, scale: 0.0):
        self.noise, self.scales = noise, []

    def laplace(self, _, scale):
        self.scales.append(scale)
        return self.noise(len(self.scales) - 1, scale)


def some_means(seed):
    """Means of two to five arms, the best in any place, some of them equal."""
    rng = np.random.default_rng(seed)
    return rng.permutation(rng.choice([0.75, 0.7, 0.5, 0.3, 1.0, 0.0], size=rng.integers(2, 6)))


def sure_rewards(values):
    """Rewards that always have these values, in [0, 1]: their sums use no random numbers."""
    return finite_table([[value] for value in values], [[1.0]] * len(values))


def every_round(simulate, rewards, *, horizon, seed=0, epsilon=None, checkpoints=None, **options):
    """Pulls after every round, or at checkpoints."""
    points = np.arange(1, horizon + 1) if checkpoints is None else checkpoints
    problem = BanditProblem(rewards=rewards, horizon=horizon, checkpoints=points, epsilon=epsilon)
    return simulate(problem, generator=np.random.default_rng(seed), **options).pulls


def literal_on_sure_rewards(algorithm, values, *, horizon, seed, epsilon, options):
    """Pulls after every round where the generator draws the algorithm's noise alone."""
    problem = BanditProblem(rewards=sure_rewards(values), horizon=horizon, epsilon=epsilon)
    player = ENTRIES[algorithm].algorithm.play(
        problem, generator=np.random.default_rng(seed), options=options
    )
    respond = values.__getitem__
    if algorithm in FULL_INFORMATION:
        respond = lambda _: values  # noqa: E731
    played = drive(player, respond, rounds=horizon)
    return count_pulls(played, arms=len(values), checkpoints=np.arange(1, horizon + 1)).pulls


def sampled_pulls(simulate, runs, *, rewards, rounds, epsilon=None, first_seed=0, **options):
    """Pulls (runs, rounds · arms) at some rounds of independent runs."""
    problem = BanditProblem(
        rewards=rewards, horizon=rounds[-1], checkpoints=rounds, epsilon=epsilon
    )
    generators = (np.random.default_rng([first_seed, number]) for number in range(runs))
    return np.array(
        [simulate(problem, generator=one, **options).pulls.ravel() for one in generators]
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


def first_decision_p_value(pulls, scale):
    """P-value of round 3 after sure rewards 0 and 1 that were noised with Lap(scale).

    The worse arm is pulled if two Laplace variables of scale b differ by more than 1, with
    probability (1/2 + 1/(4b)) exp(-1/b).
    """
    worse = int((pulls[:, 0] == 2).sum())
    law = (0.5 + 0.25 / scale) * math.exp(-1 / scale)
    return stats.binomtest(worse, len(pulls), law).pvalue


def literal_decisions(algorithm, rewards, runs, *, seed, epsilon, **options):
    """Codes of the pseudo-code's decisions from round 3 on, two arms with given rewards."""
    generator, rounds = np.random.default_rng(seed), len(rewards)
    problem = BanditProblem(rewards=sure_rewards([0.0, 0.0]), horizon=rounds, epsilon=epsilon)
    codes = []
    for _ in range(runs):
        clock = itertools.count()
        player = algorithm.play(problem, generator=generator, **options)
        played = drive(player, lambda arm, t=clock: rewards[next(t), arm], rounds=rounds)
        codes.append(int("".join(map(str, list(played)[2:])), 2))
    return np.array(codes)


def follow_law(codes, probabilities):
    """Whether codes 0, 1, … come from this law: chi-square test of the outcomes that occur."""
    law = np.asarray(probabilities, dtype=float)
    counts = np.bincount(codes, minlength=law.size)
    if counts[law == 0].any():
        return False
    rare = law * codes.size < 5
    observed = np.append(counts[~rare], counts[rare].sum())
    expected = np.append(law[~rare], law[rare].sum()) * codes.size
    if expected[-1] < 1:
        observed, expected = observed[:-1], expected[:-1]
    expected *= observed.sum() / expected.sum()
    return stats.chisquare(observed, expected).pvalue > ALPHA
