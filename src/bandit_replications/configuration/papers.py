"""The papers. Each is a package of its name and an entry of `papers.yaml`, the one list of them."""

import difflib

import yaml

from bandit_replications.runtime.errors import ConfigurationError
from bandit_replications.runtime.paths import repo_root

# Read, not written here: what is simulated depends on this module and not on the other papers.
PAPERS: tuple[str, ...] = tuple(yaml.safe_load((repo_root() / "papers.yaml").read_text()))


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
