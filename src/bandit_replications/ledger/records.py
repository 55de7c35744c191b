"""Records of a paper's ledger as text: `claims.yaml` and `errata.yaml`, and what they may say.

A record is what a reader can check against the paper without reading code; the function that
decides it is named by `check` and registered in the paper's `checks`. What is related is stated
once: a claim names its errata, an erratum's claims follow.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, Self

import yaml
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError, model_validator

from bandit_replications.configuration.validation import PaperConfiguration
from bandit_replications.ledger.claims import Claim, Finding, Results
from bandit_replications.ledger.comparison_records import ComparisonRecord
from bandit_replications.ledger.comparisons import decision
from bandit_replications.ledger.decisions import Decision, with_argument
from bandit_replications.ledger.samples import Samples
from bandit_replications.runtime.errors import UserError
from bandit_replications.runtime.paths import repo_root

ID = r"^[a-z0-9]+(-[a-z0-9]+)*$"
# libyaml, where PyYAML was built with it: every process that judges or shows reads the ledgers.
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

Kind = Literal["claim", "own", "item"]
Facts = Callable[[], Mapping[str, Any]]
Severity = Literal["statement false", "gap in the proof", "constant", "misprint"]  # worst first


class _Record(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class ClaimRecord(_Record):
    """One statement: of the paper (`claim`), of ours (`own`), or an `item` that claims nothing.

    Definitions, algorithms and displayed equations are items. One with a check is a step of a
    proof: it is computed and listed with the steps, without a verdict.
    """

    id: str = Field(pattern=ID, description="permanent name")
    kind: Kind
    source: str = Field(min_length=1, description="place in the paper")
    statement: str = Field(min_length=1, description="what is claimed, in our words")
    rule: str = Field("", description="when it counts as holding, in words")
    check: str = Field("", description="registered function that decides it; default: the id")
    compare: ComparisonRecord | None = Field(None, description="means that decide it, as data")
    argument: Mapping[str, str] = Field(
        {}, description="steps in words, by name, beside those that are registered, if any are"
    )
    not_testable: str = Field("", description="why no computation here can decide it")
    control: str = Field("", description="nearest alternative that the rule must refuse")
    reading: str = Field("", description="interpretation of the paper that the verdict is about")
    section: str = Field("", pattern=r"^(\d+(\.\d+)*)?$", description="of the notebook")
    main: bool = Field(False, description="whether it is among the paper's three to six results")
    uses: tuple[str, ...] = Field((), description="ids of what its proof stands on")
    errata: tuple[str, ...] = Field((), description="slugs of the errata that bear on it")
    data_seen: bool = Field(False, description="whether data had been seen when the rule was set")

    @model_validator(mode="after")
    def _check(self) -> Self:
        if self.not_testable and (self.rule or self.check):
            raise ValueError(f"{self.id}: not_testable; allowed: without rule and check")
        if self.compare and (self.check or self.argument):
            raise ValueError(f"{self.id}: compare; allowed: without check and argument")
        if self.not_testable and self.argument:
            raise ValueError(f"{self.id}: argument; allowed: without not_testable")
        return self


class ErratumRecord(_Record):
    """Something in print that is not so, with what a reader needs to redo the argument."""

    slug: str = Field(pattern=ID, description="permanent name")
    place: str = Field(min_length=1, description="where it is printed")
    severity: Severity
    as_printed: str = Field(min_length=1, description="what is printed")
    holds_under: str = Field("", description="the interpretation under which it would hold")
    counterexample: str = Field("", description="why it is not so")
    repair: str = Field("", description="what mends it")
    survives: str = Field("", description="whether and how the theorem it belongs to survives")
    reach: str = Field("", description="the size from which it is proved")
    authors_reply: str = Field("", description="what the authors answered")
    corrected_in: str = Field("", description="the version of the paper that corrects it")


class _Claims(_Record):
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
        texts = {name: text.format(**values) for name, text in erratum.model_dump().items()}
        return ErratumRecord(**texts)

    def affected(self, slug: str) -> tuple[str, ...]:
        """Return the ids of the records on which an erratum bears."""
        return tuple(record.id for record in self.records if slug in record.errata)

    def _joined(self, record: ClaimRecord) -> Claim:
        decision = self.checks.get(record.check or record.id)
        if decision is None:
            decision = Decision(method="none", decide=_untestable(record.not_testable))
        rule = record.rule or "none"
        return Claim(
            id=record.id,
            source=record.source,
            statement=record.statement,
            kind=decision.method,
            rule=rule.format(**decision.facts) if decision.facts else rule,
            needs=decision.needs,
            check=decision.decide,
            errata=record.errata,
            own=record.kind == "own",
            functions=decision.functions,
            control=record.control,
            main_reading=record.reading,
            data_seen=record.data_seen,
            section=record.section,
            read_from=self.read_from,
        )


def _untestable(reason: str) -> Callable[[Results, Any], Finding]:
    def decide(results: Results, config: PaperConfiguration) -> Finding:
        return Finding(testable=False, caveat=reason)

    return decide


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
