"""Comparisons of means as data: A against B in every cell, under interpretations, with a control.

The relations are those of `RELATIONS`, "similar to", "about N times", "at most N times", "at least
N times" and "flat over". What is compared is a `ComparisonRecord`, whose runs are `Samples`.
"""

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from bandit_replications.configuration.validation import PaperConfiguration
from bandit_replications.experiments.needs import Need
from bandit_replications.ledger.claims import Finding, Results
from bandit_replications.ledger.comparison_records import Chosen, ComparisonRecord, Statement
from bandit_replications.ledger.decisions import Decision, or_untestable
from bandit_replications.ledger.parts import (
    Comparison,
    Farthest,
    Part,
    Sample,
    holds,
    ratio,
    within,
)
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

# --- Statements -----------------------------------------------------------------------------


def cells(reader: Reader, record: ComparisonRecord) -> Iterator[dict[str, Any]]:
    """Yield the cells of one sentence."""
    values = [
        reader.samples.values(reader.config, record.data, column, some)
        if isinstance(some, str)
        else some
        for column, some in record.over.items()
    ]
    for place in itertools.product(*values):
        yield dict(zip(record.over, place, strict=True))


def sides(
    reader: Reader, record: ComparisonRecord, statement: Statement, cell: Chosen
) -> list[Chosen]:
    """Return the runs that a statement is about in a cell."""
    operands: list[str | Chosen] = [{}]
    if not isinstance(statement, str):
        a, relation, b, *_ = statement
        operands = [a, b]
        if relation == FLAT:
            own = a if isinstance(a, Mapping) else {"algorithm": a}
            operands = [{**own, column: one} for column, values in b.items() for one in values]
    resolve = reader.samples.resolve
    return [resolve(reader.config, record.chosen(one, cell)) for one in operands]


def all_sides(reader: Reader, record: ComparisonRecord) -> Iterator[Chosen]:
    """Yield all runs that a record compares and reads, but for those that are computed."""
    for sentence in record.sentences():
        for cell in cells(reader, sentence):
            for statement in sentence.hold:
                for side in sides(reader, sentence, statement, cell):
                    if side["algorithm"] not in reader.samples.computed:
                        yield side
    for data, algorithms in record.beside.items():
        yield from ({"data": data, "algorithm": name} for name in algorithms)


def parts_of(reader: Reader, record: ComparisonRecord, cell: Chosen) -> Iterator[Part]:
    """Yield the inequalities that one sentence consists of in a cell."""
    for statement in record.hold:
        chosen = sides(reader, record, statement, cell)
        if isinstance(statement, str):
            yield from reader.samples.parts[statement](reader, chosen[0])
        elif statement[1] == FLAT:
            (column,) = statement[2]
            names = [f"{one['algorithm']}, {_text(reader, one, column)}" for one in chosen]
            yield Farthest.among(dict(zip(names, map(reader, chosen), strict=True)), MARKED)
        else:
            chosen = [reader.samples.pick(reader, one) for one in chosen]
            template = statement[3] if len(statement) > 3 else record.name or reader.samples.name
            name = _named(reader, template, chosen, cell, side=_side(statement[1]))
            yield from related(name, *reader.pair(*chosen), statement[1], paired=record.paired)


def _text(reader: Reader, cell: Chosen, *columns: str) -> str:
    """Return the name of a cell, of all its columns or of some."""
    kept = {column: cell[column] for column in columns} if columns else cell
    return reader.samples.cell(reader.config, kept)


def _named(
    reader: Reader, template: str, chosen: Sequence[Chosen], cell: Chosen, side: str = ""
) -> str:
    a, b = chosen[0], chosen[-1]
    values = {**a, **cell, "a": a, "b": b, "cell": _text(reader, cell), "side": side}
    return template.format(**values).removesuffix(", ")


