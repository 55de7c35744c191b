import itertools

import numpy as np
import pytest
from pydantic import ValidationError

from bandit_replications.papers.anonymous.algorithms import batched_elimination
from bandit_replications.papers.anonymous.algorithms.batched_elimination import Options, survivors
from bandit_replications.papers.anonymous.algorithms.decompositions import METHODS
from bandit_replications.papers.anonymous.environments.instances import clustered

CLUSTERED = clustered(np.random.default_rng(4).uniform(0.2, 0.8, size=(12, 2)))
SURE = (np.arange(12)[:, None] % 2 == np.arange(2)).astype(float)
# Nobody likes arm 2, and one user likes arm 1: no cluster, Appendix B goes on.
LONELY = np.repeat([[1.0, 0.0, 0.0]], 9, axis=0)
LONELY[4] = [0.0, 1.0, 0.0]


def run(simulate, *, means, horizon=420, seed=0, group_size=2, law="bernoulli", **options):
    return simulate(
        means=means,
        group_size=group_size,
        horizon=horizon,
        checkpoints=np.arange(1, horizon + 1),
        generator=np.random.default_rng(seed),
        law=law,
        options=Options(**options),
    ).regret


def both(**arguments):
    return (
        run(batched_elimination.simulate, **arguments),
        run(batched_elimination.simulate_literal, **arguments),
    )


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"gamma": 2.0, "batches": 3, "last_batch": "committed"},
        {"gamma": 4.0, "batches": 4, "approximation": 1.0, "tau": "fewest"},
        {"gamma": 1.0, "batches": 2, "infeasible": "abort", "logarithm": "natural"},
        {"gamma": 0.2, "gamma_scale": "subgaussian"},
        {"gamma": 1.0, "batches": 3, "infeasible": "random"},
    ],
)
def test_literal_and_fast_agree_in_a_sure_world(method, options):
    """Means 0 and 1: only assignments are random, and both draw them from one stream."""
    for means in (SURE, SURE[:5], SURE[:2], LONELY):
        for horizon in (3, 61, 420):
            fast, literal = both(means=means, horizon=horizon, decomposition=method, **options)
            np.testing.assert_allclose(fast, literal, rtol=1e-12)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("math.sqrt(gamma / pulls)", "math.sqrt(2 * gamma / pulls)"),
        ("< math.sqrt(gamma / pulls)", "<= math.sqrt(gamma / pulls)"),
        ("left -= assigned.total", "left -= 1"),
        ("counts += np.where(alive, number, 0)", "counts = np.where(alive, number, 0)"),
        ("        if not last:\n", "        if last:\n"),
        ("scale = 4 * problem.group_size + 1", "scale = 2 * problem.group_size + 1"),
        (
            '"abort" and matched_cluster(alive) < _cluster',
            '"abort" and matched_cluster(alive) <= _cluster',
        ),
    ],
)
def test_agreement_catches_altered_versions(altered, old, new):
    mutant = altered(batched_elimination, old, new)
    differences = []
    for means, horizon, method in itertools.product(
        (SURE, LONELY), (420, 900), ("greedy", "same-arm", "closing")
    ):
        for options in (
            {"gamma": 4.0, "batches": 3, "approximation": 1.0},
            {"gamma": 4.0, "batches": 3, "infeasible": "abort", "cluster": 3},
            {"gamma": 0.9, "batches": 4, "gamma_scale": "subgaussian"},
            {"gamma": 49.0, "batches": 5, "approximation": 1.0},
        ):
            arguments = {"means": means, "horizon": horizon, "decomposition": method, **options}
            expected = run(batched_elimination.simulate_literal, **arguments)
            try:
                found = run(mutant.simulate, **arguments)
            except (ValueError, TypeError):  # such as a request beyond what is left
                differences.append(np.inf)
                continue
            differences.append(np.abs(found - expected).max())
    assert max(differences) > 1e-9


@pytest.mark.parametrize("method", ["random", "exact"])
def test_literal_and_fast_have_the_same_law(method):
    """Kolmogorov-Smirnov on the final regret of 150 runs each: false alarms at 1e-4."""
    stats = pytest.importorskip("scipy.stats")
    arguments = {
        "means": CLUSTERED,
        "horizon": 300,
        "decomposition": method,
        "gamma": 2.0,
        "batches": 3,
        "approximation": 1.5,
    }
    fast = [run(batched_elimination.simulate, seed=s, **arguments)[-1] for s in range(150)]
    literal = [
        run(batched_elimination.simulate_literal, seed=s, **arguments)[-1] for s in range(150, 300)
    ]
    assert stats.ks_2samp(fast, literal).pvalue > 1e-4


# --- An oracle that shares nothing with the module --------------------------------------------


