"""Numbers that move arms in runs of DEMAB, as printed and repaired, against the number of arms."""

from typing import Any

import pandas as pd

from bandit_replications.experiments.needs import Need
from bandit_replications.inference.resampling import Floats
from bandit_replications.ledger.claims import Finding, Results
from bandit_replications.ledger.decisions import measured
from bandit_replications.ledger.rules import all_of, ratio
from bandit_replications.papers.distributed.theory.growth import final_rows
from bandit_replications.runtime.errors import NotApplicable

SPAN = 4  # more arms by this factor at least
GROWTH = 2.0  # than which M log(MK) grows less: from K = 125 on by 1.2


def _needs(config: Any) -> tuple[Need, ...]:
    section = config.moved_arms
    if "demab" not in section.algorithms:
        raise NotApplicable("the run's moved_arms has no demab")
    if max(section.arms) < SPAN * min(section.arms):
        raise NotApplicable(f"arms of the run's moved_arms span less than a factor {SPAN}")
    return (Need(experiment="moved-arms"),)


def moved(frame: pd.DataFrame, algorithm: str, arms: int) -> Floats:
    """Return the numbers that moved arms in each run."""
    chosen = (frame["algorithm"] == algorithm) & (frame["arms"] == arms)
    return final_rows(frame[chosen])["moved"].to_numpy(dtype=float)


def _grows_with_arms(results: Results, config: Any) -> Finding:
    """Return whether the mean grows by less than `GROWTH` over a factor `SPAN` of arms or more."""
    frame, arms = results["moved-arms"], config.moved_arms.arms
    many = max(arms)
    few = max(one for one in arms if SPAN * one <= many)
    name = f"numbers that move arms, K = {many} over K = {few}"
    part = ratio(name, moved(frame, "demab", many), moved(frame, "demab", few), GROWTH, below=True)
    return all_of("theorem-1-communication-runs", [part])


CHECKS = {"theorem-1-communication-runs": measured(_grows_with_arms, _needs)}
