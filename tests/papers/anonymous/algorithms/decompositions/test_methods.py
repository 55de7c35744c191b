"""Every decomposition: valid, as small as promised, and its refusals."""

import numpy as np
import pytest

from bandit_replications.papers.anonymous.algorithms.decompositions import (
    METHODS,
    Demand,
    DemandError,
    all_open,
    approximation,
    closing,
    decompose,
    informative_counts,
    largest_beta,
    random_closing,
    sampled_closing,
    unmet,
)
from bandit_replications.papers.anonymous.algorithms.decompositions.demands import (
    leaves_active_sets,
)
from bandit_replications.papers.anonymous.environments.graphs import (
    active_sets,
    all_graphs,
    kinds,
    worst_graph,
)
from bandit_replications.papers.anonymous.theory.beta import beta

ON_EVERY_GRAPH = set(METHODS) - {"lp", "same-arm"}


def run_of(method, demand, *, seed=0, limit=None):
    return decompose(method, demand, generator=np.random.default_rng(seed), limit=limit)


def some_demand(seed, *, users=26, arms=4, group_size=3, total=60):
    stream = np.random.default_rng(seed)
    active = np.arange(users)[:, None] % arms == np.arange(arms)
    active |= stream.random((users, arms)) < stream.random()
    return Demand(active=active, total=total, group_size=group_size)


def worst(arms=3, group_size=2, total=60):
    active = active_sets(worst_graph(arms=arms, group_size=group_size), arms=arms)
    return Demand(active=active, total=total, group_size=group_size)


@pytest.mark.parametrize("method", METHODS)
def test_meets_the_demand(method):
    graphs = [some_demand(seed) for seed in range(6)]
    for demand in [*graphs, worst()] if method in ON_EVERY_GRAPH else graphs:
        run = run_of(method, demand)
        assert not unmet(run, demand).any()
        assert (run.multiplicities >= 1).all()
        assert method == "same-arm" or not leaves_active_sets(run, demand)


@pytest.mark.parametrize("method", METHODS)
def test_limit_cuts_and_streams_reproduce(method):
    demand = some_demand(1)
    first, again = (run_of(method, demand, seed=5, limit=7) for _ in range(2))
    assert first.total == 7
    assert (first.assignments == again.assignments).all()
    assert unmet(first, demand).any()


@pytest.mark.parametrize("method", METHODS)
def test_users_without_arms_are_no_part(method):
    active = np.vstack([some_demand(2).active, np.zeros((2, 4), bool)])
    wider = Demand(active=active, total=60, group_size=3)
    assert not unmet(run_of(method, wider), wider).any()


@pytest.mark.parametrize("method", METHODS)
def test_one_wanted_arm_and_the_smallest_demand(method):
    active = np.zeros((5, 3), bool)
    active[:4, 1] = True
    demand = Demand(active=active, total=1, group_size=3)
    run = run_of(method, demand)
    assert run.total == 1
    assert not unmet(run, demand).any()
    assert (run.assignments[:, :4] == 1).all()


@pytest.mark.parametrize("method", [m for m in METHODS if m != "same-arm"])
def test_too_few_interested_users(method):
    active = np.ones((6, 2), bool)
    active[2:, 1] = False
    with pytest.raises(DemandError):
        run_of(method, Demand(active=active, total=5, group_size=2))


def test_bad_input_is_refused():
    with pytest.raises(ValueError, match="method: 'best'; allowed: greedy"):
        run_of("best", worst())
    with pytest.raises(ValueError, match="limit: 0; allowed: >= 1"):
        run_of("greedy", worst(), limit=0)
    with pytest.raises(ValueError, match="arms: 17; allowed: at most 16"):
        closing.closed_sets(17)
    with pytest.raises(ValueError, match="arms: 9; allowed: at most 8"):
        run_of("largest-beta", Demand(active=np.ones((20, 9), bool), total=1, group_size=1))
    wide = Demand(active=np.ones((6, 2), bool), total=5, group_size=7)
    with pytest.raises(DemandError, match="6 users; allowed: at least 8"):
        run_of("same-arm", wide)
    with pytest.raises(DemandError, match="not all 3 wanted arms"):
        run_of("lp", worst())


def test_greedy_is_the_papers():
    demand = worst()
    run = run_of("greedy", demand)
    assert run.multiplicities.tolist() == [60] * 3
    for j, row in enumerate(run.assignments):
        assert (row[demand.active[:, j]] == j).all()
    assert informative_counts(run, demand)[demand.active].min() >= 60


@pytest.mark.parametrize("total", [1, 7, 50, 10**6])
def test_sampled_closing_keeps_its_number(total):
    for demand in (worst(5, 4, total), some_demand(0, total=total)):
        run = run_of("sampled-closing", demand)
        assert run.total <= 2 * total + demand.active.size
        assert len(run.multiplicities) <= demand.active.sum()
        assert not unmet(run, demand).any()


@pytest.mark.parametrize("total", [1, 30, 3000])
def test_random_closings_need_four_times_the_demand_and_logarithms(total):
    """More are needed with probability 1/2 at most; here, by exact tails, below 1e-7."""
    for demand in (worst(5, 4, total), some_demand(0, total=total)):
        users, arms = demand.active.shape
        most = 4 * total + 16 * arms * np.log(2 * users * arms) + 1
        assert run_of("random-closing", demand).total <= most


