import functools

import numpy as np
import pytest
from scipy import stats
from tests.support.anonymous_runs import curve

from bandit_replications.papers.anonymous.algorithms import batched_elimination
from bandit_replications.papers.anonymous.algorithms.batched_elimination import Options
from bandit_replications.papers.anonymous.environments.instances import clustered
from bandit_replications.papers.anonymous.environments.sizes import Sizes

CLUSTERED = clustered(np.random.default_rng(4).uniform(0.2, 0.8, size=(12, 2)))
SURE = (np.arange(12)[:, None] % 2 == np.arange(2)).astype(float)


def algorithm_1(*, means, group_size, horizon, gamma, batches, seed, decomposition="greedy"):
    """Return the final regret of Algorithm 1 with greedy or random assignments, from the paper.

    Own grid, factor, decomposition, groups, rewards and elimination; τ the most estimates.
    """
    rng = np.random.default_rng(seed)
    users, arms = means.shape
    rounds = 2 * group_size + 2
    budget = horizon / (arms * rounds)  # alpha = K
    a = budget ** (1 / (2 - 2 ** (1 - batches)))
    ends = [int(a ** (2 - 2 ** (1 - b)) + 1e-9) for b in range(1, batches)] + [int(budget)]
    alive = [set(range(arms)) for _ in range(users)]
    estimates = [[[] for _ in range(arms)] for _ in range(users)]
    regret, played = 0.0, 0
    for b in range(batches):
        demand = ends[b] - (ends[b - 1] if b else 0)
        for plan in PLANS[decomposition](alive, demand, arms, group_size, rng):
            if played + rounds > horizon:
                break
            for user, estimate in elicited(means, plan, group_size, rng).items():
                if plan[user] in alive[user]:
                    estimates[user][plan[user]].append(estimate)
            played += rounds
            regret += rounds * lost(means, plan)
        if b < batches - 1:
            for user in range(users):
                seen = {j: estimates[user][j] for j in alive[user] if estimates[user][j]}
                if seen:
                    best = max(np.mean(values) for values in seen.values())
                    width = (gamma / max(len(values) for values in seen.values())) ** 0.5
                    alive[user] -= {j for j, v in seen.items() if best - np.mean(v) >= width}
    final = []
    for user in range(users):
        seen = [j for j in sorted(alive[user]) if estimates[user][j]]
        final.append(max(seen, key=lambda j: np.mean(estimates[user][j])))
    return regret + (horizon - played) * lost(means, final)


def greedy_plans(alive, demand, arms, group_size, rng):
    """Yield D times, for each arm that more than C users want, all of them on it (3.4.1)."""
    for arm in range(arms):
        if sum(arm in mine for mine in alive) > group_size:
            plan = [arm if arm in mine else int(rng.choice(sorted(mine))) for mine in alive]
            yield from [plan] * demand


def random_plans(alive, demand, arms, group_size, rng):
    """Yield assignments to random active arms until every pair is met (start of 3.4.2)."""
    enough = {j for j in range(arms) if sum(j in mine for mine in alive) > group_size}
    wanted = [mine & enough for mine in alive]
    left = {(i, j): -(-demand // len(mine)) for i, mine in enumerate(wanted) for j in mine}
    while max(left.values(), default=0) > 0:
        pairs = zip(wanted, alive, strict=True)
        plan = [int(rng.choice(sorted(mine or others))) for mine, others in pairs]
        yield plan
        for i, j in left:
            left[i, j] -= plan[i] == j and plan.count(j) > group_size


PLANS = {"greedy": greedy_plans, "random": random_plans}


def elicited(means, plan, group_size, rng):
    """Return each user's estimate from one run of the sub-algorithm (Section 3.1)."""
    found = {}
    for arm in set(plan):
        members = [user for user, played in enumerate(plan) if played == arm]
        for start in range(0, len(members) - group_size, group_size + 1):
            last = len(members) - start < 2 * (group_size + 1)
            group = members[start:] if last else members[start : start + group_size + 1]
            whole = (rng.random(len(group)) < means[group, arm]).sum()
            for user in group:
                others = [other for other in group if other != user]
                found[user] = whole - (rng.random(len(others)) < means[others, arm]).sum()
            if last:
                break
    return found


def lost(means, plan):
    return float((means.max(axis=1) - means[np.arange(len(plan)), plan]).sum())


BATCHES = {"gamma": 2.0, "batches": 3}
GREEDY = Options(decomposition="greedy", **BATCHES)


def finals(module, horizon):
    """Return the final regret of both forms, and the oracle's, in a sure world."""
    arguments = {"means": SURE, "horizon": horizon, "options": GREEDY}
    found = [curve(f, **arguments)[-1] for f in (module.simulate, module.simulate_literal)]
    return found, algorithm_1(means=SURE, group_size=2, horizon=horizon, **BATCHES, seed=0)


@pytest.mark.parametrize("horizon", [61, 420, 997])
def test_both_agree_with_the_oracle_exactly(horizon):
    found, expected = finals(batched_elimination, horizon)
    assert found == pytest.approx([expected] * 2, rel=1e-12)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("sizes.horizon / (_alpha", "sizes.horizon / (2 * _alpha"),
        ("else (2 * C + 2, C + 1)", "else (2 * C + 1, C + 1)"),
    ],
)
def test_the_oracle_catches_what_both_could_share(altered, old, new):
    found, expected = finals(altered(batched_elimination, old, new), 997)
    assert max(abs(value - expected) for value in found) > 1e-9


@pytest.mark.parametrize("decomposition", PLANS)
def test_fast_has_the_law_of_the_oracle(decomposition):
    """Kolmogorov-Smirnov on the final regret of 300 and 100 runs: false alarms at 1e-4."""
    arguments = {"means": CLUSTERED, "horizon": 300}
    options = Options(decomposition=decomposition, **BATCHES)
    simulate = functools.partial(curve, batched_elimination.simulate, options=options, **arguments)
    fast = [simulate(seed=s)[-1] for s in range(300)]
    sizes = {"group_size": 2, "decomposition": decomposition, **BATCHES}
    oracle = [algorithm_1(seed=s, **sizes, **arguments) for s in range(100)]
    assert stats.ks_2samp(fast, oracle).pvalue > 1e-4


def test_random_arms_where_the_graph_is_not_batched():
    """Appendix B: with one user's own arm, everybody plays random active arms, alpha D of them."""

    def assigned(alive, limit=100, infeasible="random"):
        return batched_elimination.assignments_for(
            alive,
            11,
            Sizes(users=9, arms=3, group_size=2, horizon=900),
            Options(decomposition="greedy", infeasible=infeasible, approximation=2.5),
            np.random.default_rng(0),
            limit=limit,
        )

    alive = np.array([[True, False, True]] * 9)
    alive[4] = [True, True, False]
    found = assigned(alive)
    assert found.total == 28  # of ceil(2.5 * 11)
    assert alive[np.arange(9), found.assignments].all()
    for user in range(9):
        assert set(found.assignments[:, user]) == set(np.flatnonzero(alive[user]))
    assert assigned(alive, limit=5).total == 5
    whole = np.ones((9, 3), dtype=bool)
    same = [assigned(whole, infeasible=reading).assignments for reading in ("random", "continue")]
    np.testing.assert_array_equal(*same)
