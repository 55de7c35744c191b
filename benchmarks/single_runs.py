"""How long single runs of the sizes take that the papers ask for, on one core.

`python -m benchmarks.single_runs` prints two tables: agent-rounds of the paper `cooperative` where
messages cross the whole graph, drawing the graph included, and runs of DEMAB (paper `distributed`)
with 64 agents, 100 arms and 10^12 steps. Compilation is not included.
"""

import time

import numpy as np
import pandas as pd

from bandit_replications.configuration import validation as configuration
from bandit_replications.papers.cooperative.experiments import EXPERIMENTS
from bandit_replications.papers.distributed.algorithms import demab
from bandit_replications.papers.distributed.environments.instances import hard_gap
from bandit_replications.papers.distributed.environments.problems import ArmsProblem

AGENTS, ARMS, HORIZON = 64, 100, 10**12


def measure_agent_rounds(*, runs: int = 10) -> pd.DataFrame:
    """Time the trials of `message-life` whose messages live as long as the graph is wide.

    Parameters
    ----------
    runs : int
        Trials of each cell.

    Returns
    -------
    pandas.DataFrame
        One row for each cell: algorithm, epsilon, contamination and nanoseconds of an agent-round.

    """
    config = configuration.load("cooperative", scale="paper")
    names = ("message-life", "byzantine-message-life")
    cells = [cell for one in EXPERIMENTS if one.name in names for cell in one.cells(config)]
    rows = []
    for cell in cells:
        if cell.settings["message_life"] != "diameter":
            continue
        cell.simulate(0, 1, root_seed=config.root_seed)
        start = time.process_time()
        cell.simulate(0, runs, root_seed=config.root_seed)
        taken = time.process_time() - start
        columns = ("algorithm", "epsilon", "contamination")
        shown = {name: cell.settings.get(name) for name in columns}
        rows.append(shown | {"ns": 1e9 * taken / (runs * cell.work)})
    return pd.DataFrame(rows)


def measure_demab(
    *, agents: int = AGENTS, arms: int = ARMS, horizon: int = HORIZON, runs: int = 20
) -> pd.DataFrame:
    """Time DEMAB on equally spaced means and on one good arm.

    Parameters
    ----------
    agents, arms, horizon : int
        M, K and T.
    runs : int

    Returns
    -------
    pandas.DataFrame
        One row for each instance: its least gap and the median milliseconds of a run.

    """
    gap = hard_gap(agents=agents, arms=arms, horizon=horizon)
    instances = {
        "linear": np.linspace(0.9, 0.1, arms),
        "hard": np.array([0.5 + gap / 2] + [0.5 - gap / 2] * (arms - 1)),
    }
    rows = []
    for name, means in instances.items():
        times = []
        for seed in range(runs + 1):  # the first one compiles
            stream = np.random.default_rng(seed)
            start = time.process_time()
            demab.simulate(
                ArmsProblem(means=means, agents=agents, horizon=horizon), generator=stream
            )
            times.append(time.process_time() - start)
        median = float(np.median(times[1:]))
        rows.append({"instance": name, "gap": means[0] - means[1], "ms": 1e3 * median})
    return pd.DataFrame(rows)


if __name__ == "__main__":
    print("Agent-rounds at γ = diameter")
    print(measure_agent_rounds().to_string(index=False, float_format="{:.3g}".format))
    print(f"\nDEMAB: M = {AGENTS}, K = {ARMS}, T = {HORIZON:.0e}")
    print(measure_demab().to_string(index=False, float_format="{:.3g}".format))
