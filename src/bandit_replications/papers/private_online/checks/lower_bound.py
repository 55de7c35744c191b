"""Decisions on the lower bound: Theorem 10, Appendix H, and the minimax bound after it."""

from bandit_replications.ledger.decisions import argued, exact, proof, sampled, statement
from bandit_replications.papers.private_online.theory import corollaries, theorem_10
from bandit_replications.papers.private_online.theory.grids import worst_over

_RANGE = exact("best mean at Δ = 0.6 (printed)", theorem_10.packing_range)
_AT_ONE = exact("regret at Δ_min = 1 (printed)", theorem_10.range_of_statement)
_ROUNDS = exact("m* in whole rounds (printed)", theorem_10.rounds_are_whole)
_BELOW_ONE = argued("first round's regret where m* < 1", theorem_10.rounds_below_one)
_PACKING = argued("total-variation distance", theorem_10.packing_distance)
_FANO = argued(
    "error of a private selector",
    "with the vectors of two instances coupled, at most 10D of them differ but for probability "
    "0.1, so P_j(i) >= e^(-x) (P_i(i) - 0.1), x = 10 ε D: summed over i and averaged over j the "
    "error β is at least (K-1) e^(-x) (0.9 - β)",
)
_HALF = argued(
    "x / (x + y) >= min(1, x/y) / 2", "x + y <= 2 max(x, y), with x = K - 1 and y = e^(10 ε D)"
)
_CRITICAL = argued("error at m* samples", "0.45 (K-1) / K >= 0.45 / 2 > 0.2")
_CITED = sampled(
    "cited term: least regret of any algorithm",
    worst_over,
    check=theorem_10.non_private_term,
    arms=(2, 3, 8, 32, 128, 1000),
    min_gap=(0.03, 0.1, 0.25, 0.5),
)
_MAJORITY = argued("share of 0.51", "more than all others together, which have at most 0.49")


CHECKS = {
    "theorem-10": proof(
        _PACKING,
        _FANO,
        _HALF,
        _CRITICAL,
        _MAJORITY,
        _BELOW_ONE,
        _CITED,
        printed=(_ROUNDS, _RANGE, _AT_ONE),
    ),
    "theorem-10-exact": statement(
        sampled(
            "exact regret over the bound",
            worst_over,
            check=theorem_10.theorem_10,
            arms=(2, 8, 32),
            min_gap=(0.05, 0.1),
            epsilon=(0.01, 0.03),
        ),
    ),
    "theorem-10-range": proof(
        _AT_ONE,
        _RANGE,
    ),
    "theorem-10-packing": proof(_PACKING, exact("footnote's event", theorem_10.packing_witness)),
    "theorem-10-asz": statement(
        exact(
            "their inequality at M = 2, ε D = 0 is reversed",
            theorem_10.asz_inequality,
            relation="<",
        ),
        _HALF,
    ),
    "equation-58": proof(
        _FANO,
        _HALF,
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
        ),
    ),
    "theorem-10-critical-samples": proof(
        _CRITICAL,
        argued(
            "samples for an error below 0.2, against m*, Δ = ε = 0.5", theorem_10.samples_needed
        ),
        argued(
            "samples for an error below 0.2, against m*, Δ = 0.5, ε = 0.1",
            theorem_10.samples_needed,
            epsilon=0.1,
        ),
    ),
    "theorem-10-batch-to-online": proof(_MAJORITY, _BELOW_ONE, printed=(_ROUNDS,)),
    "theorem-10-non-private": statement(_CITED),
    "section-5-minimax": proof(
        _CITED,
        argued("gap from T = 4 ln K on", "sqrt(ln K / T) <= 1/2 from T = 4 ln K on"),
        argued("gap at ε <= 1/20", "at the least T, ln K / (100 ε²), Δ = 10 ε <= 1/2"),
        printed=(
            exact("regret of one round (printed)", corollaries.minimax_one_round),
            exact("gap at ε = 1 (printed)", corollaries.minimax_gap),
            exact(
                "privacy term above 10 times the other (printed)",
                corollaries.minimax_private_term,
                relation=">",
            ),
        ),
    ),
}
