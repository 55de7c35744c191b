"""The configuration of the paper's run, and the first of its published runs."""

import pandas as pd
import pytest

from bandit_replications.configuration import validation as configuration
from bandit_replications.runtime.paths import repo_root

RUNS = 400


@pytest.fixture(scope="session")
def config():
    return configuration.load("multiplayer", scale="paper")


@pytest.fixture(scope="session")
def frames():
    folder = repo_root() / "data" / "results" / "multiplayer"
    found = {path.stem: pd.read_parquet(path) for path in folder.glob("*.parquet")}
    return {name: frame[frame["replicate"] < RUNS] for name, frame in found.items()}
