"""Planned shards in the run's folder: the workflow writes them, and its jobs read them.

A job packs no shards itself. Which ones are there by then could lead it to other shards than the
workflow planned.
"""

import dataclasses
import json
from collections.abc import Iterable

from bandit_replications.experiments import run as runs
from bandit_replications.experiments.run import Run
from bandit_replications.experiments.shards import Piece, Shard, cell_key
from bandit_replications.runtime.errors import ConfigurationError
from bandit_replications.runtime.processes import atomic_write


def write(run: Run, paper: str, planned: Iterable[Shard]) -> None:
    """Write the planned shards of a paper; experiment and settings stand for a cell."""
    content = {
        shard.name: {
            "experiment": shard.experiment,
            "pieces": [
                [list(piece.cell.settings.values()), piece.first, piece.last, piece.seconds_each]
                for piece in shard.pieces
            ],
        }
        for shard in planned
    }
    with atomic_write(run.plan_path(paper)) as temporary:
        temporary.write_text(json.dumps(content))


def read(run: Run, paper: str) -> tuple[Shard, ...]:
    """Return the planned shards of a paper.

    Raises
    ------
    ConfigurationError
        If the configuration does not have one of their cells.

    """
    content = json.loads(run.plan_path(paper).read_text())
    cells = {cell_key(cell): cell for cell in run.cells(paper)}
    try:
        return tuple(
            Shard(
                paper,
                shard["experiment"],
                name,
                tuple(
                    Piece(cells[shard["experiment"], *settings], first, last, each)
                    for settings, first, last, each in shard["pieces"]
                ),
                run.configurations[paper].root_seed,
            )
            for name, shard in content.items()
        )
    except KeyError as error:
        raise ConfigurationError(
            f"run {run.name}: configuration changed after it was planned; run the workflow again"
        ) from error


def open_run(name: str, paper: str) -> Run:
    """Return the run of this name with the planned shards of the paper, for a job of the workflow.

    Raises
    ------
    ConfigurationError
        If its configuration or its plan cannot be used.

    """
    run = runs.open_run(name, paper)
    return dataclasses.replace(run, handed=read(run, paper))


def find(planned: Iterable[Shard], names: Iterable[str]) -> list[Shard]:
    """Return the planned shards of these names.

    Raises
    ------
    ConfigurationError
        If one of them is not planned.

    """
    named = {shard.name: shard for shard in planned}
    wanted = list(names)
    for name in wanted:
        if name not in named:
            raise ConfigurationError(f"shard {name}: not planned; run the workflow again")
    return [named[name] for name in wanted]
