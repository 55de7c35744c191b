"""Multi-Player Bandits: The Adversarial Case, the remark after Theorem 4.1, without its mixing.

The remark asks for mixing, rightly: without it Theorem 4.1's bound fails at K = 2 and N = 3 against
an adversary that reacts between blocks alone. Its losses are constant in Play's P rounds, else 0:

1. Arm 1 loses until its probability q is about g = K/(x B), in O(sqrt(B) ln B) of the B blocks: by
   a loss that takes q to g if observed or, while that is above 1, one that divides q by e at most.
2. Arm 1 loses 1 until the coordinator observes it, with probability g/K = 1/(x B) a block: after W
   blocks, in the mean x B. If W > x B all losses are 0 from then on.
3. The estimate grows by K/g = x B, and nobody plays arm 1 until the others' are as large: for x B
   blocks arm 1 loses 0, the others 1. The players lose K P a block, the best arms P less.

So the regret is P (x B - W) if W <= x B, at least 0 else, up to lower orders: x T/e in the mean
with any x < 1/2 (W/(x B) is exponential in the limit, and the mean of (1 - W/(x B))^+ is 1/e).
"""

import math

import numpy as np

K, N, X = 2, 3, 0.45


def play(horizon: int, runs: int, rng: np.random.Generator) -> tuple[np.ndarray, float]:
    """Return the regrets of the Play phases, shape (runs,), and Theorem 4.1's bound."""
    tau = round((K**2 * N * horizon / math.log(N)) ** (1 / 3))
    ranking = math.ceil(K * math.e * math.log(horizon))
    rounds, blocks = tau - (K - 1) * N, (horizon - ranking) // tau
    eta = math.sqrt(math.log(N) * tau / (horizon * N))
    estimates, lost, paid = np.zeros((3, runs)), np.zeros((3, runs)), np.zeros(runs)
    stage, left, aim, every = np.ones(runs), np.zeros(runs), K / (X * blocks), np.arange(runs)
    for _ in range(blocks):
        weights = np.exp(-eta * (estimates - estimates.min(axis=0)))
        sets = weights[[1, 0, 0]] * weights[[2, 2, 1]]  # the set that lacks arm 1, 2, 3
        sets /= sets.sum(axis=0)
        q = 1 - sets
        begins = (stage == 1) & (q[0] < 1.02 * aim)
        stage[begins], left[begins] = 2, X * blocks
        part = q[0] * tau / (eta * K * rounds)  # a loss l, if observed, divides q by e^(l/part)
        whole = part * np.log(np.maximum(q[0] / aim, 1))  # this one takes q to K/(x B)
        first = np.where(whole <= 1, whole, np.minimum(part, 1))
        losses = np.array([np.where(stage == 1, first, stage == 2), stage == 3, stage == 3])
        lacking = (rng.random(runs) > np.cumsum(sets, axis=0)[:2]).sum(axis=0)
        own = (lacking + rng.integers(1, N, runs)) % N  # the coordinator's, one of the two others
        lost, paid = lost + losses, paid + losses.sum(axis=0) - losses[lacking, every]
        estimates[own, every] += K * losses[own, every] * rounds / tau / q[own, every]
        left -= stage > 1
        seen, over = (stage == 2) & (own == 0), (stage > 1) & (left < 0)
        stage[over], stage[seen], left[seen] = 4, 3, X * blocks
    leading = (K**4 * N**2 * math.log(N) * horizon**2) ** (1 / 3)
    bound = 4 * leading + 2 * K**2 * math.e * math.log(horizon)
    return (paid - np.sort(lost, axis=0)[:K].sum(axis=0)) * rounds, bound


print("  horizon  mean regret/T  standard error  Theorem 4.1's bound/T")
for horizon in (10**6, 10**7, 3 * 10**7):
    regret, bound = play(horizon, 400, np.random.default_rng(1))
    mean, error = regret.mean() / horizon, regret.std() / math.sqrt(regret.size) / horizon
    print(f"{horizon:9d}  {mean:13.3f}  {error:14.3f}  {bound / horizon:21.3f}")
assert mean - 5 * error > bound / horizon, "beyond the bound at the longest game"
