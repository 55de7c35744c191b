"""Decisions on Section 5, what the paper says of Figure 1, and on γ = 0, from runs.

The vague words have these meanings, each also judged at half and at twice the distance of its
factor from 1:

- "significantly better", as the authors say of the private algorithm: a mean final group regret of
  at most 1/`BETTER` times the other's;
- "large improvement": at most 1/`LARGE` times;
- "sharp decline": at the diameter at most 1/`LARGE` times the regret at γ = 1;
- "matches the optimal group regret": at most `MATCHES` times that of one UCB1 with all pulls;
- "higher" without an adverb: any difference, tested on pairs of trials with the same network and
  means;
- "better" without contamination: trials can show that it is not worse, by the factor `ALIKE`; a
  difference as small as one false report in a thousand makes would take thousands of trials.

The paper's ε is unknown and its γ not an integer: a claim is judged at the largest ε of the run,
the one most favourable to it, and for both roundings together; its numbers have the others.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from bandit_replications.experiments.needs import Need
from bandit_replications.ledger.claims import Finding, Results
from bandit_replications.ledger.decisions import measured
from bandit_replications.ledger.rules import Comparison, Sample, all_of, level, ratio, within
from bandit_replications.runtime.errors import NotApplicable

BETTER, LARGE, MATCHES, ALIKE = 1.25, 2.0, 1.25, 1.1
SEEN = 2.58  # standard errors of a difference that trials show, 1% two-sided
FACTS = {"better": BETTER, "large": LARGE, "matches": MATCHES, "alike": ALIKE, "seen": SEEN}

PRIVATE, ROBUST, OPEN = "private-multi-agent-ucb", "byzantine-proof-ucb", "multi-agent-ucb"
ALONE, BASELINE, ALL_PULLS = "ucb1", "dp-ucb-int", "centralised-ucb1"

OVERESTIMATED = "contamination-overestimated"


def needs(section: str, *algorithms: str) -> Callable[[Any], tuple[Need, ...]]:
    """Return the needs of a claim on a data set: these algorithms, two replicates at least."""

    def found(config: Any) -> tuple[Need, ...]:
        part = getattr(config, section)
        for algorithm in algorithms:
            if algorithm not in part.algorithms:
                raise NotApplicable(f"the run has no {algorithm}")
            if part.replicates_of(algorithm) < 2:
                raise NotApplicable(f"the run has one replicate of {algorithm}")
        return (Need(experiment=section.replace("_", "-")),)

    return found


def final(results: Results, config: Any, section: str, algorithm: str, **where: Any) -> Sample:
    """Return the final regrets of one cell in the order of replicates.

    Where nothing else is said, private algorithms are those with the largest ε and the smallest v,
    and the Byzantine-proof one has the trimmed mean.

    Raises
    ------
    NotApplicable
        If the run has no such cell.

    """
    part = getattr(config, section)
    if algorithm in (PRIVATE, BASELINE):
        where = {"epsilon": max(part.epsilons), "v": min(part.exponents), **where}
    frame = results[section.replace("_", "-")]
    if algorithm == ROBUST and "estimator" in frame:
        where = {"estimator": "trimmed-mean", **where}
    frame = frame[(frame["algorithm"] == algorithm) & (frame["round"] == frame["round"].max())]
    for column, value in where.items():
        frame = frame[frame[column] == value]
    if frame.empty:
        settings = ", ".join(f"{column} {value}" for column, value in where.items())
        raise NotApplicable(f"the run has no {algorithm} with {settings}")
    return frame.sort_values("replicate")["regret"].to_numpy(dtype=np.float64)


# --- Figure 1(a) ----------------------------------------------------------------------------


def _private_better(claim_id: str, other: str, results: Results, config: Any) -> Finding:
    values = partial(final, results, config, "private")
    by_epsilon = {}
    for epsilon in sorted(config.private.epsilons):
        rival = values(other, **({"epsilon": epsilon} if other == BASELINE else {}))
        by_epsilon[epsilon] = [
            ratio(
                f"γ {life}, ε = {epsilon:g}",
                values(PRIVATE, epsilon=epsilon, message_life=str(life)),
                rival,
                1 / BETTER,
                below=True,
            )
            for life in config.private.message_lives
        ]
    numbers = {part.name: part.value for parts in by_epsilon.values() for part in parts}
    return all_of(claim_id, by_epsilon[max(by_epsilon)], numbers)


def _private_price(results: Results, config: Any) -> Finding:
    parts, numbers = [], {}
    for life in config.private.message_lives:
        private, free = (
            final(results, config, "private", algorithm, message_life=str(life))
            for algorithm in (PRIVATE, OPEN)
        )
        numbers[f"ratio, γ {life}"] = float(private.mean() / free.mean())
        parts.append(level(f"γ {life}", private - free, 0.0, below=False))
    return all_of("section-5-price-of-privacy", parts, numbers)


# --- Figure 1(b) ----------------------------------------------------------------------------


def _contaminated(config: Any) -> float:
    found = [entry.probability for entry in config.byzantine.contaminations if entry.probability]
    if not found:
        raise NotApplicable("the run has no contamination")
    return float(found[0])


def _robust_better(results: Results, config: Any) -> Finding:
    values = partial(final, results, config, "byzantine")
    robust = partial(values, ROBUST, contamination=_contaminated(config))
    alone = values(ALONE)
    lives = [str(life) for life in config.byzantine.message_lives]
    parts = [
        ratio(f"γ {life}", robust(message_life=life), alone, 1 / LARGE, below=True)
        for life in lives
    ]
    numbers = {part.name: part.value for part in parts}
    if "mean" in config.byzantine.estimators:
        for life in lives:
            mean = robust(message_life=life, estimator="mean").mean()
            numbers[f"plain mean in its place, γ {life}"] = float(mean / alone.mean())
    return all_of("section-5-byzantine-ucb1", parts, numbers)


def _no_contamination(results: Results, config: Any) -> Finding:
    parts, numbers, resolved = [], {}, True
    for life in config.byzantine.message_lives:
        robust = partial(final, results, config, "byzantine", ROBUST, message_life=str(life))
        false, true = robust(contamination=_contaminated(config)), robust(contamination=0.0)
        part = ratio(f"γ {life}", true, false, ALIKE, below=True, paired=True)
        parts.append(part)
        difference = 100 * part.differences(1.0) / true.mean()
        error = difference.std(ddof=1) / difference.size**0.5
        numbers[f"without less with, percent, γ {life}"] = float(difference.mean())
        numbers[f"standard error, γ {life}"] = float(error)
        resolved = resolved and difference.mean() < -SEEN * error
    caveat = "" if resolved else "not worse, but these trials do not show that it is better"
    return all_of("section-5-no-contamination", parts, numbers, caveat=caveat)


# --- Figure 1(c) ----------------------------------------------------------------------------


def _at_the_diameter(
    claim_id: str, factor: float, rival: str, results: Results, config: Any
) -> Finding:
    """Compare regrets at γ the diameter with those at γ = 1, or with an algorithm without γ."""
    values = partial(final, results, config, "message_life")

    def part(name: str, algorithm: str, **where: Any) -> Comparison:
        found = values(algorithm, message_life="diameter", **where)
        if rival:
            return ratio(name, found, values(rival), factor, below=True, paired=True)
        near = values(algorithm, message_life="1", **where)
        return ratio(name, found, near, factor, below=True)

    parts = [part(algorithm, algorithm) for algorithm in (PRIVATE, ROBUST)]
    others = [
        part(f"{PRIVATE}, ε = {epsilon:g}", PRIVATE, epsilon=epsilon)
        for epsilon in sorted(config.message_life.epsilons)[:-1]
    ]
    if rival:
        others.append(part(OPEN, OPEN))
    return all_of(claim_id, parts, {one.name: one.value for one in (*parts, *others)})


def _isolated(results: Results, config: Any) -> Finding:
    values = partial(final, results, config, "message_life")
    parts = [
        part
        for epsilon in sorted(config.message_life.epsilons)
        for part in within(
            f"ε = {epsilon:g}",
            values(PRIVATE, message_life="0", epsilon=epsilon),
            values(ALONE),
            ALIKE,
        )
    ]
    return all_of("remark-no-communication", parts)


def _overestimated(results: Results, config: Any) -> Finding:
    if OVERESTIMATED not in [variant.reading for variant in config.readings.variants]:
        raise NotApplicable("the run has no overestimated contamination")
    life = str(config.readings.message_lives[0])
    over, main = (
        final(results, config, "readings", ROBUST, reading=reading, message_life=life)
        for reading in (OVERESTIMATED, "main")
    )
    parts = within("ratio", over, main, ALIKE, paired=True)
    return all_of("section-4-2-overestimated", parts, {"ratio": parts[0].value})


_measured = partial(measured, facts=FACTS)

CHECKS = {
    "section-5-private-ucb1": _measured(
        partial(_private_better, "section-5-private-ucb1", ALONE),
        needs("private", PRIVATE, ALONE),
    ),
    "section-5-private-dp-ucb-int": _measured(
        partial(_private_better, "section-5-private-dp-ucb-int", BASELINE),
        needs("private", PRIVATE, BASELINE),
    ),
    "section-5-price-of-privacy": _measured(_private_price, needs("private", PRIVATE, OPEN)),
    "section-5-byzantine-ucb1": _measured(_robust_better, needs("byzantine", ROBUST, ALONE)),
    "section-5-no-contamination": _measured(_no_contamination, needs("byzantine", ROBUST)),
    "section-5-decline": _measured(
        partial(_at_the_diameter, "section-5-decline", 1 / LARGE, ""),
        needs("message_life", PRIVATE, ROBUST),
    ),
    "section-5-optimum": _measured(
        partial(_at_the_diameter, "section-5-optimum", MATCHES, ALL_PULLS),
        needs("message_life", PRIVATE, ROBUST, OPEN, ALL_PULLS),
    ),
    "remark-no-communication": _measured(_isolated, needs("message_life", PRIVATE, ALONE)),
    "section-4-2-overestimated": _measured(_overestimated, needs("readings", ROBUST)),
}
