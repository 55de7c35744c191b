"""Decisions on Section 5, what the paper says of Figure 1, from runs.

"Significantly better", "higher" and "better" are decided by the sign, with the factor shown;
"large improvement" and "sharp decline", like "much", by a factor 1.25; "matches", "the same" and
"equivalent" by equivalence within 1.25. The paper's ε is unknown and its γ not an integer: an
unqualified sentence is judged at every ε and every rounding that Figure 1 was run with. Each rule
is applied also to the nearest alternative that violates the statement, its control, and, for the
private algorithm, to Algorithm 1 as printed, which counts an agent's own message beside its
rewards.
"""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

import numpy as np
import pandas as pd

from bandit_replications.experiments.needs import Need
from bandit_replications.ledger.claims import Finding, Results
from bandit_replications.ledger.decisions import Decision, by_reading, measured, statement, step
from bandit_replications.ledger.rules import Comparison, Sample, Share, all_of, ratio, within
from bandit_replications.papers.cooperative.environments.instances import draw_means
from bandit_replications.papers.cooperative.theory.setting import byzantine_constant
from bandit_replications.runtime.errors import NotApplicable

MUCH, MATCHES, ALMOST_ALWAYS = 1.25, 1.25, 0.95
FACTS = {"much": MUCH, "matches": MATCHES, "always": ALMOST_ALWAYS}

PRIVATE, ROBUST, OPEN = "private-multi-agent-ucb", "byzantine-proof-ucb", "multi-agent-ucb"
ALONE, BASELINE, ALL_PULLS = "ucb1", "dp-ucb-int", "centralised-ucb1"
REPAIRED = "released-sums-ucb"
WIDTHS = {"message-life": "algorithm-2", "byzantine-message-life": "algorithm-3"}

Where = dict[str, Any]


def needs(**algorithms: str) -> Callable[[Any], tuple[Need, ...]]:
    """Return the needs of a claim: algorithms by data set, two replicates at least."""

    def found(config: Any) -> tuple[Need, ...]:
        for section, names in algorithms.items():
            part = getattr(config, section)
            for algorithm in names.split():
                if algorithm not in part.algorithms:
                    raise NotApplicable(f"the run has no {algorithm} in {section}")
                if part.replicates_of(algorithm) < 2:
                    raise NotApplicable(f"the run has one replicate of {algorithm}")
        return tuple(Need(experiment=section.replace("_", "-")) for section in algorithms)

    return found


def final(results: Results, config: Any, name: str, algorithm: str, **where: Any) -> Sample:
    """Return the final regrets of one cell in the order of replicates.

    Where nothing else is said: the main reading, the smallest v, the trimmed mean, the first
    contamination, and the width of the algorithm that an anchor stands beside.

    Raises
    ------
    NotApplicable
        If the run has no such cell.

    """
    section, frame = getattr(config, name.replace("-", "_")), results[name]
    if algorithm in (PRIVATE, BASELINE):
        where = {"epsilon": max(section.epsilons), "v": min(section.exponents), **where}
    if algorithm == PRIVATE:
        where = {"own_message": "left-out", **where}
    if algorithm == ROBUST:
        first = section.contaminations[0].probability
        main = {"contamination": first, "halves": "sender-turns", "ties": "most-points"}
        where = {"estimator": "trimmed-mean", **main, **where}
    if algorithm == ALL_PULLS and name in WIDTHS:
        where = {"width": WIDTHS[name], **where}
    frame = frame[(frame["algorithm"] == algorithm) & (frame["round"] == frame["round"].max())]
    for column, value in where.items():
        if column in frame:
            frame = frame[frame[column] == value]
    if frame.empty:
        settings = ", ".join(f"{column} {value}" for column, value in where.items())
        raise NotApplicable(f"the run has no {algorithm} with {settings}")
    return frame.sort_values("replicate")["regret"].to_numpy(dtype=np.float64)


