"""Distributed Bandit Learning (arXiv:1904.06309): Fact 1.3, Lemma B.2.4 and Section 3.2 on DEMAB.

As printed. Fact 1.3: every player completes at least l0 = ⌊log4(D/(C2 K log(MKT)))⌋ phases in stage
1, C2 = 67/3 and D = ⌈T/MK⌉ (Section 3.2: the same with log T). Lemma B.2, with probability
1-2l_D/(MKT): every arm that enters stage 2 has μ(a) >= μ(1) - 2^(-l0+1).

The proof sums 4^(j+3) log(MKT) over j = 1, …, l to 64/3 (4^l - 1) log(MKT); that is the sum over
j = 0, …, l-1. It is four times as much: C2 = 256/3.

Fact 1.3, M = K = 2 (T > max(M log M/K, M, K, 2) holds): phase 1 pulls both arms m_1 = 4^4 log(MKT)
times, rounded up, whatever the rewards; no arm can be dropped before its end. At T = 8000 l0 is 1
and D < 2 m_1: no agent completes phase 1, with certainty. So for each T of an interval.

Lemma B.2.4, T = 40000: l0 = 2, but D has room for phase 1 and not for phase 2 with two arms. Coins
of means 0.9 and 0.39: the gap 0.51 is above 2^(-l0+1) = 1/2. The arm outlives phase 1 if its
average is less than 1/2 below the other's. Then phase 2 does not end, A^(i) holds both, and the arm
enters stage 2 with the agent it is given to. The chance is summed exactly.
"""

import math
from itertools import accumulate

M = K = 2


def sizes(horizon: int) -> tuple[int, int, int, int]:
    """Return D, m_1, l0 and Section 3.2's l0 with log T."""
    steps, log = math.ceil(horizon / (M * K)), math.log(M * K * horizon)
    first, other = (
        math.floor(math.log(3 * steps / (67 * K * size), 4)) for size in (log, math.log(horizon))
    )
    return steps, math.ceil(4**4 * log), first, other


def law(pulls: int, mean: float) -> list[float]:
    """Return the binomial probabilities of 0, …, pulls ones."""
    ways = [math.log(math.comb(pulls, n)) for n in range(pulls + 1)]
    a, b = math.log(mean), math.log(1 - mean)
    return [math.exp(one + n * a + (pulls - n) * b) for n, one in enumerate(ways)]


for T in (8000, 15_000, 20_000):
    D, pulls, l0, with_log_t = sizes(T)
    print(f"T = {T}: D = {D}, phase 1 lasts {K * pulls} steps, l0 = {l0}, with log T {with_log_t}")
    assert min(l0, with_log_t) >= 1, "l0 is 0"
    assert K * pulls > D, "phase 1 is completed"

D, pulls, l0, _ = sizes(40_000)
assert l0 == 2, "l0 is not 2"
assert K * pulls <= D < K * (pulls + 4 * pulls - 3), "not one phase"
best, other = law(pulls, 0.9), law(pulls, 0.9 - 0.51)
below = list(accumulate(other))  # P{at most n ones}
half = (pulls + 1) // 2
kept = sum(best[:half]) + sum(p * (1 - below[n]) for n, p in enumerate(best[half:]))
allowed = 2 * math.log(D, 4) / (M * K * 40_000)  # l_D, generously
print(f"T = 40000: D = {D}, l0 = {l0}, P{{gap 0.51 enters}} = {kept:.3f}, allowed {allowed:.1e}")
assert kept > 100 * allowed, "Lemma B.2.4 is not refuted"
