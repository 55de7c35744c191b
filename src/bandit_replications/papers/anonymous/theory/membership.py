"""Membership in P_C (Section 3.4.2, "it is not clear"): hard for C >= 2 with many arms (ours).

Users are elements and arms are (C + 1)-sets F_j: a vertex of P_C serves all N users on arms that
contain them exactly if its open arms are an exact cover. So the largest value of Σ v_ij [i in F_j]
decides exact cover, and for N >= C + 2 P_C is full-dimensional with a known ball inside: a
membership oracle would find it in polynomial time (Yudin and Nemirovskii; Grötschel, Lovász and
Schrijver). For fixed K the disjunction over open sets is one linear program (`polytope`).
"""

import itertools
from collections.abc import Sequence

import flint
import numpy as np

from bandit_replications.inference.checks import Check, equal


def most_served(sets: Sequence[Sequence[int]], *, users: int, group_size: int) -> int:
    """Return the largest number of users that a vertex of P_C serves on arms that contain them.

    By enumeration of all assignments of users to arms or to none.
    """
    best = 0
    for arms in itertools.product(range(-1, len(sets)), repeat=users):
        sizes = np.bincount([arm for arm in arms if arm >= 0], minlength=len(sets))
        if np.all((sizes == 0) | (sizes > group_size)):
            served = sum(arm >= 0 and user in sets[arm] for user, arm in enumerate(arms))
            best = max(best, served)
    return best


def covers(sets: Sequence[Sequence[int]], *, users: int) -> bool:
    """Return True if some of the sets contain every user exactly once."""
    everybody = list(range(users))
    return any(
        sorted(itertools.chain(*chosen)) == everybody
        for number in range(len(sets) + 1)
        for chosen in itertools.combinations(sets, number)
    )


def decides_cover(*, sets: Sequence[Sequence[int]], group_size: int = 2) -> Check:
    """Compare "all N users can be served" with "there is an exact cover", N = 2(C + 1)."""
    users = 2 * (group_size + 1)
    served = most_served(sets, users=users, group_size=group_size)
    return equal(
        f"all {users} users served, and an exact cover by {len(sets)} sets",
        served == users,
        covers(sets, users=users),
    )


def dimension(*, group_size: int, users: int, arms: int = 2, full: bool = True) -> Check:
    """Compare the rank of explicit vertices of P_C with NK: full from N = C + 2 on.

    Not `full`: with K, the dimension at N = C + 1, where an arm has all users or none. Of each arm,
    T_0 + i for i outside the first C + 1 users T_0, and T_0 + (C + 2) - i for i in it.
    """
    first = range(group_size + 1)
    rows = [{*first, i} for i in range(group_size + 1, users)]
    rows += [{*range(group_size + 2), i} - {i} for i in first if users > group_size + 1]
    rows = rows or [set(first)]
    block = np.array([[int(i in row) for i in range(users)] for row in rows])
    whole = np.kron(np.eye(arms, dtype=np.int64), block)
    rank = flint.fmpz_mat(whole.tolist()).rank()
    expected = users * arms if full else arms
    return equal(f"rank of vertices, N = {users}, C = {group_size}, K = {arms}", rank, expected)
