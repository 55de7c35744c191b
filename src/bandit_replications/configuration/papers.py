"""The papers. Each is a package of its name and an entry of `papers.yaml`, the one list of them."""

from typing import Any

from bandit_replications.configuration import yaml_text
from bandit_replications.configuration.messages import unknown
from bandit_replications.runtime.errors import ConfigurationError
from bandit_replications.runtime.paths import repo_root


def publications() -> dict[str, Any]:
    """Return the entries of `papers.yaml`: title, authors, year, text that was read."""
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
        raise ConfigurationError(unknown("paper", paper, PAPERS))
    return paper
