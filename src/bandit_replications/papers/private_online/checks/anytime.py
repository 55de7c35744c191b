"""The sentence of Section 7 on what it costs DP-SE to be restarted, which the horizon then need not
be known for.
"""

from bandit_replications.experiments.needs import Need
from bandit_replications.inference import summaries
from bandit_replications.ledger.claims import Finding, Results
from bandit_replications.ledger.decisions import measured
from bandit_replications.ledger.parts import Part, Sample, ratio
from bandit_replications.papers.private_online.checks.cells import DP_SE
from bandit_replications.papers.private_online.checks.comparisons import most_of
from bandit_replications.papers.private_online.parameters import Configuration
from bandit_replications.runtime.errors import NotApplicable

MOST, LEAST = 8.0, 1.0
SQUARED = "squaring"

Cells = dict[tuple[str, float, int], Sample]


def _needs(config: Configuration) -> tuple[Need, ...]:
    section = config.anytime
    if SQUARED not in section.restarts:
        raise NotApplicable("the run has no restarts with squared horizons")
    if section.replicates < 2:
        raise NotApplicable("the run has one replicate; at least 2 are needed")
    return (Need(experiment="anytime"),)


def cells_of(results: Results, algorithm: str, restarts: str | None) -> Cells:
    """Return final regrets by setting, ε and horizon."""
    frame = results["anytime"]
    keep = (frame["algorithm"] == algorithm) & (frame["round"] == frame["horizon"])
    keep &= frame["restarts"].isna() if restarts is None else frame["restarts"] == restarts
    groups = summaries.groups(frame[keep], "setting", "epsilon", "horizon")
    return {
        (setting, epsilon, horizon): rows["regret"].to_numpy()
        for (setting, epsilon, horizon), rows in groups
    }


def _parts(cells: Cells, known: Cells, factor: float, *, below: bool) -> dict[str, list[Part]]:
    return {
        f"{place[0]}, ε = {place[1]:g}, T = {place[2]}": [
            ratio(
                f"{place[0]}, ε = {place[1]:g}, T = {place[2]}",
                sample,
                known[place],
                factor,
                below=below,
            )
        ]
        for place, sample in cells.items()
    }


def _wasteful(results: Results, config: Configuration) -> Finding:
    known = cells_of(results, DP_SE, None)
    restarted = cells_of(results, "dp-se-restarted", SQUARED)
    return most_of(_parts(restarted, known, LEAST, below=False))


def _exchanged(results: Results, config: Configuration) -> Finding:
    """Return the same of DP-SE with the horizon known, against its restarts."""
    known = cells_of(results, DP_SE, None)
    restarted = cells_of(results, "dp-se-restarted", SQUARED)
    return most_of(_parts(known, restarted, LEAST, below=False))


def _bounded(results: Results, config: Configuration) -> Finding:
    """Return that most cells lose no more than the larger of the factors that are named."""
    known = cells_of(results, DP_SE, None)
    restarted = cells_of(results, "dp-se-restarted", SQUARED)
    return most_of(_parts(restarted, known, MOST, below=True))


CHECKS = {
    "section-7-doubling-trick": measured(_wasteful, _needs, control=_exchanged),
    "section-7-restart-factor": measured(_bounded, _needs, method="bound", facts={"most": MOST}),
}
