"""Results of the right schema without simulating: what figures, tables and claims are tried on."""

import numpy as np
import pandas as pd

from bandit_replications.configuration import validation as configuration
from bandit_replications.experiments.tasks import checkpoints
from bandit_replications.ledger.claims import examine, find_claim
from bandit_replications.ledger.scorecard import Verdict
from bandit_replications.ledger.verdicts import decide
from bandit_replications.papers.anonymous import experiments
from bandit_replications.papers.anonymous.checks import LEDGER
from bandit_replications.runtime.errors import NotApplicable

NAMES = {experiment.name: experiment for experiment in experiments.EXPERIMENTS}

# Mean final regrets, in units of UCB's, for which every empirical claim holds.
AS_PUBLISHED = {
    "uniform": {"ucb": 1, "explore-then-commit": 30, "greedy": 20, "random": 10, "lp": 10},
    "linear": {"ucb": 1, "explore-then-commit": 15, "greedy": 30, "random": 10, "lp": 10},
    "clustered": {"ucb": 1, "explore-then-commit": 30, "greedy": 10, "random": 10, "lp": 10},
}


def load(**overrides):
    """Return the quick configuration with sections laid over it."""
    return configuration.load("anonymous", scale="quick", overrides=overrides)


def results(config, experiment, *, runs=8):
    """Return a data set with every cell of the configuration, a few runs each."""
    generator = np.random.default_rng(1)
    found = NAMES[experiment]
    make = {"decompositions": _decompositions, "beta": _beta, "lower-bounds": _lower_bound}.get(
        experiment, _runs
    )
    blocks = [make(cell, generator, min(cell.replicates, runs)) for cell in found.cells(config)]
    frame = pd.concat([block.astype(object) for block in blocks], ignore_index=True)
    columns = {column.name: column for column in found.columns}
    for name, column in columns.items():
        if column.type != "text":
            frame[name] = pd.to_numeric(frame[name])
    return frame[list(columns)]


def level(settings):
    """Return a cell's mean regret as `AS_PUBLISHED` has it, or as the theorems' orders."""
    name = settings["decomposition"] or settings["algorithm"]
    if "instance" in settings:
        return 1000.0 * AS_PUBLISHED[settings["instance"]].get(name, 12)
    users, arms, size, horizon = (
        settings[key] for key in ("users", "arms", "group_size", "horizon")
    )
    users = users * (1 - 1 / arms)
    if name == "explore-then-commit":
        return users * size ** (2 / 3) * arms ** (1 / 3) * horizon ** (2 / 3)
    return users * size * horizon**0.5 * (arms if name == "greedy" else arms**0.5)


def _runs(cell, generator, runs):
    settings = cell.settings
    horizon = cell.task.recording.horizon
    whole = cell.task.recording.checkpoints
    rounds = checkpoints(horizon, number=6) if whole else np.array([horizon])
    mean = level(settings) * (1 - settings.get("gap", 0) / 10)
    if "constant" in settings:
        mean *= 1 + abs(np.log(settings["constant"] / 5.6))
    frames = []
    for replicate in range(runs):
        regret = mean * generator.gamma(2000, 1 / 2000) * np.sqrt(rounds / horizon)
        frames.append(pd.DataFrame({"replicate": replicate, "round": rounds, "regret": regret}))
    frame = pd.concat(frames, ignore_index=True).assign(**settings)
    if cell.experiment == "regret":
        frame["min_cluster"] = 4 + frame["replicate"] % 5
        frame["constant"] = np.nan if cell.choice is None else 5.6
    return frame


def _decompositions(cell, generator, runs):
    demand = cell.settings["demand"]
    assignments = demand * generator.uniform(1, 3, size=runs).round(1)
    if (cell.settings["graph"], cell.settings["method"]) == ("worst", "lp"):
        assignments[:] = np.nan
    return pd.DataFrame(
        {
            "replicate": range(runs),
            "assignments": assignments,
            "different": np.minimum(assignments, 20),
            "rounds": assignments * (2 * cell.settings["group_size"] + 2),
            "least": demand,
            "cluster": cell.settings["group_size"] + 1,
        }
    ).assign(**cell.settings)


def _beta(cell, generator, runs):
    return pd.DataFrame(
        {"replicate": range(runs), "beta": 0.0, "beta_dominated": generator.uniform(0.5, 1, runs)}
    ).assign(**cell.settings)


def _lower_bound(cell, generator, runs):
    regret = 100 * generator.gamma(20, 1 / 20, size=runs)
    return pd.DataFrame({"replicate": range(runs), "regret": regret, "bound": 10.0}).assign(
        **cell.settings
    )


def verdict(claim_id, results, config):
    """Return a claim's verdict on data as if it were the only one of its paper."""
    claim = find_claim(LEDGER.claims, claim_id)
    finding = examine(claim, results, config)
    if isinstance(finding, NotApplicable):
        return Verdict.NOT_APPLICABLE
    return decide(claim.kind, finding)