def in_turn(config: Any, name: str, runs: int) -> Sample:
    """Return the group regret of playing the arms in turn on the means of each replicate."""
    section = getattr(config, name.replace("-", "_"))
    means = [
        draw_means(section.means, root_seed=config.root_seed, replicate=number)
        for number in range(runs)
    ]
    pulls = section.horizon * (section.network.agents or 1)
    return np.array([pulls * float((one.max() - one).mean()) for one in means])


def _as_printed(decide: Callable[..., Finding], **changes: Any) -> Callable[..., Finding]:
    return partial(decide, **changes, own="counted")


def _both_readings(decide: Any, wanted: Any, control: Any) -> Decision:
    """Return the decision under the main reading and under Algorithm 1 as printed."""
    main = measured(partial(decide, own="left-out"), wanted, control=control, facts=FACTS)
    printed = measured(_as_printed(decide), wanted)
    return by_reading(main, **{"own message counted, as printed": printed})


def _cells(config: Any) -> Iterable[tuple[str, float]]:
    """Return every γ and ε of Figure 1(a)."""
    lives = [str(life) for life in config.private.message_lives]
    return [(life, epsilon) for epsilon in sorted(config.private.epsilons) for life in lives]


# --- Figure 1(a) ----------------------------------------------------------------------------


def _private_better(
    rival: str, results: Results, config: Any, *, own: str, player: str = PRIVATE
) -> Finding:
    """Judge that the private algorithm, or `player` in its place, is better than a rival."""
    values = partial(final, results, config, "private")
    parts = []
    for life, epsilon in _cells(config):
        where: Where = {"message_life": life, "own_message": own} if player == PRIVATE else {}
        other = values(rival, **({"epsilon": epsilon} if rival == BASELINE else {}))
        if player == "in-turn":
            mine = in_turn(config, "private", other.size)
        else:
            mine = values(player, **where, **({} if player == OPEN else {"epsilon": epsilon}))
        parts.append(ratio(f"γ {life}, ε = {epsilon:g}", mine, other, 1.0, below=True, paired=True))
    return all_of(parts, caveat=_turn(results, config, rival) if own != "in-turn" else "")


def _turn(results: Results, config: Any, rival: str) -> str:
    """Say at which ε of the sweep the private algorithm is no longer better than UCB1."""
    if rival != ALONE or "privacy-sweep" not in results:
        return ""
    values = partial(final, results, config, "privacy-sweep")
    section, v = config.privacy_sweep, min(config.private.exponents)
    worse = [
        epsilon
        for epsilon in sorted(section.epsilons)
        if values(PRIVATE, epsilon=epsilon, v=v).mean() > values(ALONE).mean()
    ]
    if not worse:
        return ""
    listed = ", ".join(f"{epsilon:g}" for epsilon in worse)
    return f"not for small ε: in the sweep UCB1 is the better one at ε = {listed}"


def _private_price(results: Results, config: Any, *, own: str, player: str = PRIVATE) -> Finding:
    values, parts = partial(final, results, config, "private"), []
    for life, epsilon in _cells(config):
        free = values(OPEN, message_life=life)
        where: Where = {"message_life": life, "own_message": own, "epsilon": epsilon}
        private = values(player, **(where if player == PRIVATE else {}))
        name = f"γ {life}, ε = {epsilon:g}"
        parts.append(ratio(name, private, free, 1.0, below=False, paired=True))
    return all_of(parts)


# --- Figure 1(b) ----------------------------------------------------------------------------


def _robust_better(results: Results, config: Any, *, silent: bool = False) -> Finding:
    alone, parts = final(results, config, "byzantine", ALONE), []
    for life in config.byzantine.message_lives:
        if silent:
            robust = final(results, config, "byzantine-message-life", ROBUST, message_life="0")
        else:
            robust = final(results, config, "byzantine", ROBUST, message_life=str(life))
        parts.append(ratio(f"γ {life}", robust, alone, 1 / MUCH, below=True, paired=True))
    return all_of(parts)


def _no_contamination(results: Results, config: Any) -> Finding:
    parts = []
    for life in config.byzantine.message_lives:
        robust = partial(final, results, config, "byzantine", ROBUST, message_life=str(life))
        pair = robust(contamination=0.0), robust()
        parts.append(ratio(f"γ {life}", *pair, 1.0, below=True, paired=True))
    return all_of(parts)


