"""The rerun commands of docs/guide/rerun.md, as typed and as a file of parameters."""

import re
import shlex
from dataclasses import dataclass

import yaml

from bandit_replications.configuration import overrides
from bandit_replications.runtime.paths import repo_root

OPTIONS = ("label", "figure")  # words that are no parameters


@dataclass(frozen=True, kw_only=True)
class Command:
    """One command.

    Attributes
    ----------
    text : str
        As typed.
    parameters : str
        The same parameters as YAML, for `config=`.
    short : str
        The command that reads them from `mine.yaml`.

    """

    text: str
    parameters: str
    short: str


def commands(paper: str) -> list[Command]:
    """Return the page's reruns of a paper: first with built-in algorithms, then with one's own."""
    start = f"python -m bandit_replications rerun {paper} "
    page = (repo_root() / "docs" / "guide" / "rerun.md").read_text(encoding="utf-8")
    found = re.findall(f"^    {re.escape(start)}(.+)$", page, flags=re.MULTILINE)
    return [_command(paper, start, words) for words in found]


def _command(paper: str, start: str, text: str) -> Command:
    words = shlex.split(text)
    options = [word for word in words if word.partition("=")[0] in OPTIONS]
    given = overrides.parse(paper, [word for word in words if word not in options])
    label, *rest = options
    return Command(
        text=start + text,
        parameters=yaml.safe_dump(given, sort_keys=False, allow_unicode=True, width=90),
        short=start + " ".join([label, "config=mine.yaml", *rest]),
    )
