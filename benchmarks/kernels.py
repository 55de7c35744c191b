"""Speed of the simulators of `private_online` beside their literal versions, on one core.

`python -m benchmarks.kernels` prints two tables: rounds per second and time of one run of each
simulator, and how many random numbers per second the machine draws in compiled code, which bounds
what a round can cost. Times are processor time of this process, so that other jobs disturb them
little; compilation is not included.
"""

import time
from collections.abc import Callable

import numpy as np
import pandas as pd

from bandit_replications.bandits.problems import BanditProblem
from bandit_replications.bandits.rewards import bernoulli_table
from bandit_replications.papers.private_online.catalogue import ALGORITHMS, NON_PRIVATE

MEANS = (0.75, 0.70, 0.70, 0.70, 0.70)
EPSILON = 1.0
HORIZON = 2**22
LITERAL_HORIZON = 2**13
DRAWS = 2**20


def measure(
    *, horizon: int = HORIZON, literal_horizon: int = LITERAL_HORIZON, seconds: float = 0.5
) -> pd.DataFrame:
    """Time the fast and the literal simulator of each algorithm on the paper's first setting.

    Parameters
    ----------
    horizon, literal_horizon : int
        Rounds of one run of the fast and of the literal simulators.
    seconds : float
        Processor time to spend on each simulator, at least one run.

    Returns
    -------
    pandas.DataFrame
        One row for each algorithm: microseconds a run and million rounds a second of the fast
        simulator (at `horizon`), million rounds a second of the literal one (at
        `literal_horizon`), and the ratio of these speeds.

    """
    rows = []
    for name in ALGORITHMS:
        fast = seconds_per_run(name, "simulate", horizon, seconds)
        literal = seconds_per_run(name, "simulate_literal", literal_horizon, seconds)
        rows.append(
            {
                "algorithm": name,
                "us/run": fast * 1e6,
                "M rounds/s": horizon / fast / 1e6,
                "literal M rounds/s": literal_horizon / literal / 1e6,
                "fast / literal": (horizon / fast) / (literal_horizon / literal),
            }
        )
    return pd.DataFrame(rows)


def measure_draws(*, count: int = DRAWS) -> pd.DataFrame:
    """Return nanoseconds a draw and million draws a second, one by one in compiled code."""
    # numba reads its settings when it is imported: after the package has made them
    from numba import njit  # noqa: PLC0415

    @njit
    def uniform(generator: np.random.Generator, count: int) -> float:
        total = 0.0
        for _ in range(count):
            total += generator.random()
        return total

    @njit
    def laplace(generator: np.random.Generator, count: int) -> float:
        total = 0.0
        for _ in range(count):
            total += generator.laplace(0.0, 1.0)
        return total

    @njit
    def binomial(generator: np.random.Generator, count: int) -> float:
        total = 0.0
        for number in range(count):
            total += generator.binomial(1 << (number % 20), 0.7)
        return total

    laws = {
        "uniform": uniform,
        "Laplace": laplace,
        "binomial of 2^0, …, 2^19 trials": binomial,
    }
    rows = []
    for law, draw in laws.items():
        generator = np.random.default_rng(0)
        draw(generator, 1)
        start = time.process_time()
        draw(generator, count)
        taken = (time.process_time() - start) / count
        rows.append({"law": law, "ns": taken * 1e9, "M draws/s": 1e-6 / taken})
    return pd.DataFrame(rows)


def seconds_per_run(algorithm: str, function: str, horizon: int, seconds: float) -> float:
    """Return the processor time of one run, the median of as many as fit into `seconds`."""
    simulate: Callable[..., object] = getattr(ALGORITHMS[algorithm], function)
    epsilon = None if algorithm in NON_PRIVATE else EPSILON

    def run(rounds: int, seed: int) -> float:
        generator = np.random.default_rng(seed)
        problem = BanditProblem(rewards=bernoulli_table(MEANS), horizon=rounds, epsilon=epsilon)
        start = time.process_time()
        simulate(problem, generator=generator)
        return time.process_time() - start

    run(64, 0)  # compiles
    times = [run(horizon, 1)]
    while np.sum(times) < seconds:
        times.append(run(horizon, len(times) + 1))
    return float(np.median(times))


def main() -> None:
    """Print both tables."""
    print(f"Simulators: K = {len(MEANS)}, T = {HORIZON} (literal {LITERAL_HORIZON}), ε = {EPSILON}")
    print_table(measure())
    print("\nRandom numbers, one by one in compiled code")
    print_table(measure_draws())


def print_table(frame: pd.DataFrame) -> None:
    """Print a table with four significant digits."""
    print(frame.to_string(index=False, float_format="{:,.4g}".format))


if __name__ == "__main__":
    main()
