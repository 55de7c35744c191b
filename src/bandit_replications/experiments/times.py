"""How long the pieces and jobs of a run took on this machine, beside its logs; never published."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bandit_replications.experiments import costs
from bandit_replications.experiments.shards import Piece, Shard
from bandit_replications.runtime import receipts
from bandit_replications.runtime.errors import UserError
from bandit_replications.runtime.processes import atomic_write

if TYPE_CHECKING:
    from bandit_replications.experiments.run import Run


def write(run: "Run", name: str, seconds: object) -> None:
    """Keep the measured seconds of one job."""
    path = _path(run, name)
    with atomic_write(path) as temporary:
        temporary.write_text(json.dumps(seconds))
    receipts.leave(path)


def read(run: "Run", name: str) -> Any:
    """Return the measured seconds of one job.

    Raises
    ------
    UserError
        If they were not measured here, or the file was altered.

    """
    path = _path(run, name)
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


def of_pieces(run: "Run", paper: str) -> list[tuple[Piece, float]]:
    """Return the pieces of a paper with the seconds that each took.

    Raises
    ------
    UserError
        If they were not simulated here.

    """
    found: list[tuple[Piece, float]] = []
    for shard in run.shards(paper):
        found += zip(shard.pieces, read(run, of_shard(shard)), strict=True)
    return found


def of_jobs(run: "Run", paper: str) -> dict[tuple[str, str], float]:
    """Return the seconds of those jobs that gather a paper and ran here, by paper and kind."""
    return {
        (paper, kind): read(run, of_job(paper, kind))
        for kind in costs.GATHERING
        if _path(run, of_job(paper, kind)).is_file()
    }


def _path(run: "Run", name: str) -> Path:
    return run.directory / "times" / f"{name}.json"
