"""Rules on online regrets: inequalities in some experiments, and the control that they refuse."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bandit_replications.experiments.needs import Need
from bandit_replications.ledger.claims import Finding, Results
from bandit_replications.ledger.decisions import Decision, measured
from bandit_replications.ledger.parts import Part
from bandit_replications.ledger.rules import Numbers, all_of
from bandit_replications.papers.multiplayer.checks.samples import Online, online_needs
from bandit_replications.papers.multiplayer.parameters import Configuration
from bandit_replications.runtime.errors import NotApplicable

Parts = Sequence[Part]


@dataclass(frozen=True)
class Rule:
    """Inequalities in some of the paper's experiments that make a claim together.

    Attributes
    ----------
    numbers : tuple of int
        The experiments'.
    algorithms : tuple of str
    parts : tuple of callable
    swapped : mapping
        The control: algorithm -> the one that takes its place.
    elsewhere : int, optional
        The control: the experiment that takes the place of the first one.
    instead : tuple of callable
        The control: parts in place of the rule's own.
    readings : tuple of str
        Those whose final regrets are needed.
    other_readings : mapping
        The control: reading -> the one that takes its place.
    shown : callable, optional
        Numbers beside those of the parts.
    caveat : callable, optional

    """

    numbers: tuple[int, ...]
    algorithms: tuple[str, ...]
    parts: tuple[Callable[[Online], Parts], ...]
    swapped: Mapping[str, str] = field(default_factory=dict)
    elsewhere: int | None = None
    instead: tuple[Callable[[Online], Parts], ...] = ()
    readings: tuple[str, ...] = ()
    other_readings: Mapping[str, str] = field(default_factory=dict)
    shown: Callable[[Online], Numbers] | None = None
    caveat: Callable[[Online], str] | None = None

    def needs(self, config: Configuration) -> tuple[Need, ...]:
        """Return the runs that the rule and its control are about."""
        numbers = self.numbers if self.elsewhere is None else (*self.numbers, self.elsewhere)
        algorithms = tuple(dict.fromkeys((*self.algorithms, *self.swapped.values())))
        found = online_needs(numbers, algorithms)(config)
        if not self.readings:
            return found
        readings = (*self.readings, *self.other_readings.values())
        if not {*readings} <= {entry.name for entry in config.readings.entries}:
            raise NotApplicable(f"the run lacks a reading of {', '.join(readings)}")
        return (*found, Need(experiment="readings", where={"reading": readings}))

    def decision(self, facts: Mapping[str, object]) -> Decision:
        """Return what decides the claim; `facts` are what its rule names in braces."""

        def parts_of(every: Sequence[Online], rules: Any = self.parts) -> list[Part]:
            return [part for runs in every for rule in rules for part in rule(runs)]

        def decide(results: Results, config: Configuration) -> Finding:
            horizon = config.online_regret.horizon
            every = [Online(results, horizon, number) for number in self.numbers]
            parts = parts_of(every)
            numbers = {part.name: part.value for part in parts}
            return all_of(
                parts,
                {**numbers, **(self.shown(every[0]) if self.shown else {})},
                caveat=self.caveat(every[0]) if self.caveat else "",
            )

        def control(results: Results, config: Configuration) -> Finding:
            numbers = self.numbers if self.elsewhere is None else (self.elsewhere,)
            horizon = config.online_regret.horizon
            swapped = {**self.swapped, **self.other_readings}
            every = [Online(results, horizon, number, swapped) for number in numbers]
            return all_of(parts_of(every, self.instead or self.parts))

        return measured(decide, self.needs, control=control, facts=facts)
