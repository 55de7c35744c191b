"""Decisions on the introduction: regrets of Figure 1(c) beside the bounds of their instances."""

import math
from functools import partial

import numpy as np
import pandas as pd

from bandit_replications.experiments.needs import Need, every
from bandit_replications.inference import summaries
from bandit_replications.ledger.claims import Finding, Results
from bandit_replications.ledger.decisions import (
    Decision,
    by_interpretation,
    exact,
    measured,
    statement,
)
from bandit_replications.ledger.parts import Share
from bandit_replications.ledger.rules import all_of
from bandit_replications.ledger.samples import Reader, require
from bandit_replications.papers.cooperative.analysis.series import bound_of_batches
from bandit_replications.papers.cooperative.checks.samples import PRIVATE, REPAIRED, ROBUST, SAMPLES
from bandit_replications.papers.cooperative.parameters import Configuration
from bandit_replications.papers.cooperative.theory.bounds import byzantine_constant
from bandit_replications.papers.cooperative.theory.zero_estimate import Instance, theorem_fails
from bandit_replications.runtime.errors import NotApplicable

ALMOST_ALWAYS = 0.95


def _beside_bounds(
    data: str, algorithm: str, results: Results, config: Configuration, *, life: str = ""
) -> pd.DataFrame:
    """Return each final regret of Figure 1(c) beside its instance's bound and a round robin.

    `life` puts the runs with this γ into the place of those with every other.
    """
    frame = results["bounds"]
    frame = frame[frame["algorithm"] == algorithm]
    at = "epsilon" if data == "message-life" else "contamination"
    reader = Reader(SAMPLES, results, config)
    parts = []
    for (level, own), rows in frame.groupby(["level", "message_life"], sort=True):
        place = {"data": data, "algorithm": algorithm, at: level}
        runs = reader({**place, "message_life": life or str(own)})
        common = rows.sort_values("replicate").head(runs.size)
        parts.append(common.assign(regret=runs[: len(common)]))
    if not parts:
        raise NotApplicable(f"the run has no bounds of {algorithm}")
    return pd.concat(parts, ignore_index=True)


def _bounded(
    data: str, algorithm: str, results: Results, config: Configuration, *, life: str = ""
) -> Finding:
    """Judge that no run of almost any instance is above the instance's own bound.

    The mean of the bounds over instances would be no limit: gaps near 0 make it infinite. A bound
    that a round robin keeps, too, is vacuous and judges nothing.
    """
    runs = _beside_bounds(data, algorithm, results, config, life=life)
    there = runs["bound"].notna()
    binding = there & (runs["bound"] < runs["in_turn"])
    above = (runs["regret"] > runs["bound"])[binding].groupby(runs["replicate"]).any()
    numbers: dict[str, float | int | str] = {
        "share of runs without a bound": float((~there).mean()),
        "share of runs with a vacuous bound": float((there & ~binding).mean()),
        "instances with another bound": above.size,
        "of these with a run above it": int(above.sum()),
    }
    if above.empty or (not life and binding.mean() < 1 / 2):
        why = "most runs have no bound or one above what a round robin costs"
        return Finding(numbers=numbers, testable=False, caveat=why)
    share = Share(
        name="share of instances with a run above its bound",
        successes=int(above.sum()),
        trials=above.size,
        bound=1 - ALMOST_ALWAYS,
    )
    return all_of([share], numbers)


def _bound(data: str, algorithm: str) -> Decision:
    decide = partial(_bounded, data, algorithm)
    where = {"algorithm": (algorithm,)}

    def needs(config: Configuration) -> tuple[Need, ...]:
        require(config, data, [algorithm])
        return (Need(experiment=data, where=where), Need(experiment="bounds", where=where))

    facts = {"always": ALMOST_ALWAYS}
    return measured(decide, needs, control=partial(decide, life="0"), facts=facts)


def _seldom_pulled(
    results: Results, config: Configuration, *, estimator: str = "trimmed-mean"
) -> Finding:
    """Judge that arm 1 is pulled more often than E allows in a share 1 - P(E) of runs at most."""
    instance, horizon = Instance(), config.zero_estimate.horizon
    entry, coins_entry = config.zero_estimate.means.instance, config.two_coins.means.instance
    proved = [float(instance.best), float(instance.other)]
    if entry is None or coins_entry is None or entry.resolve_means() != proved:
        raise NotApplicable("the run has other means than the proof")
    runs = summaries.final(results["zero-estimate"])
    runs = runs[(runs["agents"] == 1) & (runs["estimator"] == estimator)]
    least = instance.gap * (horizon - instance.most_pulls(horizon))
    share = Share(
        name="share of runs with more pulls of arm 1 than E allows",
        successes=int((runs["regret"] < least).sum()),
        trials=len(runs),
        bound=1 - float(instance.chance()),
    )
    numbers = {"mean regret": float(runs["regret"].mean()), "bound": instance.bound(horizon)}
    coins = summaries.final(results["two-coins"])
    lost = coins["regret"] > coins["round"] * np.ptp(coins_entry.resolve_means()) / 2
    if estimator == "trimmed-mean":
        numbers[f"two coins, runs of {lost.size} that lose more than half"] = int(lost.sum())
    return all_of([share], numbers)


def _both_bounded(
    results: Results, config: Configuration, *, algorithm: str = "clipped-release-ucb"
) -> Finding:
    """Judge that almost no run on clipped batches is above its bound; Algorithm 3 is the control.

    Its plain mean has noise of scale 1/ε on each report, for the same ε.
    """
    section = config.private_and_robust
    runs = summaries.final(results["private-and-robust"])
    runs = runs[(runs["algorithm"] == algorithm) & ~runs["estimator"].isin(["clipped-mean"])]
    epsilons = runs["epsilon"].fillna(1 / runs["noise_scale"]).round(12)
    bounds = {one: bound_of_batches(section, one, section.horizon) for one in section.epsilons}
    above = runs["regret"] > epsilons.map(bounds)
    numbers = {f"bound at ε = {one:g}": bound for one, bound in bounds.items()}
    if math.inf in bounds.values():
        return Finding(numbers=numbers, testable=False, caveat="round robin keeps the bound, too")
    share = Share(
        name="share of runs above the bound",
        successes=int(above.sum()),
        trials=len(runs),
        bound=1 - ALMOST_ALWAYS,
    )
    return all_of([share], numbers)


CHECKS = {
    "zero-estimate-runs": measured(
        _seldom_pulled,
        every("zero-estimate", "two-coins"),
        control=partial(_seldom_pulled, estimator="mean"),
    ),
    "private-and-robust-bound": measured(
        _both_bounded,
        every("private-and-robust"),
        control=partial(_both_bounded, algorithm=ROBUST),
        facts={"always": ALMOST_ALWAYS},
    ),
    "introduction-private-bound": _bound("message-life", PRIVATE),
    "introduction-byzantine-bound": _bound("byzantine-message-life", ROBUST),
    "released-sums-bound": _bound("message-life", REPAIRED),
    "remark-byzantine-rates": by_interpretation(
        statement(exact("two agents", theorem_fails, horizon=1500, agents=2)),
        **{
            "halves by the sender": statement(
                exact("two agents", theorem_fails, horizon=1500, agents=2, by_sender=True)
            ),
            "the printed bound against the lower one": statement(
                exact("leading terms", byzantine_constant)
            ),
        },
    ),
}
