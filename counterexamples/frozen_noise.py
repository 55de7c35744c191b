"""The regret theorem of Private Multi-Agent UCB (Section 3.3, Appendix), for every v in (1, 1.5).

Dubey and Pentland, Private and Byzantine-Proof Cooperative Decision-Making (AAMAS 2020), print

    R_G(T) <= sum_{k : Delta_k > 0} chibar(G_gamma) (8 ln T / Delta_k)
      + (sum_{k : Delta_k > 0} Delta_k) (chi(G_gamma)(M gamma + 2) + M (1/eps + zeta(1.5))).

Refuted for the expected regret, which the proof bounds; the proof's condition gamma < 1/eps holds.
Two neighbours, gamma = 1, eps = 1/2, two arms, any laws on [0, 1], gap 1/2. Four forced rounds:
each agent pulls each arm f = 2 times and releases each mean for the first time, with Laplace noise
of scale f^(v/2-1) (in each reading of the release series). A released noise stays until its arm is
pulled again. With L = ln T and c = 2 suppose that
(a) the best arm's noises are both <= -x, x = 2 (1 + c + sqrt(L/f)): for both agents its index is at
    most 1 - x/2 + sqrt(ln t/f) <= -c as long as neither pulls it;
(b) no noise of the other arm is <= -3c/2: its index is above -c, since both agents have pulled it
    equally often and noise has weight 1/2, or 2/3 if an agent counts its own message as well (the
    best arm's index is then 1 - 2x/3 + sqrt(2 ln t/(3f)) at most, which is less).
By induction no agent pulls the best arm again up to T: the regret is 2 (T - 2)/2 = T - 2. (a) has
the chance exp(-2x f^(1-v/2))/4 >= exp(-2 sqrt(2) x)/4. (b) fails with a chance of at most the sum
over n >= 2 of exp(-(3c/2) n^(1-v/2)), below int_1^oo exp(-3 y^(1/4)) dy < 1/4. They are
independent. So ln E R(T) >= L - 4 sqrt(L) - constant, against ln(16 L + constant) for the bound
(less with the Appendix' 8 sigma^2, sigma <= 1/2): the difference has a derivative of at least
1 - 2/sqrt(L) - 1/L > 0 for L >= 9 and tends to infinity. False for all T from ln T = 57 on.
"""

import math

C, F, GAP, ZETA = 2.0, 2, 0.5, 2.6123753486854883  # ZETA is zeta(1.5)
R = 1.5 * C  # int_1^oo exp(-R y^(1/4)) dy in closed form:
MISSED = 4 * math.exp(-R) * (1 / R + 3 / R**2 + 6 / R**3 + 6 / R**4)


def log_regret(level: float) -> float:
    """Return the lower bound on ln E R(T) at L = `level` >= 9, for all v in (1, 1.5) at once."""
    x = 2 * (1 + C + math.sqrt(level / F))
    return math.log((1 - MISSED) / 4) - 2 * math.sqrt(F) * x + level + math.log1p(-0.001)


def best_pulls(rounds: int, own: int) -> int:
    """Run the index rule with rewards 1 and 1/2, the noises of (a), (b); own: 0 or 1 as in (b)."""
    x, n = 2 * (1 + C + math.sqrt(math.log(rounds) / F)), [F, F]
    for t in range(2 * F + 1, rounds + 1):  # both agents are in the same state
        means = [mean - (1 + own) / (2 + own) * y for mean, y in ((1, x), (1 / 2, R))]
        widths = [math.sqrt(2 * math.log(t) / ((2 + own) * k)) for k in n]
        n[0 if means[0] + widths[0] >= means[1] + widths[1] else 1] += 1
    return n[0]


assert MISSED < 0.25
assert [best_pulls(5000, own) for own in (0, 1)] == [F, F], "the best arm is pulled again"
print("ln T  ln E regret >=  ln of the bound")
for size in (57, 80, 200, 1000):
    bound = math.log(8 * size / GAP + GAP * (2 * 1 + 2 + 2 * (F + ZETA)))
    print(f"{size:4}  {log_regret(size):14.2f}  {bound:15.2f}")
    assert log_regret(size) > bound + 1
