"""Refutes: Theorem 5, privacy half, of Hu, Huang and Mehta ("Hybrid-UCB is ε-private").

Reading: Algorithm 4 with (32)-(34). Array r has one draw Z^(r) ~ Lap(1/(0.5ε)), each node of tree
r, 2^r leaves, one draw ~ Lap(log(2^r)/(0.5ε)), log base 2. The tree with the last observation gives
its sum, even when just full, and from at most r nodes by (33): then the root. So a leaf is in up to
r + 1 released nodes. (Not refuted: array r used at once when tree r is full, as in Chan et al.)

Counterexample to Definition 1: K = 12 arms, T = 18, 𝒟 one sequence of decisions: each arm once,
arms 1 and 2 once, arm 0 in rounds 15 to 18. Rewards are 0, but arm 0's in round 15 (pull 2, first
leaf of tree 1) is x = 1 on one input, 0 on the other. Arm 0's noisy sums after 2, 3, 4 pulls are
    Z + x + leaf,  Z + x + root,  Z + x + Z^(1) + leaf',   of scales b, b, b; b, 2b,  b = 2/ε.
With M the best first mean of the 9 waiting arms, w(t,O) the widths in (35), a(t,O) := w(t,1) -
w(t,O): M ≤ Z, O (M + a(14+O,O)) ≤ sum at O = 2, 3, 4; arms 1, 2: first means V_1 ≥ V_2 ≥ Z, then
not played. Given (M, Z) these are independent, and where the thresholds are high x = 1 multiplies
the three tails by e^(ε/2), e^(ε/2), e^(ε/4): 1.25ε. (A lower M or higher Z takes 9 or 3 draws.)
Upper bound of P(𝒟): V_1 ≥ V_2 ≥ Z suffices. Lower: V_i + noise ≤ 2 (M + min_t a(t,2)) =: f as well,
by a union bound over V_i > f/2, noise > f/2. The loss proved is ln(lower, x=1) - ln(upper, x=0).
"""

import math

import numpy as np


def log_tail(x: np.ndarray, b: float, c: float = 0.0) -> np.ndarray:
    """Return ln P{Lap(b) + Lap(c) >= x}, c > b, or of Lap(b) alone if c = 0."""
    two = (c**2 - b**2 * np.exp(-np.abs(x) * (1 / b - 1 / c))) / (c**2 - b**2) if c else 1.0
    far = np.log(two / 2) - np.abs(x) / (c or b)
    return np.asarray(np.where(x > 0, far, np.log1p(-np.exp(far))))


def gain(t: int, pulls: int, epsilon: float) -> float:
    """Return a(t, O) of the widths in (35)."""
    noise = 6 * math.sqrt(8) * math.log2(t) / epsilon * (1 - int(math.log2(pulls + 1)) / pulls)
    return math.sqrt(3 * math.log2(t)) * (1 - 1 / math.sqrt(pulls)) + noise


def log_bounds(x: int, epsilon: float, step: float, extra: int = 0) -> tuple[float, ...]:
    """Return lower and upper bound of ln P(𝒟), by midpoints; node scale (r + extra)/(0.5ε)."""
    b, h, least = 2 / epsilon, step / epsilon, min(gain(t, 2, epsilon) for t in range(14, 19))
    m = np.arange(-40 / epsilon, 40 / epsilon, h)[:, None] + h / 2
    z, f = m + np.arange(0, 80 / epsilon, h) + h / 2, 2 * (m + least)
    log_p = math.log(9) + 8 * log_tail(-m, b) - (abs(m) + abs(z)) / b - 2 * math.log(2 * b)
    for pulls, scale, second in ((2, 1 + extra, 0), (3, 1 + extra, 0), (4, 1, 2 + extra)):
        needed = pulls * (m + gain(14 + pulls, pulls, epsilon)) - z - x
        log_p += log_tail(needed, scale * b, second * b)
    high = np.exp(log_tail(z, b))
    both = np.exp(log_tail(np.maximum(z, f / 2), b))
    low = -high * np.expm1(log_tail(f / 2, (1 + extra) * b)) - both
    sums = (np.sum(np.exp(log_p) * np.maximum(g, 0) ** 2) * h**2 / 2 for g in (low, high))
    return tuple(math.log(total) for total in sums)


if __name__ == "__main__":
    print("    ε    step  ln P(𝒟), x = 1   x = 0     loss/ε ≥   with nodes Lap((r+1)/(0.5ε)) ≤")
    for e, step in ((0.1, 0.2), (1.0, 0.2), (1.0, 0.1), (4.0, 0.2)):
        (low, _), (_, high) = log_bounds(1, e, step), log_bounds(0, e, step)
        repaired = log_bounds(1, e, step, extra=1)[1] - log_bounds(0, e, step, extra=1)[0]
        print(f"{e:5}{step:8}{low:13.3f}{high:13.3f}{(low - high) / e:11.4f}{repaired / e:13.4f}")
        assert low - high > 1.2 * e > e > repaired, "no loss above ε"