def _no_false_reports_of(source: str, results: Results, config: Any) -> Finding:
    """Judge the same where false reports have another law, at its smallest contamination."""
    return _beside_least(source, 0.0, results, config)


def _more_contamination(results: Results, config: Any) -> Finding:
    """Put the next contamination of the sweep into the place of none."""
    second = _of_sweep(config, "adversarial", place=1)
    return _beside_least("adversarial", second, results, config)


def _beside_least(source: str, other: float, results: Results, config: Any) -> Finding:
    """Judge that a contamination in the place of a law's smallest one is better."""
    least, parts = _of_sweep(config, source, place=0), []
    for life in config.contamination_sweep.message_lives:
        place: Where = {"message_life": str(life)}
        robust = partial(final, results, config, "contamination-sweep", ROBUST, **place)
        law: Where = {"source": source} if other else {}
        pair = robust(contamination=other, **law), robust(contamination=least, source=source)
        name = f"γ {life}, ε = {other:g} for {least:g}"
        parts.append(ratio(name, *pair, 1.0, below=True, paired=True))
    return all_of(parts)


def _of_sweep(config: Any, source: str, *, place: int) -> float:
    """Return a contamination of the sweep with this law, by its place from the smallest."""
    entries = config.contamination_sweep.contaminations
    found = sorted({one.probability for one in entries if one.source == source} - {0.0})
    if len(found) <= place:
        raise NotApplicable(f"the sweep has {len(found)} contaminations with source {source}")
    return float(found[place])


def _told_none(results: Results, config: Any) -> Finding:
    """Judge the same of the algorithm that is told ε = 0, under the contamination as it is."""
    told = [
        variant.reading
        for variant in config.readings.variants
        if variant.options == {"assumed_factor": 0}
    ]
    if not told:
        raise NotApplicable("the run has no reading with ε = 0 assumed")
    parts = []
    for life in config.readings.message_lives:
        where: Where = {"message_life": str(life)}
        robust = partial(final, results, config, "readings", ROBUST, **where)
        pair = robust(reading=told[0]), robust(reading="main")
        parts.append(ratio(f"γ {life}", *pair, 1.0, below=True, paired=True))
    return all_of(parts)


# --- Figure 1(c) ----------------------------------------------------------------------------


def _lives(results: Results, config: Any, own: str) -> list[tuple[str, str, str, Where]]:
    """Return name, data set, algorithm and settings of each curve of Figure 1(c)."""
    curves: list[tuple[str, str, str, Where]] = [
        (f"private, ε = {epsilon:g}", "message-life", PRIVATE, {"epsilon": epsilon} | _own(own))
        for epsilon in sorted(config.message_life.epsilons)
    ]
    return [*curves, ("Byzantine-proof", "byzantine-message-life", ROBUST, {})]


def _own(own: str) -> Where:
    return {"own_message": own}


def _decline(results: Results, config: Any, *, own: str, last: str = "diameter") -> Finding:
    parts = []
    for name, data, algorithm, where in _lives(results, config, own):
        values = partial(final, results, config, data, algorithm, **where)
        far, near = values(message_life=last), values(message_life="1")
        parts.append(ratio(name, far, near, 1 / MUCH, below=True, paired=True))
    return all_of(parts)


def _optimum(
    results: Results, config: Any, *, own: str, life: str = "diameter", **anchor: str
) -> Finding:
    parts: list[Comparison] = []
    for name, data, algorithm, where in _lives(results, config, own):
        values = final(results, config, data, algorithm, message_life=life, **where)
        best = final(results, config, data, ALL_PULLS, **anchor)
        parts += within(name, values, best, MATCHES, paired=True)
    return all_of(parts)


def _true_optimum(results: Results, config: Any, *, life: str = "diameter") -> Finding:
    values = partial(final, results, config, "byzantine-message-life")
    honest = values(ROBUST, message_life=life, contamination=0.0)
    parts = within("ratio", honest, values(ALL_PULLS), MATCHES, paired=True)
    return all_of(parts)


