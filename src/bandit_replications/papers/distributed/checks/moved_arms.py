"""Numbers that move arms in runs of DEMAB, as printed and repaired, against the number of arms."""

from functools import partial

import pandas as pd

from bandit_replications.experiments.needs import Need
from bandit_replications.inference.resampling import Floats
from bandit_replications.ledger.claims import Finding, Results
from bandit_replications.ledger.decisions import measured
from bandit_replications.ledger.parts import ratio
from bandit_replications.ledger.rules import all_of
from bandit_replications.ledger.samples import at_round, require
from bandit_replications.papers.distributed.parameters import Configuration
from bandit_replications.runtime.errors import NotApplicable

SPAN = 4  # more arms by this factor at least
GROWTH = 2.0  # M log(MK) grows by less than 1.2 from K = 125 on, K by the whole factor
SAVED = 10.0  # DEMAB repaired moves so many times fewer


def _needs(config: Configuration) -> tuple[Need, ...]:
    section = config.moved_arms
    require(config, "moved-arms", ("demab", "demab-repaired"), fewest=1)
    if max(section.arms) < SPAN * min(section.arms):
        raise NotApplicable(f"arms of the run's moved_arms span less than a factor {SPAN}")
    return (Need(experiment="moved-arms"),)


def moved(frame: pd.DataFrame, algorithm: str, arms: int) -> Floats:
    """Return the numbers that moved arms in each run."""
    chosen = (frame["algorithm"] == algorithm) & (frame["arms"] == arms)
    return at_round(frame[chosen])["moved"].to_numpy(dtype=float)


def _grows_with_arms(
    results: Results, config: Configuration, *, algorithm: str = "demab"
) -> Finding:
    """Test the growth of the mean, by `GROWTH` at least over a factor `SPAN` of arms or more."""
    frame, arms = results["moved-arms"], config.moved_arms.arms
    many = max(arms)
    few = max(one for one in arms if SPAN * one <= many)
    name = f"numbers that move arms, K = {many} over K = {few}"
    later, earlier = (moved(frame, algorithm, one) for one in (many, few))
    if not later.any():
        return Finding(numbers={name: 0.0}, holds=False)
    part = ratio(name, later, earlier, GROWTH, below=False)
    return all_of([part])


def _saved(
    results: Results, config: Configuration, *, algorithm: str = "demab-repaired"
) -> Finding:
    """Compare the largest run with 1/`SAVED` of the mean of DEMAB as printed."""
    frame, many = results["moved-arms"], max(config.moved_arms.arms)
    largest = float(moved(frame, algorithm, many).max())
    printed = float(moved(frame, "demab", many).mean())
    numbers = {f"largest run, K = {many}": largest, "mean as printed": printed}
    return Finding(numbers=numbers, holds=largest <= printed / SAVED)


CHECKS = {
    "theorem-1-communication-runs": measured(
        _grows_with_arms,
        _needs,
        control=partial(_grows_with_arms, algorithm="demab-repaired"),
        facts={"span": SPAN, "growth": GROWTH},
    ),
    "demab-repaired-runs": measured(
        _saved,
        _needs,
        control=partial(_saved, algorithm="demab"),
        method="bound",
        facts={"saved": SAVED},
    ),
}
