"""Functions that tests compile stay out of the checkout's cache."""

import pytest


@pytest.fixture
def elsewhere(tmp_path, monkeypatch):
    """Keep functions that tests compile out of the cache of the checkout."""
    monkeypatch.setattr("numba.core.config.CACHE_DIR", str(tmp_path))
