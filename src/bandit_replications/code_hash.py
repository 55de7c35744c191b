"""Code versions as content hashes: what a module says, without comments and docstrings.

A hash covers a module and all modules of this package that it imports. It is the same on every
Python version, since it is taken of the source text with comments and docstrings cut out.
"""

import ast
import hashlib
import io
import tokenize
from functools import cache
from pathlib import Path

from bandit_replications.paths import repo_root

PACKAGE = "bandit_replications"
_ROOT = Path(__file__).resolve().parent


def code_hash(*modules: str) -> str:
    """Return the first 16 hexadecimal digits of the hash of modules and all that they import."""
    digest = hashlib.sha256()
    for name in import_closure(*modules):
        digest.update(f"{name}\n{_bare_source(name)}\n".encode())
    return digest.hexdigest()[:16]


def import_closure(*modules: str) -> tuple[str, ...]:
    """Return the modules and every module of this package that they import, sorted."""
    found: set[str] = set()
    waiting = list(modules)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting.extend(_imports(name))
    return tuple(sorted(found))


def modules_that_import(library: str) -> tuple[str, ...]:
    """Return the modules of this package that import a library, sorted."""
    return tuple(
        name
        for name in sorted(_name(path) for path in _ROOT.rglob("*.py"))
        if any(target.split(".")[0] == library for target in _targets(name))
    )


@cache
def lock_hash() -> str:
    """Return the SHA-256 of requirements.lock."""
    return hashlib.sha256((repo_root() / "requirements.lock").read_bytes()).hexdigest()


def _name(path: Path) -> str:
    parts = path.relative_to(_ROOT.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _path(module: str) -> Path | None:
    base = _ROOT.parent.joinpath(*module.split("."))
    for candidate in (base.with_suffix(".py"), base / "__init__.py"):
        if candidate.is_file():
            return candidate
    return None


@cache
def _source(module: str) -> str:
    path = _path(module)
    if path is None:
        raise ModuleNotFoundError(f"{module}: no module of {PACKAGE}")
    return path.read_text()


@cache
def _targets(module: str) -> frozenset[str]:
    """Return the dotted names that a module's import statements may refer to."""
    targets: set[str] = set()
    for node in ast.walk(ast.parse(_source(module))):
        if isinstance(node, ast.Import):
            targets.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module is not None and node.level == 0:
            targets.add(node.module)
            targets.update(f"{node.module}.{alias.name}" for alias in node.names)
    return frozenset(targets)


@cache
def _imports(module: str) -> frozenset[str]:
    own = {name for name in _targets(module) if name.split(".")[0] == PACKAGE}
    return frozenset(name for name in own if name != PACKAGE and _path(name) is not None)


@cache
def _bare_source(module: str) -> str:
    """Return the module's text without comments, docstrings, blank lines and trailing space."""
    source = _source(module)
    lines = [list(line) for line in source.splitlines()]
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            row, column = token.start
            del lines[row - 1][column:]
    for first, last in _docstrings(ast.parse(source)):
        for row in range(first - 1, last):
            lines[row] = []
    text = ("".join(line).rstrip() for line in lines)
    return "\n".join(line for line in text if line)


def _docstrings(tree: ast.Module) -> list[tuple[int, int]]:
    spans = []
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            first = node.body[0] if node.body else None
            if (
                isinstance(first, ast.Expr)
                and isinstance(first.value, ast.Constant)
                and isinstance(first.value.value, str)
            ):
                spans.append((first.lineno, first.end_lineno or first.lineno))
    return spans
