"""Five papers on bandits with many users, players and agents, replicated end to end.

`open_study` opens one paper from Python or a notebook, `show_source` lists a function's code;
`python -m bandit_replications` is the command line.
"""

import importlib
from typing import Any

from bandit_replications import environment

environment.configure()

__all__ = ["open_study", "show_source"]


def __getattr__(name: str) -> Any:
    """Load the study interface when it is first used: jobs start without it."""
    if name in __all__:
        return getattr(importlib.import_module("bandit_replications.study"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
