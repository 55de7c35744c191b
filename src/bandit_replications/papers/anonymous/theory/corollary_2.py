"""Corollary 2 (Section 3.4.2, Appendix C.10): α D + NK + 1 assignments if C + 1 <= U <= K(C + 1).

The proof scales Σ_a w^(a) down to w, which leads out of P_C (`lemma_3`), takes 0 to be in every
P_C(S), and has too few blocks (`lemma_6`). The statement is true: α = 1 only at U = K(C + 1), which
is Corollary 1, and otherwise α >= 2 while (2 - 1/K) D + NK + 1 always do (`open_problem_1`).
"""

from bandit_replications.bandits.streams import generator
from bandit_replications.inference.checks import Check, at_most, erratum
from bandit_replications.papers.anonymous.algorithms.decompositions import Demand, decompose
from bandit_replications.papers.anonymous.theory.example_graphs import all_but_one_user
from bandit_replications.papers.anonymous.theory.lemma_6 import printed_blocks


@erratum("too-few-blocks")
def number_of_assignments(
    method: str,
    *,
    cluster: int = 9,
    arms: int = 5,
    group_size: int = 4,
    total: int = 1003,
) -> Check:
    """Compare a method's number with α D + NK + 1, α as printed.

    The graph has U users for each arm who have that arm alone, but for one user with all arms.
    For `blocks` this fails as printed: ⌈25/9⌉ = 3 blocks would do, of at most 9/5 arms each.
    """
    active = all_but_one_user(arms=arms, cluster=cluster)
    demand = Demand(active=active, total=total, group_size=group_size)
    alpha = printed_blocks(arms=arms, group_size=group_size, cluster=cluster)
    found = decompose(method, demand, generator=generator(0, "anonymous", "corollary-2-run"))
    return at_most(
        f"assignments of {method}, U = {cluster}, against {alpha} D + NK + 1",
        found.total,
        alpha * total + demand.active.size + 1,
    )
