"""The asymptotic lower bound of Section 2, cited from Anantharam, Varaiya and Walrand (1987).

Dubey and Pentland, Private and Byzantine-Proof Cooperative Decision-Making (AAMAS 2020), print for
*any* algorithm that pulls M arms in each trial (gap Delta_k = mu_* - mu_k)

    liminf_{T -> oo} R(T) >= (sum_{k : Delta_k > 0} Delta_k / D(mu_*, mu_k)) ln T.

Refuted, read as R(T)/ln T in the limit and with D(p, q) = KL(p || q) of Bernoulli laws:
1. To the letter ("any algorithm"): pull arm 1 for ever. Where it is the best arm, R(T) = 0 for all
   T, in whichever order D takes its arguments.
2. Restricted to algorithms with regret O(ln T) on *every* Bernoulli instance, which the theorem
   does not say but needs. All M pull arm 1 until a trial shows a 0, then arm 2 until a trial shows
   a 0, then run UCB1 afresh. Where both means are below 1 both first phases have finite expected
   length, so the regret is UCB1's O(ln T); where an arm has mean 1 it is never left. With means
   (m, 1) the phase of arm 1 lasts 1/(1 - m^M) trials on average, and 0 trials with means (1, m).
   So R(T) <= M (1 - m)/(1 - m^M) for all T, while D(1, m) = ln(1/m) makes the printed right side
   (1 - m)/ln(1/m) ln T, which grows beyond it (m = 1/2, M = 1: for all T >= 5). Elementary.
3. The same with means below 1: KL-UCB (M = 1) has limsup R(T)/ln T <= Delta/D(mu_k, mu_*), by
   Garivier and Cappe (2011, Theorem 1 and its corollary), less than the printed factor.
For such algorithms and with the arguments exchanged, D(mu_k, mu_*), the bound is Lai and Robbins'.
"""

import math


def divergence(p: float, q: float) -> float:
    """Return KL(Bernoulli(p) || Bernoulli(q)) in nats; 0 ln 0 = 0."""
    pairs = ((p, q), (1 - p, 1 - q))
    return math.fsum(math.inf if b == 0 else a * math.log(a / b) for a, b in pairs if a > 0)


def regret_until_a_zero(*, mean: float, agents: int, trials: int) -> float:
    """Return the exact R(T) of point 2, means (mean, 1): trial j + 1 is lost with mean^(M j)."""
    lost = math.fsum(mean ** (agents * j) for j in range(trials))
    return agents * (1 - mean) * lost


def main() -> None:
    """Print both sides and assert that the printed one is too large."""
    print("point   M  means        T      regret  printed right side")
    for agents, trials in ((1, 100), (1, 10_000), (10, 10_000), (10, 100_000)):
        printed = 0.5 / divergence(1.0, 0.5) * math.log(trials)
        found = {1: 0.0, 2: regret_until_a_zero(mean=0.5, agents=agents, trials=trials)}
        for point, regret in found.items():
            print(f"{point:5}  {agents:2}  1 and 0.5{trials:8}  {regret:8.4f}  {printed:8.4f}")
            assert regret < 0.8 * printed, (point, agents, trials, regret, printed)
        assert found[2] <= agents * 0.5 / (1 - 0.5**agents) + 1e-9  # bounded in T
    for best, other in ((0.9, 0.5), (0.99, 0.5), (0.8, 0.6)):
        printed = (best - other) / divergence(best, other)
        attained = (best - other) / divergence(other, best)
        print(f"    3   1  {best:g} and {other:g}  factor of ln T: {attained:.4f}, {printed:.4f}")
        assert attained < 0.95 * printed, (best, other, attained, printed)


if __name__ == "__main__":
    main()
