"""Decisions on Section 4 and the Byzantine regret theorem, (7), (8) and (32) to (51)."""

from functools import partial
from typing import Any

import numpy as np

from bandit_replications.inference.checks import Check, at_most
from bandit_replications.ledger.decisions import (
    argued,
    by_interpretation,
    exact,
    proof,
    sampled,
    statement,
)
from bandit_replications.papers.cooperative.theory import byzantine_regret as theory
from bandit_replications.papers.cooperative.theory import (
    locked_estimates,
    private_regret,
    repaired_regret,
    trimmed_estimator,
)
from bandit_replications.papers.cooperative.theory.bounds import BEST, GAP, SIGMA
from bandit_replications.papers.cooperative.theory.lower_bounds import saturated_reports
from bandit_replications.papers.cooperative.theory.printed import erratum

RUN: dict[str, Any] = {"agents": 10, "contamination": 0.04, "horizon": 50_000}
FACTS = {**RUN, "best": BEST, "worse": BEST - GAP, "gap": GAP, "sigma": SIGMA}


@erratum("contamination-condition")
def saturated_run() -> Check:
    """Compare the regret on `saturated_reports` under the printed condition with the bound."""
    found = saturated_reports(**RUN, generator=np.random.default_rng(0))
    instance = "M = {agents}, Δ = {gap:g}, ε = {contamination:g}, Q = 1, T = {horizon}"
    name = f"regret of {instance.format(**FACTS)}, against the bound"
    return at_most(name, found.regret, found.bound)


_step = partial(proof)  # of a proof: no verdict of its own
_UNKNOWN = argued("unknown pulls", private_regret.delays, counted="after")
_PRINTED, _PROOF = {"exponent": 2.0, "forced": 40}, {"exponent": 4.0, "forced": 80}
_condition = partial(exact, "sqrt(ε) against Δ/(2 σ)", theory.condition_on_contamination)

CHECKS = {
    "trimmed-mean-defined": _step(
        exact("points of the interval (printed)", trimmed_estimator.negative_points),
    ),
    "theorem-trimmed-mean": statement(
        exact("deviations beyond the width", trimmed_estimator.confidence_bound),
    ),
    "theorem-trimmed-mean-units": _step(
        exact("width of samples 100 times as large (printed)", trimmed_estimator.units),
    ),
    "trimmed-mean-plain-mean": statement(
        exact("deviations of the mean", trimmed_estimator.mean_in_the_bound)
    ),
    "trimmed-mean-outliers": statement(
        argued(
            "trimmed mean",
            "of the N points the interval needs p > N/2: one that holds one of at most N - p "
            "outliers holds another point, too, and is longer than the range of the others, which "
            "holds p: no outlier is averaged, however far out it lies",
        ),
        argued("plain mean is refused", "one sample moves it without limit"),
    ),
    "theorem-byzantine-regret": by_interpretation(
        statement(exact("senders take turns", locked_estimates.linear_regret, **_PRINTED)),
        **{
            "the proof's δ = 1/t⁴": statement(
                exact("senders take turns", locked_estimates.linear_regret, **_PROOF)
            ),
            "halves by the receiver": statement(
                exact("receivers take turns", locked_estimates.many_agents, exponent=2.0),
            ),
            "halves by the receiver and δ = 1/t⁴": statement(
                exact("receivers take turns", locked_estimates.many_agents, exponent=4.0),
            ),
        },
    ),
    "theorem-byzantine-regret-condition": _step(
        exact("ε against Δ/(2 σ)", theory.condition_on_contamination, printed=True),
        _condition(printed=False),
        exact("ones of the worse arm (printed condition)", theory.saturated_arm),
        sampled("regret of a run (printed condition)", saturated_run),
        exact("reports that differ by arm", theory.reversed_arms),
    ),
    "clipped-mean-regret": proof(
        argued("mixture", repaired_regret.mixture),
        argued("tail of samples", repaired_regret.sample_tail),
        argued(
            "bias of the clipped mean",
            "clipped reports lie in [0, 1] and all but a share ε are true: the mean of a sample "
            "moves by at most ε",
        ),
        _UNKNOWN,
    ),
    "section-4-intermediaries": statement(
        argued(
            "false messages",
            "a message that arrives has been in the hands of at most γ agents, each of whom "
            "corrupts it with probability ε: γ ε by the union bound",
        ),
    ),
    "event-c": _step(exact("end of event (C) (printed)", theory.event_c, printed=True)),
    "delays": _step(_UNKNOWN),
    "equation-44": _step(_UNKNOWN, printed=(exact("the line after", theory.sign_after_44),)),
    "equation-45": _step(exact("sum of s^-4 (printed)", theory.union_45)),
    "algorithm-3-delta": _step(
        exact("sum with δ = 1/t² (printed)", theory.delta_45, exponent=2.0),
    ),
    "equation-48": _step(
        argued("2 ζ(3)", "ζ(3) is at most 1 and the integral of 1/x³ from 1: 2 ζ(3) <= 3"),
    ),
    "equation-51": _step(
        sampled(
            "additive terms with 2 ζ(3) an agent",
            theory.additive_constant,
            per_agent=2 * theory.ZETA_3,
        ),
        printed=(exact("additive terms with 4 an agent", theory.additive_constant, per_agent=4.0),),
    ),
}
