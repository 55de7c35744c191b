"""Claims that steps of a derivation decide: from Checks to a Finding."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from bandit_replications.inference.checks import Check
from bandit_replications.ledger.claims import Claim, Finding, Kind, Results

Checks = Check | tuple[Check, ...]


@dataclass(frozen=True)
class Step:
    """A named call that returns one Check or several."""

    name: str
    run: Callable[[], Checks]

    def checks(self) -> dict[str, Check]:
        """Return the Checks by name; several are numbered."""
        found = self.run()
        if isinstance(found, Check):
            return {self.name: found}
        return {f"{self.name} [{number}]": check for number, check in enumerate(found, start=1)}


def step(name: str, function: Callable[..., Checks], **arguments: Any) -> Step:
    """Return the step that calls a derivation with these arguments."""
    return Step(name, partial(function, **arguments))


def all_checks(steps: Sequence[Step]) -> dict[str, Check]:
    """Return the Checks of all steps by name."""
    return {name: check for one in steps for name, check in one.checks().items()}


def both_sides(checks: dict[str, Check]) -> dict[str, float | int | str]:
    """Return each Check as text with both of its sides."""
    return {
        f"{name}:": f"{check.left:.4g} {check.relation} {check.right:.4g}"
        + ("" if check.holds else " fails")
        for name, check in checks.items()
    }


def failing_text(printed: dict[str, Check], prefix: str, errata: Sequence[str]) -> str:
    """Return a caveat that names the steps that fail as printed; empty if none does."""
    failing = [name for name, check in printed.items() if not check.holds]
    if not failing:
        return ""
    see = f" (errata: {', '.join(errata)})" if errata else ""
    return f"{prefix}: {', '.join(failing)}{see}"


def derived(
    claim_id: str,
    source: str,
    statement: str,
    *steps: Step,
    rule: str = "",
    printed: Sequence[Step] = (),
    errata: tuple[str, ...] = (),
    kind: Kind = "exact",
    failing: str = "as printed these steps fail",
) -> Claim:
    """Return a claim that holds when every Check of its steps does.

    Parameters
    ----------
    claim_id, source, statement
        As in `Claim`.
    steps : Step
        What decides.
    rule : str
        Default: that the named steps hold.
    printed : sequence of Step
        What is shown beside them: steps as printed that the repaired ones replace. Those that
        fail make a caveat and do not decide.
    errata : tuple of str
    kind : str
    failing : str
        Begin of the caveat.

    """
    names = ", ".join(one.name for one in steps)

    def check(results: Results, config: Any) -> Finding:
        deciding, shown = all_checks(steps), all_checks(printed)
        return Finding(
            numbers=both_sides({**deciding, **shown}),
            holds=all(one.holds for one in deciding.values()),
            caveat=failing_text(shown, failing, errata),
        )

    return Claim(
        id=claim_id,
        source=source,
        statement=statement,
        kind=kind,
        rule=rule or f"each of these holds, equalities to a relative 1e-9: {names}",
        check=check,
        errata=errata,
    )


def not_testable(
    claim_id: str, source: str, statement: str, reason: str, *, errata: tuple[str, ...] = ()
) -> Claim:
    """Return a claim that no computation here can decide."""

    def check(results: Results, config: Any) -> Finding:
        return Finding(testable=False, caveat=reason)

    return Claim(
        id=claim_id,
        source=source,
        statement=statement,
        kind="none",
        rule="none",
        check=check,
        errata=errata,
    )


def definition(
    claim_id: str, source: str, statement: str, *, errata: tuple[str, ...] = ()
) -> Claim:
    """Return the claim of an item that only defines something."""
    reason = "a definition: nothing is claimed"
    return not_testable(claim_id, source, statement, reason, errata=errata)


def equation(
    number: int,
    source: str,
    statement: str,
    *steps: Step,
    printed: Sequence[Step] = (),
    errata: tuple[str, ...] = (),
    kind: Kind = "exact",
) -> Claim:
    """Return the claim of an equation, decided by its steps; without steps, a definition."""
    name, place = f"equation-{number:02d}", f"({number}), {source}"
    if not steps:
        return definition(name, place, statement, errata=errata)
    return derived(name, place, statement, *steps, printed=printed, errata=errata, kind=kind)
