"""Results of the right schema without simulating: what figures, tables and claims are tried on.

Curves have the shapes that the paper's text describes, so that its claims hold on them.
"""

import functools

import numpy as np
import pandas as pd

from bandit_replications.configuration import validation as configuration
from bandit_replications.papers.multiplayer import experiments
from support.claims import row_of

NAMES = {experiment.name: experiment for experiment in experiments.EXPERIMENTS}
RUNS = 40
# Of the final regrets, over that of Coordinate and Play.
SCALES = {
    "independent-exp3": 0.5,
    "round-robin-coordinator": 1.2,
    "doubling": 1.3,
    "coordinate-without-quiet": 4.5,
    "k-metaplayer": 0.05,
}
LEARNING = 4800.0  # what Musical Chairs' exploration costs
HORIZON = 120_000  # that the numbers in the tests are of

# Losses a round from a share of the horizon on: what arms that changed cost who stays.
RISES = {"experiment-2": ((1 / 3, 0.6), (4 / 9, 0.6)), "experiment-3": ((1 / 3, 0.6),)}


def load(**overrides):
    """Return the quick configuration with sections laid over it."""
    known = {"online_regret": {"horizon": HORIZON}}
    merged = configuration.merge(known, overrides)
    return configuration.load("multiplayer", scale="quick", overrides=merged)


verdict = functools.partial(row_of, "multiplayer")


def altered_regret(frames, data_set, algorithm, experiment, change, *, runs=10**6):
    """Return the data sets with the regrets of one cell's first runs changed.

    `change` takes regrets and the rounds that they are of: the horizon, where there is no other.
    """
    frame = frames[data_set].copy()
    chosen = (
        (frame["algorithm"] == algorithm)
        & (frame["scenario"] == f"experiment-{experiment}")
        & (frame["replicate"] < runs)
    )
    rounds = frame["round" if "round" in frame else "horizon"]
    frame.loc[chosen, "regret"] = change(frame.loc[chosen, "regret"], rounds[chosen])
    return {**frames, data_set: frame}


def results(config, experiment):
    """Return a data set with every cell of the configuration, a few runs each."""
    generator = np.random.default_rng(1)
    found = NAMES[experiment]
    maker = {
        "online-regret": _online,
        "readings": _final,
        "horizon-sweep": _final,
        "ranking": _ranking,
        "scaling": _final,
    }[experiment]
    frame = pd.concat(
        [maker(cell, generator, config) for cell in found.cells(config)], ignore_index=True
    )
    return frame[[column.name for column in found.columns]]


def mean_regret(algorithm, scenario, rounds, horizon):
    """Return a mean curve with the message of the paper's figures."""
    if algorithm == "musical-chairs":
        mean = LEARNING * np.minimum(rounds / 3000, 1)
        for share, slope in RISES.get(scenario, ()):
            mean = mean + slope * np.maximum(rounds - share * horizon, 0)
        return mean
    scale = SCALES.get(algorithm, 1.0)
    exponent = 0.8 if scenario == "experiment-1" else 0.5
    return scale * 24_000 * (rounds / horizon) ** exponent * (horizon / HORIZON) ** (2 / 3)


def _online(cell, generator, config):
    recording = cell.task.recording
    horizon, rounds = recording.horizon, recording.rounds()
    frames = []
    for replicate in range(min(RUNS, cell.replicates)):
        mean = mean_regret(cell.settings["algorithm"], cell.settings["scenario"], rounds, horizon)
        regret = mean * generator.gamma(400, 1 / 400)
        columns = {"round": rounds, "regret": regret, "collisions": rounds // 10}
        frames.append(pd.DataFrame({"replicate": replicate, **columns}))
    return pd.concat(frames).assign(**cell.settings)


def _final(cell, generator, config):
    horizon = cell.task.recording.horizon
    scenario = cell.settings.get("scenario", "experiment-1")
    mean = mean_regret(cell.settings["algorithm"], scenario, np.array([horizon]), horizon)[0]
    mean *= cell.settings.get("players", 4) / 4
    if "repaired" in cell.settings.get("reading", ""):
        mean /= SCALES["coordinate-without-quiet"]
    runs = min(RUNS, cell.replicates)
    return pd.DataFrame(
        {"replicate": np.arange(runs), "regret": mean * generator.gamma(400, 1 / 400, runs)}
    ).assign(**cell.settings)


def _ranking(cell, generator, config):
    players, rounds = cell.settings["players"], cell.settings["ranking_rounds"]
    bound = players * np.exp(-rounds / (players * np.e))
    exact = min(1.0, bound / 3)
    samples = cell.task.samples
    simulated = generator.binomial(samples, exact) / samples
    values = {"failure_exact": exact, "failure_simulated": simulated, "bound": bound}
    return pd.DataFrame({"replicate": 0, **values, **cell.settings}, index=[0])
