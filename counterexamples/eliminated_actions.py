"""Distributed Bandit Learning (arXiv:1904.06309), Appendix F: Lemma F.1, on protocol DELB.

As printed: in phase l, with probability 1-1/TM, for any x ∈ 𝒟, |⟨θ̂-θ*, x⟩| <= 2^-l. Refuted for
an x of 𝒟 that was dropped before; for x ∈ A_l it is true, and only this is used later. The design
is read as in Section 4.1, g(π) being a maximum over A_l. (Read literally, over all of 𝒟, line 3 of
Protocol 2 asks for a π on A_l with g(π) <= 2d = 4; here g(π) >= ((1+cos φ)/sin φ)², so that there
is none and the phase cannot be run. The last column shows it.)

Instance: d = 2, 𝒟 = {e1, e2, a}, a = (cos φ, sin φ), θ* = e1, noise ±1 with probability 1/2 each;
the gap of e2 is 1, that of a is 1-cos φ < 2^-11. Phase l = 3 is considered.
- In phases 1 and 2 errors at x ∈ A_l are subgaussian of variance g/n_l <= 4/n_l, with n_l = C1 4^l
  d² ln(MT), C1 = 600. But for probability 12 exp(-(n_l 4^-l)/128) they are below 2^-l/4: then e2
  is gone after phase 2 (1 - 2/16 > 2^-1) and e1, a stay.
- On A_3 = {e1, a} g(π) = max 1/π(x), so that each gets a quarter of n = n_3 pulls at least and both
  n+2 at most. The error at e2 is (η_a - cos φ · η_1)/sin φ, η the average noises: for every allowed
  π its deviation is (1+cos φ)/(sin φ sqrt(n+2)) or more, by Cauchy and Schwarz. By Berry and Esseen
  (constant 0.56) it is normal up to 0.56 · (4/n) sqrt(n+2)/(1+cos φ) in each tail.
So P{error at e2 > 2^-3} is at least what is computed below, against 1/(MT). It holds whenever
phase 3 is reached, from MT = 3.2 million on, and tends to 1 as φ falls.
"""

import math

C1, D, PHASE = 600, 2, 3


def failure(angle: float, total: float) -> float:
    """Return a lower bound on P{|⟨θ̂-θ*, e2⟩| > 2^-3}, φ = angle and MT = total."""
    size = C1 * D**2 * math.log(total)  # n_l/4^l
    pulls = size * 4**PHASE
    width = 1 + math.cos(angle)
    deviation = width / (math.sin(angle) * math.sqrt(pulls + 2))
    tails = math.erfc(2.0**-PHASE / (deviation * math.sqrt(2)))
    not_normal = 2 * 0.56 * (4 / pulls) * math.sqrt(pulls + 2) / width
    not_so_far = 12 * math.exp(-size / 128)
    return max(0.0, (tails - not_normal) * (1 - not_so_far))


def is_reached(total: float) -> bool:
    """Return whether phases 1 to 3 need at most MT pulls, each rounded up for 3 actions."""
    return sum(C1 * 4**phase * D**2 * math.log(total) + 3 for phase in (1, 2, 3)) <= total


print("     MT       φ   P{error at e2 > 1/8} >=   allowed 1/(MT)   least g(π) over 𝒟, allowed 4")
for total in (3.2e6, 1e8, 1e12):
    for angle in (0.02, 0.01, 0.001):
        least_g = ((1 + math.cos(angle)) / math.sin(angle)) ** 2
        chance = failure(angle, total)
        print(f"{total:7.1e} {angle:7.3f} {chance:16.4f} {1 / total:22.1e} {least_g:16.0f}")
        assert is_reached(total), "phase 3 is not reached"
        assert 1 - math.cos(angle) < 2**-11, "the third action may be dropped"
        assert chance > 1000 / total, "the lemma's probability is not exceeded"
assert failure(0.001, 1e8) > 0.9, "the error at e2 is not almost always too large"