def _side(relation: str) -> str:
    """Return ", at most" or ", at least" for a relation with one side, else nothing."""
    if relation in RELATIONS:
        return ", at most" if RELATIONS[relation][1] else ", at least"
    return f", {relation.rsplit(' ', 2)[0]}" if relation.startswith("at ") else ""


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
        for cell in cells(reader, one):
            sentence = _named(reader, one.sentence, sides(reader, one, one.hold[0], cell), cell)
            place = _text(reader, cell)
            name = f"{sentence}, {place}" if sentence else place
            found.setdefault(sentence, {}).setdefault(name, []).extend(parts_of(reader, one, cell))
    return found


def parts_in(reader: Reader, record: ComparisonRecord) -> list[Part]:
    """Return the parts of all sentences in all cells."""
    items = items_of(reader, record).values()
    return [part for some in items for parts in some.values() for part in parts]


def finding_of(reader: Reader, record: ComparisonRecord, *, plain: bool = False) -> Finding:
    """Return the finding of a comparison; `plain`: without the paper's numbers and caveat."""
    samples = reader.samples
    if record.needed == "most":
        return most_of_each(items_of(reader, record))
    parts = parts_in(reader, record)
    if record.needed == "any":
        best = min(parts, key=lambda part: part.value)
        held = sum(map(holds, parts))
        return any_of(
            parts, {"best": f"{best.name}: {best.value:.3g}", "hold": held, "of": len(parts)}
        )
    if plain:
        return samples.join(parts)
    shown = samples.shown[record.shown] if record.shown else samples.shown.get("")
    numbers = shown(reader, record, parts) if shown else None
    caveat = samples.caveats[record.caveat](reader, record) if record.caveat else ""
    return samples.join(parts, numbers, caveat=caveat)


def worsened(reader: Reader, record: ComparisonRecord) -> Finding:
    """Return a rule's finding of its runs with one ratio beyond its factor, each in turn."""
    broken = []
    for part in parts_in(reader, record):
        assert isinstance(part, Comparison)
        target = part.factors[0] * (MARKED if part.below else 1 / MARKED)
        worse = part.a * (target / part.value)
        broken.append(replace(part, a=worse, factors=part.factors[:1]))
    return each_refused(broken)


# --- Decisions ------------------------------------------------------------------------------


def judged(reader: Reader, record: ComparisonRecord) -> Finding:
    """Return the finding of a comparison with that of its control."""
    found = finding_of(reader, record)
    if record.control is None:
        return found
    other = _control(record)
    if other is None:
        return replace(found, control=worsened(reader, record))
    return replace(found, control=or_untestable(lambda: finding_of(reader, other, plain=True)))


def _control(record: ComparisonRecord) -> ComparisonRecord | None:
    control = record.control
    return record.changed(control) if isinstance(control, Mapping) else None


def decision(
    record: ComparisonRecord, samples: Samples, checks: Mapping[str, Decision]
) -> Decision:
    """Return the decision of a record; `checks` decide its interpretations that are no runs."""
    besides = {name: checks[one["check"]] for name, one in record.under.items() if "check" in one}
    under = {name: one for name, one in record.under.items() if name not in besides}

    def interpretations(config: PaperConfiguration) -> dict[str, ComparisonRecord]:
        every = {**under, **samples.interpretations(config, record)}
        return {name: record.changed(one) for name, one in every.items()}

    def decide(results: Results, config: PaperConfiguration) -> Finding:
        reader = Reader(samples, results, config)
        readings = {}
        for name, one in interpretations(config).items():
            try:
                readings[name] = judged(reader, one)
            except NotApplicable:
                if name in under:
                    raise
        readings |= {name: one.decide(results, config) for name, one in besides.items()}
        return replace(judged(reader, record), readings=readings)

    def needs(config: PaperConfiguration) -> tuple[Need, ...]:
        reader = Reader(samples, {}, config)
        every = (record, *interpretations(config).values())
        compared = [one for each in every for one in (each, _control(each)) if one is not None]
        chosen = [side for one in compared for side in all_sides(reader, one)]
        samples.scope(config, chosen)
        others = (need for one in besides.values() for need in one.needs(config))
        return (*samples.needs(config, chosen), *others)

    return Decision(
        method="bound" if record.control is None else "statistical",
        decide=decide,
        needs=needs,
        facts={**FACTS, **samples.facts},
        functions=(samples.place, *(name for one in besides.values() for name in one.functions)),
    )
