"""The command line: `python -m bandit_replications <command>`. make's targets are thin wrappers."""

import argparse
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bandit_replications.runtime.faults import Parser, guarded

# Arguments of commands, as argparse takes them.
ARGUMENTS: Mapping[str, Mapping[str, Mapping[str, Any]]] = {
    "verify": {"--strict": {"action": "store_true", "help": "pass only with the same bytes"}},
    "verify-numbers": {
        "papers": {"nargs": "*", "help": "default: all"},
        "--scale": {"default": "paper", "help": "paper (the default) or quick"},
        "--accept": {"action": "store_true", "help": "list them as they are (quick)"},
    },
    "stability": {"papers": {"nargs": "*", "help": "default: all"}},
    "figure": {"paper": {}, "figure": {"help": "5, 05 or figure-05"}},
    "claim": {"id": {"help": "theorem-6, figure-05, … or <paper>/<id>"}},
    "params": {"paper": {}},
    "where": {
        "what": {"nargs": "?", "help": '"theorem 5", "algorithm 2", "figure 1b", dp-se, …'},
        "paper": {"nargs": "?"},
    },
    "new-paper": {"name": {}},
    "rerun": {
        "paper": {},
        "words": {
            "nargs": "*",
            "metavar": "key=value",
            "help": "label=…, figure=…, scale=paper|quick, config=<file>, dry=1 (show what would "
            "run), yes=1 (run more than an hour), or a parameter",
        },
    },
}


def parser() -> argparse.ArgumentParser:
    """Return the command line's parser; a command is described by its function's first line."""
    from bandit_replications.workflow.commands import COMMANDS  # noqa: PLC0415  reads papers.yaml

    top = Parser(prog="python -m bandit_replications", description=__doc__)
    commands = top.add_subparsers(dest="command", required=True, metavar="command")
    for name, function in COMMANDS.items():
        text = str(function.__doc__).partition("\n")[0]
        command = commands.add_parser(name, help=text, description=text)
        for argument, options in ARGUMENTS.get(name, {}).items():
            command.add_argument(argument, **options)
        command.set_defaults(command=function)
    return top


def main(words: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status: 0, or another after one line that says why."""
    return guarded(lambda: _run(**vars(parser().parse_args(words))))


def _run(*, command: Callable[..., int], **arguments: Any) -> int:
    return command(**arguments)
