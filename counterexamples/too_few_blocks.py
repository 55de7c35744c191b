"""Anonymous Bandits for Multi-User Systems, Section 3.4.2: the blocks of Lemma 6.

As printed: for C + 1 <= U <= K(C+1) take any partition of the K arms into α = ⌈K(C+1)/U⌉ blocks S_a
of at most U/(C+1) arms; then there are points w^(a) of P_C(S_a) whose sum is at least w.

1. Such blocks need not exist: K = 3, C = 1, U = 3 gives α = 2 blocks of at most 1.5 arms, that is 2
   arms. With ⌈K/⌊U/(C+1)⌋⌉ blocks all is well.
2. Without the limit of U/(C+1) arms, with any partition into α blocks of any size, it is false:
   K = 12, C = 1, U = 12, α = 2 and a block of 11 arms. The print excludes this block, as its limit
   is 6 arms there, and blocks of 6 + 6 do. (For blocks as equal as can be it is true.) So item 1
   refutes the print, and item 2 its reading without the limit.

A point x of P_C(S) has row sums of at most 1, hence N in all, columns of at least C + 1 on S and 0
elsewhere. For a sum of at least w it must be at least w on S, as the other blocks are 0 there. So
    Σ_{j in S} max(C + 1, Σ_i w_ij) <= N.
In the graph below each arm has U = 12 users of its own: those of the first nine arms have that arm
alone, those of the last three have it and the first nine. Two of the last three arms are in S.
"""

from fractions import Fraction

K, C, U, SHARED = 12, 1, 12, 9
ALPHA = -(-K * (C + 1) // U)


def weights() -> list[list[Fraction]]:
    """Return w, w_ij = 1/|A_i| on the active pairs; user i owns arm i // U."""
    rows = []
    for user in range(K * U):
        own = user // U
        active = {own} | (set(range(SHARED)) if own >= SHARED else set())
        rows.append([Fraction(int(j in active), len(active)) for j in range(K)])
    return rows


def asked(block: range) -> Fraction:
    """Return Σ_{j in S} max(C + 1, Σ_i w_ij)."""
    columns = [sum(row[j] for row in weights()) for j in block]
    return sum((max(Fraction(C + 1), column) for column in columns), Fraction(0))


assert -(-3 * 2 // 3) == ALPHA == 2
print(f"K = 3, C = 1, U = 3: 2 blocks of {3 // 2} arm for 3 arms")
for first in (6, 11):
    both = range(first), range(first, K)
    sums = [asked(block) for block in both]
    print(f"blocks of {first} and {K - first} arms: asked for {[str(one) for one in sums]}", end="")
    print(f", there is N = {K * U}: {'enough' if max(sums) <= K * U else 'too little'}")
assert max(asked(range(6)), asked(range(6, K))) <= K * U, "equal blocks should do"
assert asked(range(11)) > K * U, "a block of 11 arms has a point above w"
