"""Decisions of claims: a function with its method, or the steps of a derivation."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import partial
from types import FunctionType, ModuleType
from typing import Any, get_args

from bandit_replications.configuration.validation import PaperConfiguration
from bandit_replications.experiments.needs import Need
from bandit_replications.inference.checks import Check
from bandit_replications.inference.exact import Line, Ranges, identity, inequality
from bandit_replications.ledger.claims import Decision, Finding, Kind, Method, Results
from bandit_replications.runtime.errors import NotApplicable

Checks = Check | tuple[Check, ...]


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

    def decide_both(results: Results, config: PaperConfiguration) -> Finding:
        assert control is not None
        finding = decide(results, config)
        return replace(finding, control=or_untestable(lambda: control(results, config)))

    return Decision(
        method=method,
        decide=decide if control is None else decide_both,
        needs=needs,
        facts=facts or {},
        functions=functions_of(decide, data=True),
    )


def or_untestable(control: Callable[[], Finding]) -> Finding:
    """Return a control's finding; one that the run lacks refuses nothing."""
    try:
        return control()
    except NotApplicable as reason:
        return Finding(testable=False, caveat=str(reason))


def by_interpretation(main: Decision, **others: Decision) -> Decision:
    """Return the decision of one rule under several interpretations of the paper.

    Parameters
    ----------
    main : Decision
        Under the main interpretation, which gives method, rule and facts.
    **others : Decision
        Under the others, by name. Where their verdicts differ, the claim `depends on the
        interpretation`.

    """

    def decide(results: Results, config: PaperConfiguration) -> Finding:
        readings = {name: one.decide(results, config) for name, one in others.items()}
        return replace(main.decide(results, config), readings=readings)

    def needs(config: PaperConfiguration) -> tuple[Need, ...]:
        return tuple(need for one in (main, *others.values()) for need in one.needs(config))

    functions = tuple(name for one in (main, *others.values()) for name in one.functions)
    return replace(main, decide=decide, needs=needs, functions=tuple(dict.fromkeys(functions)))


@dataclass(frozen=True, eq=False)
class Step:
    """A named call that returns one Check or several, or an argument in words alone.

    Attributes
    ----------
    name : str
    run : callable or str
    method : str
        "exact": an identity for all values, an inequality certified over the whole stated range,
        a complete enumeration at the sizes that the statement names. "argued": by the reasoning
        in the notebook, or in `run` where that is a text. "sampled": numbers at chosen points.

    """

    name: str
    run: Callable[[], Checks | Line] | str
    method: Method

    def checks(self) -> dict[str, Check | Line]:
        """Return the Checks by name; several are numbered; none of an argument in words."""
        if isinstance(self.run, str):
            return {}
        found = self.run()
        if not isinstance(found, tuple):
            return {self.name: found}
        return {f"{self.name} [{number}]": check for number, check in enumerate(found, start=1)}


def exact(name: str, function: Callable[..., Checks | Line], **arguments: Any) -> Step:
    """Return a step that a derivation shows for all values, or by complete enumeration."""
    return Step(name, partial(function, **arguments), "exact")


def algebra(name: str, line: str, *, over: Ranges | None = None, **given: str | float) -> Step:
    """Return the exact step of a line of algebra, such as "T*gap = sqrt(K*T)" or "1 < 2 + x".

    The relation, =, <= or <, stands between spaces. `over` and the definitions in `given` are those
    of `inequality` and `identity`.
    """
    left, relation, right = re.split(r" (=|<=|<) ", line)
    if relation == "=":
        return exact(name, identity, left=left, right=right, **given)
    strict = relation == "<"
    return exact(name, inequality, left=left, right=right, over=over or {}, strict=strict, **given)


def argued(name: str, function: Callable[..., Checks | Line] | str, **arguments: Any) -> Step:
    """Return a step that reasoning shows: given here in words, or illustrated by a derivation."""
    run = function if isinstance(function, str) else partial(function, **arguments)
    return Step(name, run, "argued")


def sampled(name: str, function: Callable[..., Checks | Line], **arguments: Any) -> Step:
    """Return a step that a derivation compares at chosen points only."""
    return Step(name, partial(function, **arguments), "sampled")


def proof(
    *steps: Step,
    printed: Sequence[Step] = (),
    failing: str = "as printed these steps fail",
    facts: Mapping[str, object] | None = None,
) -> Decision:
    """Return the decision that a claim holds when every step of its proof does.

    Parameters
    ----------
    steps : Step
        What decides, repaired where printed steps fail. If one fails the proof is incomplete; if
        one is sampled the claim is not contradicted, no more. None if the record's argument
        decides alone, see `with_argument`.
    printed : sequence of Step
        Steps as printed that the repaired ones replace: shown, not deciding. Where one fails the
        proof is repaired.
    failing : str
        Begin of the caveat.
    facts : mapping, optional
        Values that the record's rule names in braces.

    """
    return _by_steps(steps, printed, failing, facts, of_proof=True)


def statement(
    *steps: Step,
    printed: Sequence[Step] = (),
    facts: Mapping[str, object] | None = None,
) -> Decision:
    """Return the decision that a claim holds when each step, the statement itself, does.

    Parameters
    ----------
    steps : Step
        The statement in the paper's words; where it fails it is `false as stated`.
    printed : sequence of Step
        Its form letter for letter, where a misprint breaks that: a caveat.
    facts : mapping, optional
        Values that the record's rule names in braces.

    """
    return _by_steps(steps, printed, "as printed these fail", facts, of_proof=False)


