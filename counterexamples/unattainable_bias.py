"""No estimator has the bias that the confidence bound of Section 4.1 prints.

Dubey and Pentland, Private and Byzantine-Proof Cooperative Decision-Making (AAMAS 2020), print for
samples of (1 - eps) P + eps Q, eps < 1/2, any Q and any P of mean mu and variance sigma^2, with
probability at least 1 - delta: |estimate - mu| <= sigma sqrt(eps) + sqrt(sigma ln(1/delta)/N).

Let eta = eps/(1 - eps). P+ is 1/2 or, with probability eta, 1; P- is 1/2 or, with probability eta,
0. Add a share eps of zeros to the first and of ones to the second: both mixtures have 0, 1/2 and 1
with probabilities eps, 1 - 2 eps and eps. Their samples have one law, and no number is nearer than
half of the distance of the means to both. So any estimate, told eps and sigma, is that far from one
of them with probability 1/2 or more, for every N. Half of the distance is sigma sqrt(eps/(1 - 2
eps)), more than sigma sqrt(eps): for delta < 1/2 the printed bound fails once N is large.
"""

import math
from fractions import Fraction

HALF, DELTA = Fraction(1, 2), 0.01


def mixture(law: dict[Fraction, Fraction], false: Fraction, eps: Fraction) -> dict:
    """Return the law with a share eps of the value `false` added."""
    found = {value: (1 - eps) * chance for value, chance in law.items()}
    return {**found, false: found.get(false, Fraction(0)) + eps}


def two_laws(eta: Fraction) -> list[dict[Fraction, Fraction]]:
    """Return P+ and P-."""
    return [{HALF: 1 - eta, end: eta} for end in (Fraction(1), Fraction(0))]


for eps, number in ((Fraction(1, 10), 22_000), (Fraction(1, 4), 500), (Fraction(2, 5), 40)):
    high, low = two_laws(eps / (1 - eps))
    assert mixture(high, Fraction(0), eps) == mixture(low, Fraction(1), eps)
    means = [sum(value * chance for value, chance in law.items()) for law in (high, low)]
    squares = [sum(v**2 * chance for v, chance in law.items()) for law in (high, low)]
    variances = [square - mean**2 for square, mean in zip(squares, means, strict=True)]
    error, variance = (means[0] - means[1]) / 2, variances[0]
    assert variances[1] == variance
    assert error**2 == variance * eps / (1 - 2 * eps)
    sigma = math.sqrt(variance)
    printed = sigma * math.sqrt(eps) + math.sqrt(sigma * math.log(1 / DELTA) / number)
    print(f"eps = {eps}, N = {number}: error {float(error):.4f}, printed at most {printed:.4f}")
    assert error > printed
high, low = two_laws(Fraction(1, 4))  # the control: eta = eps leaves the mixtures apart
assert mixture(high, Fraction(0), Fraction(1, 4)) != mixture(low, Fraction(1), Fraction(1, 4))
