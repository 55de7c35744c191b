"""Addresses on the site: claims, errata, algorithms, sections, lines of source."""

import ast
import inspect
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from typing import Any

from bandit_replications.reporting.paper import Paper
from bandit_replications.site.repository import Repository

PACKAGE = "bandit_replications"
SOURCE = Path(__file__).parents[1]


@dataclass
class Links:
    """Addresses on the site, from the folder of one page, and a note of the linked modules.

    Attributes
    ----------
    root : str
        From the page to the site's front page: "" or "../".
    papers : sequence of Paper
    modules : set of str
        Dotted names, below the package, of modules whose source is linked; shared by all pages.
    alone : bool
        True if the page is the only one, so that no name in a text has an address.
    repository : Repository
    results : bool
        True if results lie beside the pages, as those of a run do.

    """

    root: str
    papers: Sequence[Paper]
    modules: set[str] = field(default_factory=set)
    alone: bool = False
    repository: Repository = field(default_factory=Repository)
    results: bool = True

    def claim(self, paper: str, name: str) -> str:
        """Return the permanent address of a claim."""
        return f"{self.root}claims.html#{paper}/{name}"

    def step(self, paper: str, name: str) -> str:
        """Return the address of an item whose steps are computed and get no verdict."""
        return f"{self.root}proofs/{paper}.html#{name}"

    def statement(self, paper: Paper, name: str) -> str:
        """Return the address of a claim or of an item with steps."""
        judged = any(claim.id == name for claim in paper.ledger.claims)
        return self.claim(paper.name, name) if judged else self.step(paper.name, name)

    def erratum(self, paper: str, slug: str) -> str:
        """Return the permanent address of an erratum."""
        return f"{self.root}errata/{paper}.html#{slug}"

    def algorithm(self, paper: str, name: str) -> str:
        """Return the address of an algorithm's page."""
        return f"{self.root}algorithms/{paper}/{name}.html"

    def section(self, paper: str, number: str) -> str:
        """Return the address of a section of a notebook, in its chapter."""
        chapter = number.partition(".")[0]
        return f"{self.root}papers/{paper}/{chapter}.html#{section_anchor(paper, number)}"

    def file(self, path: str) -> str:
        """Return the address of a published file, such as figures/anonymous/figure-1.svg."""
        return f"{self.root}files/{path}"

    def data(self, path: str) -> str:
        """Return the address of results; empty for published ones without a repository."""
        return self.file(path) if self.results else self.repository.file(path, raw=True)

    def code(self, module: str, name: str = "") -> str:
        """Return the address of a function's source.

        Parameters
        ----------
        module : str
            Below the package, such as papers.anonymous.theory.lemma_3.
        name : str
            Of a function or class in it; "" for its first line.

        """
        self.modules.add(module)
        line = definitions(module).get(name, 1)
        return f"{self.root}source/{module.replace('.', '/')}.html#L{line}"

    def words(self, paper: Paper) -> Mapping[str, str]:
        """Return the address of every name that a text on a paper may mention."""
        if self.alone:
            return {}
        ledger = paper.ledger
        found = {name: self.algorithm(paper.name, name) for name in paper.algorithms}
        found |= {step.id: self.step(paper.name, step.id) for step in ledger.steps}
        found |= {claim.id: self.claim(paper.name, claim.id) for claim in ledger.claims}
        return found | {one.slug: self.erratum(paper.name, one.slug) for one in ledger.errata}


def section_anchor(paper: str, number: str) -> str:
    """Return the id of a section's heading: as Sphinx writes the label."""
    return f"{paper}-section-{number}".replace("_", "-").replace(".", "-")


def linked(text: str, words: Mapping[str, str]) -> str:
    """Return Markdown with a link at each known name in backticks."""
    pattern = re.compile(r"(?<![`\[])`([a-z0-9-]+)`(?!`)")
    parts = re.split(r"(^```.*?^```)", text, flags=re.MULTILINE | re.DOTALL)
    return "".join(
        part
        if part.startswith("```")
        else pattern.sub(
            lambda match: f"[{match[0]}]({words[match[1]]})" if match[1] in words else match[0],
            part,
        )
        for part in parts
    )


