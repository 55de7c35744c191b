"""Anonymous Bandits for Multi-User Systems, Section 3.4.2: random assignments.

As printed: for users on random active arms to meet all demands with high probability, the number
α D of assignments or the cluster size U must grow by logarithmic factors. Refuted for "all demands
are met": at U = K(C+1) any α > 2 does. (That each assignment informs every user does need them.)

User i is on arm j of A_i with probability 1/|A_i| >= 1/K and informs there if C others are. At
least U - 1 = K(C+1) - 1 others have arm j, each on it with probability 1/K or more: their number is
at least a binomial of mean C + 1 - 1/K >= C, whose median is at least the mean rounded down, so C
of them are there with probability 1/2 or more. In R = 2D(1 + δ) independent assignments a pair is
informed about Bin(R, 1/(2|A_i|)) times or more, of mean m = (1 + δ) D/|A_i|, and falls short of
D/|A_i| with probability exp(-δ² m/(2(1+δ)²)) at most (Chernoff). Over N K pairs that tends to 0 as
D grows, whatever the fixed δ > 0: no logarithm in α or U.
"""

from fractions import Fraction
from math import comb, exp


def informs(arms: int, group: int, others: int) -> Fraction:
    """Return P{Bin(K(C+1) - 1, 1/K) >= others}, exactly."""
    users = arms * (group + 1) - 1
    fewer = sum(comb(users, n) * (arms - 1) ** (users - n) for n in range(others))
    return 1 - Fraction(fewer, arms**users)


def short(*, users: int, arms: int, total: int, extra: float) -> float:
    """Return a bound on the probability that some pair is left short by 2D(1 + δ) assignments."""
    mean = (1 + extra) * total / arms
    return users * arms * exp(-(extra**2) * mean / (2 * (1 + extra) ** 2))


least = min(
    (informs(arms, group, group), arms, group) for arms in range(2, 13) for group in range(1, 13)
)
print(f"least probability to inform, K, C <= 12: {float(least[0]):.3f} at K, C = {least[1:]}")
assert least[0] >= Fraction(1, 2), "a pair informs with less than 1/2"
for total in (10**3, 10**4, 10**5):
    bound = short(users=125, arms=5, total=total, extra=0.25)
    print(
        f"N = 125, K = 5, D = {total}: {2.5 * total:.0f} assignments fail with {bound:.1e} at most"
    )
assert bound < 1e-9, "2.5 D assignments need not do"
assert informs(5, 4, 6) < Fraction(1, 2), "the control: C + 2 others are as likely as C"
