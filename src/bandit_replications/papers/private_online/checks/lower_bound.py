"""Decisions on the lower bound: Theorem 10, Appendix H, and the minimax bound after it."""

from bandit_replications.inference.checks import worst_over
from bandit_replications.ledger.decisions import (
    algebra,
    argued,
    by_interpretation,
    exact,
    proof,
    sampled,
    statement,
)
from bandit_replications.papers.private_online.theory import theorem_10

_RANGE = algebra("best mean at Δ = 0.6 (printed)", "1/2 + gap <= 1", gap="3/5")
_AT_ONE = exact("regret at Δ_min = 1 (printed)", theorem_10.range_of_statement)
_LENGTH = "log(K)/(10*eps*gap)"
_ROUNDS = algebra(
    "m* at K = 8, Δ = ε = 0.1 in whole rounds (printed)",
    "m = floor(m)",
    m=_LENGTH,
    K="8",
    eps="1/10",
    gap="1/10",
)
_BELOW_ONE = (
    algebra("first round's regret over Δ", "1/2 <= 1 - 1/K", over={"K": (2, "oo")}),
    algebra("Δ/2 where m* < 1", "m*gap/2 = log(K)/(20*eps)", m=_LENGTH),
)
_PACKING = algebra(
    "P_1 - P_2 on the event (1, 0)", "(1/2 + gap)*(1 - 1/2) - 1/2*(1 - (1/2 + gap)) = gap"
)
_NON_PRIVATE = (
    algebra("mean square of 1 ± 2Δ", "((1 + 2*gap)**2 + (1 - 2*gap)**2)/2 = 1 + 4*gap**2"),
    algebra("power of n samples", "1 + x <= exp(x)", over={"x": (0, "oo")}),
    algebra(
        "chance of the best guess at n = ln K / (16 Δ²)",
        "exp(4*gap**2*n/2)/sqrt(K) = K**(-3/8)",
        n="log(K)/(16*gap**2)",
    ),
    algebra("constant", "1/70 <= (1 - 2**(-3/8))/16"),
    argued("least regret, 8 actions, Δ = 0.1", theorem_10.non_private_term),
)
_LEAST = "L/(100*eps**2)"
_ONE_ROUND = algebra(
    "a 40th of the order, one round, ln K = 10000 (printed)", "sqrt(L)/40 <= 1", L="10000"
)

CHECKS = {
    "theorem-10": by_interpretation(
        proof(_PACKING, *_BELOW_ONE, *_NON_PRIVATE, printed=(_ROUNDS, _RANGE, _AT_ONE)),
        **{"every Δ_min up to 1": statement(_AT_ONE)},
    ),
    "theorem-10-exact": statement(
        sampled(
            "exact regret over the bound",
            worst_over,
            check=theorem_10.theorem_10,
            arms=(2, 8, 32),
            min_gap=(0.05, 0.1),
            epsilon=(0.01, 0.03),
        )
    ),
    "theorem-10-range": proof(_AT_ONE, _RANGE),
    "theorem-10-packing": proof(_PACKING),
    "theorem-10-asz": statement(
        algebra(
            "their inequality at M = 2, ε D = 0 is reversed",
            "0.9*M*(M - 1)/(M - 1 + exp(x)) < 0.8*M",
            M="2",
            x="0",
        )
    ),
    "equation-58": proof(
        *(
            argued(
                f"K = {arms}, n = {samples}",
                theorem_10.private_selectors,
                arms=arms,
                min_gap=0.1,
                epsilon=0.1,
                samples=samples,
            )
            for arms, samples in ((2, 20), (3, 4), (4, 2))
        )
    ),
    "theorem-10-batch-to-online": proof(*_BELOW_ONE, printed=(_ROUNDS,)),
    "theorem-10-non-private": proof(
        *_NON_PRIVATE,
        exact(
            "control: 1/37 in place of 1/70 fails",
            theorem_10.non_private_term,
            arms=2,
            min_gap=0.02,
            constant=1 / 37,
            relation="<",
        ),
    ),
    "section-5-minimax": by_interpretation(
        proof(
            algebra(
                "gap at the least T, at most 1/2 for ε <= 1/20, L = ln K",
                "sqrt(L/T) = 10*eps",
                T=_LEAST,
            ),
            printed=(
                _ONE_ROUND,
                algebra("gap at ε = 1 (printed)", "sqrt(L/T) <= 1/2", T=_LEAST, eps="1", L="1"),
                algebra(
                    "privacy term above 10 times the other (printed)",
                    "10*sqrt(T*L) < L/eps",
                    over={"L": (0, "oo"), "eps": (0, "oo")},
                    T=_LEAST,
                ),
            ),
        ),
        **{"every T from ln K / (100 ε²) on": statement(_ONE_ROUND)},
    ),
}
