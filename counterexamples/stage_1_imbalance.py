"""Distributed Bandit Learning (arXiv:1904.06309): Lemma B.5, Theorem 1 (communication of DEMAB).

As printed. Lemma B.5, l >= l0+1: with probability 1-2LKδ, either n_l < 21M log(1/δ) or no
reallocation is performed before the start of the l-th phase at stage 2; L = 4+1.5 log(MK).
Theorem 1: O(M log(MK/δ)) with probability 1-δ, O(M log(MK)) in expectation.

Instance, M = 2: arm 1 pays coins of mean 1/2, K/4 arms ("near") always 1/2 - 2^-30, the others
("far") always 0. T is such that D = K m_1 + 1: stage 1 completes phase 1 and no more, l0 = 1. An
agent keeps the far arms if its own coins average below 1/2, otherwise it drops them (at a tie by
how the rule is read). If c is the chance of a tie, the agents differ with probability (1-c²)/2;
the random allocation cannot mend that. The keeper then holds about K/2 arms, the other K/8, and
Reallocate is called in phase l0+1. The near arms outlive it, so n_(l0+2) >= K/4: the lemma fails at
l = l0+2, however "before the start" is read, δ being such that 21M log(1/δ) = K/4. Moved are half
the difference, 3K/16 on average, at one number each at least (the agent that gives it away).

Proof that no O(M log(MK)) exists: m_1 > 256, so c < 0.05 and all `rare` events vanish with K; along
K -> ∞, M = 2, expected communication is at least (0.49 · 3/16 - o(1)) K, against M log(MK). With
probability 0.49 - o(1) > δ = 1/4 it is of order K: that refutes the other bound. Proved from K =
2500 on (T about 1e11). Rare (Hoeffding): balanced counts, n_keeper <= 2 n_other, of mean difference
(far-near)/2 - 2 and ranges 1 (far) and 3; a coin average 1/4 off, which would end a near arm.
The independence that the proof assumes holds without stage 1 (Theorem 5), where all drop alike.
"""

import math
from itertools import pairwise

M = 2


def schedule(arms: int) -> tuple[int, int]:
    """Return (m_1, T): T = MK(K m_1 + 1), m_1 = 4^4 log(MKT) rounded up."""
    pulls, before = 1, 0
    while pulls != before:
        horizon = M * arms * (arms * pulls + 1)
        before, pulls = pulls, math.ceil(4**4 * math.log(M * arms * horizon))
    return pulls, horizon


print("      K       T   P{B.5 fails} >=   2LKδ   E[communication] >=   over M log(MK)")
ratios = []
for K in (2500, 10_000, 40_000, 160_000, 640_000):
    m, T = schedule(K)
    steps, log = -(-T // (M * K)), math.log(M * K * T)
    completed, l0 = steps > K * m, math.floor(math.log(3 * steps / (67 * K * log), 4))
    near, far = K // 4, K - 1 - K // 4
    tie = math.comb(m, m // 2) / 2**m if m % 2 == 0 else 0.0
    rare = math.exp(-2 * ((far - near) / 2 - 2) ** 2 / (far + 9 * near + 9))
    rare += 4 * math.exp(-2 * m / 16)  # two averages in phase 1, two at most in phase 2
    fails = (1 - tie**2) / 2 - rare
    allowed = 2 * (4 + 1.5 * math.log(M * K)) * K * math.exp(-near / (21 * M))
    cost = (1 - tie**2) / 2 * (far - 1) / 4 - rare * K
    ratios.append(cost / (M * math.log(M * K)))
    print(f"{K:7} {T:7.1e} {fails:12.3f} {allowed:12.1e} {cost:15.0f} {ratios[-1]:20.1f}")
    assert (completed, l0) == (True, 1), "stage 1 does not complete one phase"
    assert steps + K * (4 * m + 4) < T, "phase l0+1 does not end before T"
    assert fails > allowed + 0.1, "Lemma B.5 is not refuted at this K"
assert all(b > 3 * a for a, b in pairwise(ratios)), "no linear growth"
