import importlib.util

import numpy as np
import pytest

from bandit_replications.papers.private_online.catalogue import ALGORITHMS


def load(root, name="kernels"):
    spec = importlib.util.spec_from_file_location(name, root / "benchmarks" / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_algorithm_is_measured_fast_and_literal(root):
    frame = load(root).measure(horizon=256, literal_horizon=64, seconds=0.0)
    assert frame["algorithm"].tolist() == list(ALGORITHMS)
    assert np.all(frame.drop(columns="algorithm") > 0)


@pytest.mark.full
def test_single_runs_and_draws_are_measured(root):
    assert np.all(load(root).measure_draws(count=20_000)["ns"] > 0)
    benchmark = load(root, "single_runs")
    assert np.all(benchmark.measure_agent_rounds(runs=1)["ns"] > 0)
    runs = benchmark.measure_demab(agents=4, arms=5, horizon=10**5, runs=1)
    assert np.all(runs[["gap", "ms"]] > 0)
