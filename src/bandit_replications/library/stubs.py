"""The stub of the public library: `simulate` with the keywords of each algorithm.

`python -m bandit_replications.library.stubs` writes `bandit_replications/__init__.pyi` anew.
"""

import types
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import bandit_replications
from bandit_replications import library
from bandit_replications.library.entries import library_entries, papers_with_library
from bandit_replications.playing.catalogue import Entry

LONGEST = 100  # characters of a line
STUB = Path(bandit_replications.__file__).with_suffix(".pyi")
COMMON = {
    "checkpoints": "ArrayLike | None = ...",
    **dict.fromkeys(("seed", "runs"), "int = ..."),
    "quiet": "bool = ...",
}
LOOSE = {"paper": "str | None = ...", "horizon": "int | None = ...", **COMMON}
HEAD = '''"""What type checkers and editors see of the library; written by `library.stubs`."""

from typing import Any, Literal, overload

from numpy.typing import ArrayLike

'''


def stub() -> str:
    """Return the text of the stub."""
    names = [name for name in library.__all__ if name != "simulate"]
    objects = {name: getattr(library, name).__module__ for name in names}
    lines = [f"from {module} import {name} as {name}\n" for name, module in objects.items()]
    return HEAD + "".join(sorted(lines)) + "\n__version__: str\n\n" + "".join(_overloads())


def _overloads() -> Iterator[str]:
    """Yield `simulate` of each id and entry, of classes, and of a user's rewards."""
    papers = papers_with_library()
    ids = [name for paper in papers for name in library_entries(paper)]
    for paper in papers:
        for name, entries in library_entries(paper).items():
            for entry in entries:
                chosen = f"Literal[{paper!r}]" + (" | None = ..." if ids.count(name) == 1 else "")
                keywords = {"paper": chosen, "horizon": "int", **_keywords(entry), **COMMON}
                yield _overload(f"Literal[{name!r}]", keywords)
    yield _overload("type", {**LOOSE, "**keywords": "Any"})
    yield _overload("str", {"rewards": "Any", **LOOSE, "**keywords": "Any"})


def _overload(algorithm: str, keywords: dict[str, str]) -> str:
    lines = [_line(f"    {key}: {told},\n") for key, told in keywords.items()]
    text = f"@overload\ndef simulate(\n    algorithm: {algorithm},\n    *,\n{''.join(lines)}"
    return (text + ") -> Simulation: ...\n").replace("'", '"')


def _line(line: str) -> str:
    """Return a line as it is formatted, in several if it is long."""
    if len(line) <= LONGEST:
        return line
    inner = "\n        "
    return line.replace("[", f"[{inner}").replace(", ", f",{inner}").replace("]", ",\n    ]")


def _keywords(entry: Entry) -> dict[str, str]:
    """Return the keywords of an entry with their types and, if there are any, defaults."""
    fields = {**entry.keywords.model_fields, **entry.algorithm.Options.model_fields}
    return {
        key: _type(field.annotation) + ("" if field.is_required() else " = ...")
        for key, field in fields.items()
        if key not in COMMON
    }


def _type(kind: Any) -> str:
    """Return the type of what may be given: where a list is taken, an array is, too."""
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _type(parts[0])
    if origin is Literal:
        return f"Literal[{', '.join(map(repr, parts))}]"
    if origin in (Union, types.UnionType):
        return " | ".join(dict.fromkeys(map(_type, parts)))
    plain = {type(None): "None", int: "int", float: "float", bool: "bool", str: "str"}
    return plain.get(kind, "Any")


if __name__ == "__main__":
    STUB.write_text(stub())
