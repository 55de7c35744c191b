"""Code hashes follow code, and nothing but code."""

import os

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
    "texts.py": 'A = Field(1, description="a", ge=0)\ny = """kept\n  # kept  """\n\n'
    'def f(x):\n    if x:\n        raise ValueError(f"x: {x}; no")\n',
    "unrelated.py": "from . import noise\n",
}
SIMULATION, TEXTS = f"{PACKAGE}.papers.simulation", f"{PACKAGE}.texts"


@pytest.fixture
def source(tmp_path):
    """Return a folder that holds a small package of the same name."""
    for name, text in MODULES.items():
        path = tmp_path / PACKAGE / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path


def edit(source, name, text):
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
    ("module", "name", "old", "new", "counts"),
    [
        (SIMULATION, "noise.py", '"""Noise."""\nimport numpy\n', "\nimport numpy\n\n# w", False),
        (SIMULATION, "noise.py", "  # per unit\n", "\n\n# words\n", False),
        (SIMULATION, "seeds.py", "():\n", '():\n    """Words."""  # noqa\n', False),
        (SIMULATION, "papers/plots.py", "s\n", "s\nX = 1\n", False),
        (SIMULATION, "__init__.py", '"""Package."""', f"from {PACKAGE}.unrelated import x", False),
        (SIMULATION, "noise.py", "2.0", "2.5", True),
        (SIMULATION, "seeds.py", "return words", "return words()", True),
        (SIMULATION, "deep.py", "1", "2", True),
        (SIMULATION, "papers/__init__.py", "", "X = 1", True),
        (TEXTS, "texts.py", 'ValueError(f"x: {x}; no")', 'TypeError(\n  "other"\n)', False),
        (TEXTS, "texts.py", 'description="a"', 'description="b " "c"', False),
        (TEXTS, "texts.py", "ge=0", "ge=1", True),
        (TEXTS, "texts.py", "if x", "if not x", True),
        (TEXTS, "texts.py", 'y = """kept', 'y = """  kept', True),
    ],
)
def test_code_counts_and_words_for_people_do_not(source, module, name, old, new, *, counts):
    before = code_hash(module, source=source)
    assert old in MODULES[name]
    edit(source, name, MODULES[name].replace(old, new))
    assert (code_hash(module, source=source) != before) is counts


def test_a_file_outside_counts_what_it_imports(source):
    user = source / "mine.py"
    user.write_text("from bandit_replications.noise import SCALE\n")
    before = file_hash(user, source=source)
    edit(source, "unrelated.py", "X = 1\n")
    assert file_hash(user, source=source) == before
    edit(source, "noise.py", "SCALE = 3.0\n")
    assert file_hash(user, source=source) != before
