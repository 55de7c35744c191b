import pytest
from tests.support.private_online_results import load


@pytest.fixture(scope="session")
def config():
    """Return the quick configuration."""
    return load()
