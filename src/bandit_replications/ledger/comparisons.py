"""Comparisons of means as data: A against B in every cell, under interpretations, with a control.

The relations are those of `RELATIONS`, "similar to", "about N times", "at most N times", "at least
N times" and "flat over". What is compared is a `ComparisonRecord`, whose runs are `Samples`.
"""

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from bandit_replications.experiments.needs import Need
from bandit_replications.ledger.claims import Finding, Results
from bandit_replications.ledger.comparison_records import Chosen, ComparisonRecord, Statement
from bandit_replications.ledger.decisions import Decision
from bandit_replications.ledger.parts import Comparison, Farthest, Part, Sample, ratio, within
from bandit_replications.ledger.rules import any_of, each_refused, most_of_each
from bandit_replications.ledger.samples import Reader, Samples
from bandit_replications.runtime.errors import NotApplicable

MARKED = 1.25  # factor of "markedly", and within which means are similar or N times each other
FACTS = {"marked": MARKED}

# relation -> factor and whether mean A over mean B is at most that; "below" alone: the sign decides
RELATIONS = {
    "below": (1.0, True),
    "above": (1.0, False),
    "markedly below": (1 / MARKED, True),
    "markedly above": (MARKED, False),
    "not markedly below": (1 / MARKED, False),
    "not markedly above": (MARKED, True),
}
FLAT = "flat over"  # [A, flat over, {column: values}]: no mean markedly above another
NAME = "{a[algorithm]} / {b[algorithm]}, {cell}"

# --- Statements -----------------------------------------------------------------------------


def cells(record: ComparisonRecord, samples: Samples, config: Any) -> Iterator[dict[str, Any]]:
    """Yield the cells of one sentence."""
    values = [
        samples.values(config, record.data, column, some) if isinstance(some, str) else some
        for column, some in record.over.items()
    ]
    for place in itertools.product(*values):
        yield dict(zip(record.over, place, strict=True))


def sides(record: ComparisonRecord, statement: Statement, cell: Chosen) -> list[Chosen]:
    """Return the runs that a statement is about in a cell."""
    if isinstance(statement, str):
        return [record.chosen({}, cell)]
    a, relation, b, *_ = statement
    if relation != FLAT:
        return [record.chosen(a, cell), record.chosen(b, cell)]
    own = a if isinstance(a, Mapping) else {"algorithm": a}
    ((column, values),) = b.items()
    return [record.chosen({**own, column: value}, cell) for value in values]


def parts_of(reader: Reader, record: ComparisonRecord, cell: Chosen) -> Iterator[Part]:
    """Yield the inequalities that one sentence consists of in a cell."""
    samples = reader.samples
    for statement in record.hold:
        chosen = sides(record, statement, cell)
        if isinstance(statement, str):
            yield from samples.parts[statement](reader, chosen[0])
        elif statement[1] == FLAT:
            (column,) = statement[2]
            names = [f"{one['algorithm']}, {samples.cell({column: one[column]})}" for one in chosen]
            runs = dict(zip(names, map(reader, chosen), strict=True))
            yield Farthest.among(runs, MARKED)
        else:
            a, b = (samples.resolve(reader, one) for one in chosen)
            template = statement[3] if len(statement) > 3 else record.name or NAME
            name = _named(template, samples, a, b, cell)
            yield from related(name, *reader.pair(a, b), statement[1], paired=record.paired)


def _named(template: str, samples: Samples, a: Chosen, b: Chosen, cell: Chosen) -> str:
    return template.format(**{**a, "a": a, "b": b, "cell": samples.cell(cell)}).removesuffix(", ")


def related(
    name: str, a: Sample, b: Sample, relation: str, *, paired: bool
) -> Sequence[Comparison]:
    """Return the inequalities that a relation of mean(a) to mean(b) stands for."""
    if relation in RELATIONS:
        factor, below = RELATIONS[relation]
        return [ratio(name, a, b, factor, below=below, paired=paired)]
    if relation == "similar to":
        return within(name, a, b, MARKED, paired=paired)
    word, number = relation.removesuffix(" times").rsplit(" ", 1)
    if word == "about":
        return within(name, a, b, MARKED, scale=float(number), paired=paired)
    below = {"at most": True, "at least": False}[word]
    return [ratio(name, a, b, float(number), below=below, paired=paired)]


