"""The command line: `python -m bandit_replications <command>`. make's targets are thin wrappers."""

import argparse
import importlib
from collections.abc import Mapping, Sequence
from typing import Any

from bandit_replications.runtime.faults import Parser, guarded
from bandit_replications.runtime.paths import repo_root

# The module of each command below `commands`, where it is a function of its name, and what it does.
# It is imported when the command is given: no other one waits for its libraries.
COMMANDS: Mapping[str, tuple[str, str]] = {
    "reproduce": ("publishing", "Regenerate everything, compare with what is committed, publish."),
    "verify": ("publishing", "Regenerate everything and say how alike it is; publish nothing."),
    "verify-numbers": ("running", "Compare the numbers alone: results, and figures' CSVs."),
    "quick": ("publishing", "Run the whole workflow at a small scale under build/quick."),
    "stability": (
        "publishing",
        "Judge claims under 20 other root seeds (hours).",
    ),
    "notebooks": ("publishing", "Execute the committed notebooks again, in place."),
    "costs": (
        "publishing",
        "Write config/costs.csv, what cells cost, from the last run.",
    ),
    "artifact": ("publishing", "Write ARTIFACT.md, docs/ledger.md and README's main results."),
    "site": ("publishing", "Build what is published as pages: build/site."),
    "figure": ("running", "Draw one figure at the paper's scale; simulate only what it shows."),
    "claim": ("running", "Check one claim at the paper's scale: rule, numbers and verdicts."),
    "params": ("listings", "List every parameter of a paper: type, range, default, figures."),
    "where": ("listings", "Print the places of an item in code, ledger and notebooks, or of all."),
    "new-paper": ("listings", "Write the files of a new paper, which runs at once."),
    "rerun": ("running", "Run a paper with other parameters under build/rerun-<label>."),
}
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
    """Return the command line's parser."""
    top = Parser(prog="python -m bandit_replications", description=__doc__)
    commands = top.add_subparsers(dest="command", required=True, metavar="command")
    for name, (_, text) in COMMANDS.items():
        command = commands.add_parser(name, help=text, description=text)
        for argument, options in ARGUMENTS.get(name, {}).items():
            command.add_argument(argument, **options)
    return top


def main(words: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status: 0, or another after one line that says why."""
    return guarded(lambda: _run(**vars(parser().parse_args(words))))


def _run(*, command: str, **arguments: Any) -> int:
    """Run a command; what is no paper is refused before its module is imported."""
    repo_root()  # without a checkout there is no more to import
    from bandit_replications.configuration.papers import check_paper  # noqa: PLC0415  a checkout's

    for paper in (*arguments.get("papers", ()), arguments.get("paper")):
        if paper:
            check_paper(paper)
    module = f"bandit_replications.workflow.commands.{COMMANDS[command][0]}"
    function = getattr(importlib.import_module(module), command.replace("-", "_"))
    status: int = function(**arguments)
    return status
