"""The Byzantine regret theorem is false on every path where sigma is the arms' deviation.

Dubey and Pentland, Private and Byzantine-Proof Cooperative Decision-Making (AAMAS 2020), print for
one agent, eps = 0 and two arms R(T) <= 4 sigma^2/Delta^2 ln T + 3 Delta. Algorithm 3 pulls the arm
with the larger estimate + sqrt(sigma ln(1/delta)/n), delta = 1/t^2, each arm once at first.

Let estimates be any numbers in [0, 1], rewards 1 and Bernoulli(p), sigma = sqrt(p (1 - p)). Arm 2
is pulled whenever sqrt(2 sigma ln t/n2) > 1 + sqrt(2 sigma ln t/n1). Start with n1 = n2 = 1 and
raise n2 in these rounds only, else n1: the algorithm has pulled arm 2 at least n2 times, since if
its own n2 is equal, so is its n1, and it makes the same pull. So the regret is at least Delta n2
on every path. 8 sigma for 4 sigma^2, which the proof's (39) gives, mends this instance.

p = 0.03, every T >= 140153: in a round T before the next pull, k = n2, ln T <= k/(2 sigma)/(1 -
sqrt(k/n1))^2. As k <= 2 sigma ln T + 1 and k + n1 = T - 1, k/n1 < 1e-4 (it falls with T), and the
bound is at most 2 sigma k/(0.99 Delta)^2 + 3 Delta < 0.37 k + 2.91 <= 0.97 k = Delta k for k >= 5.

In the limit the bound is broken if 2 sigma < Delta^3. At sigma = 1/2 it is not by this argument
(zero_estimate.py has another), nor with sigma outside of the root.
"""

import math


def pulls(sigma: float, horizon: int) -> int:
    """Return the least number of pulls of arm 2."""
    n1, n2 = 1, 1
    for t in range(3, horizon + 1):
        width = math.sqrt(2 * sigma * math.log(t))
        if width / math.sqrt(n2) > 1 + width / math.sqrt(n1):
            n2 += 1
        else:
            n1 += 1
    return n2


for p, T in ((0.045, 20_407), (0.03, 140_153)):
    variance, gap = p * (1 - p), 1 - p
    for sigma in (math.sqrt(variance), 0.5):
        low = gap * pulls(sigma, T)
        bound = 4 * sigma**2 / gap**2 * math.log(T) + 3 * gap
        print(f"p = {p}, sigma = {sigma:.4f}, T = {T}: regret >= {low:.3f}, bound {bound:.3f}")
        assert (low > bound) == (sigma < 0.5), "sigma = 1/2 is the control"
S = math.sqrt(0.03 * 0.97)
assert 2 * S / 0.97**2 / 0.99**2 < 0.37
assert 3 * 0.97 + 0.37 * 5 < 0.97 * 5
assert (2 * S * math.log(140_153) + 1) / (140_151 - 2 * S * math.log(140_153)) < 1e-4
