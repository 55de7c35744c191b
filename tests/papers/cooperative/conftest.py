import pytest

from bandit_replications.configuration import validation as configuration


@pytest.fixture(scope="session")
def quick_config():
    """Return the quick configuration."""
    return configuration.load("cooperative", scale="quick")
