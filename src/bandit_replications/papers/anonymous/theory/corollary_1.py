"""Corollary 1 (Section 3.4.2, Appendix C.8): assignments that suffice if U >= K(C + 1).

Printed: D + KC + 1. Lemmas 3 and 5 give D + NK + 1. The smallest number that always suffices is
smaller than both, max_i |A_i| ⌈D/|A_i|⌉ <= D + K - 1:

- user i needs ⌈D/|A_i|⌉ assignments for each of |A_i| arms, so no decomposition has fewer;
- with R that number, the matrix R w has row sums R and column sums RU/K >= (C + 1) R. Flows
  with integer bounds have integer solutions, so its entries can be rounded up or down to n_ij with
  the same row sums and columns >= (C + 1) R; n_ij >= ⌊R/|A_i|⌋ >= ⌈D/|A_i|⌉;
- n/R is in P_C([K]), so a flow gives an integer assignment with entries n_ij > 0 only and columns
  between C + 1 and what leaves (C + 1)(R - 1) for the rest; subtract it and repeat, R times.
"""

from bandit_replications.bandits.streams import generator
from bandit_replications.inference.checks import Check, at_most, erratum
from bandit_replications.papers.anonymous.algorithms.decompositions import Demand, decompose
from bandit_replications.papers.anonymous.theory.example_graphs import drawn


@erratum("corollary-1-additive-term")
def as_the_proof_has_it(*, users: int, group_size: int, total: int) -> Check:
    """Check D + KC + 1 for the vertices of P_C([K]) found from (1), as C.8 says: not always.

    U = K(C + 1), K = 5. User i has arm i mod K and, drawn from a fixed stream, each other arm with
    probability 1/2.
    """
    arms = 5
    stream = generator(0, "anonymous", "corollary-1-scale", users, arms)
    active = drawn(arms=arms, users=users, share=0.5, stream=stream)
    demand = Demand(active=active, total=total, group_size=group_size)
    found = decompose("lp", demand, generator=stream)
    return at_most(
        f"assignments of lp, N = {users}, D = {total}", found.total, total + arms * group_size + 1
    )
