"""Decisions on Hybrid-UCB and other uses of trees: Theorem 5, Lemma 12 and Appendix E.

As for Anytime-Lazy-UCB, an equation is checked as printed, and a theorem rests on repairs.
"""

from bandit_replications.ledger.decisions import argued, by_reading, proof, sampled, statement
from bandit_replications.papers.private_online.checks.privacy import loss_against
from bandit_replications.papers.private_online.theory import (
    equation_43,
    lemma_12,
    theorem_3,
    theorem_5,
)
from bandit_replications.papers.private_online.theory.audits.exact_bandits import (
    TREES_PULLS,
    hybrid_decisions_loss,
)
from bandit_replications.papers.private_online.theory.audits.hybrid_released_sums import (
    released_sums_loss,
)

_PULLS = sampled("pulls beyond ω^(θ), initial one counted", theorem_3.pulls_18, initial=1)
_HALVES = sampled("(43) both thresholds and the width (printed)", equation_43.halves_43)
_MEAN = sampled("(43) 3 log2 t over ln t", equation_43.hoeffding_43)
_WHOLE = sampled("(43) whole noise (repaired)", equation_43.whole_noise_43)
_NOISE = sampled("(44) t^4 P of the noise (repaired)", equation_43.noise_probability_44)
_MEAN_WIDTH = sampled("(45) width of the mean over Δ", lemma_12.mean_width_45)
_DOMAIN = sampled("(46) at y = 1.56 (printed)", lemma_12.domain_46)
_WIDTHS = sampled("(47) width of the noise, both widths, over Δ", lemma_12.noise_width_47)
_RATIO = sampled("(48) ratio of successive ω", lemma_12.ratio_48)
_SUM = sampled("(48) sum over t", lemma_12.sum_48)
_LATE = sampled("smallest d_j", theorem_5.critical_array_is_late)

EQUATIONS = {
    "equation-33": proof(
        sampled("nodes against r", theorem_5.p_sums_33),
        printed=(sampled("noise scale at r = 0 (printed)", theorem_5.noise_of_first_pull),),
    ),
    "equation-36": proof(_PULLS, sampled("split of the slots (printed)", theorem_3.split_18)),
    "equation-37": proof(_PULLS, sampled("largest θ against log2 T", theorem_3.number_of_arrays)),
    "equation-38": proof(
        sampled("explicit maximum over the printed one, times 4096", theorem_5.critical_array_e32),
    ),
    "equation-39": proof(sampled("first round, level", lemma_12.first_round_39), _LATE),
    "equation-43": proof(
        _HALVES,
        sampled("(43) probabilities at s = 9 (printed)", equation_43.split_43),
        _MEAN,
        sampled("(43) condition on χ", equation_43.chi_43),
    ),
    "equation-44": proof(_WHOLE, _NOISE, printed=(_HALVES,)),
    "equation-45": proof(_MEAN_WIDTH),
    "equation-46": proof(
        sampled("(46) slope", lemma_12.decreasing_46),
        sampled("(46) log y and y", lemma_12.product_46),
        _DOMAIN,
    ),
    "equation-47": proof(_WIDTHS),
    "equation-48": proof(_RATIO, _SUM, _LATE),
}

_AT_22 = {"extra": f"{theorem_5.extra_factor().left:.3g}"}

CHECKS = {
    **EQUATIONS,
    "theorem-5-regret": proof(
        _WHOLE,
        sampled("(43) mean", equation_43.hoeffding_43),
        _NOISE,
        sampled(
            "(44) noise, tree of r + 1 levels", equation_43.noise_probability_44, extra_levels=1
        ),
        _WIDTHS,
        sampled("Lemma 12's sum", lemma_12.constant_lemma_12),
        printed=(_HALVES, _DOMAIN),
    ),
    "theorem-5-privacy": by_reading(
        statement(
            sampled(
                "loss of an arm's first 31 sums and ε (array at once)",
                loss_against,
                loss=released_sums_loss,
                pulls=TREES_PULLS,
                full_tree="array",
            ),
            *(
                sampled(
                    f"budget of one observation in tree {levels} over ε (array at once)",
                    theorem_5.composition_e31,
                    levels=levels,
                    release="array-at-once",
                )
                for levels in (1, 2, 3, 10)
            ),
        ),
        **{
            "Algorithm 4 and (33), which release a full tree's root": statement(
                sampled(
                    "loss of decisions and ε (printed)", loss_against, loss=hybrid_decisions_loss
                ),
                sampled(
                    "loss of an arm's first sums and ε (printed)", theorem_5.released_sums_loss
                ),
            )
        },
    ),
    "theorem-5-loglog": proof(
        argued(
            "extra factor over log log T, T = 2^(2^100)", theorem_5.extra_factor, exponent=2**100
        ),
        facts=_AT_22,
    ),
    "lemma-12": proof(
        sampled("sum over s", lemma_12.constant_lemma_12),
        _WHOLE,
        _NOISE,
        _MEAN,
        _MEAN_WIDTH,
        _WIDTHS,
        _RATIO,
        _SUM,
        printed=(_HALVES, _DOMAIN),
    ),
    "section-4-2-first-group": proof(
        sampled("differing sizes, O from 2 to 64 (printed)", theorem_5.first_group),
        sampled(
            "the same, initial pull apart", theorem_5.first_group, reading="initial-pull-apart"
        ),
    ),
    "section-3-same-bound": proof(argued("both forms, equal gaps", theorem_5.forms_theorem_5)),
    "section-6-hybrid-ucb1-widths": proof(
        sampled("squared ratio of widths, ε = ∞", theorem_5.width_ratio_without_noise),
    ),
}
