"""Claims on DELB: Section 4, Appendices E and F; Protocol 2, Theorem 3."""

from functools import partial

from bandit_replications.ledger.claims import Finding, Results
from bandit_replications.ledger.decisions import (
    Step,
    algebra,
    argued,
    by_interpretation,
    exact,
    measured,
    proof,
    statement,
)
from bandit_replications.papers.distributed.analysis.growth import gap_points
from bandit_replications.papers.distributed.checks.table_1 import needs
from bandit_replications.papers.distributed.parameters import Configuration
from bandit_replications.papers.distributed.theory import lemma_f_1, squared_delb

SQUARED = "delb-squared"  # its name in gaps-linear

_FEASIBLE = algebra(
    "with the factor 48, over d", "(d + 1)/2 <= 48*log(log(d))", over={"d": (3, 154)}
)
_CITED = algebra(
    "a cited theorem, u = log log d",
    "4*d*u + 16 <= 48*d*u",
    over={"u": ("3/2", "oo")},
    d="exp(exp(u))",
)
_NO_DESIGN = algebra("ξ at d = 2", "2 <= 48*2*log(log(2))")
_EVERY_DIMENSION = {"every d, as footnote 9 has it": statement(_NO_DESIGN)}


def _errors(constant: int, share: str = "") -> Step:
    """Return the step that 16 (d log 6 + log(MT))/(C1 d log(MT)) is at most 1, MT >= 3.

    ‖θ̂ - θ*‖ in the norm of V_l is over a net of its unit sphere at most the root of 8 (d log 6 +
    log(MT)) with probability 1 - 1/(MT) (Lattimore and Szepesvári, (20.3)), and the error at x is
    that times the norm of x: its square in units of 4^-l, s = log(MT). `share`: of 1, such as "/8".
    """
    return algebra(
        f"squared error, C1 = {constant}",
        f"16*(d*log(6) + s) <= {constant}*d*s{share}",
        over={"d": (1, "oo"), "s": ("log(3)", "oo")},
    )


# N = MT, s = ln(MT), v = 4 d sqrt(C s/N); W(k) = v 2^(x - 1) x, x = 2^k.
_V = "4*d*sqrt(C*s/N)"
_SQUARED = (
    algebra("W(k+1)/W(k)²", "b/a**2 = 4/(v*x)", a="v*2**(x - 1)*x", b="v*2**(2*x - 1)*2*x"),
    algebra("the sum over k", "Sum(4*2**(-k), (k, 0, oo)) = 8"),
    algebra("phases", "C*d**2*s*4*8/v = 8*sqrt(C)*d*sqrt(N*s)", v=_V),
    algebra("from then on, gap 2 v", "2*v*N = 8*sqrt(C)*d*sqrt(N*s)", v=_V),
    algebra("roundings", "2 + Sum(2*4**(-k), (k, 0, oo)) = 14/3"),
    algebra("v against N^-1/2", "1 <= 16*43*s", over={"s": ("log(3)", "oo")}),
)


def _within_squared(results: Results, config: Configuration, *, estimate: bool = True) -> Finding:
    """Hold mean regret at every gap, and numbers, to the bounds; control: without M d."""
    frame, regrets, sent, told = results["gaps-linear"], [], [], 0
    for (m, d, t), points in gap_points(frame, table="table-1-linear", algorithm=SQUARED).items():
        size = {"dimension": d, "agents": m, "horizon": t, "support": d}
        bound = squared_delb.regret(**size)
        told += bound < m * t
        regrets += [float(point.regret.mean()) / bound for point in points]
        most = max(squared_delb.numbers(**size, estimate=estimate), 1)
        sent += [float(point.communication.max()) / most for point in points]
    numbers = {"mean regret over bound": max(regrets), "numbers over bound": max(sent)}
    return Finding(
        numbers={**numbers, "sizes at which the bound is below MT": told},
        holds=max(regrets + sent) <= 1,
        testable=told > 0,
    )


CHECKS = {
    "protocol-2": by_interpretation(proof(_FEASIBLE, _CITED), **_EVERY_DIMENSION),
    "protocol-2-support-repaired": proof(
        algebra("48 d against d(d + 1)/2", "(d + 1)/2 <= 48", over={"d": (1, 94)}),
        _FEASIBLE,
        _CITED,
    ),
    "appendix-e-support": by_interpretation(proof(_FEASIBLE, _CITED), **_EVERY_DIMENSION),
    "fact-2": by_interpretation(proof(), **_EVERY_DIMENSION),
    "delb-squared-widths": proof(_errors(43), *_SQUARED),
    "delb-squared-widths-runs": measured(
        _within_squared,
        needs("gaps-linear", SQUARED),
        control=partial(_within_squared, estimate=False),
        method="bound",
    ),
    "lemma-f-1": by_interpretation(
        statement(argued("P{error at a dropped action exceeds 2^-l}", lemma_f_1.eliminated_action)),
        **{
            "g over all of 𝒟, as in Section 4.2": statement(
                _errors(600),
                algebra("2d against g(π), φ = 1/100", "2*3 <= ((1 + cos(1/100))/sin(1/100))**2"),
            )
        },
    ),
    "lemma-f-1-repaired": proof(
        _errors(600), _errors(43), printed=(exact("‖θ̂ - θ*‖ <= 2", lemma_f_1.far_estimate),)
    ),
    "lemma-f-1-net": proof(
        algebra(
            "the printed sum",
            "(log(2) + 1 + d*log(3) + 2*d*log(2) + d/2)/(300*d) <= 1/64",
            over={"d": (1, "oo")},
        ),
    ),
    "lemma-f-1-from-net": proof(exact("P{‖θ̂ - θ*‖ > 2}", lemma_f_1.far_estimate)),
    "lemma-f-2": proof(
        printed=(algebra("with 1 - 1/(TM), MT = 100", "(1 - 1/100)*log(100) <= log(100)/100"),)
    ),
    "theorem-3": proof(
        _errors(600),
        printed=(algebra("sum over finished phases, MT = 16000", "2*16000/3 <= 4*log(16000)"),),
    ),
    "section-4-3-gaps": proof(exact("P{gap 1.001 pulled in phase 2}", lemma_f_1.gap_in_phase_2)),
    "appendix-f-bits": statement(
        algebra(
            "bits of an entry, t = 10^-200, 10^-100",
            "200*log(10)/log(2) <= 100*log(10)/log(2) + log(3200000)/log(2) + 2",
        ),
        printed=(_NO_DESIGN,),
    ),
    "finite-precision-delb": proof(
        _errors(600, "/8"),
        printed=(algebra("last display", "2**(-l - 1) + 2**(-l - 1) = 2**(-l - 2)"),),
    ),
}
