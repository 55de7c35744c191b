"""Compiled loops of FTNL's epochs (Algorithm 2), which naive FTNL shares."""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from bandit_replications.bandits.rewards import draw_sum
from bandit_replications.bandits.runs import leader
from bandit_replications.papers.private_online.algorithms.report_noisy_max import Noise

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

NOISE_CODES: dict[Noise, int] = {"laplace": 0, "exponential": 1, "gumbel": 2}


@njit(cache=True)
def simulate_run(
    kind: int,
    values: Floats,
    weights: Floats,
    noise: int,
    scale: float,
    uniform_ties: bool,
    first_action: int,
    checkpoints: Integers,
    generator: np.random.Generator,
) -> Integers:
    """Return plays (checkpoints, arms) of one run; mutates the generator only."""
    # epoch s ends after round 2^(s+1) - 1; a choice after the horizon is never played
    epochs = 0
    while (2 << epochs) - 1 < checkpoints[-1]:
        epochs += 1
    arms = values.shape[0]
    noisy_sums = np.empty((epochs, arms))
    for epoch in range(epochs):
        for arm in range(arms):
            total = draw_sum(kind, values, weights, arm, 1 << epoch, generator)
            noisy_sums[epoch, arm] = total + draw_noise(noise, scale, generator)
    return play(noisy_sums, uniform_ties, first_action, checkpoints, generator)


@njit(cache=True)
def draw_noise(noise: int, scale: float, generator: np.random.Generator) -> float:
    """Return one draw from the noise law of this code; mutates the generator."""
    if noise == 0:
        return generator.laplace(0.0, scale)
    if noise == 1:
        return scale * generator.standard_exponential()
    return -scale * np.log(generator.standard_exponential())  # Gumbel


@njit(cache=True)
def play(
    noisy_sums: Floats,
    uniform_ties: bool,
    first_action: int,
    checkpoints: Integers,
    generator: np.random.Generator,
) -> Integers:
    """Return plays (checkpoints, arms), given each finished epoch's noisy sums (epochs, arms).

    Mutates the generator where ties are uniform.
    """
    pulls = np.zeros((checkpoints.size, noisy_sums.shape[1]), dtype=np.int64)
    played = np.zeros(noisy_sums.shape[1], dtype=np.int64)
    action, start, point = first_action, 0, 0
    for epoch in range(noisy_sums.shape[0] + 1):
        length = 1 << epoch
        while point < checkpoints.size and checkpoints[point] <= start + length:
            pulls[point] = played
            pulls[point, action] += checkpoints[point] - start
            point += 1
        if epoch < noisy_sums.shape[0]:
            played[action] += length
            start += length
            action = leader(noisy_sums[epoch], uniform_ties, generator)
    return pulls
