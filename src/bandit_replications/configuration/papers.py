"""The papers. Each is a package of its name and an entry of `papers.yaml`, the one list of them."""

import difflib
from typing import Any

from bandit_replications.configuration import yaml_text
from bandit_replications.configuration.messages import shown
from bandit_replications.runtime.errors import ConfigurationError
from bandit_replications.runtime.paths import repo_root


def publications() -> dict[str, Any]:
    """Return what `papers.yaml` says of each paper: title, authors, year, what of it was read."""
    path = repo_root() / "papers.yaml"
    content = yaml_text.read(path)
    if not isinstance(content, dict) or not all(isinstance(name, str) for name in content):
        raise ConfigurationError(f"{path}: no papers; allowed: an entry for each, by its name")
    return content


# Read, not written here: what is simulated depends on this module and not on the other papers.
PAPERS: tuple[str, ...] = tuple(publications())


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
        raise ConfigurationError(f"paper: {shown(paper)}.{hint} Allowed: {', '.join(PAPERS)}")
    return paper
