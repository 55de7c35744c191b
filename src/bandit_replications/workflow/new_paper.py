"""A further paper from the template, from simulation to page: `make new-paper NAME=…`.

The files of `templates/new-paper/` are copied with the paper's name in place of NAME, and an entry
is added to `papers.yaml` and `references.bib`. From there on the paper is edited like any other.
"""

import keyword
import re
import sys
from collections.abc import Collection
from pathlib import Path

from bandit_replications.configuration.messages import shown
from bandit_replications.configuration.papers import PAPERS
from bandit_replications.runtime.errors import ConfigurationError
from bandit_replications.runtime.paths import repo_root
from bandit_replications.workflow.plan.snakemake_config import Request

_NAME = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")


def new_paper(name: str) -> list[Path]:
    """Write the files of a new paper and return them.

    Raises
    ------
    ConfigurationError
        If the name cannot be used, or one of the files is there already.

    """
    root = repo_root()
    taken = next((what for what, names in _taken(root).items() if name in names), "")
    if taken or not _NAME.fullmatch(name):
        rest = f", not {taken}" if taken else ""
        raise ConfigurationError(f"name: {shown(name)}; allowed: a Python name in snake_case{rest}")
    template = root / "templates" / "new-paper"
    texts = {
        root / str(path.relative_to(template)).replace("NAME", name).removesuffix(".txt"): (
            path.read_text(encoding="utf-8").replace("NAME", name)
        )
        for path in sorted(template.rglob("*.txt"))
    }
    for path in texts:
        if path.exists():
            raise ConfigurationError(f"{path.relative_to(root)}: exists; allowed: a new name")
    for path, text in texts.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    _append(root / "papers.yaml", _ENTRY.format(name=name))
    _append(root / "references.bib", f"\n@misc{{{name}, title = {{{name}}}, year = {{2026}}}}\n")
    return list(texts)


def _taken(root: Path) -> dict[str, Collection[str]]:
    """Return the names that a paper cannot have, by what they are."""
    bibliography = (root / "references.bib").read_text(encoding="utf-8")
    return {
        "a paper already": PAPERS,
        "a word of Python": (*keyword.kwlist, *keyword.softkwlist),
        "a module of Python": sys.stdlib_module_names,
        "a module of this package": [path.stem for path in Path(__file__).parents[1].iterdir()],
        "a word of YAML": ("null", "true", "false", "yes", "no", "on", "off"),
        "a key of the workflow": Request.model_fields,
        "an entry of references.bib": re.findall(r"^@\w+\{([^,]+),", bibliography, re.M),
    }


_ENTRY = """{name}:
  title: {name}
  authors: [Author]
  year: 2026
  identifier: none
  version: none
"""


def _append(path: Path, text: str) -> None:
    path.write_text(path.read_text(encoding="utf-8") + text, encoding="utf-8")
