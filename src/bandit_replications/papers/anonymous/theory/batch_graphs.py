"""Demands of Algorithm 1's batches on a decomposition, in runs.

Appendix B says what happens where their graphs are not U-batched, Corollary 1 what the LP needs.
Both are counted here on the runs of the data set `regret`, drawn again from the same streams.
"""

import functools
from collections.abc import Sequence

import numpy as np

from bandit_replications.bandits.arguments import check_choice
from bandit_replications.papers.anonymous.algorithms import batched_elimination
from bandit_replications.papers.anonymous.algorithms.batched_elimination import Mask, Options
from bandit_replications.papers.anonymous.algorithms.decompositions import (
    Demand,
    DemandError,
    reachable,
)
from bandit_replications.papers.anonymous.algorithms.decompositions.demands import matched_cluster
from bandit_replications.papers.anonymous.algorithms.decompositions.linear_program import (
    dominating_point,
)
from bandit_replications.papers.anonymous.environments.anonymity import simulate_with
from bandit_replications.papers.anonymous.environments.problems import AnonymousProblem
from bandit_replications.papers.anonymous.experiments import EXPERIMENTS
from bandit_replications.papers.anonymous.parameters import Configuration
from bandit_replications.papers.anonymous.simulation import Runs

ROUNDING = 1e-9
# By what determines them: three claims ask for the same ones, which take 24 seconds.
_kept: dict[tuple[str | float | None, ...], list[list[Mask]]] = {}


def graphs_of_run(
    problem: AnonymousProblem, *, generator: np.random.Generator, options: Options = Options()
) -> list[Mask]:
    """Return the arms alive, (users, arms), in each batch of one run of Algorithm 1."""
    seen: list[Mask] = []
    play = functools.partial(batched_elimination.play_aggregated, watch=seen.append)
    simulate_with(play, problem, generator=generator, options=options)
    return seen


def census(
    graphs: Sequence[Mask], *, group_size: int, cluster: int | None = None
) -> dict[str, int]:
    """Count the batches and the kinds of their graphs.

    Parameters
    ----------
    graphs : sequence of bool arrays, shape (users, arms)
        Arms alive.
    group_size : int
        C.
    cluster : int, optional
        U; by default C + 1.

    Returns
    -------
    dict
        `batches`: batches for which assignments were made. `not_batched`: graphs that are not
        U-batched. `arms_left_out`: graphs with an arm alive that C users or fewer have.
        `hypothesis`: graphs with U >= K(C + 1), the hypothesis of Corollary 1. `scaled_down`:
        graphs whose w is not in P_C([K]), K the arms that enough users have, because some arm has
        demand less than C + 1: only β w with β < 1 lies below a point of it. `without_lp`: those
        of them for which there is no β > 0.

    """
    enough = group_size + 1 if cluster is None else cluster
    clusters = np.array([matched_cluster(alive) for alive in graphs], dtype=np.int64)
    full = np.array([alive.shape[1] * (group_size + 1) for alive in graphs], dtype=np.int64)
    interested = np.array([alive.sum(axis=0).min() for alive in graphs], dtype=np.int64)
    shares = np.array([share_of_lp(alive, group_size=group_size) for alive in graphs])
    kinds = {
        "not_batched": clusters < enough,
        "arms_left_out": interested <= group_size,
        "hypothesis": clusters >= full,
        "scaled_down": shares < 1 - ROUNDING,
        "without_lp": shares == 0,
    }
    return {"batches": len(graphs)} | {name: int(of_it.sum()) for name, of_it in kinds.items()}


def share_of_lp(alive: Mask, *, group_size: int) -> float:
    """Return β of the LP decomposition for the arms that enough users have; 0 if it has none."""
    active = reachable(alive, group_size=group_size)
    if not active.any():
        return 0.0
    demand = Demand(active=active, total=1, group_size=group_size)
    try:
        return dominating_point(demand)[1]
    except DemandError:
        return 0.0


def graphs_of_runs(
    config: Configuration,
    *,
    instance: str,
    decomposition: str = "lp",
    gamma: float | None = None,
    runs: int = 20,
) -> list[list[Mask]]:
    """Return the graphs of each of the first runs of `regret` on an instance, main interpretation.

    Parameters
    ----------
    config : Configuration
    instance : str
        Name of an instance of `regret`.
    decomposition : str
        One of `regret.decompositions`.
    gamma : float, optional
        The tuned γ of the cell, column `constant` of its rows; None is ln(N K T).
    runs : int
        At most so many; the runs are those of the data set.

    Raises
    ------
    ValueError
        If the data set has no such runs.

    """
    check_choice("instance", instance, [entry.name for entry in config.regret.instances])
    check_choice("decomposition", decomposition, list(config.regret.decompositions))
    wanted = {"decomposition": decomposition, "instance": instance, "reading": "main"}
    (regret,) = (one for one in EXPERIMENTS if one.name == "regret")
    cell = next(cell for cell in regret.cells(config) if wanted.items() <= cell.settings.items())
    task = cell.task
    assert isinstance(task, Runs)
    options = task.options
    assert isinstance(options, Options)
    options = options.model_copy(update={"gamma": gamma})
    key = (config.model_dump_json(), instance, decomposition, gamma, runs)
    if key not in _kept:
        _kept[key] = [
            graphs_of_run(task.problem(run, config.root_seed), generator=stream, options=options)
            for run, stream in cell.runs(0, min(runs, cell.replicates), root_seed=config.root_seed)
        ]
    return _kept[key]
