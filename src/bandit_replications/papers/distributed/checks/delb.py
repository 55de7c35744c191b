"""Claims on DELB: Section 4, Appendices E and F; Protocol 2, Theorem 3."""

from bandit_replications.ledger.decisions import (
    argued,
    by_interpretation,
    exact,
    proof,
    sampled,
    statement,
)
from bandit_replications.papers.distributed.checks.introduction import LOG_TOTAL
from bandit_replications.papers.distributed.theory import finite_precision, lemma_f_1, theorem_3

_FEASIBLE = exact("with the factor 48, d = 3 to 154", theorem_3.feasible_support)
_CITED = argued("beyond, by a cited theorem", theorem_3.cited_support)
_ROUNDINGS = argued("roundings", "Σ ⌈a(x)⌉ is at least Σ a(x), and at most one more for each x")
_ERRORS = argued("squared error at every x alive", lemma_f_1.repaired)
_PHASES = argued(
    "phases",
    "1 or at most log4(MT/(600 d² log(MT))) + 1: log(MT) at most, as MT >= 3",
)
_PAIRS = argued(
    "pairs of a phase",
    "the pulls in a row, action after action, cut for M agents: ξ ends of actions and M - 1 cuts "
    "make at most ξ + M - 1 pairs",
)
_COST = argued(
    "cost of a phase",
    "3 numbers for each pair and M d for the estimate: 3 (ξ + M) + M d with ξ = 48 d max(1, log "
    "log d), at most 144 (M d + d max(1, log log d))",
)

CHECKS = {
    "protocol-2": statement(
        _FEASIBLE,
        _CITED,
        printed=(exact("d = 2", theorem_3.printed_support),),
    ),
    "protocol-2-support-repaired": proof(
        exact("with the maximum, up to d = 154", theorem_3.repaired_support), _CITED
    ),
    "section-4-1-pulls": proof(
        argued(
            "with roundings",
            "π adds up to 1 and g = d: 4^l d log(1/δ) pulls, and one more for each of at most d² "
            "points",
        )
    ),
    "section-4-1-error": statement(
        argued(
            "with the printed pulls",
            "the estimate at x has proxy 1/(4^l log(1/δ)) at most, so that an error of 2^-l has "
            "probability at most 2 exp(-log(1/δ)/2) = 2 sqrt(δ); twice the pulls make it 2 δ",
        ),
    ),
    "footnote-07": proof(
        argued("added regret", "MT pulls lose at most 1/T more each, M <= sqrt(MT), as T > M")
    ),
    "appendix-e-assignment": proof(argued("pairs of a phase", theorem_3.segment_count)),
    "appendix-e-support": statement(
        _FEASIBLE,
        _CITED,
        printed=(exact("without it, d = 3", theorem_3.support_of_appendix_e),),
    ),
    "fact-2": proof(
        _ROUNDINGS,
        printed=(exact("both bounds at d = 2", theorem_3.fact_2_in_small_dimensions),),
    ),
    "equation-03": proof(
        argued(
            "of all pulls",
            "Σ ⟨x, V^-1 x_s⟩² = x^T V^-1 V V^-1 x, and a pull's noise and rounding have proxies of "
            "at most 1 each",
        )
    ),
    "lemma-f-1": by_interpretation(
        statement(argued("P{error at a dropped action exceeds 2^-l}", lemma_f_1.eliminated_action)),
        **{
            "g over all of 𝒟, as in Section 4.2": statement(
                argued("squared error at every x with g <= 2d", lemma_f_1.repaired),
                exact("the instance has no such design", lemma_f_1.design_over_all),
            )
        },
    ),
    "lemma-f-1-repaired": proof(
        argued("C1 = 600", lemma_f_1.repaired),
        argued("C1 = 43", lemma_f_1.repaired, constant=43.0),
        argued(
            "C1 d and C1 d² agree",
            "g/n_l <= 2 d/(C1 4^l d² log(MT)) = 2/(4^l C1 d log(MT))",
        ),
        printed=(exact("‖θ̂ - θ*‖ <= 2", lemma_f_1.far_estimate),),
    ),
    "lemma-f-1-net": proof(
        argued("the printed sum", lemma_f_1.printed_constant_600),
        argued(
            "log(2MTQ)/log(MT)",
            "Q = 3^d 2^(d(l+2)): (log 2 + d log 3 + 2 d log 2)/log(MT) + 1 + d l log 2/log(MT), "
            "where log(MT) >= 1 and 4^l <= MT makes the last term d/2 at most",
        ),
        sampled("size of the net", lemma_f_1.covering_number),
        argued("deviation", "2^(-l+1) sqrt(1/64) = 2^(-l-2)"),
    ),
    "lemma-f-1-from-net": proof(exact("P{‖θ̂ - θ*‖ > 2}", lemma_f_1.far_estimate)),
    "lemma-f-2": proof(
        argued("two errors", lemma_f_1.loses_best),
        _PHASES,
        printed=(exact("with 1 - 1/(TM) for a phase", lemma_f_1.probability_misprint),),
    ),
    "lemma-f-3": proof(
        argued("after l - 1 phases", "2^(-(l-1)+1) + 2 · 2^-(l-1) = 8 · 2^-l"),
        argued("phase 1", "gaps are at most 2 < 8/2, as ‖x‖, ‖θ*‖ <= 1"),
    ),
    "theorem-3": proof(
        argued(
            "regret with the unfinished phase",
            "with s = 600 d² log(MT) <= MT the P phases begun have 2^P <= 2 sqrt(MT/s), and 8 s Σ "
            "2^l <= 32 sqrt(s MT); 8 (ξ + M) + 4 log(MT) is less than sqrt(s MT): 33 sqrt(600) d "
            "sqrt(MT log(MT)) in all, which for s > MT exceeds 2 MT",
        ),
        _ERRORS,
        _COST,
        _PAIRS,
        _PHASES,
        LOG_TOTAL,
        printed=(exact("sum over finished phases", theorem_3.unfinished_phase),),
    ),
    "section-4-3-gaps": proof(exact("P{gap 1.001 pulled in phase 2}", theorem_3.gap_in_phase_2)),
    "theorem-3-leaves-phase-1": statement(
        argued(
            "length of phase 1",
            "it has at least 4 · 600 d² log(MT) pulls (fact-2), so that it lasts while MT is less",
        ),
        argued(
            "regret while it lasts",
            "which actions are pulled does not depend on rewards until then: of d unit vectors one "
            "gets at most MT/d pulls, and where it is θ* the regret is at least (1 - 1/d) MT",
        ),
    ),
    "appendix-f-bits": statement(
        exact("bits of an entry of the estimate", finite_precision.entry_bits),
        printed=(exact("ξ at d = 2", theorem_3.printed_support),),
    ),
    "finite-precision-delb": proof(
        argued(
            "variance of roundings",
            "M roundings to 1/(M²T) have proxy M/(4 M^4 T²) < 1/(MT), and m_l(x) <= MT",
        ),
        argued(
            "rounded estimate",
            "sqrt(d)/(MTd) <= 1/(MT) <= 2^(-l-1), as 600 · 4^l <= MT in a completed phase",
        ),
        argued(
            "unrounded estimate",
            "with proxies doubled its squared error in units of 4^-l is at most 32 (d log 6 + "
            "log(MT))/(600 d log(MT)) <= 0.1404 <= 1/4, as d >= 1 and MT >= 3: 2^(-l-1) at most",
        ),
        argued("sum of the errors", "2^(-l-1) + 2^(-l-1) = 2^-l, which is Lemma F.1's"),
        printed=(exact("last display", finite_precision.delb_display),),
    ),
}
