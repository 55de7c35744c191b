"""Refutes: Theorem 6 of Hu, Huang and Mehta, private online learning ("FTNL is ε-private").

Printed: Algorithm 2 is ε-differentially private; in the proof (52)
P{J^(r0) = σ_{τ^(r0)+1}} ≤ e^ε·P{J'^(r0) = σ_{τ^(r0)+1}}; Algorithm 3 returns
J ∈ argmax_{j∈𝒜} (μ̂_{j,2^s} + Lap(1/ε)/2^s). Reading: Definition 1 as it stands: neighbours differ
in one reward VECTOR, every reward in [0, 1]; 𝒟 is any set of decisions.

Counterexample: two actions. In epoch s, of n = 2^s rounds, all vectors are (0, 1); the neighbour
has (1, 0) in one of these rounds; all else is equal. 𝒟: action 1 is played in epoch s + 1. It is
chosen if Z_1 - Z_2 > ε d, with Z_1, Z_2 of law Lap(1) and d the second sum minus the first: d = n
on one input, n - 2 on the other, as replacing a vector moves both sums, in opposite directions.
The cited Claim 3.9 (Dwork and Roth) is about counts that all move the same way: d = n and n - 1.
Z_1 - Z_2 has density (1 + |x|) e^-|x| / 4, hence tail G(x) = (2 + x) e^-x / 4 for x ≥ 0. So
    loss = ln G(ε(n-2)) - ln G(εn) = 2ε - ln(1 + 2ε / (2 + ε(n-2))).
Size: it exceeds ε for every ε > 0 from n = 2 on (2ε / (2 + ε(n-2)) ≤ ε < e^ε - 1), that is for
s ≥ 1 and T ≥ 4, and tends to 2ε as n grows. Noise Lap(2/ε) repairs it: printed for comparison.
"""

import math

import numpy as np


def log_tail(x: float) -> float:
    """Return ln P{Z_1 - Z_2 > x}, x >= 0, for independent Lap(1) variables."""
    return math.log((2 + x) / 4) - x


def loss(n: int, epsilon: float, *, moved: int = 2, scale: float = 1.0) -> float:
    """Return the privacy loss of the choice after n >= 2 rounds; `moved`: change of d."""
    return log_tail(epsilon * (n - moved) / scale) - log_tail(epsilon * n / scale)


def check_tail() -> None:
    """Compare the closed form with the convolution of two Laplace laws, integrated numerically."""
    z = (np.arange(-400_000, 400_000) + 0.5) * 1e-4
    for x in (0.0, 1.0, 5.0):
        survival = np.where(z > x, 1 - 0.5 * np.exp(-abs(z - x)), 0.5 * np.exp(-abs(z - x)))
        integral = float(np.sum(0.5 * np.exp(-abs(z)) * survival) * 1e-4)
        assert abs(math.log(integral) - log_tail(x)) < 1e-6


def main() -> None:
    """Print loss over ε, and check it against the claim and against the closed form."""
    check_tail()
    print("    ε     n   loss/ε (claimed ≤ 1)   counts only   Lap(2/ε)")
    for epsilon in (0.01, 0.1, 1.0, 4.0):
        for n in (2, 4, 64, 4096):
            found = loss(n, epsilon)
            closed = 2 * epsilon - math.log1p(2 * epsilon / (2 + epsilon * (n - 2)))
            counts, repaired = loss(n, epsilon, moved=1), loss(n, epsilon, scale=2.0)
            rows = [value / epsilon for value in (found, counts, repaired)]
            print(f"{epsilon:5g} {n:5d} {rows[0]:14.6f} {rows[1]:21.6f} {rows[2]:10.6f}")
            assert abs(found - closed) < 1e-9
            assert found > epsilon * (1 + min(epsilon, 1) / 4), "no loss above ε"
            assert max(counts, repaired) <= epsilon


if __name__ == "__main__":
    main()
