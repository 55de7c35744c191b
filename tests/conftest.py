"""Set-up of all tests: the same threads and instruction set as every other process."""

from pathlib import Path

import pytest

import bandit_replications  # noqa: F401  sets the environment before numpy is imported

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture
def root() -> Path:
    """Return the repository's root."""
    return ROOT
