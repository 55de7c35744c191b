"""Files that are dated in the future, as from an archive of another time zone or a file server.

Snakemake refuses a job's output that is older than its input, again in every run.
"""

import datetime
import os
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

from bandit_replications.configuration.messages import short
from bandit_replications.runtime.errors import UserError
from bandit_replications.runtime.paths import repo_root
from bandit_replications.workflow.plan.plan import Plan


def set_back(plan: Plan) -> None:
    """Date the files that a plan reads or makes now where they are dated in the future."""
    root = repo_root()
    names = {*plan.batch_files(*plan.run.papers), *plan.site_inputs()}
    names.update(*plan.outputs().values())
    for paper in plan.run.papers:
        names |= {f"notebooks/{paper}.ipynb", *plan.ledger_files(paper)}
    date_now(root / name for name in sorted(names))


def date_now(paths: Iterable[Path]) -> None:
    """Date files, and what is in folders, now where they are dated in the future.

    Raises
    ------
    UserError
        If that is not allowed.

    """
    now = time.time()
    for path in paths:
        for one in _there(path):
            dated = one.stat().st_mtime
            if dated <= now:
                continue
            try:
                os.utime(one, (now, now))
            except OSError as error:
                when = datetime.datetime.fromtimestamp(dated).astimezone()
                raise UserError(
                    f"{short(one)}: dated in the future ({when:%Y-%m-%d %H:%M}), which stops the "
                    f"workflow, and cannot be dated anew ({error.strerror}); `touch` it"
                ) from None


def _there(path: Path) -> Iterator[Path]:
    """Yield a file, or a folder with all that is in it; nothing where nothing is."""
    if path.exists():
        yield path
        yield from path.rglob("*") if path.is_dir() else ()
