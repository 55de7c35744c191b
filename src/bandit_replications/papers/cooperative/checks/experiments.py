"""Claims of Section 5: what the paper says of Figure 1, and of γ = 0.

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

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from bandit_replications.experiments.needs import Need
from bandit_replications.ledger.claims import Claim, Finding, Results
from bandit_replications.ledger.rules import Comparison, Sample, all_of
from bandit_replications.runtime.errors import NotApplicable

BETTER, LARGE, MATCHES, ALIKE = 1.25, 2.0, 1.25, 1.1
STRETCHES = (1.0, 0.5, 2.0)
ALIKE_LIMITS = ((ALIKE, True), (1 / ALIKE, False))
SEEN = 2.58  # standard errors of a difference that trials show, 1% two-sided

PRIVATE, ROBUST, OPEN = "private-multi-agent-ucb", "byzantine-proof-ucb", "multi-agent-ucb"
ALONE, BASELINE, ALL_PULLS = "ucb1", "dp-ucb-int", "centralised-ucb1"


# --- Rows -----------------------------------------------------------------------------------


def needs(section: str, *algorithms: str) -> Any:
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


def final(results: Results, experiment: str, algorithm: str, **where: Any) -> Sample:
    """Return the final regrets of one cell in the order of replicates.

    Raises
    ------
    NotApplicable
        If the run has no such cell.

    """
    frame = results[experiment]
    frame = frame[(frame["algorithm"] == algorithm) & (frame["round"] == frame["round"].max())]
    for column, value in where.items():
        frame = frame[frame[column] == value]
    if frame.empty:
        settings = ", ".join(f"{column} {value}" for column, value in where.items())
        raise NotApplicable(f"the run has no {algorithm} with {settings}")
    return frame.sort_values("replicate")["regret"].to_numpy(dtype=np.float64)


def at_most(factor: float) -> list[float]:
    """Return 1/factor, and the same with the factor's distance from 1 halved and doubled."""
    return [1 / (1 + stretch * (factor - 1)) for stretch in STRETCHES]


def no_more_than(factor: float) -> list[float]:
    """Return the factor, and it with its distance from 1 halved and doubled."""
    return [1 + stretch * (factor - 1) for stretch in STRETCHES]


def ratios(comparisons: Sequence[Comparison]) -> dict[str, float | int | str]:
    """Return each comparison's ratio of means by name."""
    return {one.name: one.value for one in comparisons if one.b is not None}


# --- Figure 1(a) ----------------------------------------------------------------------------


def _against(
    results: Results, config: Any, epsilon: float, other: str, where: Mapping[str, Any]
) -> list[Comparison]:
    v = min(config.private.exponents)
    return [
        Comparison(
            name=f"γ {life}, ε = {epsilon:g}",
            a=final(results, "private", PRIVATE, epsilon=epsilon, v=v, message_life=str(life)),
            b=final(results, "private", other, **where),
            factors=at_most(BETTER),
        )
        for life in config.private.message_lives
    ]


def _private_better(claim_id: str, other: str) -> Any:
    def check(results: Results, config: Any) -> Finding:
        epsilons = sorted(config.private.epsilons)
        by_epsilon: dict[float, list[Comparison]] = {}
        for epsilon in epsilons:
            where = (
                {"epsilon": epsilon, "v": min(config.private.exponents)}
                if other == BASELINE
                else {}
            )
            by_epsilon[epsilon] = _against(results, config, epsilon, other, where)
        numbers: dict[str, float | int | str] = {}
        for comparisons in by_epsilon.values():
            numbers |= ratios(comparisons)
        return all_of(claim_id, by_epsilon[epsilons[-1]], numbers)

    return check


def _private_price(results: Results, config: Any) -> Finding:
    v, epsilon = min(config.private.exponents), max(config.private.epsilons)
    comparisons = []
    numbers: dict[str, float | int | str] = {}
    for life in config.private.message_lives:
        private = final(results, "private", PRIVATE, epsilon=epsilon, v=v, message_life=str(life))
        free = final(results, "private", OPEN, message_life=str(life))
        numbers[f"ratio, γ {life}"] = float(private.mean() / free.mean())
        comparisons.append(
            Comparison(name=f"γ {life}", a=private - free, factors=[0.0], below=False)
        )
    return all_of("section-5-price-of-privacy", comparisons, numbers)


# --- Figure 1(b) ----------------------------------------------------------------------------


def _contaminated(config: Any) -> float:
    found = [entry.probability for entry in config.byzantine.contaminations if entry.probability]
    if not found:
        raise NotApplicable("the run has no contamination")
    return float(found[0])


