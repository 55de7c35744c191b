"""Anonymous Bandits for Multi-User Systems, Appendix A (last sentence), hence Theorem 1.

As printed: γ = O(log(NKT)) keeps every best arm with high probability, and Algorithm 1 has regret
Õ(N C sqrt(αKT)). Refuted for γ = g log(NKT) with a constant g that is the same for all C; with γ
proportional to C, as the estimates' variance is, both are true.

K = 2, normal rewards of variance 1, groups of C + 1 users: an estimate has 2C + 1 independent
rewards and the variance v = 2C + 1 (Section 3.1). U = 2(C + 1), so α = 1. An arm goes if its
average of τ estimates is below the other's by sqrt(γ/τ); the difference of two averages has
variance 2v/τ.
- Equal means, or a gap as small as we like: the (or a) best arm goes with probability
  Φ(-sqrt(γ/(2v))), about (NKT)^(-g/(4v)): no power of NKT bounds it for all C.
- A gap of sqrt(γ/τ), with τ <= sqrt(T'), T' = T/(2C+2), in batch 1: the best arm goes with
  probability Φ(-sqrt(2γ/v)) >= (NKT)^(-g/v) / (5 sqrt(2γ/v) + 5), and then each of at least T/2
  rounds costs the gap: N (T/2) sqrt(γ) T'^(-1/4) times that. Over N C sqrt(KT) it is T^(1/4 - g/v)
  up to logarithms, and v > 4g for every C >= 2g. Each arm is the best one of 4(C + 1) of the N =
  8(C + 1) users, and U of them keep the graph U-batched: a few lost users do not make Algorithm 1
  abort.
"""

from math import erfc, exp, log, pi, sqrt


def excess(*, g: float, group: int, log_horizon: float, power: int) -> float:
    """Return ln(regret) - ln(N C sqrt(2T) (ln NKT)^p) at N = 8(C + 1), at least."""
    users, v = 8 * (group + 1), 2 * group + 1
    log_product = log(2 * users) + log_horizon
    gamma = g * log_product
    lost = -g / v * log_product - log(5 * sqrt(2 * gamma / v) + 5)
    log_gap = log(gamma) / 2 - (log_horizon - log(2 * group + 2)) / 4
    regret = log(users / 2) + log_horizon + log_gap + lost
    return regret - log(users * group) - (log(2) + log_horizon) / 2 - power * log(log_product)


# Φ(-x) >= exp(-x²/2)/(5x + 5): Φ(-x) >= φ(x) x/(1 + x²) >= 0.8 φ(x)/x for x >= 2, else on a grid.
for x in [k / 1000 for k in range(2001)]:
    assert erfc(x / sqrt(2)) / 2 >= exp(-x * x / 2) / (5 * x + 5), "the tail is overestimated"
assert 0.8 / sqrt(2 * pi) > 0.2

for group in (4, 50, 10**4):
    goes = erfc(sqrt(6 * log(2.5e7) / (4 * (2 * group + 1)))) / 2
    print(f"γ = 6 log(NKT), C = {group}: an equally good arm goes with probability {goes:.3f}")
    assert goes > 1 / 2.5e7
print("   g     C     ln T   excess over (ln NKT)^10 times the order, as a logarithm")
for g, group in ((1.0, 2), (6.0, 12), (6.0, 50), (100.0, 200)):
    values = [excess(g=g, group=group, log_horizon=10.0**k, power=10) for k in range(5, 11)]
    print(f"{g:4g} {group:5} {1e10:8.0e} {values[-1]:12.3g}")
    assert values[-1] > 0, "the order is not exceeded"
    slope = (values[-1] - values[-2]) / (10.0**10 - 10.0**9)  # 1/4 - g/v: it grows without bound
    assert slope > 0
    assert abs(slope - (1 / 4 - g / (2 * group + 1))) < 1e-6
    assert excess(g=8 * (4 * group + 1), group=group, log_horizon=10.0**10, power=10) < 0  # control
