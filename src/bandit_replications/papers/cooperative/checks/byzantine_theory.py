"""Claims of Section 4 and the Byzantine regret theorem, (7), (8) and (32) to (51)."""

from types import ModuleType

from bandit_replications.inference.checks import Check, at_most
from bandit_replications.ledger.claims import Claim
from bandit_replications.ledger.proof_steps import (
    Step,
    definition,
    derived,
    equation,
    not_testable,
    step,
)
from bandit_replications.papers.cooperative.theory import byzantine_regret as proof
from bandit_replications.papers.cooperative.theory import private_regret

FEW, COLLAPSE, UNITS = "trimmed-mean-few-samples", "trimmed-mean-collapse", "width-units"
CONDITION, EVENT, SIGN = "contamination-condition", "event-c-constant", "delay-sign"
UNION, DELTA, CONSTANT = "union-bound-powers", "delta-exponent", "additive-constant"
UNTOUCHED, SET, GAP = "uncorrupted-message", "set-of-rewards", "missing-gap-factor"
MISPRINTS, CHI = "sample-set-misprints", "clique-number"


def estimator() -> ModuleType:
    """Return the trimmed mean's derivations, with their compiled code."""
    from bandit_replications.papers.cooperative.theory import trimmed_estimator  # noqa: PLC0415

    return trimmed_estimator


def lower_bounds() -> ModuleType:
    """Return the instances that run, with their compiled simulators."""
    from bandit_replications.papers.cooperative.theory import lower_bounds  # noqa: PLC0415

    return lower_bounds


def saturated_runs(*, horizon: int = 50_000) -> Check:
    """Compare the regret on `saturated_reports` under the printed condition with the bound."""
    import numpy as np  # noqa: PLC0415

    found = lower_bounds().saturated_reports(
        agents=10, contamination=0.04, horizon=horizon, generator=np.random.default_rng(0)
    )
    return at_most(
        f"regret of M = 10, Δ = 0.06, ε = 0.04, Q = 1, T = {horizon}, against the bound",
        found.regret,
        found.bound,
    )


_SATURATED = step("ones of the worse arm (printed condition)", proof.saturated_arm)
_BELOW = step("ones of the worse arm at ε = 0.01", proof.saturated_arm, contamination=0.01)
_EVENT = step("end of event (C) (printed)", proof.event_c, printed=True)
_EVENT_REPAIRED = step("end of event (C) with 8 σ", proof.event_c, printed=False)
_DELTA = step("sum with δ = 1/t² (printed)", proof.delta_45, exponent=2.0)
_DELTA_REPAIRED = step("sum with δ = 1/(M t⁴), M = 10", proof.delta_45, exponent=4.0, agents=10)
_FOUR = step("additive terms with 4 an agent", proof.additive_constant, per_agent=4.0)
_ZETA = step(
    "additive terms with 2 ζ(3) an agent", proof.additive_constant, per_agent=2 * proof.ZETA_3
)
_PULLS = step("N counted after the round", private_regret.clique_pulls_12, counted="after")


def _rearranged(number: int, statement: str, *, errata: tuple[str, ...] = ()) -> Claim:
    return not_testable(
        f"equation-{number:02d}",
        f"({number}), Appendix",
        statement,
        "sums in another order: nothing is claimed that a number could refute",
        errata=errata,
    )