def _robust_better(results: Results, config: Any) -> Finding:
    where = {"contamination": _contaminated(config), "estimator": "trimmed-mean"}
    alone = final(results, "byzantine", ALONE)
    comparisons = [
        Comparison(
            name=f"γ {life}",
            a=final(results, "byzantine", ROBUST, message_life=str(life), **where),
            b=alone,
            factors=at_most(LARGE),
        )
        for life in config.byzantine.message_lives
    ]
    numbers = ratios(comparisons)
    for life in config.byzantine.message_lives:
        plain = {**where, "estimator": "mean", "message_life": str(life)}
        if "mean" in config.byzantine.estimators:
            mean = final(results, "byzantine", ROBUST, **plain).mean()
            numbers[f"plain mean in its place, γ {life}"] = float(mean / alone.mean())
    return all_of("section-5-byzantine-ucb1", comparisons, numbers)


def _no_contamination(results: Results, config: Any) -> Finding:
    share = _contaminated(config)
    comparisons, resolved = [], True
    numbers: dict[str, float | int | str] = {}
    for life in config.byzantine.message_lives:
        where = {"estimator": "trimmed-mean", "message_life": str(life)}
        false = final(results, "byzantine", ROBUST, contamination=share, **where)
        true = final(results, "byzantine", ROBUST, contamination=0.0, **where)
        one = Comparison(
            name=f"γ {life}", a=true, b=false, factors=no_more_than(ALIKE), paired=True
        )
        comparisons.append(one)
        difference = one.differences(1.0)
        scale = 100 / true.mean()
        error = difference.std(ddof=1) / difference.size**0.5
        numbers[f"without less with, percent, γ {life}"] = float(scale * difference.mean())
        numbers[f"standard error, γ {life}"] = float(scale * error)
        resolved = resolved and difference.mean() < -SEEN * error
    caveat = "" if resolved else "not worse, but these trials do not show that it is better"
    return all_of("section-5-no-contamination", comparisons, numbers, caveat=caveat)


# --- Figure 1(c) ----------------------------------------------------------------------------

CURVES: Mapping[str, Any] = {
    PRIVATE: lambda section: {"epsilon": max(section.epsilons), "v": min(section.exponents)},
    ROBUST: lambda section: {"estimator": "trimmed-mean"},
}


def _life(results: Results, config: Any, algorithm: str, life: str, **where: Any) -> Sample:
    chosen = {**CURVES[algorithm](config.message_life), **where}
    return final(results, "message-life", algorithm, message_life=life, **chosen)


def _decline(results: Results, config: Any) -> Finding:
    comparisons = [
        Comparison(
            name=algorithm,
            a=_life(results, config, algorithm, "diameter"),
            b=_life(results, config, algorithm, "1"),
            factors=at_most(LARGE),
        )
        for algorithm in CURVES
    ]
    numbers = ratios(comparisons)
    for epsilon in sorted(config.message_life.epsilons)[:-1]:
        near = _life(results, config, PRIVATE, "1", epsilon=epsilon)
        far = _life(results, config, PRIVATE, "diameter", epsilon=epsilon)
        numbers[f"{PRIVATE}, ε = {epsilon:g}"] = float(far.mean() / near.mean())
    return all_of("section-5-decline", comparisons, numbers)


def _optimum(results: Results, config: Any) -> Finding:
    best = final(results, "message-life", ALL_PULLS)
    comparisons = [
        Comparison(
            name=algorithm,
            a=_life(results, config, algorithm, "diameter"),
            b=best,
            factors=no_more_than(MATCHES),
            paired=True,
        )
        for algorithm in CURVES
    ]
    numbers = ratios(comparisons)
    for epsilon in sorted(config.message_life.epsilons)[:-1]:
        far = _life(results, config, PRIVATE, "diameter", epsilon=epsilon)
        numbers[f"{PRIVATE}, ε = {epsilon:g}"] = float(far.mean() / best.mean())
    free = final(results, "message-life", OPEN, message_life="diameter")
    numbers[OPEN] = float(free.mean() / best.mean())
    return all_of("section-5-optimum", comparisons, numbers)


def _isolated(results: Results, config: Any) -> Finding:
    alone = final(results, "message-life", ALONE)
    comparisons = [
        Comparison(
            name=f"ε = {epsilon:g}, {'at most' if below else 'at least'}",
            a=_life(results, config, PRIVATE, "0", epsilon=epsilon),
            b=alone,
            factors=[limit**stretch for stretch in STRETCHES],
            below=below,
        )
        for epsilon in sorted(config.message_life.epsilons)
        for limit, below in ALIKE_LIMITS
    ]
    return all_of("remark-no-communication", comparisons, ratios(comparisons))


