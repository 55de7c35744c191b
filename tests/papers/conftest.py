"""The first replicates of the published results of each paper."""

import functools

import pandas as pd
import pytest

from bandit_replications.configuration import validation as configuration
from bandit_replications.runtime.paths import repo_root

FEW = 6


@functools.cache
def first_replicates(paper):
    """Return a paper's configuration and the first replicates of its published results."""
    files = sorted((repo_root() / "data" / "results" / paper).glob("*.parquet"))
    frames = {path.stem: pd.read_parquet(path) for path in files}
    for name, frame in frames.items():
        if "replicate" in frame:
            frames[name] = frame[frame["replicate"] < FEW].reset_index(drop=True)
    return configuration.load(paper, scale="paper"), frames


@pytest.fixture(scope="session")
def published():
    """Return the function that gives a paper's configuration and some of its results."""
    return first_replicates
