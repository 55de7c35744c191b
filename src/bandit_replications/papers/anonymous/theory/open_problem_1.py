"""Open Problem 1 (Section 3.4.2): the worst β(G) over graphs with U >= C + 1 is K/(2K - 1).

Read with "β w below a point of P_C that is zero off the active pairs" (`dominated`), as `lemma_3`
requires; literally β(G) = 0 on the worst graph.

Lower bound. Give every arm C + 1 holders of its own (a U-batched graph has them). Close a random
set of arms; holders of open arms stay, so every open arm informs, and every other user goes to a
uniformly random open arm of A_i. With arms closed independently with probability 1/2 a pair
(i, j) is informed about at a rate of at least 1/2 of w_ij (`half`). With the number X of closed
arms on the two integers around its mean K(K-1)/(2K-1), and the set uniform given X, the rate is
K/(2K-1) of w_ij. For a user with a arms, of which he holds one:

- the held arm is open with probability p = K/(2K-1) >= p/a;
- by symmetry each of the a - 1 others gets (1 - p - h_a)/(a - 1), where h_a is the probability that
  all a arms are closed, h_a = E[binom(X, a)]/binom(K, a);
- that is p/a or more if and only if h_a <= (K - a)/((2K - 1) a), proved by induction over a
  (`base_case`, `induction_step`) and checked in exact fractions (`closed_probability`).

A user who holds nothing gets (1 - h_a)/a >= p/a of each, as h_a <= h_1 = 1 - p.

Upper bound. C users have arm 1 alone and one user x all arms; the other arms have C + 1 users of
their own. The C users are served only while x is on arm 1, so x is there for β and for at least
β/K on each other arm: β + (K - 1) β/K <= 1.
"""

import functools
import math
from fractions import Fraction

from bandit_replications.bandits.streams import generator
from bandit_replications.inference.checks import Check, at_least, at_most, below, equal
from bandit_replications.papers.anonymous.algorithms.decompositions import Demand, decompose
from bandit_replications.papers.anonymous.algorithms.decompositions.random_closing import closed_law
from bandit_replications.papers.anonymous.environments.graphs import (
    all_graphs,
    worst_graph,
)
from bandit_replications.papers.anonymous.theory.as_printed import as_printed
from bandit_replications.papers.anonymous.theory.beta import beta
from bandit_replications.papers.anonymous.theory.example_graphs import one_arm_each, worst


def worst_case(arms: int) -> Fraction:
    """Return K/(2K - 1)."""
    return Fraction(arms, 2 * arms - 1)


def half_rate(active_arms: int) -> Fraction:
    """Return the least rate over w of a user with a arms if arms are closed with chance 1/2.

    A holder: the held arm a/2, and of the others each (1/2)(1 - 2^-(a-1))/(a - 1), over 1/a. Who
    holds nothing: each arm (1 - 2^-a)/a, over 1/a.
    """
    a = active_arms
    rates = [Fraction(a, 2), 1 - Fraction(1, 2**a)]
    if a > 1:
        rates.append(Fraction(a, 2 * (a - 1)) * (1 - Fraction(1, 2 ** (a - 1))))
    return min(rates)


def half(*, most_arms: int = 200) -> Check:
    """Check that independent openings with probability 1/2 serve every pair at 1/2 of w.

    The rate a/(2(a-1)) (1 - 2^-(a-1)) is at least 1/2 because 2^(a-1) >= a; equal at a = 1 and 2.
    For users who hold nothing it is 1 - 2^-a.
    """
    return at_least(
        f"least rate over w, arms opened with probability 1/2, |A_i| <= {most_arms}",
        float(min(half_rate(a) for a in range(1, most_arms + 1))),
        0.5,
    )


@functools.cache
def all_closed(arms: int, chosen: int) -> Fraction:
    """Return h_a, the probability that a given arms are all closed under `closed_law`."""
    total = Fraction(0)
    for number, chance in closed_law(arms).items():
        total += chance * Fraction(math.comb(number, chosen), math.comb(arms, chosen))
    return total


def others_rate(arms: int, chosen: int) -> Fraction:
    """Return the rate over w of an arm that a holder with a >= 2 arms does not hold."""
    left = 1 - worst_case(arms) - all_closed(arms, chosen)
    return chosen * left / (chosen - 1)