CLAIMS = (
    equation(7, "Section 4", "The message of Byzantine agents: arm and reported reward."),
    definition(
        "definition-trimmed-mean",
        "Section 4.1",
        "The robust trimmed mean of 2N samples.",
        errata=(FEW,),
    ),
    equation(8, "Section 4.1", "The mean of the samples inside the interval.", errata=(FEW,)),
    derived(
        "trimmed-mean-defined",
        "Section 4.1",
        "The estimator is defined for every N.",
        Step("points of the interval", lambda: estimator().negative_points()),
        rule="the interval holds a positive number of points at N = 20, δ = 0.01",
        errata=(FEW,),
    ),
    derived(
        "theorem-trimmed-mean",
        "Section 4.1, theorem cited from Prasad et al.",
        "For any law with mean μ and deviation σ the estimator is within σ sqrt(ε) + "
        "sqrt(σ ln(1/δ)/N) of μ with probability at least 1 - δ.",
        Step("deviations beyond the width", lambda: estimator().confidence_bound()),
        rule="the exact probability of a larger deviation is at most δ = 0.01, for N = 100 coins "
        "of mean 0.8 in each half",
        errata=(COLLAPSE, UNITS),
    ),
    derived(
        "theorem-trimmed-mean-units",
        "Section 4.1",
        "The width sqrt(σ ln(1/δ)/N) is a deviation of the samples.",
        Step("width of samples 100 times as large", lambda: estimator().units()),
        rule="samples 100 times as large have 100 times the width",
        errata=(UNITS,),
    ),
    derived(
        "trimmed-mean-plain-mean",
        "Section 4.1",
        "Without contamination the plain mean of all 2N samples keeps the same width.",
        Step("deviations of the mean", lambda: estimator().mean_in_the_bound()),
        rule="the exact probability of a larger deviation is at most δ = 0.01, in the same case",
        errata=(COLLAPSE,),
    ),
    derived(
        "trimmed-mean-outliers",
        "Section 4.1",
        "The estimator withstands outlying samples.",
        Step("5% outliers", lambda: estimator().outliers()),
        rule="with 5% of the samples at 100 its error is below a fiftieth of the mean's",
    ),
    derived(
        "algorithm-3",
        "Algorithm 3",
        "Byzantine-Proof Multi-Agent UCB: an agent keeps every reward that it draws or hears of.",
        step("set of rewards (printed)", proof.set_or_multiset),
        rule="the set S of 100 Bernoulli rewards has 100 elements",
        errata=(UNTOUCHED, SET),
    ),
    derived(
        "algorithm-3-offset",
        "Algorithm 3, line 9",
        "The index adds σ sqrt(ε) for the bias that contamination may cause.",
        step("choice with and without it", proof.width_offset),
        rule="it is the same for all arms: the arm chosen is the same without it",
    ),
    derived(
        "theorem-byzantine-regret",
        "Section 4.2 and Appendix, theorem on Byzantine-Proof Multi-Agent UCB",
        "For ε < Δ_min/(2 σ) the expected group regret is at most the printed expression, "
        "logarithmic in T.",
        _SATURATED,
        Step("regret of a run", saturated_runs),
        printed=(step("reports that differ by arm", proof.reversed_arms),),
        rule="means 0.99 and 0.93, σ = 0.255, ε = 0.04 < Δ/(2 σ), every false report 1: the "
        "interval of the worse arm is not the atom 1, and the regret of 10 agents over 50000 "
        "rounds is within the bound",
        errata=(CONDITION, EVENT, DELTA, CONSTANT, GAP, COLLAPSE, CHI),
    ),
    derived(
        "theorem-byzantine-regret-condition",
        "Section 4.2",
        "ε < Δ_min/(2 σ) makes the bound's denominators differences of positive sign.",
        step("ε against Δ/(2 σ)", proof.condition_on_contamination, printed=True),
        step("sqrt(ε) against Δ/(2 σ)", proof.condition_on_contamination, printed=False),
        rule="where ε < Δ/(2 σ) holds, sqrt(ε) < Δ/(2 σ) does, at Δ = 0.06, σ = 0.255, ε = 0.04",
        errata=(CONDITION,),
    ),
    derived(
        "theorem-byzantine-regret-condition-repaired",
        "Section 4.2",
        "With sqrt(ε) < Δ_min/(2 σ) the worse arm's estimate is not saturated.",
        _BELOW,
        step(
            "sqrt(ε) against Δ/(2 σ)",
            proof.condition_on_contamination,
            contamination=0.01,
            printed=False,
        ),
        rule="at ε = 0.01 the condition holds and fewer than 1 - 2 ε of the worse arm's samples "
        "are 1",
        errata=(CONDITION,),
    ),
    derived(
        "theorem-byzantine-regret-gap",
        "Section 4.2",
        "The first sum has no factor Δ_k, which the proof has.",
        step("with and without the factor", proof.gap_factor),
        rule="gaps are at most 1, so the theorem's form is the weaker one",
        errata=(GAP,),
    ),
    _rearranged(32, "Group regret as a sum over agents."),
    _rearranged(33, "The same as a sum over a cover by cliques."),
    _rearranged(34, "The same with probabilities of pulls."),
    equation(35, "Appendix", "A clique's pulls before and after it has η of them.", _PULLS),
    equation(36, "Appendix", "Event (A): the best arm's estimate is low."),
    equation(37, "Appendix", "Event (B): another arm's estimate is high."),
    equation(38, "Appendix", "Event (C): bias and width exceed the gap."),
    equation(
        39,
        "Appendix",
        "Event (C), rewritten.",
        _EVENT,
        errata=(EVENT,),
    ),
    equation(
        40,
        "Appendix",
        "Event (C) needs at most 4 σ² ln t/(Δ - 2 σ sqrt(ε))² samples.",
        _EVENT,
        errata=(EVENT,),
    ),
    derived(
        "equation-40-repaired",
        "(40), Appendix",
        "Event (C) needs at most 8 σ ln t/(Δ - 2 σ sqrt(ε))² samples.",
        _EVENT_REPAIRED,
        errata=(EVENT,),
    ),
    equation(
        41,
        "Appendix",
        "An agent's samples after round t: its own, and others' up to round t - d + 1.",
        step("pulls not heard of", private_regret.delays_44),
        errata=(MISPRINTS,),
    ),
    _rearranged(42, "Their number.", errata=(MISPRINTS,)),
    equation(
        43,
        "Appendix",
        "At most d - 1 pulls of an agent at distance d are unknown.",
        step("pulls not heard of", private_regret.delays_44),
    ),
    equation(
        44,
        "Appendix",
        "So an agent lacks at most |G_γ(m)| (γ - 1) pulls.",
        step("pulls not heard of", private_regret.delays_44),
        printed=(step("sign in the line after", proof.sign_after_44),),
        errata=(SIGN,),
    ),
    equation(
        45,
        "Appendix",
        "Events (A) and (B) have probability at most 2/t³ together.",
        step("sum of s^-4 (printed)", proof.union_45, printed=True),
        errata=(UNION, DELTA),
    ),
    derived(
        "equation-45-repaired",
        "(45), Appendix",
        "With δ = 1/(M t⁴), and a union over the up to M t samples of an agent, the sum is 2/t³.",
        step("union with 1/(M t⁴)", proof.union_45, printed=False),
        _DELTA_REPAIRED,
        errata=(UNION, DELTA),
    ),
    derived(
        "algorithm-3-delta",
        "Algorithm 3, line 8, with (45)",
        "δ = 1/t² makes the probabilities of (45) sum to a constant.",
        _DELTA,
        rule="2 t · t^-2 summed over 10^4 rounds is at most the 4 of (48)",
        errata=(DELTA,),
    ),
    _rearranged(46, "A clique's regret with these probabilities."),
    equation(
        47,
        "Appendix",
        "The threshold and the probabilities inserted.",
        _DELTA,
        errata=(DELTA, EVENT),
    ),
    equation(48, "Appendix", "The sum of 2/t³ is at most 4.", step("2 ζ(3)", proof.zeta_48)),
    _rearranged(49, "Rounding up adds at most 1."),
    _rearranged(50, "Summed over cliques.", errata=(CHI,)),
    equation(
        51,
        "Appendix",
        "The additive terms, from which the theorem's follow.",
        _ZETA,
        printed=(_FOUR,),
        errata=(CONSTANT, CHI),
    ),
    not_testable(
        "remark-byzantine-rates",
        "Remark on optimal rates, after the Byzantine theorem",
        "Without contamination and with γ the diameter the regret is optimal; the bias that "
        "contamination leaves cannot be improved.",
        "the first rests on the theorem, the second is a cited result",
    ),
    not_testable(
        "section-4-2-fraction",
        "Section 4.2",
        "A fraction f of Byzantine agents is like all of them with contamination f ε.",
        "an identity of expectations: M f ε T corrupted messages either way",
    ),
    not_testable(
        "section-4-intermediaries",
        "Section 4",
        "Corruption on the way multiplies the contamination by at most γ.",
        "a union bound about a setting that is not run",
    ),
    not_testable(
        "remark-simultaneous",
        "Remark on simultaneous privacy and robustness",
        "Privacy and robustness together are left open.",
        "an open question; measured as an experiment of ours",
    ),
)
