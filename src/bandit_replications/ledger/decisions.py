"""How a claim is decided: a function with its method, or the steps of a derivation."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Literal

from bandit_replications.experiments.needs import Need
from bandit_replications.inference.checks import Check
from bandit_replications.ledger.claims import Finding, Kind, Results, no_needs

Checks = Check | tuple[Check, ...]


@dataclass(frozen=True, kw_only=True)
class Decision:
    """A registered function that decides a claim.

    Attributes
    ----------
    method : str
        How. "symbolic", "argued": the steps of a proof. "exact", "enumeration": the statement
        itself, without error, at stated sizes or in all their cases. "statistical": runs are
        tested. "bound": numbers are compared with a bound.
    decide : callable
        (results by experiment, configuration) -> Finding.
    needs : callable
        configuration -> the data it needs; raises NotApplicable if the run lacks them.
    rule : str
        When the claim holds, where the record does not say it.
    facts : mapping
        Values that the record's rule names in braces.
    functions : tuple of str
        `module:function` of what computes it.

    """

    method: Kind
    decide: Callable[[Results, Any], Finding] = field(repr=False)
    needs: Callable[[Any], tuple[Need, ...]] = field(default=no_needs, repr=False)
    rule: str = ""
    facts: Mapping[str, object] = field(default_factory=dict)
    functions: tuple[str, ...] = ()


Decide = Callable[[Results, Any], Finding]


def measured(
    decide: Decide,
    needs: Callable[[Any], tuple[Need, ...]],
    *,
    control: Decide | None = None,
    method: Kind = "statistical",
    facts: Mapping[str, object] | None = None,
) -> Decision:
    """Return the decision of a function of the results.

    Parameters
    ----------
    decide : callable
    needs : callable
        What `decide` and `control` need.
    control : callable, optional
        The same rule on the nearest alternative that violates the statement; the record says in
        `control` what that is.
    method : str
    facts : mapping, optional
        Values that the record's rule names in braces.

    """

    def decide_both(results: Results, config: Any) -> Finding:
        assert control is not None
        finding = decide(results, config)
        return replace(finding, control=control(results, config))

    return Decision(
        method=method,
        decide=decide if control is None else decide_both,
        needs=needs,
        facts=facts or {},
        functions=(_name(decide),),
    )


def by_reading(main: Decision, **others: Decision) -> Decision:
    """Return the decision of one rule under several interpretations of the paper.

    Parameters
    ----------
    main : Decision
        Under the main reading, which gives method, rule and facts.
    **others : Decision
        Under the others, by name. Verdicts that differ make the claim `depends on the reading`.

    """

    def decide(results: Results, config: Any) -> Finding:
        readings = {name: one.decide(results, config) for name, one in others.items()}
        return replace(main.decide(results, config), readings=readings)

    def needs(config: Any) -> tuple[Need, ...]:
        return tuple(need for one in (main, *others.values()) for need in one.needs(config))

    functions = tuple(name for one in (main, *others.values()) for name in one.functions)
    return replace(main, decide=decide, needs=needs, functions=tuple(dict.fromkeys(functions)))


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


def proof(
    *steps: Step,
    printed: Sequence[Step] = (),
    method: Kind = "exact",
    failing: str = "as printed these steps fail",
    facts: Mapping[str, object] | None = None,
) -> Decision:
    """Return the decision that a claim holds when every Check of its steps does.

    Parameters
    ----------
    steps : Step
        What decides: for a proof ("symbolic", "argued") its steps, repaired where printed ones
        fail; for a statement ("exact", "enumeration") the statement itself at stated sizes.
    printed : sequence of Step
        What is shown beside them: steps as printed that the repaired ones replace. Those that
        fail make a proof `repaired`, a statement one with a caveat, and do not decide.
    method : str
        Of a proof whose steps fail the verdict is `proof incomplete`, of a statement
        `false as stated`.
    failing : str
        Begin of the caveat.
    facts : mapping, optional
        Values that the record's rule names in braces.

    """

    def decide(results: Results, config: Any) -> Finding:
        deciding, shown = all_checks(steps), all_checks(printed)
        text = failing_text(shown, failing)
        return Finding(
            numbers=both_sides({**deciding, **shown}),
            holds=all(one.holds for one in deciding.values()),
            caveat=text,
            cites_errata=bool(text),
        )

    names = ", ".join(one.name for one in steps)
    return Decision(
        method=method,
        decide=decide,
        rule=f"each of these holds, equalities to a relative 1e-9: {names}",
        facts=facts or {},
        functions=tuple(dict.fromkeys(_name(one.run) for one in (*steps, *printed))),
    )


def statement(
    *steps: Step,
    printed: Sequence[Step] = (),
    method: Literal["exact", "enumeration"] = "exact",
    facts: Mapping[str, object] | None = None,
) -> Decision:
    """Return the decision that a statement holds when it does at every size that is computed.

    Parameters
    ----------
    steps : Step
        The statement itself, in the paper's words; where it fails it is `false as stated`.
    printed : sequence of Step
        Its form letter for letter, where a misprint breaks that: a caveat.
    method : str
        "exact" at stated sizes, or "enumeration" of all cases of a size.
    facts : mapping, optional
        Values that the record's rule names in braces.

    """
    return proof(
        *steps, printed=printed, method=method, failing="as printed these fail", facts=facts
    )


def all_checks(steps: Sequence[Step]) -> dict[str, Check]:
    """Return the Checks of all steps by name."""
    return {name: check for one in steps for name, check in one.checks().items()}


def both_sides(checks: Mapping[str, Check]) -> dict[str, float | int | str]:
    """Return each Check as text with both of its sides."""
    return {
        f"{name}:": f"{check.left:.4g} {check.relation} {check.right:.4g}"
        + ("" if check.holds else " fails")
        for name, check in checks.items()
    }


def failing_text(printed: Mapping[str, Check], prefix: str) -> str:
    """Return a caveat that names the steps that fail as printed; empty if none does."""
    failing = [name for name, check in printed.items() if not check.holds]
    return f"{prefix}: {', '.join(failing)}" if failing else ""


def _name(function: Callable[..., Any]) -> str:
    while isinstance(function, partial):
        function = function.func
    module = function.__module__.partition("bandit_replications.")[2]
    return f"{module}:{function.__qualname__.partition('.')[0]}"
