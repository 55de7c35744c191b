"""Refutes: Theorem 7, first form, of Hu, Huang and Mehta, private online learning (FTNL's regret).

Printed: O(log(K)/Δ_min + Σ_{k≥1: |J_k|>0, Δ_(k)>ε} log|J_k|/ε)
       = O(log(K)/Δ_min + log(K) min{log(1/Δ_min), log(T)}/ε),
J_k := {j ∈ [K]: 2^(k-1)·Δ_min ≤ Δ_j < 2^k·Δ_min}, Δ_(k) := 2^(k-1)Δ_min. Reading: log is base 2, as
Section 4 says, so a bracket of one action adds log 1 = 0; O(·) has one constant for all K, means, ε
and T. Not refuted: 1 + log|J_k| in place of log|J_k|, as in Appendix G up to (57).

Counterexample: two actions, rewards always 1 and 1 - Δ, the best action first (it is played in
epoch 0). J_1 is the only bracket, |J_1| = 1: the printed order is log2(2)/Δ = 1/Δ for every ε.
Epoch r ≥ 1 has 2^r rounds and plays the worse action with probability G(ε Δ 2^(r-1)), where
G(x) = (2 + x) e^-x / 4 is the tail of the difference of two Lap(1) variables. So exactly
    R(T) = Δ Σ_{r=1}^{R} 2^r G(ε Δ 2^(r-1)),   T = 2^(R+1) - 1.
Unbounded ratio: for ε ≤ 1/(2Δ) some r ≥ 1 has 1/2 < ε Δ 2^(r-1) ≤ 1, and its term alone is at
least Δ 2^r G(1) > G(1)/ε, G(1) = 3/(4e) = 0.2759. So R(T) / (1/Δ) > 0.2759 Δ/ε once T ≥ 4/(ε Δ),
without bound as ε → 0: a constant C is refuted from ε = 0.2759 Δ/C on. Not due to Δ = 1: at 1/2
the second form holds (last column: regret over it; at Δ = 1 its log(1/Δ_min) is 0).
"""

import math


def tail(x: float) -> float:
    """Return G(x) = P{Z - Z' > x}, x >= 0, for independent Lap(1) variables."""
    return (2 + x) * math.exp(-x) / 4


def regret(gap: float, epsilon: float, last_epoch: int) -> float:
    """Return FTNL's exact regret after epochs 0, ..., `last_epoch`."""
    terms = (2.0**r * tail(epsilon * gap * 2.0 ** (r - 1)) for r in range(1, last_epoch + 1))
    return gap * math.fsum(terms)


def printed_order(gaps: list[float], epsilon: float) -> float:
    """Return the expression inside O(·) of the first form, for positive gaps."""
    smallest, sizes = min(gaps), dict[int, int]()
    for gap in gaps:
        k = 1 + math.floor(math.log2(gap / smallest))
        sizes[k] = sizes.get(k, 0) + 1
    large = (math.log2(n) for k, n in sizes.items() if 2.0 ** (k - 1) * smallest > epsilon)
    return math.log2(len(gaps) + 1) / smallest + sum(large) / epsilon


def main() -> None:
    """Print regret, both orders and their ratios as ε falls, and check the growth."""
    print("  Δ          ε           T      regret   printed    ratio   second form")
    for gap in (1.0, 0.5):
        for m in (4, 8, 12, 16, 24, 32):
            epsilon = 2.0**-m
            horizon_log = math.ceil(math.log2(4 / (epsilon * gap))) + 1  # T = 2^this - 1
            found = regret(gap, epsilon, horizon_log - 1)
            order, second = printed_order([gap], epsilon), 1 / gap - math.log2(gap) / epsilon
            row = (gap, epsilon, 2.0**horizon_log - 1, found, order, found / order, found / second)
            print("{:3} {:10.2e} {:11.3e} {:11.4g} {:9g} {:8.3g} {:11.3g}".format(*row))
            assert order == 1 / gap
            assert found / order > 0.2759 * gap / epsilon, "the ratio does not grow like 1/ε"


if __name__ == "__main__":
    main()
