"""Multi-Player Bandits: The Adversarial Case, Section 2.2 and the remark after Theorem 4.1.

As printed: by a standard mixing technique the results, that is a bound on R_T as in Theorem 4.1,
extend to adversaries that are not oblivious. For this algorithm (Algorithms 2 to 4) that is false
if the adversary sees past rounds, whatever law, with whatever mixing, draws a block's K arms.

The adversary: a loss of 0 for all arms outside Play and in the first of the P Play rounds of a
block, in which it sees the K arms; in the other P - 1 a loss of 1 on these, 0 on the others.
In B blocks the players lose K (P - 1) B. The arms together lose as much, so the K best ones lose at
most the share K/N of it. So R_T >= K (1 - K/N) (P - 1) B on every path on which the ranking
succeeds: linear in T, as B P / T -> 1 for Theorem 4.1's blocks.

Below: exponential weights as in Algorithm 2, mixed with a share of uniform sets.
"""

import itertools
import math

import numpy as np

K, N = 2, 3
SETS = np.array(list(itertools.combinations(range(N), K)))
rng = np.random.default_rng(1)


def play(horizon: int, mixing: float) -> tuple[float, float, float]:
    """Return the regret of the Play phases, the lower bound on it, and Theorem 4.1's bound."""
    tau = round((K**2 * N * horizon / math.log(N)) ** (1 / 3))
    ranking = math.ceil(K * math.e * math.log(horizon))
    rounds, blocks = tau - (K - 1) * N, (horizon - ranking) // tau
    eta = math.sqrt(math.log(N) * tau / (horizon * N))
    estimates, arms, paid = np.zeros(N), np.zeros(N), 0
    for _ in range(blocks):
        weights = np.exp(-eta * (estimates[SETS].sum(axis=1) - estimates[SETS].sum(axis=1).min()))
        law = (1 - mixing) * weights / weights.sum() + mixing / len(SETS)
        drawn = SETS[rng.choice(len(SETS), p=law)]
        own = rng.choice(drawn)
        arms[drawn] += rounds - 1  # the adversary saw them in the first Play round
        paid += K * (rounds - 1)
        chance = law[(own == SETS).any(axis=1)].sum()
        estimates[own] += K * (rounds - 1) / tau / chance
    leading = (K**4 * N**2 * math.log(N) * horizon**2) ** (1 / 3)
    bound = 4 * leading + 2 * K**2 * math.e * math.log(horizon)
    return paid - np.sort(arms)[:K].sum(), K * (1 - K / N) * (rounds - 1) * blocks, bound


print("  horizon  mixing  regret/T  at least  Theorem 4.1's bound/T")
for horizon in (10**5, 10**6, 10**7):
    for mixing in (0.0, 0.1):
        regret, least, bound = play(horizon, mixing)
        print(f"{horizon:9d}  {mixing:6}  {regret / horizon:8.3f}", end="")
        print(f"  {least / horizon:8.3f}  {bound / horizon:8.3f}")
        assert regret >= least - 1e-6
assert regret > least > bound, "linear beyond the bound at the longest game"
