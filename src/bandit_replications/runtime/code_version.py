"""Code versions: hashes of modules without comments and texts for people.

A hash covers the modules asked for and every module of this package that they import, found by
reading their import statements and never by running them. It is taken of their syntax trees, so
it may differ between Python versions: it is never published. Standard library only: it names the
compile cache before numpy is imported.
The package's own `__init__` counts as empty: it is the library's entry point, which looks up what
it is asked for and changes no number. Nor do the modules beside this one, which say where files are
and how processes begin and end: what simulates or draws may import them and has no other version.
"""

import ast
import hashlib
import re
from collections.abc import Iterator
from pathlib import Path

from bandit_replications.runtime.paths import repo_root

PACKAGE = "bandit_replications"
SOURCE = Path(__file__).resolve().parents[2]
_WITHOUT_NUMBERS = f"{PACKAGE}.runtime."


Facts = tuple[str, frozenset[str]]  # a file's digest, and the modules of the package it imports
_known: dict[tuple[str, Path, Path], tuple[tuple[int, int], Facts]] = {}


def code_hash(*modules: str, source: Path = SOURCE) -> str:
    """Return the first 16 hexadecimal digits of the hash of modules and all that they import.

    Parameters
    ----------
    *modules : str
        Dotted names of modules or packages, such as "bandit_replications.bandits.rewards".
    source : Path
        Folder that holds the package.

    Raises
    ------
    ModuleNotFoundError
        If there is no such module in the package.

    """
    digest = hashlib.sha256()
    for name in import_closure(*modules, source=source):
        digest.update(f"{name} {_facts(name, _file(name, source), source)[0]}\n".encode())
    return digest.hexdigest()[:16]


def file_hash(path: Path, *, source: Path = SOURCE) -> str:
    """Return the hash of a file outside the package and all that it imports of the package."""
    digest, imports = _facts("", path, source)
    text = f"{digest} {code_hash(*imports, source=source)}"
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def import_closure(*modules: str, source: Path = SOURCE) -> tuple[str, ...]:
    """Return the modules, all modules of the package that they import, and their packages, sorted.

    Importing a module runs the `__init__` of each package above it, so those count.
    """
    found: set[str] = set()
    waiting = list(modules)
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        found.add(name)
        waiting += _facts(name, _file(name, source), source)[1]
        if "." in name:
            waiting.append(name.rpartition(".")[0])
    return tuple(sorted(found))


def modules_that_import(name: str, *, source: Path = SOURCE) -> tuple[str, ...]:
    """Return the modules of the package with an import of a library or of a module, sorted."""
    importing = re.compile(rf"^\s*(from|import) {re.escape(name)}\b", flags=re.MULTILINE)
    found = []
    for path in (source / PACKAGE).rglob("*.py"):
        if importing.search(path.read_text(encoding="utf-8")):
            parts = path.relative_to(source).with_suffix("").parts
            found.append(".".join(parts[:-1] if parts[-1] == "__init__" else parts))
    return tuple(sorted(found))


def lock_hash() -> str:
    """Return the SHA-256 of requirements.lock in hexadecimal."""
    return hashlib.sha256((repo_root() / "requirements.lock").read_bytes()).hexdigest()


# --- Files ----------------------------------------------------------------------------------


def _find(module: str, source: Path) -> Path | None:
    """Return the file of a module of the package, None if there is none."""
    parts = module.split(".")
    if parts[0] != PACKAGE:
        return None
    base = source.joinpath(*parts)
    candidates = (base.with_suffix(".py"), base / "__init__.py")
    return next((path for path in candidates if path.is_file()), None)


def _file(module: str, source: Path) -> Path:
    path = _find(module, source)
    if path is None:
        raise ModuleNotFoundError(f"{module!r}; allowed: a module of {PACKAGE}")
    return path


def _facts(module: str, path: Path, source: Path) -> Facts:
    """Return the facts of a file, read again only after it was written again."""
    status = path.stat()
    stamp = (status.st_mtime_ns, status.st_size)
    key = (module, path, source)
    known = _known.get(key)
    if known is not None and known[0] == stamp:
        return known[1]
    tree = ast.parse("" if module == PACKAGE else path.read_bytes())
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    imports = frozenset(
        name
        for name in _imports(tree, package)
        if not f"{name}.".startswith(_WITHOUT_NUMBERS) and _find(name, source) is not None
    )
    code = ast.dump(_WithoutTexts().visit(tree))
    facts = hashlib.sha256(code.encode()).hexdigest(), imports
    _known[key] = (stamp, facts)
    return facts


def _imports(tree: ast.Module, package: str) -> Iterator[str]:
    """Yield every dotted name that an import statement, wherever it stands, may refer to."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1]
            base = [*above, node.module or ""] if node.level else [node.module or ""]
            name = ".".join(part for part in base if part)
            yield name
            # `from package import name` may name a module or something inside one.
            yield from (f"{name}.{alias.name}" for alias in node.names)


class _WithoutTexts(ast.NodeTransformer):
    """Removal of texts for people from a syntax tree: rewording them changes no number.

    Statements that are only a string (docstrings), what an error says, and descriptions of fields.
    """

    def visit_Expr(self, node: ast.Expr) -> ast.AST | None:
        """Drop a statement that is only a string."""
        value = node.value
        is_text = isinstance(value, ast.Constant) and isinstance(value.value, str)
        return None if is_text else self.generic_visit(node)

    def visit_Raise(self, node: ast.Raise) -> ast.AST:
        """Drop the exception and its message."""
        return ast.Raise()

    def visit_keyword(self, node: ast.keyword) -> ast.AST | None:
        """Drop a description."""
        return None if node.arg in ("description", "meaning") else self.generic_visit(node)
