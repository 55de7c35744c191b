"""Results of the right schema without simulating: what claims and reruns are tried on."""

import numpy as np
import pandas as pd
from tests.support.claims import row_of

from bandit_replications.configuration import validation as configuration
from bandit_replications.experiments.tasks import checkpoints
from bandit_replications.papers.private_online import experiments

NAMES = {experiment.name: experiment for experiment in experiments.EXPERIMENTS}


def load(**overrides):
    """Return the quick configuration with sections laid over it."""
    return configuration.load("private_online", scale="quick", overrides=overrides)


def verdict(claim_id, data, config):
    """Return the row of one claim alone."""
    return row_of("private_online", claim_id, data, config)


def results(config, experiment):
    """Return regrets of every cell of a data set, a few runs each that grow with the rounds."""
    generator = np.random.default_rng(1)
    frames = []
    for cell in NAMES[experiment].cells(config):
        horizon = cell.task.recording.horizon
        rounds = checkpoints(horizon, number=6) if experiment == "regret" else np.array([horizon])
        for replicate in range(min(cell.replicates, 7)):
            factor = generator.gamma(20, 1 / 20) * (1 + 1 / (cell.settings["epsilon"] or 100.0))
            regret = factor * np.log1p(rounds) * 100
            run = pd.DataFrame({"replicate": replicate, "round": rounds, "regret": regret})
            frames.append(run.assign(**cell.settings))
    frame = pd.concat(frames, ignore_index=True)
    return frame[[column.name for column in NAMES[experiment].columns]].astype({"epsilon": float})


def with_means(config, experiment, mean, *, runs=30, shape=25):
    """Return final regrets of every cell, about `mean` of the cell's settings: a gamma law."""
    stream = np.random.default_rng(1)
    parts = []
    for cell in NAMES[experiment].cells(config):
        regret = mean(*cell.settings.values()) * stream.gamma(shape, 1 / shape, runs)
        rows = pd.DataFrame({"replicate": np.arange(runs), "regret": regret})
        parts.append(rows.assign(round=cell.task.recording.horizon, **cell.settings))
    return {experiment: pd.concat(parts, ignore_index=True)}
