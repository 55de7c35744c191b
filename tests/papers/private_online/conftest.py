"""Set-up shared by the paper's tests: the quick configuration, and results nobody simulated."""

import pytest
from tests.support import private_online_results as synthetic


@pytest.fixture(scope="session")
def config():
    """Return the quick configuration."""
    return synthetic.load()


@pytest.fixture(scope="session")
def frames(config):
    """Return a frame of each data set, with every cell of the quick configuration."""
    return {name: synthetic.results(config, name) for name in synthetic.NAMES}
