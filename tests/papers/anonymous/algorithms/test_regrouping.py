"""Regrouping: exact means, round by round against all at once, refusals, altered versions."""

import itertools
from fractions import Fraction

import numpy as np
import pytest
from scipy import stats

from bandit_replications.papers.anonymous.algorithms import batched_elimination, regrouping
from bandit_replications.papers.anonymous.environments.anonymity import AnonymousBandit
from bandit_replications.papers.anonymous.environments.problems import AnonymousProblem
from bandit_replications.papers.anonymous.environments.requests import Commit
from bandit_replications.papers.anonymous.theory import regrouping as theory

# C = 2: five users on arm 0 (two groups), four on arm 1, three on arm 2 (no group).
ASSIGNMENT = np.array([0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 0, 2])
MEANS = np.random.default_rng(0).uniform(0.1, 0.9, size=(12, 3))
SIZES = {"arms": 3, "group_size": 2}


def play_runs(routine, *, rounds, seed=0, law="bernoulli"):
    """Return what a routine returns after it was used with `yield from` for this many rounds."""
    found = []

    def play():
        found.append((yield from routine))
        yield Commit([0] * 12)

    problem = AnonymousProblem(means=MEANS, group_size=2, horizon=rounds + 1, law=law)
    AnonymousBandit(problem, generator=np.random.default_rng(seed)).run(play())
    return found[0]


def literal_estimates(*, runs, law):
    def routine():
        estimates = np.full((runs, 12), np.nan)
        stream = np.random.default_rng(1)
        for run in range(runs):
            found = yield from regrouping.regroup_literal(
                ASSIGNMENT.tolist(), generator=stream, **SIZES
            )
            estimates[run, list(found)] = list(found.values())
        return estimates

    return play_runs(routine(), rounds=runs, law=law)


def fast_sums(*, runs, seed, law="bernoulli"):
    routine = regrouping.regroup(ASSIGNMENT[None], np.zeros(1, int), np.array([runs]), **SIZES)
    return play_runs(routine, rounds=runs, seed=seed, law=law)


def test_who_gets_estimates():
    counts, sums = fast_sums(runs=3, seed=0)
    informed = ASSIGNMENT < 2
    np.testing.assert_array_equal(counts[np.arange(12), ASSIGNMENT], 3 * informed)
    assert counts.sum() == 3 * 9
    assert not sums[counts == 0].any()
    assert (~np.isnan(literal_estimates(runs=1, law="bernoulli")[0]) == informed).all()


@pytest.mark.parametrize("law", ["bernoulli", "gaussian"])
def test_fast_and_literal_have_the_same_law(law):
    # five standard errors for 9 users, a p-value below 1e-6: false alarms below 1e-4
    literal = literal_estimates(runs=1500, law=law)[:, ASSIGNMENT < 2]
    places = np.flatnonzero(ASSIGNMENT < 2), ASSIGNMENT[ASSIGNMENT < 2]
    single = np.array([fast_sums(runs=1, seed=seed, law=law)[1][places] for seed in range(800)])
    error = literal.std(axis=0) / np.sqrt(len(literal))
    assert (abs(literal.mean(axis=0) - MEANS[places]) < 5 * error).all()
    pooled = fast_sums(runs=20_000, seed=9, law=law)[1][places] / 20_000
    assert (abs(pooled - MEANS[places]) < 5 * literal.std(axis=0) / np.sqrt(20_000)).all()
    for user in (0, 3):
        assert stats.ks_2samp(literal[:, user], single[:, user]).pvalue > 1e-6
    ours, theirs = np.corrcoef(literal.T), np.corrcoef(single.T)
    assert abs(ours - theirs).max() < 0.2


@pytest.mark.parametrize(("group_size", "users"), [(1, 3), (2, 4), (2, 5), (2, 6), (3, 6)])
def test_partitions_are_groups_as_equal_as_can_be(group_size, users):
    stream = np.random.default_rng(0)
    for _ in range(20):
        groups = regrouping.partition(list(range(users)), group_size=group_size, generator=stream)
        assert sorted(itertools.chain(*groups)) == list(range(users))
        assert len(groups) == users // group_size
        assert {len(group) for group in groups} <= {users // len(groups), -(-users // len(groups))}


def test_mean_over_all_cuts_by_enumeration():
    for group_size, users in ((1, 3), (2, 4), (2, 5)):
        assert theory.wrong_means(group_size=group_size, users=users) == 0
    assert theory.wrong_means(group_size=2, users=5, others=2) > 0  # m in place of m - 1
    assert theory.wrong_means(group_size=2, users=4, cuts=1) > 0  # one cut, kept


def test_variance_proxy_by_the_hypergeometric_law():
    found = [theory.proxy(group_size=c, users=2 * c, size=c) for c in (2, 5, 20)]
    assert all(p <= 3 * c - 2 for p, c in zip(found, (2, 5, 20), strict=True))
    assert found[2] > 1.5 * 20  # C in place of 9C/2 is refused


def test_batched_elimination_needs_twice_the_group():
    options = batched_elimination.Options(sub_algorithm="regroup", decomposition="all-open")
    means = np.tile([0.9, 0.1], (7, 1))
    problem = AnonymousProblem(means=means, group_size=4, horizon=100)
    with pytest.raises(ValueError, match="users: 7; allowed: more than 2 group_size - 1, 7"):
        batched_elimination.check_problem(problem.sizes, options)


def test_assignment_in_a_round_has_one_estimate_of_everybody():
    half = Fraction(1, 2)
    assert theory.estimate(total=2 * half, whole=4 * half, users=4, size=2) == half
