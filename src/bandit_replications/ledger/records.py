"""A paper's ledger from its texts, `claims.yaml` and `errata.yaml`.

A reader can check a record against the paper without the code; the function that
decides it is named by `check` and registered in the paper's `checks`. What is related is stated
once: a claim names its errata, an erratum's claims follow.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

import yaml
from pydantic import Field, TypeAdapter, ValidationError

from bandit_replications.ledger.claims import ID, TEX, Claim, ClaimRecord, Decision, Finding, Record
from bandit_replications.ledger.comparisons import decision
from bandit_replications.ledger.decisions import with_argument
from bandit_replications.ledger.samples import Samples
from bandit_replications.runtime.errors import UserError
from bandit_replications.runtime.paths import repo_root

# libyaml, where PyYAML was built with it: every process that judges or shows reads the ledgers.
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

Facts = Callable[[], Mapping[str, Any]]
Severity = Literal["statement false", "gap in the proof", "constant", "misprint"]  # worst first


class ErratumRecord(Record):
    """An error in print, with the argument for a reader to redo."""

    slug: str = Field(pattern=ID, description="permanent name")
    place: str = Field(min_length=1, description="where it is printed")
    severity: Severity
    as_printed: str = Field(min_length=1, description="what is printed")
    tex: str = Field("", pattern=TEX, description="the same with formulas as TeX, for pages")
    holds_under: str = Field("", description="the interpretation under which it would hold")
    counterexample: str = Field("", description="why it is not so")
    repair: str = Field("", description="what mends it")
    survives: str = Field("", description="whether and how the theorem it belongs to survives")
    reach: str = Field("", description="the size from which it is proved")
    authors_reply: str = Field("", description="what the authors answered")
    corrected_in: str = Field("", description="the version of the paper that corrects it")


class _Claims(Record):
    numbered: Mapping[str, str] = Field(
        description="numbers of every kind of numbered item, such as Theorem: 2-7, 10"
    )
    named: Mapping[str, tuple[str, ...]] = Field(
        {}, description="items that have no number, with the ids of their records"
    )
    claims: tuple[ClaimRecord, ...]


@dataclass(frozen=True)
class Ledger:
    """A paper's records, each with the function that decides it.

    Attributes
    ----------
    records : tuple of ClaimRecord
    errata : tuple of ErratumRecord
    items : mapping
        Ids of the records that treat each item of the paper, such as "Theorem 6".
    checks : mapping
        Registered decisions by name.
    facts : mapping
        Functions that compute the values which an erratum's prose names in braces, by slug.
    read_from : str
        Which text of the paper was read, and what was not seen.

    """

    records: tuple[ClaimRecord, ...]
    errata: tuple[ErratumRecord, ...]
    items: Mapping[str, tuple[str, ...]]
    checks: Mapping[str, Decision]
    facts: Mapping[str, Facts] = field(default_factory=dict)
    read_from: str = ""

    @cached_property
    def claims(self) -> tuple[Claim, ...]:
        """What gets a verdict: statements of the paper and ours."""
        return tuple(self._joined(one) for one in self.records if one.kind != "item")

    @cached_property
    def steps(self) -> tuple[Claim, ...]:
        """Steps of proofs: items that are computed and get no verdict."""
        return tuple(
            self._joined(one)
            for one in self.records
            if one.kind == "item" and (one.check or one.id) in self.checks
        )

    @cached_property
    def filled_errata(self) -> tuple[ErratumRecord, ...]:
        """The errata with the values that their prose names in braces."""
        return tuple(self._filled(one) for one in self.errata)

    def _filled(self, erratum: ErratumRecord) -> ErratumRecord:
        if erratum.slug not in self.facts:
            return erratum
        values = self.facts[erratum.slug]()
        given = erratum.model_dump(exclude={"tex"})
        texts = {name: text.format(**values) for name, text in given.items()}
        return ErratumRecord(**texts, tex=erratum.tex)

    def affected(self, slug: str) -> tuple[str, ...]:
        """Return the ids of the records that name an erratum."""
        return tuple(record.id for record in self.records if slug in record.errata)

    def _joined(self, record: ClaimRecord) -> Claim:
        untestable = Finding(testable=False, caveat=record.not_testable)
        alone = Decision(method="none", decide=lambda results, config: untestable)
        decision = self.checks.get(record.check or record.id, alone)
        return Claim(record=record, decision=decision, read_from=self.read_from)


def load_ledger(
    folder: Path,
    checks: Mapping[str, Decision],
    facts: Mapping[str, Facts] | None = None,
    samples: Samples | None = None,
) -> Ledger:
    """Return the ledger of a paper from `claims.yaml` and `errata.yaml` in its folder.

    Parameters
    ----------
    folder : Path
        The paper's package.
    checks : mapping
        Every registered decision by name.
    facts : mapping, optional
        Functions that compute the values which an erratum's prose names in braces, by slug.
    samples : Samples, optional
        How comparisons select the paper's runs; needed where a record has one.

    Raises
    ------
    UserError
        If a record does not fit the schema, a name is given twice or names nothing, or a check is
        missing or unused.

    """
    listed = _read(folder / "claims.yaml", TypeAdapter(_Claims))
    errata = _read(folder / "errata.yaml", TypeAdapter(tuple[ErratumRecord, ...]))
    place = f"{folder.name}/claims.yaml"
    ids = [record.id for record in listed.claims]
    slugs = [erratum.slug for erratum in errata]
    _unique(place, ids)
    _unique(f"{folder.name}/errata.yaml", slugs)
    named = {slug for record in listed.claims for slug in record.errata}
    _subset(place, "errata", named, slugs)
    _subset(f"{folder.name}/errata.yaml", "named by no claim", set(slugs), named)
    _subset(f"{folder.name}/errata.yaml", "facts", facts or {}, slugs)
    arguments = {r.check or r.id: r.argument for r in listed.claims if r.argument}
    joined = {name: with_argument(checks.get(name), one) for name, one in arguments.items()}
    checks = {**checks, **joined}
    _subset(place, "uses", {used for record in listed.claims for used in record.uses}, ids)
    wanted = {
        record.check or record.id
        for record in listed.claims
        if not record.not_testable and (record.kind != "item" or record.check)
    }
    compared = {record.id: record.compare for record in listed.claims if record.compare}
    besides = {
        one["check"] for c in compared.values() for one in c.under.values() if "check" in one
    }
    decided = {record.check or record.id for record in listed.claims} - set(compared)
    _subset(place, "checks that are not registered", (wanted - set(compared)) | besides, checks)
    _subset(place, "checks without a record", set(checks), decided | besides)
    if compared:
        assert samples is not None, f"{place}: comparisons without samples"
        found = {name: decision(one, samples, checks) for name, one in compared.items()}
        checks = {**{name: one for name, one in checks.items() if name in decided}, **found}
    items = {**_numbered_items(listed), **listed.named}
    _subset(place, "items without a record", (item for item in items if not items[item]), ())
    _subset(place, "named", {name for item in items for name in items[item]}, ids)
    papers = yaml.load((repo_root() / "papers.yaml").read_text(encoding="utf-8"), Loader=_LOADER)
    read_from = papers.get(folder.name, {}).get("read", "")
    return Ledger(listed.claims, errata, items, checks, facts or {}, read_from)


def _numbered_items(listed: _Claims) -> dict[str, tuple[str, ...]]:
    """Return the ids of the records that treat each numbered item: by their source or their id."""
    items = {}
    for word, numbers in listed.numbered.items():
        for number in _numbers(numbers):
            padded = number.zfill(2) if word in ("Equation", "Figure") else number
            slug = f"{word} {padded}".lower().replace(" ", "-").replace(".", "-")
            source = re.compile(rf"\b{re.escape(f'{word} {number}')}(?![.\d])")
            items[f"{word} {number}"] = tuple(
                record.id
                for record in listed.claims
                if source.search(record.source) or f"{record.id}-".startswith(f"{slug}-")
            )
    return items


def _numbers(text: str) -> list[str]:
    """Return the numbers of "2-7, 10, B.1": ranges are spelled out."""
    numbers = []
    for part in text.split(","):
        first, _, last = part.strip().partition("-")
        numbers += [str(n) for n in range(int(first), int(last) + 1)] if last else [first]
    return numbers


def _read(path: Path, adapter: TypeAdapter[Any]) -> Any:
    try:
        return adapter.validate_python(yaml.load(path.read_text(encoding="utf-8"), Loader=_LOADER))
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise UserError(f"{path.parent.name}/{path.name}: {where}: {first['msg']}") from None


def _unique(place: str, names: Iterable[str]) -> None:
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise UserError(f"{place}: {name!r} twice; allowed: different names")
        seen.add(name)


def _subset(place: str, what: str, names: Iterable[str], known: Iterable[str]) -> None:
    missing = sorted(set(names) - set(known))
    if missing:
        raise UserError(f"{place}: {what}: {', '.join(missing)}")