def _isolated(results: Results, config: Any, *, own: str, life: str = "0") -> Finding:
    values = partial(final, results, config, "message-life")
    parts: list[Comparison] = []
    for epsilon in sorted(config.message_life.epsilons):
        private = values(PRIVATE, message_life=life, epsilon=epsilon, own_message=own)
        parts += within(f"ε = {epsilon:g}", private, values(ALONE), MATCHES, paired=True)
    return all_of(parts)


# --- Readings and fractions -----------------------------------------------------------------


def _assuming(
    results: Results, config: Any, *, too_little: bool = False, one_sided: bool = False
) -> Finding:
    """Judge that more contamination assumed than there is leaves Algorithm 3's regret as it is.

    `too_little` takes the runs that assume less, `one_sided` allows a smaller regret.
    """
    section = config.readings
    life, true = str(section.message_lives[0]), section.contaminations[0].probability
    values = partial(final, results, config, "readings", ROBUST, message_life=life)
    parts: list[Comparison] = []
    for variant in section.variants:
        factor = variant.options.get("assumed_factor", 1.0)
        if len(variant.options) > 1 or not (factor < 1 if too_little else factor > 1):
            continue
        pair = values(reading=variant.reading), values(reading="main")
        name = f"ε' = {factor * true:g}"
        if one_sided:
            parts.append(ratio(name, *pair, MATCHES, below=True, paired=True))
        else:
            parts += within(name, *pair, MATCHES, paired=True)
    if not parts:
        raise NotApplicable("the run assumes no contamination but the true one")
    return all_of(parts)


def _fractions(results: Results, config: Any, *, ignored: bool = False) -> Finding:
    """Judge that a fraction f with ε is like all with f ε or, where f is ignored, with ε."""
    section, parts = config.fractions, list[Comparison]()
    life = str(section.message_lives[0])
    values = partial(final, results, config, "fractions", ROBUST, message_life=life)
    sweep = partial(final, results, config, "contamination-sweep", ROBUST, message_life=life)
    for share in (entry.probability for entry in section.contaminations):
        for fraction in sorted(section.fractions)[:-1]:
            some = values(contamination=share, fraction=fraction)
            if ignored:
                epsilon = round(share / fraction, 12)
                every = sweep(contamination=epsilon, source="adversarial")
            else:
                every = values(contamination=share, fraction=max(section.fractions))
            name = f"f = {fraction:g}, f ε = {share:g}"
            parts += within(name, some, every, MATCHES, paired=True)
    return all_of(parts)


# --- Bounds ---------------------------------------------------------------------------------


def _beside_bounds(
    data: str, algorithm: str, results: Results, config: Any, *, life: str = ""
) -> pd.DataFrame:
    """Return each final regret of Figure 1(c) beside its instance's bound and the arms in turn.

    `life` puts the runs with this γ into the place of those with every other.
    """
    frame = results["bounds"]
    frame = frame[frame["algorithm"] == algorithm]
    at = "epsilon" if data == "message-life" else "contamination"
    parts = []
    for (level, own), rows in frame.groupby(["level", "message_life"], sort=True):
        where = {"message_life": life or str(own), at: level}
        runs = final(results, config, data, algorithm, **where)
        common = rows.sort_values("replicate").head(runs.size)
        parts.append(common.assign(regret=runs[: len(common)]))
    if not parts:
        raise NotApplicable(f"the run has no bounds of {algorithm}")
    return pd.concat(parts, ignore_index=True)


