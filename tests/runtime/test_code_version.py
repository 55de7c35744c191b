"""Code hashes follow code, and nothing but code."""

import os
from pathlib import Path

import pytest

from bandit_replications.runtime.code_version import (
    code_hash,
    file_hash,
    import_closure,
    modules_that_import,
)

PACKAGE = "bandit_replications"
MODULES = {
    "__init__.py": '"""Package."""\n',
    "papers/__init__.py": "",
    "papers/simulation.py": (
        "from bandit_replications import noise\nfrom bandit_replications.seeds import generator\n"
    ),
    "papers/plots.py": "import bandit_replications.papers.simulation as s\n",
    "noise.py": '"""Noise."""\nimport numpy\n\nSCALE = 2.0  # per unit\nMARK = "# no comment"\n',
    "seeds.py": "def generator():\n    from .deep import words\n    return words\n",
    "deep.py": "def words():\n    return 1\n",
    "unrelated.py": "from . import noise\n",
}
SIMULATION = f"{PACKAGE}.papers.simulation"


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """Return a folder that holds a small package of the same name."""
    for name, text in MODULES.items():
        path = tmp_path / PACKAGE / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path


def edit(source: Path, name: str, text: str) -> None:
    """Write a module again, with a later time even on a coarse clock."""
    path = source / PACKAGE / name
    later = path.stat().st_mtime_ns + 1_000_000
    path.write_text(text)
    os.utime(path, ns=(later, later))


def test_closure_follows_every_form_of_import(source):
    names = ("", ".deep", ".noise", ".papers", ".papers.simulation", ".seeds")
    assert import_closure(SIMULATION, source=source) == tuple(PACKAGE + name for name in names)
    assert modules_that_import("numpy", source=source) == (f"{PACKAGE}.noise",)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("noise.py", '\nimport numpy\nSCALE = 2.0\n\n# words\nMARK = "# no comment"   \n'),
        ("seeds.py", MODULES["seeds.py"].replace("():\n", '():\n    """Words."""  # noqa\n')),
        ("papers/plots.py", "X = 1\n"),
        ("__init__.py", "from bandit_replications.unrelated import simulate\n"),  # the front door
    ],
)
def test_comments_docstrings_and_unrelated_modules_do_not_count(source, name, text):
    before = code_hash(SIMULATION, source=source)
    edit(source, name, text)
    assert code_hash(SIMULATION, source=source) == before


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("noise.py", "2.0", "2.5"),
        ("seeds.py", "return words", "return words()"),
        ("deep.py", "1", "2"),
        ("papers/__init__.py", "", "X = 1"),
    ],
)
def test_code_counts(source, name, old, new):
    before = code_hash(SIMULATION, source=source)
    edit(source, name, MODULES[name].replace(old, new))
    assert code_hash(SIMULATION, source=source) != before


def test_a_file_outside_counts_what_it_imports(source):
    user = source / "mine.py"
    user.write_text("from bandit_replications.noise import SCALE\n")
    before = file_hash(user, source=source)
    edit(source, "unrelated.py", "X = 1\n")
    assert file_hash(user, source=source) == before
    edit(source, "noise.py", "SCALE = 3.0\n")
    assert file_hash(user, source=source) != before


@pytest.mark.parametrize(
    ("old", "new", "counts"),
    [
        ('raise ValueError(f"x: {x}; no")', 'raise TypeError(\n        "other"\n    )', False),
        ('description="a"', 'description="b " "c"', False),
        ("ge=0", "ge=1", True),
        ("if x", "if not x", True),
        ('y = """kept', 'y = """  kept', True),
    ],
)
def test_only_texts_for_people_do_not_count(source, old, new, *, counts):
    text = (
        'A = Field(1, description="a", ge=0)\ny = """kept\n  # kept  """\n\n'
        'def f(x):\n    if x:\n        raise ValueError(f"x: {x}; no")\n'
    )
    edit(source, "noise.py", text)
    before = code_hash(SIMULATION, source=source)
    edit(source, "noise.py", text.replace(old, new))
    assert (code_hash(SIMULATION, source=source) != before) == counts