def closed_probability(*, most_arms: int = 200) -> Check:
    """Check h_a <= (K - a)/((2K - 1) a) for 2 <= a <= K up to the limit, in exact fractions.

    Left: the largest of h_a - (K - a)/((2K - 1) a), which is 0, at a = K.
    """
    largest = max(
        all_closed(arms, a) - Fraction(arms - a, (2 * arms - 1) * a)
        for arms in range(2, most_arms + 1)
        for a in range(2, arms + 1)
    )
    return at_most(
        f"largest of h_a - (K-a)/((2K-1)a), 2 <= a <= K <= {most_arms}", float(largest), 0.0
    )


def smallest_rate(*, most_arms: int = 60) -> Check:
    """Check that the least rate over w of any pair is K/(2K - 1), for each K up to the limit.

    Left: the least of the ratio of the two over K; 1 means that no pair gets less.
    """
    ratios = []
    for arms in range(1, most_arms + 1):
        p = worst_case(arms)
        rates = [p] + [others_rate(arms, a) for a in range(2, arms + 1)]
        rates += [1 - all_closed(arms, a) for a in range(1, arms + 1)]
        ratios.append(min(rates) / p)
    return at_least(
        f"least rate of a pair over K/(2K-1), K <= {most_arms}", float(min(ratios)), 1.0
    )


def base_case(*, most_arms: int = 1000) -> Check:
    """Check a = 2: f(1 - f) <= K²(K-1)/(2(2K-1)²), f the fraction of K(K-1)/(2K-1).

    That is h_2 <= (K-2)/(2(2K-1)), written with E X = K(K-1)/(2K-1) and Var X = f(1 - f). From
    K = 3 on the right side is at least 1/4, since 2K(K-1)(K-2) >= 1; at K = 2 both are 2/9.
    Left: the largest of the ratio of the sides.
    """
    ratios = []
    for arms in range(2, most_arms + 1):
        mean = Fraction(arms * (arms - 1), 2 * arms - 1)
        f = mean - math.floor(mean)
        ratios.append(f * (1 - f) / Fraction(arms**2 * (arms - 1), 2 * (2 * arms - 1) ** 2))
    return at_most(
        f"largest ratio of the sides at a = 2, K <= {most_arms}", float(max(ratios)), 1.0
    )


def induction_step(*, most_arms: int = 1000) -> Check:
    """Check M <= aK/(a + 1) for a >= 2, M the larger number of closed arms, K >= 3.

    As h_(a+1) <= h_a (M - a)/(K - a), this takes h_a <= (K-a)/((2K-1)a) from a to a + 1. M is at
    most (K + 1)/2, and a = 2 is the smallest right side. Left: the largest of M/(2K/3).
    """
    ratios = [Fraction(3 * max(closed_law(arms)), 2 * arms) for arms in range(3, most_arms + 1)]
    return at_most(f"largest M/(2K/3), 3 <= K <= {most_arms}", float(max(ratios)), 1.0)


def worst_beta(*, arms: int, group_size: int, dominated: bool) -> float:
    """Return β of the worst graph, by linear programming."""
    counts = worst_graph(arms=arms, group_size=group_size)
    return beta(counts, arms=arms, group_size=group_size, dominated=dominated)


def upper_bound(*, arms: int = 3, group_size: int = 1, dominated: bool = True) -> Check:
    """Compare β of the worst graph with K/(2K - 1), or literally with 0 (1 is added to both)."""
    value = worst_beta(arms=arms, group_size=group_size, dominated=dominated)
    where = "below a point of P_C" if dominated else "in P_C"
    return equal(
        f"β(worst graph), {where}, K = {arms}, C = {group_size}",
        value + (0.0 if dominated else 1.0),
        float(worst_case(arms)) if dominated else 1.0,
        tolerance=1e-7,
    )


def betas(*, arms: int, group_size: int, dominated: bool) -> list[float]:
    """Return β(G) of all graphs with N = KU users and U = C + 1."""
    users = arms * (group_size + 1)
    found = all_graphs(arms=arms, users=users, least_cluster=group_size + 1)
    return [beta(one, arms=arms, group_size=group_size, dominated=dominated) for one in found]


