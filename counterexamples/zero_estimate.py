"""The Byzantine regret theorem is false without any Byzantine agent: an estimate that stays at 0.

Dubey and Pentland, Private and Byzantine-Proof Cooperative Decision-Making (AAMAS 2020), print for
one agent, eps = 0 and two arms R(T) <= 4 sigma^2/Delta^2 ln T + 3 Delta. In [0, 1] sigma <= 1/2.
Algorithm 3, delta = t^-c (c = 2; the proof has 4), L = ln(1/delta): index = trimmed mean +
sqrt(sigma L/n); an arm's n samples go by turns into X and Y, the shortest interval must hold N - r
of the N points Y, r(t) = 3 L + ln 4 + sqrt(2 L (L + ln 4)), and the X in it are averaged.
Arm 1 pays 1 with probability p = 2/5, else 0; arm 2 always a = 1/5. Of the Y of arm 1, z are 0 and
o are 1. Let N1 be the least N > r(2 N + 1), and E: z - o >= 2 for all N >= N1, and one of the first
N1 - 1 X is 0. On E arm 1 has n <= 4 r(T) + 2 pulls for every T >= 3, whatever the rule for ties:
(a) If N >= N1, o <= r, z >= r + 1, the interval needs more than o, at most z points: only {0} has
    length 0, the estimate is 0; a pull needs sqrt(sigma L/n) >= a: n <= 4 (3 + sqrt 2) L < 4 r - 5.
(b) o <= r(t) before every round t. A pull to N' < N1 points leaves o <= N' <= r(2 N' + 1); else
    o <= (N' - 2)/2 <= (N - 1)/2, and N <= r (N < N1), N <= 2 z - 2 < 2 r or, by (a), N < 2 r - 2.
(c) So at the last pull N < 2 r or n < 4 r - 5, and n <= 2 N + 1.
The walk z - o falls from s >= 2 to 1 with probability (p/(1-p))^(s-1): P(E) is a finite sum.
"""

import math
from fractions import Fraction
from random import Random

P, A, SIGMA = Fraction(2, 5), 0.2, 0.5  # the gap is A, too; A^2 > SIGMA/(4 (3 + sqrt 2))


def spared(t: int, c: int = 2) -> float:
    """Return r(t)."""
    a, b = c * math.log(t), c * math.log(t) + math.log(4)
    return 2 * a + b + math.sqrt(2 * a * b)


def regret(coins: Random, rule: str, horizon: int = 1500) -> float:
    """Return the regret of a run with a rule for ties, or with the plain mean."""
    n, (x, y) = [1, 1], ([0, 0], [0, 0])  # pulls of the arms; zeros and ones among the X, the Y
    x[coins.random() < P] += 1
    for t in range(3, horizon + 1):
        points, estimate = math.ceil(sum(y) - spared(t)), (x[1] + y[1]) / n[0]
        if points > 0 and rule != "mean":
            tied = [k for k in (0, 1) if y[k] >= points]  # {0}, {1}; if none holds enough, [0, 1]
            tied = sorted(tied, key=y.__getitem__)[-1:] if rule == "most" else tied
            estimate = sum(tied) / len(tied) if tied else x[1] / sum(x)
        width = math.sqrt(2 * SIGMA * math.log(t))
        arm = 0 if estimate + width / n[0] ** 0.5 >= A + width / n[1] ** 0.5 else 1
        (y if n[0] % 2 else x)[coins.random() < P] += 1 - arm
        n[arm] += 1
    return A * n[1]


for c, T in ((2, 1452), (4, 1502)):
    N1 = next(n for n in range(1, 1000) if n > spared(2 * n + 1, c))
    law = [math.comb(N1, o) * P**o * (1 - P) ** (N1 - o) for o in range(N1 // 2)]
    stays = sum(q * (1 - (P / (1 - P)) ** (N1 - 2 * o - 1)) for o, q in enumerate(law))
    low = float(stays - P ** (N1 - 1)) * A * (T - 4 * spared(T, c) - 2)
    bound = 4 * SIGMA**2 / A**2 * math.log(T) + 3 * A
    print(f"c = {c}: P(E) about {float(stays):.4f}, T = {T}: E R >= {low:.2f}, bound {bound:.2f}")
    assert low > bound, (low, bound)
found = [sum(regret(Random(i), rule) for i in range(40)) / 40 for rule in ("most", "all", "mean")]
print("bound at T = 1500: 183.4; mean regret of 40 runs, most points, all tied, plain mean:", found)
assert min(found[:2]) > 183.5 > 4 * found[2]
