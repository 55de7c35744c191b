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

_PAIRS = exact("(12) pairs covered of all (printed)", theorem_2.decomposition_12)
_FIRST_PULL = exact("third decision (printed)", theorem_2.initial_pull, noised=False)
_SETS = exact("(17) β and β' (printed)", theorem_2.conditioning_17, pointwise=False)
_TAIL = algebra(
    "Hoeffding's bound for the mean", "exp(-2*n*width**2) = t**-6", width="sqrt(3*log(t)/n)"
)
_WIDTHS = algebra("both widths over Δ at Δ = ε", "sqrt(1/8) + 1/8 < 1/2")
_INTEGRAL = algebra(
    "t^-2 against its integral from t to t + 1 (printed)", "1/t**2 <= 1/t - 1/(t + 1)", t="62"
)
_TERMS = algebra("log t terms of t^-3", "log(t)/log(2) <= t", over={"t": (2, "oo")})
_OMEGA_RATIO = algebra(
    "ratio of successive ω, a = 2^(s-1)", "(4*a - 2)/(2*a - 2) <= 3", over={"a": (2, "oo")}
)
_LEMMA_11 = (
    argued("sum over s", bounds.constant_lemma_11),
    _TAIL,
    _WIDTHS,
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
_OMEGA = algebra("sum that defines ω^(3) (printed)", "Sum(2**r, (s, 1, r)) = 2**(r + 1) - 2", r="3")
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
        argued(
            "third decision, first pulls noised (repaired)", theorem_2.initial_pull, noised=True
        ),
        argued("loss of five rounds and ε (repaired)", loss_against, loss=worst_loss, rounds=5),
        argued("(12) pairs covered of all (repaired)", theorem_2.decomposition_12, repaired=True),
        argued("(17) by values (repaired)", theorem_2.conditioning_17, pointwise=True),
        printed=(_FIRST_PULL, _PAIRS, _SETS),
    ),
    "theorem-2-proof": proof(_PAIRS, _SETS),
    "equation-12": proof(_PAIRS),
    "equation-17": proof(_SETS),
}

LEMMA_11 = {
    "lemma-11": proof(*_LEMMA_11, printed=(_CHAIN, _INTEGRAL, _OMEGA)),
    "lemma-11-chain": proof(_CHAIN),
    "equation-25": proof(_TAIL),
    "equation-27": proof(_WIDTHS),
    "equation-28": proof(_INTEGRAL, _TERMS, _OMEGA_RATIO),
}

THEOREMS_3_AND_4 = {
    "theorem-3": proof(*_LEMMA_11, printed=(_PRINTED_PULLS, _OMEGA)),
    "theorem-4": proof(*_IDENTITIES),
    "equation-05": proof(printed=(_PRINTED_PULLS,)),
    "equation-18": proof(SPLIT),
    "equation-30": proof(*_IDENTITIES),
}

CHECKS = {
    **THEOREM_2,
    **LEMMA_11,
    **THEOREMS_3_AND_4,
    "fact-1": proof(algebra("both tails", "2*exp(-x/b)/2 = delta", x="b*log(1/delta)")),
    "fact-2": proof(
        algebra("moments, u = h² b² <= 1/2", "(1 - u)*(1 + 2*u) = 1 + u*(1 - 2*u)"),
        algebra("1 + 2u", "1 + 2*u <= exp(2*u)", over={"u": (0, "oo")}),
        algebra(
            "range of χ", "nu*sqrt(8*log(2/delta)) = 2*sqrt(2)*nu**2/b", nu="b*sqrt(log(2/delta))"
        ),
    ),
}
