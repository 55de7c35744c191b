"""Decisions on the lower bound: Theorem 10, Appendix H, and the minimax bound after it."""

from bandit_replications.ledger.decisions import argued, proof, sampled, statement
from bandit_replications.papers.private_online.theory import corollaries, theorem_10
from bandit_replications.papers.private_online.theory.grids import worst_over

_RANGE = sampled("best mean at Δ = 0.6 (printed)", theorem_10.packing_range)
_AT_ONE = sampled("regret at Δ_min = 1 (printed)", theorem_10.range_of_statement)
_ROUNDS = sampled("m* in whole rounds (printed)", theorem_10.rounds_are_whole)
_BELOW_ONE = sampled("first round's regret where m* < 1", theorem_10.rounds_below_one)
_PACKING = sampled("total-variation distance", theorem_10.packing_distance)
_CRITICAL = sampled("error at m* samples", theorem_10.error_at_critical_samples)
_MAJORITY = sampled("share of 0.51", theorem_10.majority_share)


CHECKS = {
    "theorem-10": proof(
        _PACKING,
        _CRITICAL,
        _MAJORITY,
        _BELOW_ONE,
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
    "theorem-10-packing": proof(_PACKING, sampled("footnote's event", theorem_10.packing_witness)),
    "theorem-10-asz": statement(
        sampled(
            "their inequality at M = 2, ε D = 0 is reversed",
            theorem_10.asz_inequality,
            relation="<",
        ),
        sampled("the replacement, worst case", theorem_10.asz_repair),
    ),
    "equation-58": proof(
        *(
            sampled(
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
        sampled(
            "samples for an error below 0.2, against m*, Δ = ε = 0.5", theorem_10.samples_needed
        ),
        sampled(
            "samples for an error below 0.2, against m*, Δ = 0.5, ε = 0.1",
            theorem_10.samples_needed,
            epsilon=0.1,
        ),
    ),
    "theorem-10-batch-to-online": proof(_MAJORITY, _BELOW_ONE, printed=(_ROUNDS,)),
    "theorem-10-non-private": statement(
        sampled(
            "least regret of any algorithm",
            worst_over,
            check=theorem_10.non_private_term,
            arms=(2, 3, 8, 32, 128, 1000),
            min_gap=(0.03, 0.1, 0.25, 0.5),
        )
    ),
    "section-5-minimax": proof(
        argued("gap from T = 4 ln K on", corollaries.minimax_range),
        argued("gap at ε = 0.04", corollaries.minimax_gap, epsilon=0.04),
        printed=(
            argued("regret of one round (printed)", corollaries.minimax_one_round),
            argued("gap at ε = 1 (printed)", corollaries.minimax_gap),
            argued(
                "privacy term above 10 times the other (printed)",
                corollaries.minimax_private_term,
                relation=">",
            ),
        ),
    ),
}