def _by_steps(
    steps: Sequence[Step],
    printed: Sequence[Step],
    failing: str,
    facts: Mapping[str, object] | None,
    *,
    of_proof: bool,
) -> Decision:
    method = max((one.method for one in steps), key=get_args(Method).index, default=None)

    def decide(results: Results, config: PaperConfiguration) -> Finding:
        deciding = {one: one.checks() for one in steps}
        shown = {one: one.checks() for one in printed}
        text = failing_text(shown.values(), failing)
        return Finding(
            numbers=both_sides({**deciding, **shown}),
            holds=all(check.holds for one in deciding.values() for check in one.values()),
            method=method,
            testable=method is not None,
            of_proof=of_proof,
            caveat=text,
            cites_errata=bool(text),
        )

    return Decision(
        method=method or "none",
        decide=decide,
        facts=facts or {},
        functions=functions_of(*(one.run for one in (*steps, *printed))),
    )


def with_argument(decision: Decision | None, argument: Mapping[str, str]) -> Decision:
    """Return a decision with a record's steps in words before its own.

    Parameters
    ----------
    decision : Decision or None
        By steps; None if the words decide alone.
    argument : mapping
        Name of a step -> words.

    Raises
    ------
    ValueError
        If the decision is a test of runs.

    """
    words = _by_steps([argued(*one) for one in argument.items()], (), "", None, of_proof=True)
    if decision is None:
        return words
    if decision.method not in (*get_args(Method), "none"):
        raise ValueError(f"argument: beside a {decision.method} decision; allowed: beside steps")

    def decide(results: Results, config: PaperConfiguration) -> Finding:
        own, found = words.decide(results, config), decision.decide(results, config)
        return replace(
            found,
            numbers={**own.numbers, **found.numbers},
            method="sampled" if found.method == "sampled" else own.method,
            testable=True,
        )

    method = "sampled" if decision.method == "sampled" else words.method
    return replace(decision, decide=decide, method=method)


def both_sides(steps: Mapping[Step, Mapping[str, Check | Line]]) -> dict[str, float | int | str]:
    """Return each Check as text with both of its sides, and each argument, named by its method."""
    sides: dict[str, float | int | str] = {}
    for one, checks in steps.items():
        if isinstance(one.run, str):
            sides[f"{one.name} (argued):"] = one.run
        for name, check in checks.items():
            sides[f"{name} ({one.method}):"] = check.sides + ("" if check.holds else " fails")
    return sides


def step_name(shown: str) -> tuple[str, str]:
    """Return the name and the method of a step from its name in `both_sides`."""
    name, _, method = shown.removesuffix("):").rpartition(" (")
    return (name, method) if shown.endswith("):") else (shown, "")


def failing_text(checks: Iterable[Mapping[str, Check | Line]], prefix: str) -> str:
    """Return a caveat that names the Checks that fail as printed; empty if none does."""
    failing = [name for one in checks for name, check in one.items() if not check.holds]
    return f"{prefix}: {', '.join(failing)}" if failing else ""


def registered(*modules: ModuleType) -> dict[str, Decision]:
    """Return the decisions that modules register as `CHECKS`, by name.

    One that a rule as data makes, with no function of its own, has its place for evidence.

    Raises
    ------
    ValueError
        If two modules register the same name.

    """
    found: dict[str, Decision] = {}
    for module in modules:
        place = (f"{module.__name__.partition('bandit_replications.')[2]}:CHECKS",)
        if twice := found.keys() & module.CHECKS.keys():
            raise ValueError(f"{place[0]}: {', '.join(sorted(twice))} twice")
        for name, one in module.CHECKS.items():
            found[name] = replace(one, functions=one.functions or place)
    return found


def functions_of(*calls: object, data: bool = False) -> tuple[str, ...]:
    """Return `module:function` of a paper's functions that some calls compute with, each once.

    A generic helper is passed over for what it was given: the arguments of a partial, the fields
    of a rule, what a closure holds. `data`: also where it was given nothing but data.
    """
    found = [name for call in calls for name in _functions(call, data, frozenset())]
    return tuple(dict.fromkeys(found))


def _functions(call: object, data: bool, seen: frozenset[int]) -> list[str]:
    if id(call) in seen:
        return []
    seen = seen | {id(call)}
    parts: Sequence[object] = ()
    if isinstance(call, partial):
        parts = (*call.args, *call.keywords.values())
    elif isinstance(call, FunctionType):
        parts = [cell.cell_contents for cell in call.__closure__ or ()]
    elif isinstance(call, Mapping):
        return [name for part in call.values() for name in _functions(part, data, seen)]
    elif isinstance(call, (tuple, list)):
        return [name for part in call for name in _functions(part, data, seen)]
    elif is_dataclass(call) and not isinstance(call, type):
        parts = [getattr(call, one.name) for one in fields(call)]
    given = [name for part in parts for name in _functions(part, data, seen)]
    if given:
        return given
    if isinstance(call, partial):
        return [] if data and parts else _functions(call.func, data, seen)
    nested = "<locals>" in getattr(call, "__qualname__", "")
    if isinstance(call, FunctionType) and ".papers." in call.__module__ and not nested:
        module = call.__module__.partition("bandit_replications.")[2]
        return [f"{module}:{call.__qualname__.partition('.')[0]}"]
    return []
