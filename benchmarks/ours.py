"""Simulations by our library: `fast`, or the papers' pseudo-code, `literal`."""

import importlib
from typing import Any

import bandit_replications as br
from benchmarks.protocol import Task, arguments, serve
from benchmarks.tasks import SEED


def play(task: Task) -> list[float]:
    """Play as a user would."""
    result = br.simulate(**task, checkpoints=[task["horizon"]], seed=SEED)
    return list(result.regret[:, -1])


def play_literal(task: Task) -> list[float]:
    """Play with the literal form with the same keywords."""
    name = task["algorithm"].replace("-", "_")
    room = f"{br.__name__}.papers.{task['paper']}.algorithms"
    module: Any = importlib.import_module(f"{room}.{name}")
    module.simulate = module.simulate_literal
    return play(task)


if __name__ == "__main__":
    form, job = arguments()
    serve({"fast": play, "literal": play_literal}[form], job, version="")
