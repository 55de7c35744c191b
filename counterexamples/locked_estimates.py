"""The regret theorem of Byzantine-Proof Multi-Agent UCB (Section 4.2, Appendix).

Dubey and Pentland, Private and Byzantine-Proof Cooperative Decision-Making (AAMAS 2020), print for
eps < Delta_min / (2 sigma)

    R_G(T) <= chibar(G_gamma) (sum_k 4 sigma^2 / (Delta_k - 2 sigma sqrt(eps))^2) ln T
      + (3 M + gamma chibar(G_gamma) (M - 1)) (sum_k Delta_k).

Refuted, also for sqrt(eps) < Delta_min / (2 sigma) and whatever the constants. Complete network of
M, gamma = 1, rewards 1 and Bernoulli(p), p = 0.45, eps = 1/4, every false report a 1 (Q = 1);
sigma^2 = p (1 - p), so 2 sigma sqrt(eps) = 0.4975 < Delta = 0.55. The estimator takes the shortest
interval with n = N - 2Na - sqrt(2Na ln(4/delta)) - ln(4/delta), a = max(eps, ln(1/delta)/N), of
the N points Y, and averages the X in it; n < N/2. If fewer than n of the Y are 0, the atom 1 is the
only shortest interval (no ties) and the estimate is 1. While that is so for the worse arm and all
agents, both estimates are 1, the indices differ by the widths alone, all agents take the arm with
fewer samples, and arms are pulled in turn: after j pulls of the worse arm by each, t <= 2j + 2.
The zeros in Y are independent, of mean at most 1-p for an agent's own and (1-p)(1-eps) for others'
samples; Hoeffding and a union bound over agents and rounds (`missed`) say when they are fewer.
1. X and Y filled by the receiver in turns: M = 10^4, T = 60; (1 - missed) M Delta T/2 are lost.
2. By each sender in turns, its first an X: M = 10. With probability p^(M j0) the worse arm pays 1
   in each agent's first j0 pulls; from there on as before, for ever. Regret at least p^(M j0)
   (1 - missed) M Delta T/2: linear in T, not ln T.
Both for delta = 1/t^2 (Algorithm 3) and 1/t^4 (proof), own samples true or as reported, sigma in
or outside of the root: equal estimates and equal widths are all that is used.
"""

import math

P, EPS = 0.45, 0.25
DELTA, ROOM = 1 - P, 1 - P - 2 * math.sqrt(P * (1 - P) * EPS)


def missed(*, agents: int, first: int, c: int, senders: bool, pulls: int) -> float:
    """Return the union bound over pulls first, ..., `pulls` of each agent (delta = t^-c)."""
    total = 0.0
    for j in range(max(first, 1), pulls + 1):
        turns, before = (j // 2, first // 2) if senders else (j / 2, first / 2)
        n, free, log = agents * turns, agents * (turns - before), c * math.log(2 * j + 2)
        cut = max(EPS * n, log)
        points = n - 2 * cut - math.sqrt(2 * cut * (log + math.log(4))) - log - math.log(4)
        own = free / agents if senders else j  # in Y, at most
        room = points - (1 - P) * (free * (1 - EPS) + own * EPS)
        assert room > 0
        if free:  # or no X is 1
            total += 2 * agents * (math.exp(-2 * room**2 / free) + (1 - P) ** (n / 2))
    return total


for c, j0, sizes in ((2, 40, (350, 1000)), (4, 80, (750, 1000))):
    lost = missed(agents=10_000, first=0, c=c, senders=False, pulls=30)
    regret = (1 - lost) * 10_000 * DELTA * 30
    bound = 4 * P * (1 - P) / ROOM**2 * math.log(60) + (3 * 10_000 + 9_999) * DELTA
    print(f"1. delta = t^-{c}: regret >= {regret:.0f}, bound {bound:.0f}")
    assert regret > 5 * bound
    lost = missed(agents=10, first=j0, c=c, senders=True, pulls=20_000)  # the rest is < 1e-100
    for size in sizes:
        log_regret = size + 10 * j0 * math.log(P) + math.log((1 - lost) * 10 * DELTA / 2.0)
        log_bound = math.log(4 * P * (1 - P) / ROOM**2 * size + 39 * DELTA)
        print(f"2. delta = t^-{c}: ln T = {size}: ln regret >= {log_regret:.1f}, {log_bound:.1f}")
        assert log_regret > log_bound + 1