def algorithm_1(*, means, group_size, horizon, gamma, batches, seed):
    """Return the final regret of Algorithm 1 with the greedy decomposition, from the paper alone.

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
        for arm in range(arms):
            if sum(arm in mine for mine in alive) <= group_size:
                continue
            plan = [arm if arm in mine else int(rng.choice(sorted(mine))) for mine in alive]
            for _ in range(demand):
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


GREEDY = {"gamma": 2.0, "batches": 3}


@pytest.mark.parametrize("horizon", [61, 420, 997])
def test_both_agree_with_the_oracle_in_a_sure_world(horizon):
    expected = algorithm_1(means=SURE, group_size=2, horizon=horizon, **GREEDY, seed=0)
    arguments = {"means": SURE, "horizon": horizon, "decomposition": "greedy", **GREEDY}
    for curve in both(**arguments):
        assert curve[-1] == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("problem.horizon / (_alpha", "problem.horizon / (2 * _alpha"),
        ("(2 * C + 2)))  # noqa: N806", "(2 * C + 1)))  # noqa: N806"),
    ],
)
def test_the_oracle_catches_what_both_could_share(altered, old, new):
    mutant = altered(batched_elimination, old, new)
    arguments = {"means": SURE, "horizon": 997, "decomposition": "greedy", **GREEDY}
    expected = algorithm_1(means=SURE, group_size=2, horizon=997, **GREEDY, seed=0)
    found = [run(f, **arguments)[-1] for f in (mutant.simulate, mutant.simulate_literal)]
    assert max(abs(value - expected) for value in found) > 1e-9


def test_fast_has_the_law_of_the_oracle():
    """Kolmogorov-Smirnov on the final regret of 300 and 100 runs: false alarms at 1e-4."""
    stats = pytest.importorskip("scipy.stats")
    arguments = {"means": CLUSTERED, "horizon": 300}
    fast = [
        run(batched_elimination.simulate, seed=s, decomposition="greedy", **GREEDY, **arguments)[-1]
        for s in range(300)
    ]
    oracle = [algorithm_1(group_size=2, seed=s, **GREEDY, **arguments) for s in range(100)]
    assert stats.ks_2samp(fast, oracle).pvalue > 1e-4


def test_random_arms_where_the_graph_is_not_batched():
    """Appendix B: with one user's own arm, everybody plays random active arms, alpha D of them."""
    problem = batched_elimination.Problem(users=9, arms=3, group_size=2, horizon=900)
    options = Options(decomposition="greedy", infeasible="random", approximation=2.5)
    alive = LONELY > 0
    alive[:, 2] = True
    alive[4] = [True, True, False]
    found = batched_elimination.assignments_for(
        alive, 11, options, problem, np.random.default_rng(0), limit=100
    )
    assert found.total == 28  # of ceil(2.5 * 11)
    assert alive[np.arange(9), found.assignments].all()
    for user in range(9):
        assert set(found.assignments[:, user]) == set(np.flatnonzero(alive[user]))
    cut = batched_elimination.assignments_for(
        alive, 11, options, problem, np.random.default_rng(0), limit=5
    )
    assert cut.total == 5
    whole = np.ones((9, 3), dtype=bool)
    same = [
        batched_elimination.assignments_for(
            whole,
            11,
            options.model_copy(update={"infeasible": reading}),
            problem,
            np.random.default_rng(0),
            limit=100,
        )
        for reading in ("random", "continue")
    ]
    np.testing.assert_array_equal(same[0].assignments, same[1].assignments)


def test_survivors_by_hand():
    """Algorithm 3's rule on five users, with thresholds sqrt(4 / 16) and sqrt(4 / 4)."""
    alive = np.array([[1, 1, 1], [1, 1, 1], [1, 1, 0], [1, 1, 1], [1, 0, 0]], dtype=bool)
    counts = np.array([[16, 16, 16], [16, 4, 4], [16, 16, 16], [16, 0, 0], [0, 0, 0]])
    averages = np.array([[1, 0.5, 0.51], [1, 0.4, 0], [0, 0.4, 9], [1, 0, 0], [0, 0, 0]])
    found = survivors(alive, counts, averages * counts, gamma=4.0, tau="most")
    expected = [[1, 0, 1], [1, 0, 0], [1, 1, 0], [1, 1, 1], [1, 0, 0]]
    np.testing.assert_array_equal(found, np.array(expected, dtype=bool))
    found = survivors(alive, counts, averages * counts, gamma=4.0, tau="fewest")
    expected[1] = [1, 1, 0]
    np.testing.assert_array_equal(found, np.array(expected, dtype=bool))


def test_abort_plays_random_active_arms_to_the_end():
    means = LONELY
    regret = run(
        batched_elimination.simulate,
        means=means,
        horizon=900,
        decomposition="exact",
        infeasible="abort",
        gamma=1.0,
        batches=3,
    )
    steps = np.diff(regret)
    assert np.ptp(steps[-300:]) < 1e-9


@pytest.mark.parametrize(
    ("changed", "options", "message"),
    [
        ({"users": 4}, {}, "users: 4; allowed: more than group_size, 4"),
        ({"arms": 1}, {}, "arms: 1"),
        ({}, {"cluster": 4}, "cluster: 4; allowed: more than group_size, 4, and at most"),
        ({}, {"cluster": 11}, "cluster: 11; allowed: .* users / arms, 10"),
        ({"users": 24}, {"infeasible": "abort", "decomposition": "greedy"}, "cluster: 5; allowed"),
        ({"users": 24}, {"infeasible": "random", "decomposition": "greedy"}, "cluster: 5; allowed"),
        ({"users": 24}, {}, r"users: 24; allowed: at least arms \(group_size \+ 1\) = 25 with lp"),
        ({"horizon": 49}, {"decomposition": "greedy"}, "horizon: 49; allowed: .* = 50"),
        ({"horizon": 9}, {"approximation": 1.0}, "horizon: 9; allowed: at least one elicitation"),
    ],
)
def test_problems_it_cannot_work_on_are_refused(changed, options, message):
    sizes = {"users": 50, "arms": 5, "group_size": 4, "horizon": 1000}
    batched_elimination.check_problem(
        Options(**options | {"cluster": None, "infeasible": "continue"}), **sizes
    )
    with pytest.raises(ValueError, match=message):
        batched_elimination.check_problem(Options(**options), **{**sizes, **changed})


def test_options_out_of_range_are_refused():
    for options in (
        {"gamma": 0},
        {"batches": 0},
        {"approximation": 0.5},
        {"decomposition": "magic"},
        {"last_batch": "maybe"},
        {"C": 4},
    ):
        with pytest.raises(ValidationError):
            Options(**options)
