"""Decisions on Sections 4.2 and 5: contamination that is absent, assumed, or of a fraction."""

from functools import partial

from bandit_replications.ledger.claims import Finding, Results
from bandit_replications.ledger.decisions import by_reading, measured
from bandit_replications.ledger.parts import Comparison, ratio, within
from bandit_replications.ledger.rules import all_of
from bandit_replications.papers.cooperative.checks.runs import (
    FACTS,
    MATCHES,
    ROBUST,
    Where,
    final,
    needs,
)
from bandit_replications.papers.cooperative.parameters import Configuration
from bandit_replications.runtime.errors import NotApplicable


def _no_contamination(results: Results, config: Configuration) -> Finding:
    parts = []
    for life in config.byzantine.message_lives:
        robust = partial(final, results, config, "byzantine", ROBUST, message_life=str(life))
        pair = robust(contamination=0.0), robust()
        parts.append(ratio(f"γ {life}", *pair, 1.0, below=True, paired=True))
    return all_of(parts)


def _no_false_reports_of(source: str, results: Results, config: Configuration) -> Finding:
    """Judge the same where false reports have another law, at its smallest contamination."""
    return _beside_least(source, 0.0, results, config)


def _more_contamination(results: Results, config: Configuration) -> Finding:
    """Put the next contamination of the sweep into the place of none."""
    second = _of_sweep(config, "adversarial", place=1)
    return _beside_least("adversarial", second, results, config)


def _beside_least(source: str, other: float, results: Results, config: Configuration) -> Finding:
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


def _of_sweep(config: Configuration, source: str, *, place: int) -> float:
    """Return a contamination of the sweep with this law, by its place from the smallest."""
    entries = config.contamination_sweep.contaminations
    found = sorted({one.probability for one in entries if one.source == source} - {0.0})
    if len(found) <= place:
        raise NotApplicable(f"the sweep has {len(found)} contaminations with source {source}")
    return float(found[place])


def _told_none(results: Results, config: Configuration) -> Finding:
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


def _assuming(
    results: Results, config: Configuration, *, too_little: bool = False, one_sided: bool = False
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


def _fractions(results: Results, config: Configuration, *, ignored: bool = False) -> Finding:
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


CHECKS = {
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
}
