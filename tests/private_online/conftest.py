"""Altered versions of modules, which checks must catch."""

from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest


def _altered(module: ModuleType, old: str, new: str) -> SimpleNamespace:
    source = Path(str(module.__file__)).read_text()
    assert source.count(old) == 1, f"{old!r} is there {source.count(old)} times"
    source = source.replace(old, new).replace("@njit(cache=True)\n", "")
    names = {"__name__": module.__name__}
    exec(compile(source, f"<altered {module.__name__}>", "exec"), names)
    return SimpleNamespace(**names)


@pytest.fixture(scope="session")
def altered():
    """Return a function: (module, old, new) -> the module with one passage replaced.

    Compiled functions of the module itself run as plain Python.
    """
    return _altered
