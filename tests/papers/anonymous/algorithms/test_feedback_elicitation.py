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
from bandit_replications.papers.anonymous.environments.anonymity import AnonymousBandit
from bandit_replications.papers.anonymous.environments.problems import AnonymousProblem
from bandit_replications.papers.anonymous.environments.requests import Commit

GROUP_SIZE = 2
ARMS = 3
# Five users on arm 0 (one group), six on arm 1 (two groups), two on arm 2 (no group).
ASSIGNMENT = np.array([0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 0, 1, 1])
MEANS = np.random.default_rng(0).uniform(0.1, 0.9, size=(13, ARMS))


def play_runs(routine, *, rounds, seed=0, law="bernoulli", means=MEANS):
    """Return what a routine returns after it was used with `yield from` for this many rounds."""
    found = []

    def play():
        found.append((yield from routine))
        yield Commit([0] * 13)

    problem = AnonymousProblem(means=means, group_size=GROUP_SIZE, horizon=rounds + 1, law=law)
    AnonymousBandit(problem, generator=np.random.default_rng(seed)).run(play())
    return found[0]


def fast_sums(*, runs, assignments=ASSIGNMENT[None], **world):
    """Return counts and sums of estimates, (users, arms), of this many runs of each row."""
    sequence = np.repeat(np.arange(len(assignments)), runs)
    routine = elicit(assignments, sequence, arms=ARMS, group_size=GROUP_SIZE)
    return play_runs(routine, rounds=rounds_of(GROUP_SIZE) * sequence.size, **world)


def literal_estimates(*, runs, elicit_once=elicit_literal, **world):
    """Return estimates of single runs, shape (runs, users); NaN where there is none."""

    def routine():
        estimates = np.full((runs, 13), np.nan)
        for run in range(runs):
            found = yield from elicit_once(ASSIGNMENT.tolist(), arms=ARMS, group_size=GROUP_SIZE)
            estimates[run, list(found)] = list(found.values())
        return estimates

    return play_runs(routine(), rounds=rounds_of(GROUP_SIZE) * runs, **world)


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


def test_both_partitions_agree_on_groups_and_sizes():
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


@pytest.mark.parametrize("law", ["bernoulli", "gaussian"])
@pytest.mark.parametrize(("rows", "runs"), [(1, 4), (2, 2)])
def test_fast_sums_have_the_moments_of_their_definition(law, rows, runs):
    """The same for sums of several runs, drawn at once, and for a sum over two assignments."""
    assert_moments(sampled_sums(1500, rows=rows, runs=runs, law=law), 4, law)


def sampled_sums(samples, *, rows=1, **arguments):
    """Return samples of each user's sum of estimates, shape (samples, users)."""
    assignments = np.array([ASSIGNMENT] * rows)
    sums = [fast_sums(seed=s, assignments=assignments, **arguments)[1] for s in range(samples)]
    return np.array(sums)[:, np.arange(13), ASSIGNMENT]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("range(place + 1, end)", "range(place, end)"),
        ("together[arm, user, members[later]] += runs", "together[arm, user, members[later]] += 1"),
        ("means[other, arm], count, law", "means[user, arm], count, law"),
    ],
)
def test_moments_catch_altered_totals(altered, monkeypatch, old, new):
    mutant = altered(anonymity_kernels, old, new)
    monkeypatch.setattr(
        "bandit_replications.papers.anonymous.environments.anonymity.draw_totals",
        mutant.draw_totals,
    )
    with pytest.raises(AssertionError):
        assert_moments(sampled_sums(400, runs=4), 4, "bernoulli")


def test_moments_catch_an_altered_literal(altered):
    mutant = altered(feedback_elicitation, "group[:k] + group[k + 1 :]", "group[1:]")
    estimates = literal_estimates(runs=2000, elicit_once=mutant.elicit_literal)
    with pytest.raises(AssertionError):
        assert_moments(estimates, 1, "bernoulli")
