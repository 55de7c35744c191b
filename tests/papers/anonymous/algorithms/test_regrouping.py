"""Regrouping: exact means, round by round against all at once, refusals, altered versions."""

import itertools

import numpy as np
import pytest
from scipy import stats
from tests.support.anonymous_runs import curve

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


def estimates(rng, means, rounds, group_size):
    """Return each user's sum of estimates from rounds of own random groups and own rewards."""
    n, q = len(means), len(means) // group_size
    sizes = n // q + (np.arange(q) < n % q)
    cut = np.repeat(np.arange(q), sizes)[rng.random((rounds, n)).argsort(axis=1)]
    rewards = rng.random((rounds, n)) < means
    totals = np.stack([(rewards * (cut == group)).sum(axis=1) for group in range(q)], axis=1)
    m, own = sizes[cut], np.take_along_axis(totals, cut, axis=1)
    return (((n - 1) * own - (m - 1) * totals.sum(axis=1, keepdims=True)) / (n - m)).sum(axis=0)


def own_regret(rng, means, *, group_size, horizon):
    """Return the regret of Algorithm 1 with regrouping: two arms, in turn while both are alive."""
    batches = int(np.ceil(np.log2(np.log2(horizon))))
    a = horizon ** (1 / (2 - 2.0 ** (1 - batches)))
    ends = [int(a ** (2 - 2.0 ** (1 - b)) + 1e-9) for b in range(1, batches)] + [horizon]
    users, played, regret = np.arange(len(means)), 0, 0.0
    alive, (counts, sums) = np.ones(means.shape, dtype=bool), np.zeros((2, *means.shape))
    for end, start in zip(ends, [0, *ends], strict=False):
        both = alive.all(axis=1)
        rounds = min(end - start + (end - start) % 2 * both.any(), horizon - played)
        for turn, number in enumerate((-(-rounds // 2), rounds // 2)):
            plan = np.where(both, (users // 2 + turn) % 2, alive.argmax(axis=1))
            for arm in (0, 1):
                here = np.flatnonzero(plan == arm)
                sums[here, arm] += estimates(rng, means[here, arm], number, group_size)
                counts[here, arm] += number
            regret += number * (means.max(axis=1) - means[users, plan]).sum()
        played += rounds
        averages = np.where(alive, sums / np.maximum(counts, 1), -np.inf)
        width = np.sqrt(4.5 * group_size / np.where(alive, counts, np.inf).min(axis=1))
        alive &= averages > (averages.max(axis=1) - width)[:, None]
    return regret


def test_regret_grows_like_the_root_of_the_group_size():
    """Own simulator, gap 0.05 sqrt(C), against ours at five standard errors, and its growth."""
    words = {"sub_algorithm": "regroup", "decomposition": "all-open", "cluster": 64}
    words |= {"tau": "fewest", "gamma": 1.0, "gamma_scale": "subgaussian"}
    found = {}
    for size in (1, 4, 16):
        means = 0.5 + 0.05 * size**0.5 * (np.arange(128)[:, None] % 2 == [0, 1])
        world = {"group_size": size, "horizon": 4000}
        own = [own_regret(np.random.default_rng(s), means, **world) for s in range(8)]
        world |= {"means": means, "options": batched_elimination.Options(**words)}
        ours = [curve(batched_elimination.simulate, seed=s, **world)[-1] for s in range(40)]
        error = np.hypot(np.std(own) / 8**0.5, np.std(ours) / 40**0.5)
        found[size] = np.mean(own)
        assert abs(np.mean(ours) - found[size]) < 5 * error
    assert 0.4 < np.log(found[16] / found[1]) / np.log(16) < 0.6
