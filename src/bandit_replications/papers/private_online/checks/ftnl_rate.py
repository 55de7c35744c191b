"""Decisions on FTNL's rate, which are ours, and on the paper's sentences that it decides.

Notation: R = e^(2ε) and m are the range of a density and its least value; Λ = ln(aK), a = 0.64^-2;
u = c n Δ_min², c = 0.255; v in [1/2, 1]; x is a power of 1/2; l = ln K.
"""

from bandit_replications.ledger.decisions import algebra, argued, exact, proof, statement
from bandit_replications.papers.private_online.theory import ftnl_rate

_LEAST = "log(2*2.4414)"  # Λ at K = 2
_MAXIMUM = (
    algebra("M_K - M_(K-1), x = 2^-K", "(1 - x)/K - x/K + 2*x/(K - 1) = 1/K + 2*x/(K*(K - 1))"),
    algebra("M_4", "1/2 + 3/8 + 7/24 + 15/64 - 1/64 <= log(4)"),
    algebra("M_2 and M_3 over ln K", "Max(3/(4*log(2)), 9/(8*log(3))) <= 1083/1000"),
)
_STABILITY = (
    algebra(
        "largest deviation of a density with range R",
        "(sqrt(R) - 1)**2 - (R + 1 - R*m - 1/m) = (sqrt(R*m) - 1/sqrt(m))**2",
    ),
    algebra(
        "tanh(ε/2)", "(sqrt(R) - 1)**2/(R - 1) = (exp(eps) - 1)/(exp(eps) + 1)", R="exp(2*eps)"
    ),
    argued("Φ falls, three dependent actions", ftnl_rate.falls),
)
_SMALL_GAPS = (
    algebra("4 tanh(ε/2) <= 2ε", "(exp(x) - 1)/(exp(x) + 1) <= x/2", over={"x": (0, "oo")}),
    algebra("rewards, h = 0.3 Δ", "-h*gap + h**2/2 = -0.255*gap**2", h="0.3*gap"),
    algebra("noise, h/ε <= 0.6", "(1 - 0.6**2)**(-2) <= 2.4415"),
    algebra("epochs with u <= Λ", "Sum(2**(-i/2), (i, 0, oo)) = 2 + sqrt(2)"),
    algebra("weights of a chord", "(2 - 2*v) + 2*(2*v - 1) = 2*v"),
    algebra("largest over v", "(2 + sqrt(2))*sqrt(v) + 2 - 2*v <= 3.46", over={"v": ("1/2", 1)}),
    algebra(
        "each term of Ψ falls in Λ, a = 2^i",
        "a <= (a - 1)*(a*L + 1/2)",
        over={"a": (2, "oo"), "L": ("3/2", "oo")},
    ),
    algebra(
        "Ψ at K = 2",
        "(2*L + 1/2)*exp(-L) + (4*L + 1/2)*exp(-3*L)/(1 - 2*exp(-4*L)) <= 0.82",
        L=_LEAST,
    ),
    algebra("Λ at K = 2", "3/2 <= L", L=_LEAST),
    algebra(
        "constants",
        "2/0.255*(3.46*(l + log(2.4415) + 1/2) + 0.82) <= 28*l + 45",
        over={"l": (0, "oo")},
    ),
)

CHECKS = {
    "ftnl-rate": proof(
        *_STABILITY,
        *_SMALL_GAPS,
        argued(
            "8 actions, upper and lower bound",
            ftnl_rate.within_rate,
            means=(0.9, *(0.8,) * 7),
            epsilon=0.1,
        ),
        exact("control: without 1/Δ_min it fails", ftnl_rate.privacy_term_alone),
    ),
    "ftnl-rate-short": proof(
        *_MAXIMUM,
        algebra("8 · 1.083", "8*1.083 <= 9"),
        algebra("1 + 45 + 28 ln K", "28*l + 46 <= 95*l", over={"l": ("log(2)", "oo")}),
    ),
    "ftnl-rate-below": proof(
        argued("Φ falls no faster, three dependent actions", ftnl_rate.falls_no_faster),
        argued(
            "10 doubling gaps, upper and lower bound",
            ftnl_rate.within_rate,
            means=(1.0, *(1 - 2.0**-k for k in range(10))),
            epsilon=1e-5,
            horizon=2**32 - 1,
            law="deterministic",
        ),
        exact("control: 3.2 for 2 fails", ftnl_rate.lower_factor_too_large),
    ),
    "ftnl-rate-stability": statement(
        algebra("gain in reward less gain in mean, over p", "(p - p*(2*p - 1))/p = 2*(1 - p)"),
        exact(
            "1.9 in place of 2 fails, ε = 1000",
            ftnl_rate.falls,
            law=ftnl_rate.TWO_POINTS,
            rounds=1,
            block=1,
            epsilon=1000.0,
            stability=1.9,
            relation=">",
        ),
        exact("0 in place of 2 fails, ε = 0.5", ftnl_rate.falls, stability=0.0, relation=">"),
    ),
    "ftnl-rate-gap-free": proof(
        algebra("T Δ* and C / Δ*", "T*gap + C/gap = 2*sqrt(C*T)", gap="sqrt(C/T)")
    ),
}
