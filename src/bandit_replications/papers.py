"""The one list of papers. A paper is a package of this name; adding one adds its name here."""

import difflib
import importlib
from types import ModuleType

from bandit_replications.errors import ConfigurationError

PAPERS = ("private_online", "anonymous", "multiplayer", "cooperative")


def check_paper(paper: str) -> str:
    """Return the paper's name after checking it.

    Raises
    ------
    ConfigurationError
        If no paper has this name.

    """
    if paper not in PAPERS:
        near = difflib.get_close_matches(str(paper), PAPERS, n=1)
        hint = f" Did you mean {near[0]!r}?" if near else ""
        raise ConfigurationError(f"paper: {paper!r}.{hint} Allowed: {', '.join(PAPERS)}")
    return paper


def load_module(paper: str, name: str) -> ModuleType:
    """Return a module of the paper's package, such as its `experiments`."""
    return importlib.import_module(f"bandit_replications.{check_paper(paper)}.{name}")
