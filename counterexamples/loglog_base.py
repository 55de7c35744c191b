"""Anonymous Bandits for Multi-User Systems, Lemma 1, Theorem 1 and BaSE's regret (Section 2.2).

As printed: with B = log log T batches, D_b E[max gap of an arm alive] = Õ(sqrt(KT)) for every batch
b. Refuted for natural logarithms, B = ln ln T; with B = ⌈log2 log2 T⌉ it is true.

The grid is u_1 = a, u_b = a sqrt(u_(b-1)), a = T^(1/(2 - 2^(1-B))), so that u_B = T. Take K = 2
arms with means 1 and 0: in batch 1 both are alive, so batch 1 costs D_1 = ⌊a⌋, and half of its
rounds are played on the bad arm. At ln T = e^m, m whole, B = m and
    ln(a / sqrt(T)) = ln(T) 2^-m / (2 - 2^(1-m)) >= (e/2)^m / 2,
while ln((ln T)^p) = p m: whatever the power p, batch 1 exceeds (ln T)^p sqrt(T) for all m from some
m on, as (e/2)^m > 1.359^m grows faster than m. Fractions below, from e > 2.718.
"""

from fractions import Fraction
from math import log, log2


def natural_excess(m: int) -> Fraction:
    """Return a lower bound on ln(a / sqrt(T)) at ln T = e^m, B = m."""
    return Fraction(2718, 2000) ** m / 2


def first_exceeding(power: int) -> int:
    """Return the least m >= 4 with ln(a / sqrt(T)) > p m + 1; then it is so for every larger m.

    From m to m + 1 the left side grows by the factor 1.359, the right one by (m + 1)/m <= 1.25.
    """
    m = 4
    while natural_excess(m) <= power * m + 1:
        m += 1
    return m


print("  p   m = ln ln T   ln(a/sqrt(T)) at least   ln((ln T)^p)")
for p in (0, 1, 2, 5, 10, 20, 100):
    m = first_exceeding(p)
    print(f"{p:3} {m:10} {float(natural_excess(m)):18.1f} {p * m:18}")
    assert natural_excess(m) > p * m + 1, "batch 1 does not exceed (ln T)^p sqrt(T)"
    assert Fraction(1359, 1000) > Fraction(m + 1, m), "larger m are not covered"

# The control: base 2. ln(a/sqrt(T)) = ln T 2^-B / (2 - 2^(1-B)) <= ln 2 for T >= 4.
for bits in (2, 3, 10, 100, 10**6):
    batches = next(b for b in range(1, 99) if 2**b >= bits)  # ⌈log2 log2 T⌉, log2 T = bits
    excess = Fraction(bits, 2**batches) / (2 - Fraction(2, 2**batches))  # log2(a / sqrt(T))
    assert excess <= 1, "with base 2 a exceeds 2 sqrt(T)"
print(f"with base 2 a <= 2 sqrt(T); at T = 1e5 ln ln T = {log(log(1e5)):.1f},", end=" ")
print(f"log2 log2 T = {log2(log2(1e5)):.1f}")
