"""Decisions on Section 4 and the Byzantine regret theorem, (7), (8) and (32) to (51)."""

from functools import partial
from typing import Any

import numpy as np

from bandit_replications.inference.checks import Check, at_most
from bandit_replications.ledger.decisions import proof, step
from bandit_replications.papers.cooperative.theory import byzantine_regret as theory
from bandit_replications.papers.cooperative.theory import private_regret, trimmed_estimator
from bandit_replications.papers.cooperative.theory.bounds import BEST, GAP, SIGMA
from bandit_replications.papers.cooperative.theory.lower_bounds import saturated_reports

RUN: dict[str, Any] = {"agents": 10, "contamination": 0.04, "horizon": 50_000}
FACTS = {**RUN, "best": BEST, "other": BEST - GAP, "gap": GAP, "sigma": SIGMA}


def saturated_run() -> Check:
    """Compare the regret on `saturated_reports` under the printed condition with the bound."""
    found = saturated_reports(**RUN, generator=np.random.default_rng(0))
    instance = "M = {agents}, Δ = {gap:g}, ε = {contamination:g}, Q = 1, T = {horizon}"
    name = f"regret of {instance.format(**FACTS)}, against the bound"
    return at_most(name, found.regret, found.bound)


_UNKNOWN = step("unknown pulls", private_regret.delays, counted="after")
_condition = partial(step, "sqrt(ε) against Δ/(2 σ)", theory.condition_on_contamination)

CHECKS = {
    "trimmed-mean-defined": proof(
        step("points of the interval", trimmed_estimator.negative_points),
    ),
    "theorem-trimmed-mean": proof(
        step("deviations beyond the width", trimmed_estimator.confidence_bound),
    ),
    "theorem-trimmed-mean-units": proof(
        step("width of samples 100 times as large", trimmed_estimator.units),
    ),
    "trimmed-mean-plain-mean": proof(
        step("deviations of the mean", trimmed_estimator.mean_in_the_bound),
    ),
    "trimmed-mean-outliers": proof(step("5% outliers", trimmed_estimator.outliers)),
    "algorithm-3": proof(step("set of rewards (printed)", theory.set_or_multiset), method="argued"),
    "algorithm-3-offset": proof(
        step("choice with and without it", theory.width_offset), method="argued"
    ),
    "theorem-byzantine-regret": proof(
        step("ones of the worse arm (printed condition)", theory.saturated_arm),
        step("regret of a run", saturated_run),
        printed=(step("reports that differ by arm", theory.reversed_arms),),
        facts=FACTS,
    ),
    "theorem-byzantine-regret-condition": proof(
        step("ε against Δ/(2 σ)", theory.condition_on_contamination, printed=True),
        _condition(printed=False),
        facts=FACTS,
    ),
    "theorem-byzantine-regret-condition-repaired": proof(
        step("ones of the worse arm at ε = 0.01", theory.saturated_arm, contamination=0.01),
        _condition(contamination=0.01, printed=False),
    ),
    "theorem-byzantine-regret-gap": proof(step("with and without the factor", theory.gap_factor)),
    "event-c": proof(step("end of event (C) (printed)", theory.event_c, printed=True)),
    "equation-40-repaired": proof(
        step("end of event (C) with 8 σ", theory.event_c, printed=False),
    ),
    "delays": proof(_UNKNOWN),
    "equation-44": proof(_UNKNOWN, printed=(step("sign in the line after", theory.sign_after_44),)),
    "equation-45": proof(step("sum of s^-4 (printed)", theory.union_45, printed=True)),
    "equation-45-repaired": proof(
        step("union with 1/(M t⁴)", theory.union_45, printed=False),
        step("sum with δ = 1/(M t⁴), M = 10", theory.delta_45, exponent=4.0, agents=10),
    ),
    "algorithm-3-delta": proof(
        step("sum with δ = 1/t² (printed)", theory.delta_45, exponent=2.0),
    ),
    "equation-48": proof(step("2 ζ(3)", theory.zeta_48)),
    "equation-51": proof(
        step(
            "additive terms with 2 ζ(3) an agent",
            theory.additive_constant,
            per_agent=2 * theory.ZETA_3,
        ),
        printed=(step("additive terms with 4 an agent", theory.additive_constant, per_agent=4.0),),
    ),
}
