"""The confidence bound of the trimmed mean (Section 4.1), cited from Prasad et al. (2019).

Dubey and Pentland, Private and Byzantine-Proof Cooperative Decision-Making (AAMAS 2020). Of 2N
samples X_1, Y_1, ..., X_N, Y_N let alpha = max(eps, ln(1/delta)/N) and Z the shortest interval with
N (1 - 2 alpha - sqrt(2 alpha ln(4/delta)/N) - ln(4/delta)/N) of the Y; the estimate (8) is the mean
of the X in Z. Printed for any law of mean mu and finite variance sigma^2, with probability at least
1 - delta:

    |muhat_R - mu| <= sigma sqrt(eps) + sqrt(sigma ln(1/delta)/N).

Refuted as printed, with its constant 1 (the cited work leaves its constants unnamed, and with a
larger one this instance is no counterexample), and also with the width sigma sqrt(ln(1/delta)/N),
which has the right units. No contamination: eps = 0, Bernoulli rewards as in the paper's
experiments. If Z need hold only as many points as there are ones among the Y, and more than there
are zeros, it is the single point 1 (the only interval of length 0, so no tie), and the estimate is
1 if any X is 1: it misses mu by 1 - mu. At N = 100, mu = 4/5, delta = 1/100 that is 0.2, beyond
either width, and needs 78 ones of 100, of which 80 are expected. Atoms are not the point: with
uniform laws on [0, 0.01] and [0.99, 1] in their place Z, and with it the estimate, lies in
[0.99, 1] in the same cases.
The plain mean of all 2N samples keeps within both widths. All probabilities are exact rationals.
"""

import math
from fractions import Fraction


def needed(number: int, delta: float) -> float:
    """Return how many of the Y the interval must hold, eps = 0."""
    a, b = math.log(1 / delta), math.log(4 / delta)
    return number * (1 - 2 * a / number - math.sqrt(2 * a / number * b / number) - b / number)


def binomial(number: int, mean: Fraction) -> list[Fraction]:
    """Return the probabilities of 0, ..., `number` ones."""
    chances = (mean**k * (1 - mean) ** (number - k) for k in range(number + 1))
    return [math.comb(number, k) * chance for k, chance in enumerate(chances)]


def main(*, mean: Fraction = Fraction(4, 5), delta: float = 0.01) -> None:
    """Print both sides and assert that the estimate misses far more often than stated."""
    sigma = math.sqrt(mean * (1 - mean))
    print("  N  points  error  widths: printed, in units  P{miss}  delta  P{plain mean misses}")
    for number in (60, 80, 100):
        points = needed(number, delta)
        printed = math.sqrt(sigma * math.log(1 / delta) / number)
        units = sigma * math.sqrt(math.log(1 / delta) / number)
        law = binomial(number, mean)
        collapsed = sum(p for k, p in enumerate(law) if number - k < points <= k)
        miss = float(collapsed * (1 - (1 - mean) ** number))
        both = enumerate(binomial(2 * number, mean))
        plain = float(sum(p for k, p in both if abs(k / (2 * number) - mean) > units))
        print(f"{number:3}  {points:6.2f}  {float(1 - mean):5.2f}", end="")
        print(f"  {printed:15.4f}  {units:8.4f}  {miss:7.4f}  {delta:5}  {plain:.1e}")
        assert 1 - mean > 1.1 * max(printed, units), "the error is within the width"
        assert miss > 20 * delta, (number, miss)
        assert plain < delta


if __name__ == "__main__":
    main()
