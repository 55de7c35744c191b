"""Code versions as content hashes: what modules do, without comments and words for people.

A hash covers the modules asked for and every module of this package that they import, found by
reading their import statements and never by running them. It is taken of the source text with
what does not run cut out, so it is the same on every Python version (parsed trees and the tokens of
f-strings are not). Standard library only: it names the compile cache before numpy is imported.
The package's own `__init__` counts as empty: it is the library's front door, which looks up what
it is asked for and changes no number. Nor do the modules beside this one, which say where files are
and how processes begin and end: what simulates or draws may import them and has no other version.
"""

import ast
import contextlib
import functools
import hashlib
import io
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from bandit_replications.runtime.errors import UserError
from bandit_replications.runtime.paths import repo_root

PACKAGE = "bandit_replications"
SOURCE = Path(__file__).resolve().parents[2]
_WITHOUT_NUMBERS = f"{PACKAGE}.runtime."

# Strings that hold code begin and end with tokens of their own from Python 3.12 on.
_FSTRING_START = getattr(tokenize, "FSTRING_START", None)
_FSTRING_END = getattr(tokenize, "FSTRING_END", None)


@dataclass(frozen=True)
class _Facts:
    """What one version of a file says.

    Attributes
    ----------
    digest : str
        SHA-256 of its significant text.
    imports : frozenset of str
        Modules of this package that its import statements refer to.
    libraries : frozenset of str
        First parts of the names of all modules that it imports.

    """

    digest: str
    imports: frozenset[str]
    libraries: frozenset[str]


_known: dict[tuple[str, Path, Path], tuple[tuple[int, int], _Facts]] = {}


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
        digest.update(f"{name} {_facts(name, _file(name, source), source).digest}\n".encode())
    return digest.hexdigest()[:16]


def file_hash(path: Path, *, source: Path = SOURCE) -> str:
    """Return the hash of a file outside the package and all that it imports of the package."""
    facts = _facts("", path, source)
    text = f"{facts.digest} {code_hash(*facts.imports, source=source)}"
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
        waiting += _facts(name, _file(name, source), source).imports
        if "." in name:
            waiting.append(name.rpartition(".")[0])
    return tuple(sorted(found))


def modules_that_import(name: str, *, source: Path = SOURCE) -> tuple[str, ...]:
    """Return the modules of the package with an import of a library or of a module, sorted."""
    found = []
    for path in (source / PACKAGE).rglob("*.py"):
        if name.rpartition(".")[2] not in path.read_text(encoding="utf-8"):
            continue
        parts = path.relative_to(source).with_suffix("").parts
        module = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        facts = _facts(module, path, source)
        if name in facts.libraries | facts.imports:
            found.append(module)
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


def _facts(module: str, path: Path, source: Path) -> _Facts:
    """Return the facts of a file, read again only after it was written again."""
    status = path.stat()
    stamp = (status.st_mtime_ns, status.st_size)
    key = (module, path, source)
    known = _known.get(key)
    if known is not None and known[0] == stamp:
        return known[1]
    text = "" if module == PACKAGE else path.read_text(encoding="utf-8")
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    digest, *names = _parsed(text, package)
    facts = _Facts(
        digest=digest,
        imports=frozenset(
            name
            for name in names
            if not f"{name}.".startswith(_WITHOUT_NUMBERS) and _find(name, source) is not None
        ),
        libraries=frozenset(name.partition(".")[0] for name in names),
    )
    _known[key] = (stamp, facts)
    return facts


def _parsed(text: str, package: str) -> list[str]:
    """Return the digest of a source text's significant part, and the names that it imports.

    Both are kept under the text's own hash: each of a run's hundreds of processes parses hundreds
    of files otherwise, for more than a second.
    """
    key = _sha256(f"{_own_hash()} {package}\n{text}")
    folder = _folder()
    kept = None if folder is None else _kept(folder / key)
    if kept is not None:
        return kept
    names = sorted(set(_imports(ast.parse(text), package)))
    lines = [_sha256(significant_text(text)), *names]
    if folder is not None:
        _keep(folder / key, lines)
    return lines


@functools.cache
def _own_hash() -> str:
    return hashlib.sha256(Path(__file__).read_bytes()).hexdigest()


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _folder() -> Path | None:
    """Return where parsed texts are kept; None outside a checkout."""
    try:
        return repo_root() / ".cache" / "source"
    except UserError:
        return None


def _kept(path: Path) -> list[str] | None:
    """Return the lines of a file that is as it was written, else None."""
    try:
        check, *lines = path.read_text(encoding="utf-8").split("\n")
    except (OSError, UnicodeDecodeError):
        return None
    return lines if lines and check == _sha256("\n".join(lines)) else None


def _keep(path: Path, lines: list[str]) -> None:
    """Write lines with their hash; where nothing can be written, nothing is kept."""
    from bandit_replications.runtime.processes import atomic_write  # noqa: PLC0415  needs Unix

    text = "\n".join(lines)
    with contextlib.suppress(OSError), atomic_write(path) as part:
        part.write_text(f"{_sha256(text)}\n{text}", encoding="utf-8")


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


# --- Text -----------------------------------------------------------------------------------


def significant_text(text: str) -> str:
    """Return source text without comments, words for people, blank lines and trailing space.

    Words are docstrings, what errors say and descriptions of fields: rewording them changes no
    number. Text within a string that spans lines stays as it is, blank lines included.
    """
    lines = text.split("\n")
    kept: set[int] = set()  # rows whose end lies within a string
    comments = []
    opened = []
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            comments.append(token.start)
        elif token.type == tokenize.STRING:
            kept.update(range(token.start[0], token.end[0]))
        elif token.type == _FSTRING_START:
            opened.append(token.start[0])
        elif token.type == _FSTRING_END:
            kept.update(range(opened.pop(), token.end[0]))
    for row, column in comments:
        lines[row - 1] = lines[row - 1][:column]
    for first, begin, last, end in _words(ast.parse(text)):
        before = lines[first - 1].encode()[:begin].decode()
        after = lines[last - 1].encode()[end:].decode()
        lines[first - 1 : last] = [before + after] + [""] * (last - first)
        kept.difference_update(range(first, last))
    return "\n".join(
        line if row in kept else line.rstrip()
        for row, line in enumerate(lines, start=1)
        if row in kept or line.strip()
    )


def _words(tree: ast.Module) -> list[tuple[int, int, int, int]]:
    """Return where words that only people read begin and end, from the last to the first.

    Statements that are only a string (docstrings), what an error says, and descriptions of fields.
    Columns count bytes, as in the syntax tree.
    """
    spans = []
    for node in ast.walk(tree):
        words: ast.expr | None = None
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            words = node.value if isinstance(node.value.value, str) else None
        elif isinstance(node, ast.Raise):
            words = node.exc
        elif isinstance(node, ast.keyword) and node.arg in ("description", "meaning"):
            words = node.value
        if words is not None:
            assert words.end_lineno is not None
            assert words.end_col_offset is not None
            spans.append((words.lineno, words.col_offset, words.end_lineno, words.end_col_offset))
    outermost: list[tuple[int, int, int, int]] = []
    for span in sorted(spans):
        if not outermost or span[:2] >= outermost[-1][2:]:
            outermost.append(span)
    return outermost[::-1]
