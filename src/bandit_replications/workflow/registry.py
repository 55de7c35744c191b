"""The papers by name: `papers/<name>/paper.py`.

Three further modules of a paper are found by their names: `experiments` (`experiments/cells.py`),
`parameters` (`configuration/validation.py`) and `library` (`library/entries.py`).
"""

import importlib

from bandit_replications.configuration.papers import check_paper
from bandit_replications.reporting.paper import Paper


def find_paper(name: str) -> Paper:
    """Return a paper by name.

    Raises
    ------
    ConfigurationError
        If no paper has this name.

    """
    module = importlib.import_module(f"bandit_replications.papers.{check_paper(name)}.paper")
    paper: Paper = module.PAPER
    return paper
