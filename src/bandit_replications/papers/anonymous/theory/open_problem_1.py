"""Open Problem 1 (Section 3.4.2) at U = C + 1: the least β(G) is K/(2K - 1).

`beta_curve` has larger U; the lower bound here holds for every U >= C + 1.

Read with "β w below a point of P_C that is zero off the active pairs" (`dominated`), as `lemma_3`
requires; literally β(G) = 0 on the worst graph.

Lower bound. Give every arm C + 1 holders of its own (a U-batched graph has them). Close a random
set of arms; holders of open arms stay, so every open arm informs, and every other user goes to a
uniformly random open arm of A_i. With arms closed independently with probability 1/2 a pair
(i, j) is informed about at a rate of at least 1/2 of w_ij. With the number X of closed
arms on the two integers around its mean K(K-1)/(2K-1), and the set uniform given X, the rate is
K/(2K-1) of w_ij. For a user with a arms, of which he holds one:

- the held arm is open with probability p = K/(2K-1) >= p/a;
- by symmetry each of the a - 1 others gets (1 - p - h_a)/(a - 1), where h_a is the probability that
  all a arms are closed, h_a = E[binom(X, a)]/binom(K, a);
- that is p/a or more if and only if h_a <= (K - a)/((2K - 1) a), proved by induction over a
  (the notebook's lines).

A user who holds nothing gets (1 - h_a)/a >= p/a of each, as h_a <= h_1 = 1 - p.

Upper bound. C users have arm 1 alone and one user x all arms; the other arms have C + 1 users of
their own. The C users are served only while x is on arm 1, so x is there for β and for at least
β/K on each other arm: β + (K - 1) β/K <= 1.
"""

from fractions import Fraction

from bandit_replications.inference.checks import Check, at_least, below, erratum
from bandit_replications.papers.anonymous.environments.graphs import (
    all_graphs,
    worst_graph,
)
from bandit_replications.papers.anonymous.theory.beta import beta


def worst_case(arms: int) -> Fraction:
    """Return K/(2K - 1)."""
    return Fraction(arms, 2 * arms - 1)


def worst_beta(*, arms: int, group_size: int, dominated: bool) -> float:
    """Return β of the worst graph, by an exact linear program."""
    counts = worst_graph(arms=arms, group_size=group_size)
    return float(beta(counts, arms=arms, group_size=group_size, dominated=dominated))


@erratum("polytope-not-closed-downwards")
def literally_constant(*, arms: int = 3, group_size: int = 1) -> Check:
    """Check β >= 1/K, that of greedy's KD assignments, with β w in P_C itself: fails, it is 0.

    On the worst graph: the decomposition of Lemma 3 then does not exist, let alone a better one.
    """
    literal = worst_beta(arms=arms, group_size=group_size, dominated=False)
    return at_least(f"literal β of the worst graph, greedy's 1/K, K = {arms}", literal, 1 / arms)


@erratum("open-problem-1-maximum")
def maximum(*, arms: int = 2, group_size: int = 1) -> Check:
    """Check that the printed maximum of β(G) is less than 1: fails, it is 1 trivially.

    β <= 1 for every graph, since Σ_j x_ij <= 1 = Σ_j w_ij; users who have one arm each attain it.
    """
    sizes = {"arms": arms, "group_size": group_size}
    graphs = all_graphs(arms=arms, users=arms * (group_size + 1), least_cluster=group_size + 1)
    largest = max(beta(one, **sizes, dominated=False) for one in graphs)
    return below(
        f"largest literal β over all graphs, K = {arms}, C = {group_size}", float(largest), 1.0
    )
