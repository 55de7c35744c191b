"""Set-up of all tests: threads and instruction set as everywhere, altered versions of modules."""

import re
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

from bandit_replications.runtime import environment

environment.configure()  # before numpy is imported

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture
def root() -> Path:
    """Return the repository's root."""
    return ROOT


def _altered(module: ModuleType, old: str, new: str) -> SimpleNamespace:
    source = Path(str(module.__file__)).read_text()
    assert source.count(old) == 1, f"{old!r} is there {source.count(old)} times"
    source = re.sub(r"@kernel(\(.*\))?\n", "", source.replace(old, new))
    names = {"__name__": module.__name__}
    exec(compile(source, f"<altered {module.__name__}>", "exec"), names)
    return SimpleNamespace(**names)


@pytest.fixture(scope="session")
def altered():
    """Return a function: (module, old, new) -> the module with one passage replaced.

    Compiled functions of the module itself run as plain Python.
    """
    return _altered


def pytest_terminal_summary(terminalreporter):
    """Print what tests of faults tried: fault, how often, recovered, lost."""
    reports = terminalreporter.stats.get("passed", []) + terminalreporter.stats.get("failed", [])
    rows = [dict(report.user_properties) for report in reports if report.when == "call"]
    rows = [row for row in rows if "fault" in row]
    if rows:
        terminalreporter.section("faults")
        for row in rows:
            lost = row["tried"] - row["recovered"]
            line = f"{row['fault']:<40} tried {row['tried']:>3}  recovered {row['recovered']:>3}"
            terminalreporter.write_line(f"{line}  lost {lost:>3}")
