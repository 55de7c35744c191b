import numpy as np
import pytest

from bandit_replications.papers.anonymous.algorithms import feedback_elicitation
from bandit_replications.papers.anonymous.algorithms.feedback_elicitation import (
    elicit,
    elicit_literal,
    partition,
    partition_rows,
    rounds_of,
)
from bandit_replications.papers.anonymous.environments import anonymity_kernels
from bandit_replications.papers.anonymous.environments.anonymity import AnonymousBandit, Commit
from bandit_replications.papers.anonymous.environments.anonymity_kernels import draw_totals

GROUP_SIZE = 2
ARMS = 3
# Five users on arm 0 (one group), six on arm 1 (two groups), two on arm 2 (no group).
ASSIGNMENT = np.array([0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 0, 1, 1])
MEANS = np.random.default_rng(0).uniform(0.1, 0.9, size=(13, ARMS))


def environment(*, horizon, seed=0, law="bernoulli", means=MEANS):
    return AnonymousBandit(
        means=means,
        group_size=GROUP_SIZE,
        horizon=horizon,
        checkpoints=np.array([horizon]),
        generator=np.random.default_rng(seed),
        law=law,
    )


def fast_sums(*, runs, seed=0, law="bernoulli", means=MEANS, assignments=ASSIGNMENT[None]):
    """Return counts and sums of estimates, (users, arms), of this many runs of each row."""
    found = []

    def play():
        sequence = np.repeat(np.arange(len(assignments)), runs)
        found.append((yield from elicit(assignments, sequence, arms=ARMS, group_size=GROUP_SIZE)))
        yield Commit([0] * 13)

    horizon = rounds_of(GROUP_SIZE) * runs * len(assignments) + 1
    environment(horizon=horizon, seed=seed, law=law, means=means).run(play())
    return found[0]


def literal_estimates(*, runs, seed=0, law="bernoulli", means=MEANS):
    """Return estimates of single runs, shape (runs, users); NaN where there is none."""
    estimates = np.full((runs, 13), np.nan)

    def play():
        for run in range(runs):
            found = yield from elicit_literal(ASSIGNMENT.tolist(), arms=ARMS, group_size=GROUP_SIZE)
            for user, estimate in found.items():
                estimates[run, user] = estimate
        yield Commit([0] * 13)

    horizon = rounds_of(GROUP_SIZE) * runs + 1
    environment(horizon=horizon, seed=seed, law=law, means=means).run(play())
    return estimates


def moments(law):
    """Return mean, variance and covariances of one run's estimates, from their definition.

    Section 3.1: the total of a group minus, one round later, that of the group without the user.
    """
    groups = [[0, 2, 5, 7, 10], [1, 3, 6], [8, 11, 12]]
    own = MEANS[np.arange(13), ASSIGNMENT]
    variances = own * (1 - own) if law == "bernoulli" else np.ones(13)
    covariance = np.full((13, 13), np.nan)
    covariance[np.ix_(np.concatenate(groups), np.concatenate(groups))] = 0.0
    for group in groups:
        whole = variances[group].sum()
        for user in group:
            covariance[user, group] = whole  # they share the group's first round
            covariance[user, user] = 2 * whole - variances[user]
    mean = np.where(np.isin(ASSIGNMENT, [0, 1]), own, np.nan)
    return mean, covariance


def assert_moments(samples, runs_each, law):
    """Compare samples of sums of `runs_each` runs with the moments, at 5 standard errors."""
    mean, covariance = moments(law)
    known = np.flatnonzero(~np.isnan(mean))
    centred = samples[:, known] - runs_each * mean[known]
    expected = runs_each * covariance[np.ix_(known, known)]
    errors = np.sqrt(np.diag(expected) / len(samples))
    assert np.all(np.abs(centred.mean(axis=0)) < 5 * errors)
    found = centred.T @ centred / len(samples)
    diagonal = np.diag(expected)
    spread = np.sqrt((expected**2 + np.outer(diagonal, diagonal)) / len(samples))
    assert np.all(np.abs(found - expected) < 5 * spread)


def test_partition_makes_groups_of_the_right_sizes():
    assert partition(ASSIGNMENT.tolist(), arms=ARMS, group_size=2) == [
        [0, 2, 5, 7, 10],
        [1, 3, 6],
        [8, 11, 12],
    ]


def test_both_partitions_agree_and_have_c_plus_1_to_2c_plus_1_users():
    generator = np.random.default_rng(1)
    for _ in range(200):
        users, arms, size = generator.integers([1, 2, 1], [40, 6, 6])
        assignment = generator.integers(0, arms, size=users)
        groups = partition(assignment.tolist(), arms=int(arms), group_size=int(size))
        expected = np.full(users, -1)
        for number, group in enumerate(groups):
            assert size + 1 <= len(group) <= 2 * size + 1
            assert len({int(assignment[user]) for user in group}) == 1
            expected[group] = number
        found = partition_rows(assignment[None], arms, size)[0]
        np.testing.assert_array_equal(found, expected)
        on_arm = np.bincount(assignment, minlength=arms)[assignment]
        np.testing.assert_array_equal(found >= 0, on_arm >= size + 1)


