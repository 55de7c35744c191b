"""Decisions on the setting, Anytime-Lazy-UCB, Theorems 2 to 4 and Appendices A to D.

An equation is checked as printed; where that fails and a repair exists, the claim of the theorem or
lemma rests on the repaired step and says so.

Notation: array r = 1, 2, … of an arm has 2^r slots, array 0 is the initial pull; arrays 1..s have
ω^(s) = 2^(s+1) - 2 slots; θ is the index of the array with the arm's last observation; log is base
2, ln natural; x = 24 ln T / (Δ min(Δ, ε)).
"""

from bandit_replications.ledger.decisions import algebra, argued, exact, proof
from bandit_replications.papers.private_online.checks.privacy import loss_against
from bandit_replications.papers.private_online.theory import bounds, theorem_2
from bandit_replications.papers.private_online.theory.audits.lazy_decisions import worst_loss

_UNIONS = argued(
    "loss over sets and over sequences",
    "a set's probability is a finite sum, and a ratio of sums is at most the largest ratio",
)
_PAST = argued(
    "change of the past's law", "D_1:t depends on X_1:t-1 alone, which is the same on both inputs"
)
_PAIRS = exact("(12) pairs covered of all (printed)", theorem_2.decomposition_12)
_TAIL_RATIO = argued(
    "(16) ratio of densities",
    "one reward moves the array's sum by at most 1, and |y + 1| <= |y| + 1: the density of "
    "Lap(1/ε) changes by at most e^ε",
)
_FIRST_PULL = exact("third decision (printed)", theorem_2.initial_pull, noised=False)
_SETS = exact("(17) β and β' (printed)", theorem_2.conditioning_17, pointwise=False)
_TAIL = (
    argued("noise beyond its width", "3 ln(t) / ε or more with probability t^-3 / 2, by Fact 1"),
    algebra(
        "Hoeffding's bound for the mean", "exp(-2*n*width**2) = t**-6", width="sqrt(3*log(t)/n)"
    ),
)
_WIDTHS = (
    argued(
        "both widths over Δ",
        "at most sqrt(m/8) + m'/8 beyond x slots, m = min(1, ε/Δ) and m' = min(1, Δ/ε)",
    ),
    algebra("both widths over Δ at Δ = ε", "sqrt(1/8) + 1/8 < 1/2"),
)
_INTEGRAL = algebra(
    "t^-2 against its integral from t to t + 1 (printed)", "1/t**2 <= 1/t - 1/(t + 1)", t="62"
)
_TERMS = algebra("log t terms of t^-3", "log(t)/log(2) <= t", over={"t": (2, "oo")})
_OMEGA_RATIO = algebra(
    "ratio of successive ω, a = 2^(s-1)", "(4*a - 2)/(2*a - 2) <= 3", over={"a": (2, "oo")}
)
_ARRAYS = argued(
    "largest θ against log2 T",
    "arrays 0 to θ - 1 are full and array θ holds a pull, so 2^θ <= O_j(T) <= T",
)
_LEMMA_11 = (
    argued("sum over s", bounds.constant_lemma_11),
    *_TAIL,
    *_WIDTHS,
    _TERMS,
    _OMEGA_RATIO,
    algebra(
        "t^-2 against its integral from t - 1 to t (repaired)",
        "1/t**2 <= 1/(t - 1) - 1/t",
        over={"t": (2, "oo")},
    ),
)
_IDENTITIES = (
    algebra("(30)", "K*L/gap = sqrt(K*L*T)", gap="sqrt(K*L/T)"),
    algebra("(31)", "T*gap = sqrt(K*L*T)", gap="sqrt(K*L/T)"),
)
_COVER = argued(
    "covers Theorem 3", "2^d < 2x, so 2^(d+1) - 2 + 1 + 0.46 < 4x pulls for each of at most K arms"
)
_OMEGA = algebra("sum that defines ω^(3) (printed)", "Sum(2**r, (s, 1, r)) = 2**(r + 1) - 2", r="3")
PULLS = argued(
    "pulls beyond ω^(θ), initial one counted",
    "2^θ <= O_j(T) < 2^(θ+1), so O_j(T) is at most the slots of arrays 0 to θ",
)
_PRINTED_PULLS = algebra("pulls beyond ω^(θ) (printed)", "1 <= 2**(t + 1) - 2", t="0")
SPLIT = algebra(
    "slots up to array t = 3, split at array d = 5 (printed)",
    "Sum(2**s, (s, 1, t)) = Sum(2**s, (s, 1, d))",
    t="3",
    d="5",
)
_CHAIN = algebra(
    "2^d >= x against 2 log x at the least x (printed)", "x <= 2*log(x)/log(2)", x="24*log(2)"
)