def _bounded(
    data: str, algorithm: str, results: Results, config: Any, *, life: str = ""
) -> Finding:
    """Judge that no run of almost any instance is above the instance's own bound.

    The mean of the bounds over instances would be no limit: gaps near 0 make it infinite. A bound
    that the arms in turn keep, too, is vacuous and judges nothing.
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
        why = "most runs have no bound or one above what the arms in turn cost"
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
    wanted = needs(**{data.replace("-", "_"): algorithm})

    def both(config: Any) -> tuple[Need, ...]:
        return (*wanted(config), Need(experiment="bounds"))

    return measured(decide, both, control=partial(decide, life="0"), facts=FACTS)


_FIGURE_A = needs(private=f"{PRIVATE} {OPEN} {ALONE} {BASELINE} {ALL_PULLS}")
_SWEEP = needs(
    private=f"{PRIVATE} {OPEN} {ALONE} {BASELINE} {ALL_PULLS}", privacy_sweep=f"{PRIVATE} {ALONE}"
)
_FIGURE_B = needs(byzantine=f"{ROBUST} {ALONE}")
_FIGURE_C = needs(
    message_life=f"{PRIVATE} {ALL_PULLS}", byzantine_message_life=f"{ROBUST} {ALL_PULLS}"
)

CHECKS = {
    "section-5-private-ucb1": _both_readings(
        partial(_private_better, ALONE),
        _SWEEP,
        partial(_private_better, ALONE, own="left-out", player=BASELINE),
    ),
    "section-5-private-dp-ucb-int": _both_readings(
        partial(_private_better, BASELINE),
        _FIGURE_A,
        partial(_private_better, BASELINE, own="left-out", player="in-turn"),
    ),
    "section-5-price-of-privacy": _both_readings(
        _private_price, _FIGURE_A, partial(_private_price, own="left-out", player=ALL_PULLS)
    ),
    "section-5-byzantine-ucb1": measured(
        _robust_better,
        needs(byzantine=f"{ROBUST} {ALONE}", byzantine_message_life=ROBUST),
        control=partial(_robust_better, silent=True),
        facts=FACTS,
    ),
    "section-5-no-contamination": by_reading(
        measured(
            _no_contamination,
            needs(byzantine=ROBUST, contamination_sweep=ROBUST),
            control=_more_contamination,
        ),
        **{
            "false reports uniform on [0, 1]": measured(
                partial(_no_false_reports_of, "uniform"), needs()
            ),
            "false reports mostly far outside": measured(
                partial(_no_false_reports_of, "outliers"), needs()
            ),
            "the benchmark is told ε = 0, contaminated as before": measured(
                _told_none, needs(readings=ROBUST)
            ),
        },
    ),
    "section-5-decline": _both_readings(
        _decline, _FIGURE_C, partial(_decline, own="left-out", last="1")
    ),
    "section-5-optimum": by_reading(
        measured(
            partial(_optimum, own="left-out"),
            _FIGURE_C,
            control=partial(_optimum, own="left-out", life="1"),
            facts=FACTS,
        ),
        **{
            "own message counted, as printed": measured(_as_printed(_optimum), _FIGURE_C),
            "the optimum with UCB1's own width": measured(
                partial(_optimum, own="left-out", width="own"), _FIGURE_C
            ),
        },
    ),
    "remark-byzantine-rates": by_reading(
        measured(
            _true_optimum,
            needs(byzantine_message_life=f"{ROBUST} {ALL_PULLS}"),
            control=partial(_true_optimum, life="1"),
            facts=FACTS,
        ),
        **{
            "the printed bound against the lower one": statement(
                step("leading terms", byzantine_constant, gap_factor=False)
            ),
        },
    ),
    "remark-no-communication": _both_readings(
        _isolated,
        needs(message_life=f"{PRIVATE} {ALONE}"),
        partial(_isolated, own="left-out", life="1"),
    ),
    "section-4-2-overestimated": by_reading(
        measured(
            _assuming,
            needs(readings=ROBUST),
            control=partial(_assuming, too_little=True),
            facts=FACTS,
        ),
        **{
            "no degradation, a smaller regret allowed": measured(
                partial(_assuming, one_sided=True), needs(readings=ROBUST)
            ),
        },
    ),
    "section-4-2-fraction": measured(
        _fractions,
        needs(fractions=ROBUST, contamination_sweep=ROBUST),
        control=partial(_fractions, ignored=True),
        facts=FACTS,
    ),
    "introduction-private-bound": _bound("message-life", PRIVATE),
    "introduction-byzantine-bound": _bound("byzantine-message-life", ROBUST),
    "released-sums-bound": _bound("message-life", REPAIRED),
}