PAGES = {  # a file of the checkout, and the page or file of the site with the same content
    r"(?:docs/)?ledger\.md": "claims.html",
    r"data/notebooks/(\w+)\.ipynb": r"papers/\1.html",
    rf"src/{PACKAGE}/papers/(\w+)/errata\.yaml": r"errata/\1.html",
    rf"src/{PACKAGE}/papers/(\w+)/algorithms/(\w+)\.py": r"algorithms/\1/\2.html",
    r"((?:figures|data)/.+)": r"files/\1",
}


def on_site(text: str, root: str = "") -> str:
    """Return Markdown of `docs/` with links to pages in place of links to files.

    So the text can be read in a checkout and on a code host, too. A link to a file that the site
    does not have becomes its text.

    Parameters
    ----------
    text : str
    root : str
        From the page to the site's front page: "" or "../".

    """

    def link(found: re.Match[str]) -> str:
        shown, target, anchor = found.groups("")
        path = re.sub(r"^(\.\./)+", "", target)
        for pattern, page in PAGES.items():
            if file := re.fullmatch(pattern, path):
                address = file.expand(page)
                if address.startswith("algorithms/"):
                    address = address.replace("_", "-").replace(file[1].replace("_", "-"), file[1])
                return f"[{shown}]({root}{address}{anchor})"
        if path != target:
            return shown
        return f"[{shown}]({re.sub('[.]md$', '.html', target)}{anchor})"  # a page of docs/

    return re.sub(r"\[([^]]*)\]\(([\w./-]+)(#[\w-]+)?\)", link, text)


@cache
def definitions(module: str) -> Mapping[str, int]:
    """Return the line of each name that a module defines at its top, read and not imported."""
    tree = ast.parse(module_path(module).read_text(encoding="utf-8"))
    lines = {}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            lines[node.name] = node.lineno
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            lines |= {one.id: node.lineno for one in targets if isinstance(one, ast.Name)}
    return lines


def place(function: Callable[..., Any]) -> tuple[str, str]:
    """Return the module, below the package, and the name of a function, wrapped or in part."""
    plain = whole(function)
    return plain.__module__.removeprefix(f"{PACKAGE}."), plain.__name__


def whole(function: Callable[..., Any]) -> Any:
    """Return the function as it is written, of which another has some arguments or a wrapper."""
    return function.func if isinstance(function, partial) else inspect.unwrap(function)


def module_path(module: str) -> Path:
    """Return the file of a module, given its dotted name below the package."""
    path = SOURCE.joinpath(*module.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


def is_module(module: str) -> bool:
    """Say if the package has a module of this dotted name."""
    return module_path(module).is_file()


class Imports:
    """The meanings of the names in a notebook's cells, cell after cell."""

    def __init__(self) -> None:
        """Start without names."""
        self._names: dict[str, str] = {}

    def functions(self, code: str) -> list[tuple[str, str]]:
        """Return (module, function) of everything of this package that a cell names, in order."""
        tree = ast.parse(code)
        for node in ast.walk(tree):
            self._take(node)
        found = [self._resolve(ast.unparse(node)) for node in _names(tree)]
        return list(dict.fromkeys(one for one in found if one))

    def _take(self, node: ast.AST) -> None:
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(f"{PACKAGE}."):
            below = str(node.module).removeprefix(f"{PACKAGE}.")
            for alias in node.names:
                self._names[alias.asname or alias.name] = f"{below}.{alias.name}"

    def _resolve(self, name: str) -> tuple[str, str] | None:
        first, _, rest = name.partition(".")
        if first not in self._names:
            return None
        module, _, function = f"{self._names[first]}{'.' if rest else ''}{rest}".rpartition(".")
        if module and is_module(module) and function in definitions(module):
            return module, function
        return None


def _names(tree: ast.AST) -> list[ast.expr]:
    """Return the names and the dotted names in a tree, in the order of their lines."""
    found = [node for node in ast.walk(tree) if isinstance(node, (ast.Name, ast.Attribute))]
    return sorted(found, key=lambda node: (node.lineno, node.col_offset))
