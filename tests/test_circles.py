"""No import circle within a room; imports in functions and for types count, too."""

import ast
from pathlib import Path

import networkx as nx
import pytest

from bandit_replications.runtime.code_version import PACKAGE, SOURCE

ROOMS = sorted(
    path
    for folder in (SOURCE / PACKAGE, SOURCE / PACKAGE / "papers")
    for path in folder.iterdir()
    if path.is_dir() and path.name not in ("papers", "__pycache__")
)


def module_name(path: Path, top: Path) -> str:
    parts = path.relative_to(top).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(path: Path, modules: set[str]) -> set[str]:
    """Return the modules, of those given, that a file imports."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, path
            inner = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= inner & modules or {str(node.module)}
            found |= {str(node.module)} if inner - modules else set()
    return found & modules


def graph(room: Path, top: Path) -> nx.DiGraph:
    files = {module_name(path, top): path for path in room.rglob("*.py")}
    edges = [(name, other) for name in files for other in imports(files[name], set(files))]
    return nx.DiGraph([edge for edge in edges if edge[0] != edge[1]])


@pytest.mark.parametrize("room", ROOMS, ids=lambda room: room.name)
def test_room_has_no_import_circle(room):
    assert list(nx.simple_cycles(graph(room, SOURCE))) == []


def test_circle_through_a_function_is_found(tmp_path):
    room = tmp_path / "room"
    room.mkdir()
    (room / "__init__.py").write_text("")
    (room / "a.py").write_text("from room import b\n")
    (room / "b.py").write_text("def f():\n    if f:\n        from room.c import x\n")
    (room / "c.py").write_text("if TYPE_CHECKING:\n    import room.b\n")
    (circle,) = nx.simple_cycles(graph(room, tmp_path))
    assert set(circle) == {"room.b", "room.c"}
    (room / "c.py").write_text("")
    assert nx.is_directed_acyclic_graph(graph(room, tmp_path))