def every_graph(*, arms: int = 2, group_size: int = 1) -> Check:
    """Compare the least β over all graphs with U = C + 1, N = KU, with K/(2K - 1)."""
    return equal(
        f"least β over all graphs, K = {arms}, C = {group_size}, U = C + 1",
        min(betas(arms=arms, group_size=group_size, dominated=True)),
        float(worst_case(arms)),
        tolerance=1e-7,
    )


def random_closing_bound(*, arms: int, users: int, total: int, failure: float = 1e-4) -> float:
    """Return a number of random closings that meets a demand with probability 1 - δ or more.

    A pair that needs n of them is served at a rate q >= K/(2K-1)/a, and a binomial of mean m falls
    below n with probability exp(-(m - n)²/(2m)) at most; m = n + L + √(L² + 2nL) makes that
    e^-L = δ/(NK). Largest m/q over a.

    Parameters
    ----------
    arms, users, total : int
        K, N and D.
    failure : float
        δ in (0, 1).

    """
    log = math.log(users * arms / failure)
    means = []
    for a in range(1, arms + 1):
        n = -(-total // a)
        means.append(a * (n + log + math.sqrt(log**2 + 2 * n * log)))
    return float(max(means) / worst_case(arms))


def closing_assignments(
    method: str = "closing", *, arms: int = 5, group_size: int = 4, total: int = 10000
) -> Check:
    """Compare a closing's assignments on the worst graph with (2 - 1/K) D and what chance adds.

    For `closing` (2 - 1/K) (D + K - 1) + K, as demands are rounded up and turns incomplete; for
    `random-closing` the bound above, δ = 1e-4.
    """
    active = worst(arms=arms, group_size=group_size)
    demand = Demand(active=active, total=total, group_size=group_size)
    found = decompose(method, demand, generator=generator(0, "anonymous", "open-problem-1"))
    if method == "closing":
        bound = float((total + arms - 1) / worst_case(arms)) + arms
    else:
        bound = random_closing_bound(arms=arms, users=active.shape[0], total=total)
    return at_most(f"R of {method}, worst graph, K = {arms}, D = {total}", found.total, bound)


def surplus_of_closing(
    *, arms: int = 5, group_size: int = 4, total: int = 2000, graphs: int = 20
) -> Check:
    """Compare `closing` with (2 - 1/K) D + K! on random graphs with U = C + 1.

    Left: the largest number of assignments; K! covers a turn of the closed sets and rounding.
    """
    stream = generator(0, "anonymous", "closing-surplus", arms)
    users = arms * (group_size + 1)
    largest = 0
    for _ in range(graphs):
        active = one_arm_each(arms=arms, users=users)
        active |= stream.random((users, arms)) < stream.random()
        demand = Demand(active=active, total=total, group_size=group_size)
        largest = max(largest, decompose("closing", demand, generator=stream).total)
    return at_most(
        f"largest R of closing, {graphs} graphs with U = C + 1, D = {total}",
        largest,
        float((1 / worst_case(arms)) * total) + math.factorial(arms),
    )


@as_printed("polytope-not-closed-downwards")
def literally_constant(*, arms: int = 3, group_size: int = 1) -> Check:
    """Check β >= 1/K, what greedy's KD assignments have, with β w in P_C itself: fails, it is 0.

    On the worst graph: the decomposition of Lemma 3 then does not exist, let alone a better one.
    """
    literal = worst_beta(arms=arms, group_size=group_size, dominated=False)
    return at_least(f"literal β of the worst graph, greedy's 1/K, K = {arms}", literal, 1 / arms)


@as_printed("open-problem-1-maximum")
def maximum(*, arms: int = 2, group_size: int = 1) -> Check:
    """Check that the printed maximum of β(G) is less than 1: fails, it is 1 trivially.

    β <= 1 for every graph, since Σ_j x_ij <= 1 = Σ_j w_ij; users who have one arm each attain it.
    """
    largest = max(betas(arms=arms, group_size=group_size, dominated=False))
    return below(
        f"largest literal β over all graphs, K = {arms}, C = {group_size}", largest, 1 - 1e-7
    )