# --- Findings -------------------------------------------------------------------------------


def items_of(reader: Reader, record: ComparisonRecord) -> dict[str, dict[str, list[Part]]]:
    """Return the parts of each sentence in each cell, by their names."""
    found: dict[str, dict[str, list[Part]]] = {}
    for one in record.sentences():
        for cell in cells(one, reader.samples, reader.config):
            first = sides(one, one.hold[0], cell)
            sentence = _named(one.sentence, reader.samples, first[0], first[-1], cell)
            place = reader.samples.cell(cell)
            name = f"{sentence}, {place}" if sentence else place
            parts = found.setdefault(sentence, {}).setdefault(name, [])
            parts += parts_of(reader, one, cell)
    return found


def finding_of(reader: Reader, record: ComparisonRecord, *, plain: bool = False) -> Finding:
    """Return the finding of a comparison; `plain`: without the paper's numbers and caveat."""
    samples = reader.samples
    items = items_of(reader, record)
    if record.needed == "most":
        return most_of_each(items)
    parts = [part for some in items.values() for ones in some.values() for part in ones]
    if record.needed == "any":
        best = min(parts, key=lambda part: part.value)
        held = sum(part.holds for part in parts)
        return any_of(
            parts, {"best": f"{best.name}: {best.value:.3g}", "hold": held, "of": len(parts)}
        )
    if plain:
        return samples.join(parts)
    numbers = samples.shown[record.shown](reader, parts) if record.shown else None
    caveat = samples.caveats[record.caveat](reader, record) if record.caveat else ""
    return samples.join(parts, numbers, caveat=caveat)


def worsened(reader: Reader, record: ComparisonRecord) -> Finding:
    """Return what a rule says of its runs with one ratio beyond its factor, each in turn."""
    broken = []
    for some in items_of(reader, record).values():
        for part in (part for ones in some.values() for part in ones):
            assert isinstance(part, Comparison)
            target = part.factors[0] * (MARKED if part.below else 1 / MARKED)
            worse = part.a * (target / part.value)
            broken.append(replace(part, a=worse, factors=part.factors[:1]))
    return each_refused(broken)


# --- Decisions ------------------------------------------------------------------------------


def decision(
    record: ComparisonRecord, samples: Samples, checks: Mapping[str, Decision]
) -> Decision:
    """Return the decision of a record; `checks` decide its interpretations that are no runs."""
    control = record.control
    changed = control if isinstance(control, Mapping) else {}
    besides = {name: checks[one["check"]] for name, one in record.under.items() if "check" in one}
    under = {name: one for name, one in record.under.items() if name not in besides}

    def all_under(config: Any) -> dict[str, ComparisonRecord]:
        ours = {**under, **samples.interpretations(config, record)}
        return {name: record.changed(one) for name, one in ours.items()}

    def decide(results: Results, config: Any) -> Finding:
        reader = Reader(samples, results, config)
        readings = {}
        for name, one in all_under(config).items():
            try:
                readings[name] = finding_of(reader, one)
            except NotApplicable:
                if name in under:
                    raise
        readings |= {name: one.decide(results, config) for name, one in besides.items()}
        found = replace(finding_of(reader, record), readings=readings)
        if control is None:
            return found
        if control == "worsened":
            return replace(found, control=worsened(reader, record))
        return replace(found, control=finding_of(reader, record.changed(changed), plain=True))

    def needs(config: Any) -> tuple[Need, ...]:
        compared = [record, *([record.changed(changed)] if changed else [])]
        chosen = [
            side
            for one in (*compared, *all_under(config).values())
            for sentence in one.sentences()
            for cell in cells(sentence, samples, config)
            for statement in sentence.hold
            for side in sides(sentence, statement, cell)
            if side.get("algorithm") not in samples.computed
        ]
        samples.scope(config, chosen)
        others = (need for one in besides.values() for need in one.needs(config))
        return (*samples.needs(config, chosen), *others)

    return Decision(
        method="bound" if control is None else "statistical",
        decide=decide,
        needs=needs,
        facts=FACTS,
        functions=(samples.place, *(name for one in besides.values() for name in one.functions)),
    )
