"""Claims on DELB: Section 4, Appendices E and F; Protocol 2, Theorem 3."""

from bandit_replications.inference.exact import identity, inequality
from bandit_replications.ledger.decisions import (
    Step,
    argued,
    by_interpretation,
    exact,
    proof,
    statement,
)
from bandit_replications.papers.distributed.checks.introduction import LOG_TOTAL
from bandit_replications.papers.distributed.theory import lemma_f_1

_FEASIBLE = exact(
    "with the factor 48, over d", inequality, "(d + 1)/2", "48*log(log(d))", over={"d": (3, 154)}
)
_CITED = exact(
    "a cited theorem, u = log log d",
    inequality,
    "4*d*u + 16",
    "48*d*u",
    over={"u": ("3/2", "oo")},
    d="exp(exp(u))",
)
_NO_DESIGN = exact("ξ at d = 2", inequality, "2", "48*2*log(log(2))")
_ROUNDINGS = argued("roundings", "Σ ⌈a(x)⌉ is at least Σ a(x), and at most one more for each x")


def _errors(constant: int, share: str = "") -> Step:
    """Return the step that 16 (d log 6 + log(MT))/(C1 d log(MT)) is at most 1, MT >= 3.

    ‖θ̂ - θ*‖ in the norm of V_l is over a net of its unit sphere at most the root of 8 (d log 6 +
    log(MT)) with probability 1 - 1/(MT) (Lattimore and Szepesvári, (20.3)), and the error at x is
    that times the norm of x: its square in units of 4^-l, s = log(MT). `share`: of 1, such as "/8".
    """
    return exact(
        f"squared error, C1 = {constant}",
        inequality,
        "16*(d*log(6) + s)",
        f"{constant}*d*s{share}",
        over={"d": (1, "oo"), "s": ("log(3)", "oo")},
    )


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
        printed=(_NO_DESIGN,),
    ),
    "protocol-2-support-repaired": proof(
        exact("48 d against d(d + 1)/2", inequality, "(d + 1)/2", "48", over={"d": (1, 94)}),
        _FEASIBLE,
        _CITED,
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
    "appendix-e-assignment": proof(_PAIRS),
    "appendix-e-support": statement(
        _FEASIBLE,
        _CITED,
        printed=(exact("without it, d = 3", inequality, "3", "3*log(log(3))"),),
    ),
    "fact-2": proof(
        _ROUNDINGS,
        printed=(exact("difference of both bounds, d = 2", inequality, "0", "48*2*log(log(2))"),),
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
                _errors(600),
                exact(
                    "2d against g(π), φ = 1/100",
                    inequality,
                    "2*3",
                    "((1 + cos(1/100))/sin(1/100))**2",
                ),
            )
        },
    ),
    "lemma-f-1-repaired": proof(
        _errors(600),
        _errors(43),
        argued(
            "C1 d and C1 d² agree",
            "g/n_l <= 2 d/(C1 4^l d² log(MT)) = 2/(4^l C1 d log(MT))",
        ),
        printed=(exact("‖θ̂ - θ*‖ <= 2", lemma_f_1.far_estimate),),
    ),
    "lemma-f-1-net": proof(
        exact(
            "the printed sum",
            inequality,
            "(log(2) + 1 + d*log(3) + 2*d*log(2) + d/2)/(300*d)",
            "1/64",
            over={"d": (1, "oo")},
        ),
        argued(
            "log(2MTQ)/log(MT)",
            "Q = 3^d 2^(d(l+2)): (log 2 + d log 3 + 2 d log 2)/log(MT) + 1 + d l log 2/log(MT), "
            "where log(MT) >= 1 and 4^l <= MT makes the last term d/2 at most",
        ),
        argued(
            "size of the net",
            "as many points as can be 2^(-l-2) apart cover the set, and balls of half that radius "
            "around them are disjoint: at most (1 + 2^(l+3))^d <= 3^d 2^(d(l+2))",
        ),
        exact("deviation", identity, "2**(-l + 1)*sqrt(1/64)", "2**(-l - 2)"),
    ),
    "lemma-f-1-from-net": proof(exact("P{‖θ̂ - θ*‖ > 2}", lemma_f_1.far_estimate)),
    "lemma-f-2": proof(
        argued("two errors", "of 2^-l make 2^(-l+1), the threshold, and only more drops"),
        _PHASES,
        printed=(
            exact("with 1 - 1/(TM), MT = 100", inequality, "(1 - 1/100)*log(100)", "log(100)/100"),
        ),
    ),
    "lemma-f-3": proof(
        exact("after l - 1 phases", identity, "2**(-(l - 1) + 1) + 2*2**(-(l - 1))", "8*2**(-l)"),
        argued("phase 1", "gaps are at most 2 < 8/2, as ‖x‖, ‖θ*‖ <= 1"),
    ),
    "theorem-3": proof(
        argued(
            "regret with the unfinished phase",
            "with s = 600 d² log(MT) <= MT the P phases begun have 2^P <= 2 sqrt(MT/s), and 8 s Σ "
            "2^l <= 32 sqrt(s MT); 8 (ξ + M) + 4 log(MT) is less than sqrt(s MT): 33 sqrt(600) d "
            "sqrt(MT log(MT)) in all, which for s > MT exceeds 2 MT",
        ),
        _errors(600),
        _COST,
        _PAIRS,
        _PHASES,
        LOG_TOTAL,
        printed=(
            exact("sum over finished phases, MT = 16000", inequality, "16000/3", "4*log(16000)"),
        ),
    ),
    "section-4-3-gaps": proof(exact("P{gap 1.001 pulled in phase 2}", lemma_f_1.gap_in_phase_2)),
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
        exact(
            "bits of an entry, t = 10^-200, 10^-100",
            inequality,
            "200*log(10)/log(2)",
            "100*log(10)/log(2) + log(3200000)/log(2) + 2",
        ),
        printed=(_NO_DESIGN,),
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
        argued("unrounded estimate", "with proxies doubled its squared error is 1/4 at most"),
        _errors(600, "/8"),
        exact("sum of the errors", identity, "2**(-l - 1) + 2**(-l - 1)", "2**(-l)"),
        printed=(exact("last display", identity, "2**(-l - 1) + 2**(-l - 1)", "2**(-l - 2)"),),
    ),
}
