"""Anonymous Bandits for Multi-User Systems, Section 3.4.2: second half of Lemma 3.

As printed: if G has a C-anonymous decomposition into αD assignments, then (1/α) w ∈ P_C. Here
w_ij = 1/|A_i| for j ∈ A_i and 0 otherwise, and P_C is the convex hull of the v ∈ {0,1}^(N×K) with
Σ_j v_ij ∈ {0,1} for each i and, for each j, Σ_i v_ij >= C+1 or Σ_i v_ij = 0. It is false for every
K >= 2, C >= 1, C+1 <= U <= KC and every α: there is a U-batched graph that the greedy method of
Section 3.4.1 decomposes (α = K), while no β w with β > 0 lies in P_C at all: so false, too, that
the largest β gives a decomposition at least as good as all others (before Open Problem 1). The
words admit one reading only. (From U = KC + 1 on both are true: w and 0 are in P_C then.)

The graph: user a has arm 1 alone, U-1 users have all K arms, and each other arm has U users of its
own. A vertex of P_C with v_a1 = 1 has C other users on arm 1 at least, so all of P_C satisfies
    h(x) = Σ_{i≠a} x_i1 - C x_a1 >= 0,
but h(β w) = β ((U-1)/K - C) < 0 when U <= KC. Here h is evaluated at all vertices of small graphs.
Scaling the coordinates of a point of P_C down by different factors leads out of P_C: "below a point
of P_C" in place of "in P_C" repairs the sentence.
"""

from fractions import Fraction
from itertools import product


def graph(arms: int, cluster: int) -> list[set[int]]:
    """Return A_i for each user: a, who has arm 0 alone, U-1 with all arms, U for each other arm."""
    shared = [set(range(arms))] * (cluster - 1)
    return [{0}, *shared, *({arm} for arm in range(1, arms) for _ in range(cluster))]


def least_over_vertices(users: int, arms: int, group: int) -> int:
    """Return the least h(v) over all vertices v of P_C; `arms` in a tuple is "on no arm"."""
    least = users
    for played in product(range(arms + 1), repeat=users):
        if all(played.count(arm) == 0 or played.count(arm) > group for arm in range(arms)):
            least = min(least, played[1:].count(0) - group * (played[0] == 0))
    return least


def greedy_is_valid(active: list[set[int]], arms: int, group: int) -> bool:
    """Return whether D copies of each M_j inform every wanted pair D/|A_i| times, KD in all."""
    for arm in range(arms):  # M_j: who wants arm j plays it, the others an active arm of theirs
        played = [arm if arm in wanted else min(wanted) for wanted in active]
        if any(j not in wanted for j, wanted in zip(played, active, strict=True)):
            return False
        if played.count(arm) < group + 1:
            return False
    return True


print(" K  C  U  N   least h over vertices of P_C   h(w/α), α = K from greedy")
for K, C, U in ((2, 1, 2), (3, 1, 2), (2, 2, 3), (2, 2, 4), (3, 1, 3)):
    sets = graph(K, U)
    w_over_alpha = [Fraction(1, K * len(wanted)) if 0 in wanted else Fraction(0) for wanted in sets]
    lowest = least_over_vertices(len(sets), K, C)
    value = sum(w_over_alpha[1:]) - C * w_over_alpha[0]
    print(f"{K:2} {C:2} {U:2} {len(sets):2} {lowest:16} {value!s:>27}")
    assert greedy_is_valid(sets, K, C), "the greedy decomposition does not meet the demand"
    assert lowest >= 0, "h is negative at a vertex of P_C"
    assert value <= Fraction(-1, 20), "w/α is not separated from P_C"
print("P_C lies in {h >= 0}, no β w with β > 0 does: largest β = 0; greedy has KD assignments.")
