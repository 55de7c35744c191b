"""Decisions on Hybrid-UCB and other uses of trees: Theorem 5, Lemma 12 and Appendix E.

As for Anytime-Lazy-UCB, an equation is checked as printed, and a theorem rests on repairs.
"""

from bandit_replications.ledger.decisions import (
    argued,
    by_interpretation,
    exact,
    proof,
    sampled,
    statement,
)
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

_PULLS = argued("pulls beyond ω^(θ), initial one counted", theorem_3.pulls_18, initial=1)
_HALVES = exact("(43) both thresholds and the width (printed)", equation_43.halves_43)
_MEAN = argued("(43) 3 log2 t and 4 ln t", "3 / ln 2 > 4, as ln 2 < 3/4")
_WHOLE = argued("(43) whole noise (repaired)", equation_43.whole_noise_43)
_NOISE = argued("(44) t^4 P of the noise (repaired)", equation_43.noise_probability_44)
_MEAN_WIDTH = argued(
    "(45) width of the mean over Δ",
    "ω^(s-1) > 2^(s-1) >= 2^d >= 256 log T / Δ², so that sqrt(3 log T / ω^(s-1)) < sqrt(3) Δ / 16",
)
_DOMAIN = exact("(46) at y = 1.56 (printed)", lemma_12.domain_46)
_WIDTHS = argued("(47) width of the noise, both widths, over Δ", lemma_12.noise_width_47)
_RATIO = argued("(48) ratio of successive ω", "ω^(s) / ω^(s-1) = 2 + 1 / (2^s - 1) <= 3 for s >= 1")
_SUM = argued(
    "(48) sum over t",
    "(t - 1) t^-4 <= t^-3, whose sum from ω >= 511 on is at most 1 / (2 (ω - 1)²) <= 1/ω",
)
_LATE = argued("smallest d_j", "2^d >= 256 log T / Δ² >= 2^8 for T >= 2, so d_j >= 8")

EQUATIONS = {
    "equation-33": proof(
        argued(
            "nodes against r", "as many nodes as m <= 2^r has ones in binary: r at most, r >= 1"
        ),
        printed=(exact("noise scale at r = 0 (printed)", theorem_5.noise_of_first_pull),),
    ),
    "equation-36": proof(_PULLS, exact("split of the slots (printed)", theorem_3.split_18)),
    "equation-37": proof(
        _PULLS,
        argued("largest θ against log2 T", "trees 0 to θ - 1 are full, so 2^θ <= O_j(T) <= T"),
    ),
    "equation-38": proof(
        argued("explicit maximum over the printed one, times 4096", theorem_5.critical_array_e32),
    ),
    "equation-39": proof(
        argued(
            "first round, level",
            "2^s - 1 pulls of the arm and one of each other come before, and ω^(s-1) + 1 = 2^s",
        ),
        _LATE,
    ),
    "equation-43": proof(
        _HALVES,
        exact("(43) probabilities at s = 9 (printed)", equation_43.split_43),
        _MEAN,
        sampled("(43) condition on χ", equation_43.chi_43),
    ),
    "equation-44": proof(_WHOLE, _NOISE, printed=(_HALVES,)),
    "equation-45": proof(_MEAN_WIDTH),
    "equation-46": proof(
        argued("(46) slope", "x / 2^x falls where x ln 2 > 1, so for x >= 2, as ln 2 > 1/2"),
        argued("(46) log y and y", "log2 y <= y, so log2(y log2 y) <= 2 log2 y"),
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
        _MEAN,
        _NOISE,
        argued(
            "(44) noise, tree of r + 1 levels", equation_43.noise_probability_44, extra_levels=1
        ),
        _WIDTHS,
        argued("Lemma 12's sum", lemma_12.constant_lemma_12),
        argued("order of 2^d", theorem_5.critical_array_e32),
        printed=(_HALVES, _DOMAIN),
    ),
    "theorem-5-privacy": by_interpretation(
        statement(
            argued(
                "loss of an arm's first 31 sums and ε (array at once)",
                loss_against,
                loss=released_sums_loss,
                pulls=TREES_PULLS,
                full_tree="array",
            ),
            argued(
                "budget of one observation in tree r (array at once)",
                "the root is never released: a leaf is in at most r nodes with Lap(2r/ε) each, ε/2 "
                "together, and in one array with Lap(2/ε)",
            ),
        ),
        **{
            "Algorithm 4 and (33), which release a full tree's root": statement(
                exact(
                    "loss of decisions and ε (printed)", loss_against, loss=hybrid_decisions_loss
                ),
                exact("loss of an arm's first sums and ε (printed)", theorem_5.released_sums_loss),
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
        argued("sum over s", lemma_12.constant_lemma_12),
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
        exact("differing sizes, O from 2 to 64 (printed)", theorem_5.first_group),
        exact("the same, initial pull apart", theorem_5.first_group, reading="initial-pull-apart"),
    ),
    "section-3-same-bound": proof(argued("both forms, equal gaps", theorem_5.forms_theorem_5)),
    "section-6-hybrid-ucb1-widths": proof(
        argued(
            "squared ratio of widths, ε = ∞",
            "(3 log2(t) / O) / (2 ln(t) / O) = 3 / (2 ln 2)",
        ),
    ),
}
