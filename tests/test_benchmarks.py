import importlib.util

import numpy as np

from bandit_replications.private_online.algorithms import ALGORITHMS


def load(root):
    spec = importlib.util.spec_from_file_location("kernels", root / "benchmarks" / "kernels.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_algorithm_is_measured_fast_and_literal(root):
    frame = load(root).measure(horizon=256, literal_horizon=64, seconds=0.0)
    assert frame["algorithm"].tolist() == list(ALGORITHMS)
    assert np.all(frame.drop(columns="algorithm") > 0)


def test_draws_of_random_numbers_are_measured(root):
    frame = load(root).measure_draws(count=20_000)
    np.testing.assert_allclose(frame["ns"] * frame["M draws/s"], 1e3)
