"""Decisions on Hybrid-UCB and other uses of trees: Theorem 5, Lemma 12 and Appendix E.

As for Anytime-Lazy-UCB, an equation is checked as printed, and a theorem rests on repairs.
"""

import math

from bandit_replications.ledger.decisions import (
    algebra,
    argued,
    by_interpretation,
    exact,
    proof,
    statement,
)
from bandit_replications.papers.private_online.checks.lazy_ucb import SPLIT
from bandit_replications.papers.private_online.checks.privacy import loss_against
from bandit_replications.papers.private_online.theory import bounds, equation_43, theorem_5
from bandit_replications.papers.private_online.theory.audits import hybrid_decisions
from bandit_replications.papers.private_online.theory.audits.exact import (
    TREES_PULLS,
    hybrid_decisions_loss,
)
from bandit_replications.papers.private_online.theory.audits.hybrid_released_sums import (
    released_sums_loss,
)

_HALVES = algebra(
    "(43) both thresholds and the width (printed)",
    "3*sqrt(8)/(eps/2) + 3*sqrt(8)/(eps/2) <= 6*sqrt(8)/eps",
    over={"eps": (0, "oo")},
)
_MEAN = algebra("(43) 3 log2 t and 4 ln t", "4 <= 3/log(2)")
_LARGEST = algebra("ν over the largest scale times sqrt(ln t)", "2 < 3/(2*log(2))")
_WHOLE = (
    _LARGEST,
    algebra(
        "sum of squared scales and ν², over b²",
        "r + r**3 < 9*r**3/(4*log(2))",
        over={"r": (1, "oo")},
    ),
)
_MEAN_WIDTH = algebra(
    "(45) width of the mean", "sqrt(3*L/pulls) = sqrt(3)*gap/16", pulls="256*L/gap**2"
)
_DOMAIN = algebra(
    "(46) at y = 3/2, where z < 0 (printed)", "0 < z/2**z", z="log(y*log(y)/log(2))/log(2)", y="3/2"
)
_LOGARITHM = algebra("(46) log y and y", "log(y)/log(2) <= y", over={"y": (2, "oo")})
_WIDTHS = (
    algebra("(46) 9/512 for y < 2", "9/512 <= 2/y", over={"y": (1, 2)}),
    algebra("(47) width of the noise", "12*sqrt(8)*x*2/y = 3*sqrt(2)*gap/16", y="256*x/gap"),
    algebra("(47) both widths over Δ", "sqrt(3)/16 + 3*sqrt(2)/16 < 1/2"),
)
_LEMMA_12 = (argued("sum over s", bounds.constant_lemma_12), *_WHOLE, _MEAN, _MEAN_WIDTH, *_WIDTHS)

_ORDER = algebra(
    "2^d over the printed maximum, at most", "256*(8 + l)/l <= 4096", over={"l": ("8/15", "oo")}
)

EQUATIONS = {
    "equation-33": proof(
        printed=(algebra("noise scale at r = 0 (printed)", "0 < log(2**r)/log(2)", r="0"),)
    ),
    "equation-36": proof(SPLIT),
    "equation-38": proof(_ORDER),
    "equation-43": proof(
        _HALVES,
        exact("(43) probabilities at s = 9 (printed)", equation_43.split_43),
        _MEAN,
        _LARGEST,
    ),
    "equation-44": proof(*_WHOLE, printed=(_HALVES,)),
    "equation-45": proof(_MEAN_WIDTH),
    "equation-46": proof(_LOGARITHM, _DOMAIN),
    "equation-47": proof(*_WIDTHS),
}

_AT_22 = {"extra": f"{1 - math.log(0.1 * 0.05) / math.log(22):.3g}"}

CHECKS = {
    **EQUATIONS,
    "theorem-5-regret": proof(
        *_LEMMA_12,
        argued("(44) noise, tree of r + 1 levels", equation_43.noise_probability_44),
        _ORDER,
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
            )
        ),
        **{
            "Algorithm 4 and (33), which release a full tree's root": statement(
                exact(
                    "loss of decisions and ε (printed)", loss_against, loss=hybrid_decisions_loss
                ),
                exact(
                    "loss of an arm's first sums and ε (printed)",
                    loss_against,
                    loss=released_sums_loss,
                    pulls=7,
                ),
            )
        },
    ),
    "hybrid-decisions": proof(
        algebra(
            "sum of both nodes' shares and the array's, r = 1",
            "2*eps/(2*r) + eps/2 = 3*eps/2",
            r="1",
        ),
        argued("loss at ε = 1", hybrid_decisions.reaches),
        exact("control: first tree of level 8", hybrid_decisions.too_short),
    ),
    "theorem-5-loglog": proof(
        algebra(
            "extra factor over log log T, L = log T",
            "log(L/(eps*gap))/log(L) = 1 - log(eps*gap)/log(L)",
        ),
        facts=_AT_22,
    ),
    "lemma-12": proof(*_LEMMA_12, printed=(_HALVES, _DOMAIN)),
    "section-4-2-first-group": proof(
        exact("differing sizes, O from 2 to 64 (printed)", theorem_5.first_group),
        exact("the same, initial pull apart", theorem_5.first_group, reading="initial-pull-apart"),
    ),
    "section-6-hybrid-ucb1-widths": proof(
        algebra("squared ratio of widths, ε = ∞", "(3*log(t)/log(2)/n)/(2*log(t)/n) = 3/(2*log(2))")
    ),
}
