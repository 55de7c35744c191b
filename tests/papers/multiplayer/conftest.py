"""A quick configuration, and data sets on which the paper's claims about data hold."""

import pytest

from support import multiplayer_results as synthetic


@pytest.fixture(scope="session")
def config():
    return synthetic.load(
        online_regret={"replicates": {"default": 40}}, horizon_sweep={"step": 10_000}
    )


@pytest.fixture(scope="session")
def frames(config):
    return {name: synthetic.results(config, name) for name in synthetic.NAMES}