THEOREM_2 = {
    "theorem-2": proof(
        _UNIONS,
        _PAST,
        argued(
            "third decision, first pulls noised (repaired)", theorem_2.initial_pull, noised=True
        ),
        argued("loss of five rounds and ε (repaired)", loss_against, loss=worst_loss, rounds=5),
        _TAIL_RATIO,
        argued("(12) pairs covered of all (repaired)", theorem_2.decomposition_12, repaired=True),
        argued("(17) by values (repaired)", theorem_2.conditioning_17, pointwise=True),
        printed=(_FIRST_PULL, _PAIRS, _SETS),
    ),
    "theorem-2-proof": proof(_UNIONS, _PAST, _PAIRS, _TAIL_RATIO, _SETS),
    "equation-08": proof(_UNIONS),
    "equation-11": proof(_PAST),
    "equation-12": proof(_PAIRS),
    "equation-16": proof(_TAIL_RATIO),
    "equation-17": proof(_SETS),
}

LEMMA_11 = {
    "lemma-11": proof(*_LEMMA_11, printed=(_CHAIN, _INTEGRAL, _OMEGA)),
    "lemma-11-chain": proof(_CHAIN),
    "equation-21": proof(
        argued(
            "range of t and τ",
            "before array s of arm j there are 2^s - 1 pulls of j and one of each other arm, so "
            "t > ω^(s-1) + K; arrays 0 to τ of arm 1 have 2^(τ+1) - 1 <= t - 1 slots",
        ),
        argued("smallest d_j", "24 ln T / (Δ min(Δ, ε)) >= 24 ln 2 > 2^4 for T >= 2, so d_j >= 5"),
    ),
    "equation-22": proof(
        argued(
            "Ψ without the three events",
            "mean_j + a_j < μ_j + 2 a_j <= μ_j + Δ = μ_1 < mean_1 + a_1, with widths a_j and a_1",
        )
    ),
    "equation-25": proof(*_TAIL),
    "equation-27": proof(*_WIDTHS),
    "equation-28": proof(_INTEGRAL, _TERMS, _OMEGA_RATIO),
}

THEOREMS_3_AND_4 = {
    "theorem-3": proof(
        PULLS,
        argued("(18) split (repaired)", "below array d_j the slots are at most ω^(d_j)"),
        *_LEMMA_11,
        printed=(_PRINTED_PULLS, _OMEGA),
    ),
    "theorem-4": proof(*_IDENTITIES, _COVER),
    "theorem-3-forms": proof(
        argued(
            "both forms",
            "1/min(Δ, ε) <= 1/Δ + 1/ε <= 2/min(Δ, ε) for each of K - 1 arms, and the K-th 1/ε is "
            "at most A/(K-1)",
        )
    ),
    "equation-05": proof(
        PULLS,
        _ARRAYS,
        argued("Δ min(Δ, ε) against 1", "Δ min(Δ, ε) <= Δ² <= 1"),
        printed=(_PRINTED_PULLS,),
    ),
    "equation-18": proof(SPLIT),
    "equation-30": proof(*_IDENTITIES, _COVER),
}

CHECKS = {
    **THEOREM_2,
    **LEMMA_11,
    **THEOREMS_3_AND_4,
    "fact-1": proof(
        argued("tails", "the density e^(-|y|/b) / (2b) has tails of e^(-x/b) / 2 beyond x and -x"),
        algebra("both tails", "2*exp(-x/b)/2 = delta", x="b*log(1/delta)"),
    ),
    "fact-2": proof(
        algebra("moments, u = h² b² <= 1/2", "(1 - u)*(1 + 2*u) = 1 + u*(1 - 2*u)"),
        algebra("1 + 2u", "1 + 2*u <= exp(2*u)", over={"u": (0, "oo")}),
        argued(
            "tail",
            "so 1/(1 - u) <= e^(2u) and E exp(hY) <= exp(2 h² ν²) for each tail; Markov's "
            "inequality at h = λ / (4 ν²) needs λ <= 2 sqrt(2) ν² / b",
        ),
        algebra(
            "range of χ", "nu*sqrt(8*log(2/delta)) = 2*sqrt(2)*nu**2/b", nu="b*sqrt(log(2/delta))"
        ),
    ),
    "equation-02": proof(
        argued(
            "regret in rewards and in pulls", "round t's decision does not depend on its rewards"
        )
    ),
    "appendix-a-space": proof(
        argued("released sums", "an array's sum is all that is released of it")
    ),
    "section-4-no-tuning": proof(
        argued("sizes of the arrays", "1, 2, 4, … in the pseudo-code, whatever ε")
    ),
    "section-4-anytime": proof(
        argued("Lazy", "T is not in its pseudo-code"),
        argued("DP-SE", "its confidence parameter is β = 1/T"),
    ),
}
