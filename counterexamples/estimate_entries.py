"""Distributed Bandit Learning (arXiv:1904.06309): Appendix F, finite precision (bits of DELB).

As printed. Averages are rounded at random to multiples of 1/(M²T), entries of the estimate to
multiples of 1/(MTd); then the communicated bits are O((Md + d log log d) log T log(dT)).

Instance: d = 3, M = 2, T = 500000, actions e1, a = (cos φ, sin φ, 0) and e3, θ* = e1, noise ±1;
φ = 2 arctan t, so that a is rational. For three independent actions g(π) <= 2d says π >= 1/6, and
phase 1 has 2400 d² ln(MT) pulls, about 298416 of MT = 10^6. Its estimate solves, μ being the
rounded averages, θ_2 = (μ_a - cos φ μ_1)/sin φ. Here μ_a = cos φ + S_a + r_a, μ_1 = 1 + S_1 + r_1
with average noises S and roundings |r| <= 1/(M²T) =: ε (a mean of roundings, if agents share the
action), so μ_a - cos φ μ_1 = S_a - S_1 + r_a - r_1 + (1 - cos φ)(S_1 + r_1).
S_a has steps of 2/m_a, m_a <= 198945: given S_1 at most one of its values is within 4ε of S_1, and
has probability sqrt(2/(π m_a)) at most, m_a >= 49736. So but for probability 0.004, whatever π is,
|θ_2| > (2ε - φ²)/sin φ, and the entry is more than 1/t multiples of 1/(MTd).

So no bound by M, T, d holds: as t -> 0 the entry's integer leaves every finite set, and any code of
integers that is fixed beforehand has finitely many words of at most B bits, for every B. (Codes
may depend on the actions, which all know: that is a repair and not the printed rounding.)
"""

import math
from fractions import Fraction

import numpy as np

D, M, T, RUNS = 3, 2, 500_000, 100
EPS, STEP = Fraction(1, M * M * T), Fraction(1, M * T * D)
PULLS = math.ceil(600 * 4 * D**2 * math.log(M * T) / D)  # π = 1/3; agents pull 3/2 actions each
rng = np.random.default_rng(7)

least, most = PULLS * D / 6 - 2, PULLS * D * 2 / 3 + 1
assert D * PULLS <= M * T, "phase 1 does not end"
assert 2 / most > 8 * EPS, "two values of S_a are within 4ε"
assert math.sqrt(2 / (math.pi * least)) < 0.004


def rounded(mean: Fraction, pulls: int) -> tuple[Fraction, Fraction]:
    """Return the noise's average over some pulls, and the average reward rounded at random."""
    noise = Fraction(2 * int(rng.binomial(pulls, 0.5)) - pulls, pulls)
    below, rest = divmod(mean + noise, EPS)
    return noise, (below + int(rng.random() < float(rest / EPS))) * EPS


print("  t        runs with an entry of more than log2(1/t) bits")
for power in (10, 100, 1000):
    t = Fraction(1, 10**power)
    cosine, sine = (1 - t * t) / (1 + t * t), 2 * t / (1 + t * t)
    long = 0
    for _ in range(RUNS):
        first, mean_1 = rounded(Fraction(1), PULLS)
        halves = [rounded(cosine, PULLS // 2) for _ in range(2)]
        near, mean_a = (sum(values, Fraction(0)) / 2 for values in zip(*halves, strict=True))
        entry = round((mean_a - cosine * mean_1) / sine / STEP)
        assert abs(entry) > 10**power or abs(near - first) <= 4 * EPS, "the bound is wrong"
        long += abs(entry) > 10**power
    print(f"10^-{power:<5} {long} of {RUNS}: {math.log2(10) * power:.0f} bits")
    assert long > 0.95 * RUNS
