"""Measured seconds of the pieces and jobs of a run, beside its logs; never published."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from bandit_replications.experiments import costs
from bandit_replications.experiments.shards import Piece, Shard
from bandit_replications.runtime import receipts
from bandit_replications.runtime.errors import UserError
from bandit_replications.runtime.processes import atomic_write


def write(folder: Path, name: str, seconds: object) -> None:
    """Keep the measured seconds of one job in the folder of its run."""
    path = _path(folder, name)
    with atomic_write(path) as temporary:
        temporary.write_text(json.dumps(seconds))
    receipts.leave(path)


def read(folder: Path, name: str) -> Any:
    """Return the measured seconds of one job.

    Raises
    ------
    UserError
        If they were not measured here, or the file was altered.

    """
    path = _path(folder, name)
    if not receipts.holds(path):
        raise UserError(
            f"{path}: missing or altered; allowed: after `make reproduce`, before `make costs`"
        )
    return json.loads(path.read_text())


def of_shard(shard: Shard) -> str:
    """Return the name of what the pieces of a shard took."""
    return f"{shard.paper}/{shard.experiment}-{shard.name}"


def of_job(paper: str, kind: str) -> str:
    """Return the name of what a job that gathers a whole paper took."""
    return f"{paper}/{costs.JOB}-{kind}"


def of_pieces(folder: Path, shards: Iterable[Shard]) -> list[tuple[Piece, float]]:
    """Return the pieces of shards with the seconds that each took.

    Raises
    ------
    UserError
        If they were not simulated here.

    """
    found: list[tuple[Piece, float]] = []
    for shard in shards:
        found += zip(shard.pieces, read(folder, of_shard(shard)), strict=True)
    return found


def of_jobs(folder: Path, paper: str) -> dict[tuple[str, str], float]:
    """Return the seconds of those jobs that gather a paper and ran here, by paper and kind."""
    return {
        (paper, kind): read(folder, of_job(paper, kind))
        for kind in costs.GATHERING
        if _path(folder, of_job(paper, kind)).is_file()
    }


def _path(folder: Path, name: str) -> Path:
    return folder / "times" / f"{name}.json"
