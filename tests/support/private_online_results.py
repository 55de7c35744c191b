"""Results of the right schema without simulating: what figures and tables are tried on."""

import numpy as np
import pandas as pd

from bandit_replications.configuration import validation as configuration
from bandit_replications.experiments.tasks import Recording, checkpoints
from bandit_replications.ledger.claims import examine, find_claim
from bandit_replications.ledger.verdicts import judge
from bandit_replications.papers.private_online import experiments
from bandit_replications.papers.private_online.checks import LEDGER

NAMES = {experiment.name: experiment for experiment in experiments.EXPERIMENTS}


def load(**overrides):
    """Return the quick configuration with sections laid over it."""
    return configuration.load("private_online", scale="quick", overrides=overrides)


def verdict(claim_id, data, config):
    """Return the row of one claim alone."""
    claim = find_claim(LEDGER.claims, claim_id)
    return judge([claim], [examine(claim, data, config)], paper="private_online", config=config)[0]


def results(config, experiment, *, points=6):
    """Return a data set with every cell of the configuration, a few runs each."""
    generator = np.random.default_rng(1)
    found = NAMES[experiment]
    blocks = []
    for cell in found.cells(config):
        if experiment == "privacy-audit":
            blocks.append(_audit(cell, generator))
        else:
            blocks.append(_runs(cell, generator, points))
    frame = pd.concat(blocks, ignore_index=True)
    return frame[[column.name for column in found.columns]]


def with_means(config, experiment, mean, *, runs=30, shape=25):
    """Return final regrets of every cell, about `mean` of the cell's settings: a gamma law."""
    stream = np.random.default_rng(1)
    parts = []
    for cell in NAMES[experiment].cells(config):
        regret = mean(*cell.settings.values()) * stream.gamma(shape, 1 / shape, runs)
        rows = pd.DataFrame({"replicate": np.arange(runs), "regret": regret})
        parts.append(rows.assign(round=_recording(cell).horizon, **cell.settings))
    return {experiment: pd.concat(parts, ignore_index=True)}


def _recording(cell):
    return getattr(cell.task, "recording", Recording(horizon=100))


def _runs(cell, generator, points):
    number = min(cell.replicates, 7)
    recording = _recording(cell)
    horizon = recording.horizon
    rounds = checkpoints(horizon, number=points) if recording.checkpoints else np.array([horizon])
    epsilon = cell.settings["epsilon"] or 100.0
    frames = []
    for replicate in range(number):
        factor = generator.gamma(20, 1 / 20) * (1 + 1 / epsilon)
        regret = factor * np.log1p(rounds) * 100
        frames.append(pd.DataFrame({"replicate": replicate, "round": rounds, "regret": regret}))
    frame = pd.concat(frames).assign(**cell.settings)
    if cell.experiment == "lower-bound":
        frame["bound"] = 0.05 * cell.settings["arms"] if epsilon < 0.05 else 0.0
    frame["epsilon"] = frame["epsilon"].astype(float)
    return frame


def _audit(cell, generator):
    epsilon = cell.settings["epsilon"]
    kinds = ["closed-form", "enumeration", "quadrature", "statistical"]
    ratio = float(generator.choice([0.5, 1.0, 1.5, 4.0, np.inf]))
    return pd.DataFrame(
        {
            **cell.settings,
            "replicate": 0,
            "loss": epsilon * ratio,
            "claimed": epsilon,
            "kind": generator.choice(kinds),
        },
        index=[0],
    )
