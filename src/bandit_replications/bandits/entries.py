"""Base of the entries of a configuration: closed, frozen models, and files that they name."""

import os
from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict

from bandit_replications.runtime.errors import UserError
from bandit_replications.runtime.paths import repo_root


class Section(BaseModel):
    """Base of every section and entry: closed, frozen, no silent conversion."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


def _named(file: str) -> str:
    """Return a file's path from the repository's root, or else its absolute path.

    A relative path is one from the current folder or, where no such file is there, from the root.
    So the same file is meant in every process of a run, whatever its folder.
    """
    here, root = Path.cwd() / file, _root()
    if not os.path.exists(here) and os.path.exists(root / file):  # False for any text
        here = root / file
    return str(here.relative_to(root) if here.is_relative_to(root) else here)


def _root() -> Path:
    """Return the repository's root, in an installed package the current folder."""
    try:
        return repo_root()
    except UserError:
        return Path.cwd()


def located(file: str) -> Path:
    """Return the path of a file that an entry names."""
    return _root() / file


FileName = Annotated[str, AfterValidator(_named)]
