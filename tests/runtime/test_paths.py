"""The repository's root, or what to do where there is none."""

import pytest

from bandit_replications.runtime import paths
from bandit_replications.runtime.errors import UserError
from bandit_replications.runtime.paths import repo_root


def test_without_a_checkout_the_message_says_what_to_do(tmp_path, monkeypatch):
    monkeypatch.setattr(paths, "__file__", str(tmp_path / "site" / "paths.py"))
    repo_root.cache_clear()
    try:
        with pytest.raises(UserError, match=r"not in a checkout.*pip install"):
            repo_root()
    finally:
        repo_root.cache_clear()