def test_sure_rewards_are_estimated_without_error():
    means = np.random.default_rng(2).integers(0, 2, size=(13, ARMS)).astype(float)
    counts, sums = fast_sums(runs=3, means=means)
    expected = np.zeros((13, ARMS), dtype=int)
    informed = np.flatnonzero(ASSIGNMENT < 2)
    expected[informed, ASSIGNMENT[informed]] = 3
    np.testing.assert_array_equal(counts, expected)
    np.testing.assert_array_equal(sums, expected * means)
    estimates = literal_estimates(runs=1, means=means)[0]
    np.testing.assert_array_equal(estimates[informed], sums[informed, ASSIGNMENT[informed]] / 3)
    assert np.isnan(estimates[ASSIGNMENT == 2]).all()


@pytest.mark.parametrize("law", ["bernoulli", "gaussian"])
def test_literal_estimates_have_the_moments_of_their_definition(law):
    """False alarms: 13 means and 121 covariances at 5 standard errors, about 1e-4."""
    assert_moments(literal_estimates(runs=3000, law=law), 1, law)


def test_fast_sums_have_the_moments_of_their_definition():
    """The same for sums of several runs, drawn at once, and for a sum over two assignments."""
    for law in ("bernoulli", "gaussian"):
        samples = [fast_sums(runs=4, seed=seed, law=law)[1] for seed in range(1500)]
        rows = np.arange(13)
        assert_moments(np.array(samples)[:, rows, ASSIGNMENT], 4, law)
    twice = [
        fast_sums(runs=2, seed=seed, assignments=np.array([ASSIGNMENT, ASSIGNMENT]))[1]
        for seed in range(1500)
    ]
    assert_moments(np.array(twice)[:, np.arange(13), ASSIGNMENT], 4, "bernoulli")


def test_fast_and_literal_sums_have_the_same_law():
    """Chi-square test on the sum of two estimates of one user: false alarms at 1e-4."""
    stats = pytest.importorskip("scipy.stats")
    literal = np.nansum(literal_estimates(runs=6000, seed=5).reshape(3000, 2, 13), axis=1)
    fast = np.array([fast_sums(runs=2, seed=9000 + seed)[1] for seed in range(3000)])
    for user in (0, 1, 12):
        both = [literal[:, user], fast[:, user, ASSIGNMENT[user]]]
        values = np.unique(np.concatenate(both))
        table = np.array([[np.sum(sample == value) for value in values] for sample in both])
        table = table[:, table.sum(axis=0) >= 10]
        assert stats.chi2_contingency(table).pvalue > 1e-4 / 3


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("whole[user, arm] += total", "whole[user, arm] += 1.1 * total"),
        ("range(place + 1, end)", "range(place, end)"),
        ("together[arm, user, members[later]] += runs", "together[arm, user, members[later]] += 1"),
        ("means[other, arm], count, law", "means[user, arm], count, law"),
        (
            "total += draw_rewards(means[members[place], arm], runs, law, generator)",
            "total += runs * draw_rewards(means[members[place], arm], 1, law, generator)",
        ),
    ],
)
def test_moments_catch_altered_totals(altered, monkeypatch, old, new):
    mutant = altered(anonymity_kernels, old, new)
    monkeypatch.setattr(
        "bandit_replications.papers.anonymous.environments.anonymity.draw_totals",
        mutant.draw_totals,
    )
    samples = [fast_sums(runs=4, seed=seed)[1] for seed in range(400)]
    with pytest.raises(AssertionError):
        assert_moments(np.array(samples)[:, np.arange(13), ASSIGNMENT], 4, "bernoulli")


def test_moments_catch_an_altered_literal(altered):
    mutant = altered(feedback_elicitation, "group[:k] + group[k + 1 :]", "group[1:]")
    estimates = mutant.elicit_literal
    told = []

    def play():
        for _ in range(2000):
            found = yield from estimates(ASSIGNMENT.tolist(), arms=ARMS, group_size=GROUP_SIZE)
            told.append([found.get(user, np.nan) for user in range(13)])
        yield Commit([0] * 13)

    environment(horizon=2000 * 6 + 1).run(play())
    with pytest.raises(AssertionError):
        assert_moments(np.array(told), 1, "bernoulli")


def test_nothing_is_mutated():
    assignments = ASSIGNMENT[None].copy()
    groups = partition_rows(assignments, ARMS, GROUP_SIZE)
    before = groups.copy()
    draw_totals(MEANS, assignments, groups, np.array([2]), 0, np.random.default_rng(0))
    np.testing.assert_array_equal(groups, before)
    np.testing.assert_array_equal(assignments[0], ASSIGNMENT)