def test_no_mixture_of_closings_beats_the_worst_graph():
    closings = random_closing.drawer(worst(5, 4), np.random.default_rng(0))(2000)
    share = sampled_closing.best_mixture(closings, worst(5, 4))[1]
    assert share == pytest.approx(5 / 9, abs=1e-6)


def test_random_without_hope_says_so():
    demand = Demand(active=np.ones((40, 20), bool), total=2, group_size=15)
    with pytest.raises(DemandError, match="pairs still lack feedback after 1200"):
        run_of("random", demand)


@pytest.mark.parametrize("total", [1, 3, 10, 61])
def test_all_open_attains_the_lower_bound(total):
    """Oracle: no decomposition has fewer than max_i |A_i| ⌈D/|A_i|⌉ assignments."""
    for counts in all_graphs(arms=2, users=8, least_cluster=4):
        demand = Demand(active=active_sets(counts, arms=2), total=total, group_size=1)
        run = run_of("all-open", demand)
        sizes = demand.active.sum(axis=1)
        assert run.total == np.max(sizes * np.ceil(total / sizes))
        assert not unmet(run, demand).any()


def test_all_open_has_the_fewest_possible():
    demand = some_demand(1, users=17, total=61)
    rounds = run_of("all-open", demand).total
    assert rounds > demand.needs.sum(axis=1).max()
    assert all_open.amounts_for(demand, demand.wanted, rounds - 1) is None


def test_all_open_falls_back_to_closing():
    demand = worst(arms=4, group_size=2, total=700)
    assert run_of("all-open", demand).total == run_of("closing", demand).total
    assert all_open.fewest(demand, demand.wanted) is None


@pytest.mark.parametrize("seed", [0, 2, 5])
def test_lp_needs_no_more_than_lemma_3(seed):
    demand = some_demand(seed, users=40, arms=4, group_size=2, total=101)
    assert demand.weights.sum(axis=0).min() >= 3
    assert run_of("lp", demand).total <= 101 + demand.active.size + 1


@pytest.mark.parametrize("arms", [2, 3, 6])
def test_closing_needs_two_less_one_over_arms(arms):
    for total in (100, 997):
        run = run_of("closing", worst(arms, 2, total))
        rounded_up = (2 - 1 / arms) * (total + arms - 1)
        assert total * (2 - 1 / arms) <= run.total <= rounded_up + arms


def test_closings_open_arms_with_the_right_chance():
    """False alarm below 1e-6: five standard deviations of a binomial."""
    demand = worst(3, 2, 3000)
    run = run_of("random-closing", demand, seed=4)
    counts = informative_counts(run, demand)
    singles = demand.active.sum(axis=1) == 1
    opened = counts[singles & demand.active[:, 0], 0]
    spread = 5 * np.sqrt(run.total * 0.6 * 0.4)
    assert np.abs(opened - 0.6 * run.total).max() < spread
    other = counts[~singles][0, 1:]  # the user with all arms, on arms not held
    spread = 5 * np.sqrt(run.total * 0.2 * 0.8)
    assert np.abs(other - 0.2 * run.total).max() < spread


def small(seed, *, users=10, arms=3, group_size=2):
    """Return a demand in which arms have few users to spare."""
    stream = np.random.default_rng(seed)
    active = np.arange(users)[:, None] % arms == np.arange(arms)
    active |= stream.random((users, arms)) < 0.2
    return Demand(active=active, total=300, group_size=group_size)


@pytest.mark.parametrize("demand", [worst(), worst(4, 1), *(small(seed) for seed in range(5))])
def test_largest_beta_is_that_of_the_polytope(demand):
    """Against the exact program on numbers of users; Lemma 3's number of assignments."""
    _, largest = largest_beta.largest(demand)
    users = [tuple(np.flatnonzero(row)) for row in demand.active]
    arms = demand.active.shape[1]
    counts = [users.count(kind) for kind in kinds(arms)]
    exact = beta(counts, arms=arms, group_size=demand.group_size, dominated=True)
    assert largest == pytest.approx(float(min(1, exact)), abs=1e-6)
    found = run_of("largest-beta", demand)
    assert not unmet(found, demand).any()
    assert found.total <= demand.total / largest + demand.active.size + 1


def test_largest_beta_needs_fewer_than_all_arms_open():
    demand = small(0)
    rounds = {method: run_of(method, demand).total for method in ("largest-beta", "all-open")}
    assert rounds["largest-beta"] < rounds["all-open"]


def test_approximation_factors():
    def factor(method, cluster):
        return approximation(method, arms=5, group_size=4, cluster=cluster)

    assert factor("greedy", 5) == 5
    assert factor("all-open", 25) == factor("lp", 25) == 1
    assert factor("random", 30) == 2
    assert factor("blocks", 9) == 5
    assert factor("blocks", 12) == 3
    assert factor("closing", 5) == factor("random-closing", 5) == factor("all-open", 6) == 1.8
    assert [factor("largest-beta", u) for u in (5, 6, 20, 21, 22)] == pytest.approx(
        [1.8, 1.6, 0.8 + 4 / 19, 1, 1]
    )
    assert factor("lp", 24) == np.inf
    assert factor("greedy", 4) == np.inf
