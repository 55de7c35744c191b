"""Where the workflow runs in tests: a copy of the checkout."""

from pathlib import Path

import pytest

from support.checkouts import copy_checkout


@pytest.fixture(scope="module")
def checkout(tmp_path_factory) -> Path:
    """Return a copy of the checkout, so that tests never touch the user's runs."""
    return copy_checkout(tmp_path_factory.mktemp("checkout"))
