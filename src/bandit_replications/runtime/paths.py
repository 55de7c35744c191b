"""Path of the repository, from any working directory."""

from functools import cache
from pathlib import Path

from bandit_replications.runtime.errors import UserError

_MARK = 'name = "bandit-replications"'


@cache
def repo_root() -> Path:
    """Return the root of the repository: the nearest one above this package.

    Raises
    ------
    UserError
        If the package is not in a checkout (`pip install --editable .` there).

    """
    for folder in Path(__file__).resolve().parents:
        project = folder / "pyproject.toml"
        if project.is_file() and _MARK in project.read_text():
            return folder
    raise UserError(
        f"{Path(__file__).parent}: not in a checkout of the repository, which the workflow and "
        "published data need; run `pip install --no-deps --editable .` in a clone"
    )
