"""The whole curve of Open Problem 1: the least dominated β for all K, C and U (ours).

With r = C/(U - 1) it is 1/(1 - 1/K + r) up to U = KC + 1 and 1 from there on. The proof, whose
lines of algebra stand in `checks.open_problem_1` and whose text in the notebook:

1. Minimax: β(G) >= b if for every y >= 0 on the active pairs a vertex v has y·v >= b Σ_i ȳ_i, ȳ_i
   the mean of y_ij over A_i. So the closed arms may depend on y.
2. Each arm has U holders. On a set O of arms users go to the best of A_i ∩ O, but a share ρ_j <= r
   of each holder of j stays on j. The shares that give each used arm C + 1 users contain (r, …, r)
   and have a least element ρ*(O).
3. For U >= C + 2 some arm j0 has ρ*_j0([K]) = 0, and then ρ*_j0(O) = 0 for every O with j0 in it.
4. Keep j0 open and close others at random, each with probability 1 - β, the number of closed arms
   on two integers. It serves every user with β ȳ_i if, for 1 <= t <= K - 2,
   (1-r) g_t + r g_(t+1) <= β (1/(t+1) - 1/K), g_t the probability that t given ones are closed.

U = C + 1, where r = 1, is `open_problem_1`.
"""

import math
from fractions import Fraction

from bandit_replications.inference.checks import Check, equal
from bandit_replications.papers.anonymous.environments.graphs import lone_user_graph
from bandit_replications.papers.anonymous.theory.beta import beta


def least_beta(*, arms: int, group_size: int, cluster: int) -> Fraction:
    """Return the least dominated β over U-batched graphs, as a fraction.

    Parameters
    ----------
    arms, group_size, cluster : int
        K >= 1, C >= 1 and U >= C + 1.

    """
    stays = Fraction(group_size, cluster - 1)
    return min(Fraction(1), 1 / (1 - Fraction(1, arms) + stays))


def slack(*, arms: int, stays: Fraction, kept: int = 1) -> Fraction:
    """Return the least slack of step 4 over t, for K >= 3 and r from 1/K to 1.

    `kept` is the number of arms that are always open: with none the step fails for K = 2 and 3.
    """
    share, others = 1 / (1 - Fraction(1, arms) + stays), arms - kept
    mean = others * (1 - share)
    low = math.floor(mean)
    law = {low: 1 - (mean - low), low + 1: mean - low}

    def closed(t: int) -> Fraction:
        ways = math.comb(others, t)
        return sum((p * Fraction(math.comb(x, t), ways) for x, p in law.items()), Fraction(0))

    return min(
        share * (Fraction(1, t + 1) - Fraction(1, arms))
        - (1 - stays) * closed(t)
        - stays * closed(t + 1)
        for t in range(1, others)
    )


def attained(*, arms: int = 3, group_size: int = 2, cluster: int = 5, short: int = 0) -> Check:
    """Compare β of the lone user's graph with the curve, both as fractions.

    One user has arm 1 alone, U - 1 users all arms, U users each other arm alone. `short`: a graph
    with so many users too few for each arm, which is below the curve.
    """
    counts = lone_user_graph(arms=arms, cluster=cluster - short)
    found = beta(counts, arms=arms, group_size=group_size, dominated=True)
    exact = least_beta(arms=arms, group_size=group_size, cluster=cluster)
    return equal(
        f"β of the lone user's graph, K = {arms}, C = {group_size}, U = {cluster - short}",
        float(found),
        float(exact),
        tolerance=0.0,
    )
