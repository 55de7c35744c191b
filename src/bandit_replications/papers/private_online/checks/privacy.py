"""Decisions on the privacy audit: each mechanism's exact losses, its repairs, the audit itself."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pandas as pd

from bandit_replications.experiments.needs import Need
from bandit_replications.inference.checks import Check, at_most
from bandit_replications.ledger.claims import Finding, Results
from bandit_replications.ledger.decisions import measured
from bandit_replications.papers.private_online.analysis.ratios import exceeds, mends
from bandit_replications.papers.private_online.parameters import Configuration
from bandit_replications.papers.private_online.theory.audits.sampled import SAMPLED_CASES
from bandit_replications.runtime.errors import NotApplicable

REACHED = 0.8
FEWEST_SAMPLES = 100_000
SMALLEST_EPSILON, LARGEST_EPSILON = 0.1, 2.0

# Those whose privacy the paper takes from others; its own algorithms have their theorems' rows.
MECHANISMS = ("dp-se", "logarithmic-mechanism", "hybrid-mechanism")


def loss_against(
    *,
    loss: Callable[..., float],
    epsilon: float = 1.0,
    compare: Callable[[str, float, float], Check] = at_most,
    **case: Any,
) -> Check:
    """Compare an exact privacy loss with ε."""
    return compare("loss and ε", loss(epsilon=epsilon, **case), epsilon)


def _audit_needs(config: Configuration, *, mechanism: str | None = None) -> tuple[Need, ...]:
    where = {} if mechanism is None else {"mechanism": (mechanism,)}
    return (Need(experiment="privacy-audit", where=where),)


def _exact_rows(results: Results, mechanism: str | None = None) -> pd.DataFrame:
    """Return the exact losses, each as a ratio to the claim."""
    frame = results["privacy-audit"]
    rows = frame[frame["kind"] != "statistical"]
    if mechanism is not None:
        rows = rows[rows["mechanism"] == mechanism]
    return rows.assign(ratio=rows["loss"] / rows["claimed"])


def _losses(rows: pd.DataFrame) -> Finding:
    """Compare all losses with their claims; name the worst."""
    if rows.empty:
        raise NotApplicable("the run has no exact loss of this mechanism")
    worst = rows.iloc[int(rows["ratio"].to_numpy().argmax())]
    above = int(exceeds(rows["ratio"], 1).sum())
    return Finding(
        numbers={
            "largest loss over claim": float(worst["ratio"]),
            "at": f"{worst['mechanism']}, {worst['case']}, ε = {worst['epsilon']:g}",
            "cases above the claim": above,
            "cases": len(rows),
        },
        holds=above == 0,
    )


def _audited(results: Results, config: Configuration, *, mechanism: str) -> Finding:
    """Compare a mechanism's exact losses with ε."""
    return _losses(_exact_rows(results, mechanism))


def _repairs(results: Results, config: Configuration) -> Finding:
    rows = _exact_rows(results)
    return _losses(rows[mends(rows)])


def _certified(results: Results, mechanism: str) -> pd.DataFrame:
    frame = results["privacy-audit"]
    return frame[(frame["mechanism"] == mechanism) & (frame["kind"] == "statistical")]


def _sampled(results: Results) -> pd.DataFrame:
    """Return statistical rows beside the exact loss of the same release, where it is known."""
    frame = results["privacy-audit"]
    references = pd.DataFrame(
        [(one.mechanism, one.case, one.reference) for one in SAMPLED_CASES if one.reference],
        columns=["mechanism", "case", "reference"],
    )
    rows = frame[frame["kind"] == "statistical"].merge(references, on=["mechanism", "case"])
    exact = _exact_rows(results).rename(columns={"case": "reference", "loss": "exact"})
    keys = ["mechanism", "reference", "epsilon"]
    return rows.merge(exact[[*keys, "exact"]], on=keys)


def _calibration_needs(config: Configuration) -> tuple[Need, ...]:
    section = config.privacy_audit
    if section.samples < FEWEST_SAMPLES:
        raise NotApplicable(f"the run has {section.samples} samples; needed: {FEWEST_SAMPLES}")
    if not any(SMALLEST_EPSILON <= epsilon <= LARGEST_EPSILON for epsilon in section.epsilons):
        raise NotApplicable(
            f"the run has no epsilon between {SMALLEST_EPSILON:g} and {LARGEST_EPSILON:g}"
        )
    return _audit_needs(config)


def _calibration(results: Results, config: Configuration, *, broken: bool = False) -> Finding:
    """Compare certified losses with the exact ones; those of broken sums are the control."""
    rows = _sampled(results)
    if broken:
        rows = _certified(results, "laplace-sum-broken").rename(columns={"claimed": "exact"})
    shares = rows["loss"] / rows["exact"]
    judged = shares[rows["epsilon"].between(SMALLEST_EPSILON, LARGEST_EPSILON)]
    if judged.empty:
        raise NotApplicable("the run has no statistical audit with an exact loss beside it")
    return Finding(
        numbers={
            "least share of the exact loss": float(judged.min()),
            "largest share": float(shares.max()),
            "audits": int(judged.size),
            "least share at any ε": float(shares.min()),
        },
        holds=bool(judged.min() >= REACHED and not exceeds(shares.max(), 1)),
    )


def _broken(
    results: Results, config: Configuration, *, mechanism: str = "laplace-sum-broken"
) -> Finding:
    rows = _certified(results, mechanism)
    if rows.empty:
        raise NotApplicable(f"the run has no statistical audit of {mechanism}")
    ratios = rows["loss"] / rows["claimed"]
    return Finding(
        numbers={"least certified loss over claim": float(ratios.min()), "values of ε": len(rows)},
        holds=bool((ratios > 1).all()),
    )


CHECKS = {
    **{
        f"privacy-{mechanism}": measured(
            partial(_audited, mechanism=mechanism),
            partial(_audit_needs, mechanism=mechanism),
            method="argued",
        )
        for mechanism in MECHANISMS
    },
    "privacy-repairs": measured(_repairs, _audit_needs, method="argued"),
    "privacy-audit-calibration": measured(
        _calibration,
        _calibration_needs,
        control=partial(_calibration, broken=True),
        facts={
            "samples": FEWEST_SAMPLES,
            "reached": REACHED,
            "smallest": SMALLEST_EPSILON,
            "largest": LARGEST_EPSILON,
        },
    ),
    "privacy-audit-broken": measured(
        _broken, _audit_needs, control=partial(_broken, mechanism="laplace-sum")
    ),
}