def _overestimated(results: Results, config: Any) -> Finding:
    name = "contamination-overestimated"
    if name not in [variant.reading for variant in config.readings.variants]:
        raise NotApplicable("the run has no overestimated contamination")
    life = str(config.readings.message_lives[0])
    over = final(results, "readings", ROBUST, reading=name, message_life=life)
    main = final(results, "readings", ROBUST, reading="main", message_life=life)
    comparisons = [
        Comparison(
            name="at most" if below else "at least",
            a=over,
            b=main,
            factors=[limit**stretch for stretch in STRETCHES],
            below=below,
            paired=True,
        )
        for limit, below in ALIKE_LIMITS
    ]
    numbers: dict[str, float | int | str] = {"ratio": float(over.mean() / main.mean())}
    return all_of("section-4-2-overestimated", comparisons, numbers)


CLAIMS = (
    Claim(
        id="section-5-private-ucb1",
        source="Section 5, Figure 1(a)",
        statement="Private Multi-Agent UCB is significantly better than UCB1 on each agent.",
        kind="statistical",
        rule=f"mean final group regret at most 1/{BETTER} times that of UCB1, for both γ",
        needs=needs("private", PRIVATE, ALONE),
        check=_private_better("section-5-private-ucb1", ALONE),
    ),
    Claim(
        id="section-5-private-dp-ucb-int",
        source="Section 5, Figure 1(a)",
        statement="Private Multi-Agent UCB is significantly better than DP-UCB-INT on each agent.",
        kind="statistical",
        rule=f"mean final group regret at most 1/{BETTER} times that of DP-UCB-INT, for both γ",
        needs=needs("private", PRIVATE, BASELINE),
        check=_private_better("section-5-private-dp-ucb-int", BASELINE),
    ),
    Claim(
        id="section-5-price-of-privacy",
        source="Section 5, Figure 1(a)",
        statement="Private Multi-Agent UCB has a higher regret than its non-private version.",
        kind="statistical",
        rule="the mean difference over trials on the same network and means is positive, for both "
        "γ",
        needs=needs("private", PRIVATE, OPEN),
        check=_private_price,
    ),
    Claim(
        id="section-5-byzantine-ucb1",
        source="Section 5, Figure 1(b)",
        statement="Byzantine-Proof Multi-Agent UCB is a large improvement over UCB1 on each agent.",
        kind="statistical",
        rule=f"mean final group regret at most 1/{LARGE:g} times that of UCB1, for both γ",
        needs=needs("byzantine", ROBUST, ALONE),
        check=_robust_better,
    ),
    Claim(
        id="section-5-no-contamination",
        source="Section 5, Figure 1(b)",
        statement="Without contamination Byzantine-Proof Multi-Agent UCB is better.",
        kind="statistical",
        rule=f"mean final group regret without contamination at most {ALIKE} times that with it, "
        "on the same networks and means, for both γ; a caveat unless it is lower by "
        f"{SEEN} standard errors for both",
        needs=needs("byzantine", ROBUST),
        check=_no_contamination,
    ),
    Claim(
        id="section-5-decline",
        source="Section 5, Figure 1(c)",
        statement="The regret of both algorithms declines sharply from γ = 1 to the diameter.",
        kind="statistical",
        rule=f"mean final group regret at the diameter at most 1/{LARGE:g} times that at γ = 1, "
        "for both algorithms",
        needs=needs("message_life", PRIVATE, ROBUST),
        check=_decline,
    ),
    Claim(
        id="section-5-optimum",
        source="Section 5, Figure 1(c)",
        statement="At γ the diameter both algorithms match the optimal group regret.",
        kind="statistical",
        rule=f"mean final group regret at most {MATCHES} times that of one UCB1 that makes all M T "
        "pulls, for both algorithms",
        needs=needs("message_life", PRIVATE, ROBUST, OPEN, ALL_PULLS),
        check=_optimum,
    ),
    Claim(
        id="remark-no-communication",
        source="Remark on the dependence on γ",
        statement="With γ = 0 the regret is that of M agents in isolation.",
        kind="statistical",
        rule=f"mean final group regret within a factor {ALIKE} of that of UCB1 on each agent, "
        f"for every ε",
        needs=needs("message_life", PRIVATE, ALONE),
        check=_isolated,
    ),
    Claim(
        id="section-4-2-overestimated",
        source="Section 4.2",
        statement="If the contamination is overestimated the performance stays the same.",
        kind="statistical",
        rule=f"mean final group regret with 100 times the contamination assumed within a factor "
        f"{ALIKE} of that with the true one",
        needs=needs("readings", ROBUST),
        check=_overestimated,
    ),
)
