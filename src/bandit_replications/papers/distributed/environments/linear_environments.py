"""Draws of linear bandits: sets of actions and noise, compiled; literal forms use .py_func.

A set of actions is fixed, or one of a sequence that starts again when it ends, or drawn anew in
each step (uniform on the unit sphere). The agents of one step see the same set. The reward of
action x is <x, θ*> + η with η in [-1, 1] independent and of mean zero.
"""

from typing import Literal, NamedTuple, get_args

import numpy as np

from bandit_replications.bandits.arrays import Floats, Integers
from bandit_replications.bandits.compiled import kernel
from bandit_replications.bandits.interrupts import interruptible

Noise = Literal["rademacher", "three-point", "uniform", "none"]
"""Law of η: ±1; -1, 0, 1 with 1/4, 1/2, 1/4; uniform on [-1, 1]; always 0."""

RADEMACHER, THREE_POINT, UNIFORM = 0, 1, 2
NOISES = get_args(Noise)

# Indices that differ by less are equal but for rounding: at first those of all unit vectors are.
TIE = 1e-9


class LinearArrays(NamedTuple):
    """A linear problem as compiled code reads it; see `problems.LinearProblem`.

    Attributes
    ----------
    sets : float64 array, shape (sets, actions, dimension)
    parameter : float64 array, shape (dimension,)
    agents : int
    noise : int
        Position of the law in `NOISES`.
    checkpoints : int64 array, the last one the horizon

    """

    sets: Floats
    parameter: Floats
    agents: int
    noise: int
    checkpoints: Integers


@kernel
def draw_noise(kind: int, generator: np.random.Generator) -> float:
    """Return one η; `kind` is the law's position in `NOISES`. Mutates the generator.

    That a float32 is below a half is the bit that `integers(0, 2)` draws, in 60 ns less with numba.
    """
    if kind == RADEMACHER:
        return -1.0 if generator.random(dtype=np.float32) < 0.5 else 1.0
    if kind == THREE_POINT:
        low = generator.random(dtype=np.float32) < 0.5
        return float((generator.random(dtype=np.float32) < 0.5) - low)
    if kind == UNIFORM:
        return generator.uniform(-1.0, 1.0)
    return 0.0


def draw_noise_sums(kind: int, numbers: Integers, generator: np.random.Generator) -> Floats:
    """Return the sum of so many independent η for each number. Mutates the generator.

    The sums of the discrete laws are Binomial up to scale, whatever the number; those of the
    uniform law are added up one by one.
    """
    if kind == RADEMACHER:
        return np.asarray(2.0 * generator.binomial(numbers, 0.5) - numbers)
    if kind == THREE_POINT:
        return np.asarray(generator.binomial(2 * numbers, 0.5) - numbers, dtype=np.float64)
    if kind == UNIFORM:
        return np.array([_uniform_sum(number, generator) for number in numbers.tolist()])
    return np.zeros(numbers.shape)


@kernel
def _uniform_sum(number: int, generator: np.random.Generator) -> float:
    """Return the sum of so many numbers uniform on [-1, 1]. Mutates the generator."""
    total, work = 0.0, 0
    for _ in range(number):
        work = interruptible(work + 1)
        total += generator.uniform(-1.0, 1.0)
    return total


@kernel
def draw_unit_vectors(vectors: Floats, generator: np.random.Generator) -> None:
    """Fill vectors (number, dimension) with ones uniform on the sphere; mutates both."""
    number, dimension = vectors.shape
    for row in range(number):
        square = 0.0
        for column in range(dimension):
            vectors[row, column] = generator.standard_normal()
            square += vectors[row, column] ** 2
        scale = 1.0 / np.sqrt(square)
        for column in range(dimension):
            vectors[row, column] *= scale


@kernel
def take_set(step: int, sets: Floats, actions: Floats, generator: np.random.Generator) -> None:
    """Fill actions (actions, dimension) with the set of step t >= 1; mutates both."""
    if sets.shape[0] == 0:
        draw_unit_vectors(actions, generator)
        return
    number = (step - 1) % sets.shape[0]
    for row in range(actions.shape[0]):  # a loop, since numba compiles a slice for seconds
        for column in range(actions.shape[1]):
            actions[row, column] = sets[number, row, column]
