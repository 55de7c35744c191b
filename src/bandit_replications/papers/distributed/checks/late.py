"""Steps of claims that run protocols, whose compiled code is loaded when they run."""

import importlib
from functools import partial
from typing import Any

from bandit_replications.inference.checks import Check
from bandit_replications.ledger.proof_steps import Step

_DERIVATIONS = "bandit_replications.papers.distributed.theory"


def late_step(name: str, module: str, function: str, **arguments: Any) -> Step:
    """Return the step that calls a function of a module of derivations with these arguments."""
    return Step(name, partial(_call, module, function, **arguments))


def _call(module: str, function: str, **arguments: Any) -> Check:
    found: Check = getattr(importlib.import_module(f"{_DERIVATIONS}.{module}"), function)(
        **arguments
    )
    return found
