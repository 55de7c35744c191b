"""Distributed Bandit Learning (arXiv:1904.06309): "the trade-off ... is a steep one", Section 3.4.

As printed. "With O(M log MK) communication cost, regret can be near-optimal; with slightly less
communication, regret necessarily deteriorates to the trivial case", Ω(M sqrt(KT)).

A protocol with numbers of a lower order, K = 2, M even and T = M², L = ln(MKT). There are J phases
of widths W(J-1), …, W(0), W(k) = v 2^(2^k + k - 1), v = sqrt(128 K L/(MT)), W(J) >= 1. In a phase
of width w half of the agents pull arm 0 and half arm 1, ⌈m/(M/2)⌉ times each, m = ⌈4 L/w²⌉; whose
arm is gone pulls the leader. Each agent sends its average, and the server answers with the leader
and whether the agent's arm stays: not if its average is more than w below. After the last phase all
pull the leader. 3 M J numbers, J <= ⌈log2(1.5 log2 M)⌉, as v >= (MT)^(-1/2).

Proof. But for 1 in regret all averages are off by less than w/2 (Hoeffding). Then phase k loses at
most (2 K m + M) 2 W(k+1), and W(k+1)/W(k)² = 2^(2-k)/v: 32 (4 + 1/L) K L/v + 3 M for all of them;
then v MT. In all at most 24 sqrt(KMTL) + 3 M + 1, over M sqrt(KT) of order sqrt(log(M)/M).
Agents that receive nothing lose at least (1/16)(1 - K/(4T)) M sqrt(KT) on some instance (K = 2).
"""

import math

import numpy as np

K = 2


def phases(agents: int, steps: int) -> tuple[float, list[float]]:
    """Return L and the widths."""
    log = math.log(agents * K * steps)
    least = math.sqrt(128 * K * log / (agents * steps))
    widths = [least * 2.0 ** (2**k + k - 1) for k in range(10)]
    return log, [w for w in widths if w < 1][::-1]


def regret(agents: int, steps: int, gap: float) -> float:
    """Return the regret of a run on coins of means 1/2 - gap/2 (arm 0) and 1/2 + gap/2."""
    log, widths = phases(agents, steps)
    half, time, lost, alive, leader = agents // 2, 0, 0.0, [0, 1], 0
    for w in widths:
        n = math.ceil(math.ceil(4 * log / w**2) / half)
        means = rng.binomial(half * n, [0.5 - gap / 2, 0.5 + gap / 2]) / half / n
        lost += gap * n * half * sum((arm if arm in alive else leader) == 0 for arm in (0, 1))
        time += n
        leader = max(alive, key=lambda arm: means[arm])
        alive = [arm for arm in alive if means[arm] + w >= means[leader]]
    return lost + gap * agents * (steps - time) * (leader == 0)


M = 2**22
T = M**2
rng, trivial = np.random.default_rng(1), M * math.sqrt(K * T)
worst = max(np.mean([regret(M, T, 2.0**-i) for _ in range(50)]) for i in range(33)) / trivial
numbers, allowed = 3 * len(phases(M, T)[1]), math.log(M * K)
print(f"M = 2^22, T = M^2: {numbers} numbers an agent, log(MK) = {allowed:.1f}")
print(f"regret over M sqrt(KT): {worst:.4f} at the worst gap; without messages 0.0624 at least")
assert numbers < allowed
assert worst < 0.0624 / 2
for power in (40, 80, 160):
    log, widths = phases(2**power, 4**power)
    sent, most = 3 * len(widths) / math.log(2.0**power * K), 24 * math.sqrt(log / 2**power)
    print(f"M = 2^{power}: {sent:.2f} M log(MK) numbers, regret <= {most:.1g} M sqrt(KT)")
