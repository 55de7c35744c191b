"""What the simulators of linear bandits share: sets of actions, noise, and their checks.

A set of actions is fixed, or one of a sequence that starts again when it ends, or drawn anew in
each step (uniform on the unit sphere). The agents of one step see the same set. The reward of
action x is <x, θ*> + η with η in [-1, 1] independent and of mean zero.
"""

from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
from numba import njit
from numpy.typing import NDArray

from bandit_replications.bandits.arguments import check_choice
from bandit_replications.bandits.trajectories import check_checkpoints

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

Noise = Literal["rademacher", "three-point", "uniform", "none"]
"""Law of η: ±1; -1, 0, 1 with 1/4, 1/2, 1/4; uniform on [-1, 1]; always 0."""

RADEMACHER, THREE_POINT, UNIFORM = 0, 1, 2
NOISES = get_args(Noise)

# Indices that differ by less are equal but for rounding: at first those of all unit vectors are.
TIE = 1e-9

# A unit vector's decimals round; nothing else may leave the ball.
LENGTH_TOLERANCE = 1e-9


@dataclass(frozen=True)
class LinearProblem:
    """A checked problem.

    Attributes
    ----------
    sets : float64 array, shape (sets, actions, dimension)
        Step t has number (t - 1) modulo the number of sets. No set, shape (0, actions, dimension):
        each step draws unit vectors.
    parameter : float64 array, shape (dimension,)
    agents, horizon : int
    checkpoints : int64 array, increasing, the last one the horizon
    noise : int
        Position of the law in `NOISES`.

    """

    sets: Floats
    parameter: Floats
    agents: int
    horizon: int
    checkpoints: Integers
    noise: int

    @property
    def dimension(self) -> int:
        """Dimension of the actions, d."""
        return int(self.sets.shape[2])

    @property
    def actions(self) -> int:
        """Number of actions in each set."""
        return int(self.sets.shape[1])


def check_problem(
    *,
    action_set: Floats,
    parameter: Floats,
    agents: int,
    horizon: int,
    checkpoints: Integers,
    noise: str,
    fixed: bool = False,
) -> LinearProblem:
    """Return the problem after checking it.

    Parameters
    ----------
    action_set : float array, shape (actions, dimension) or (sets, actions, dimension)
        Actions in the unit ball; with 0 sets, each step draws unit vectors.
    parameter : float array, shape (dimension,)
        θ*, in the unit ball.
    agents, horizon : int
        M >= 1 and T > max(M, 2), as the paper assumes.
    checkpoints : int64 array
        Time steps that increase up to the horizon.
    noise : str
        One of `NOISES`.
    fixed : bool
        Whether there must be one set only.

    Raises
    ------
    TypeError
        If the number of agents or the horizon is not an integer.
    ValueError
        If another argument is out of range.

    """
    for name, number in (("agents", agents), ("horizon", horizon)):
        if isinstance(number, bool) or not isinstance(number, (int, np.integer)):
            raise TypeError(f"{name}: {number!r}; allowed: an integer")
    if agents < 1:
        raise ValueError(f"agents: {agents}; allowed: at least 1")
    if horizon <= max(agents, 2):
        raise ValueError(f"horizon: {horizon}; allowed: > max(agents, 2) = {max(agents, 2)}")
    check_choice("noise", noise, NOISES)
    sets = check_actions(action_set)
    if fixed and len(sets) != 1:
        raise ValueError(f"action_set: {len(sets)} sets; allowed: one fixed set")
    theta = np.ascontiguousarray(parameter, dtype=np.float64)
    if theta.shape != (sets.shape[2],):
        raise ValueError(f"parameter: shape {theta.shape}; allowed: ({sets.shape[2]},)")
    if not np.isfinite(theta).all() or np.linalg.norm(theta) > 1 + LENGTH_TOLERANCE:
        raise ValueError(f"parameter: {theta}; allowed: finite and of length at most 1")
    return LinearProblem(
        sets=sets,
        parameter=theta,
        agents=int(agents),
        horizon=int(horizon),
        checkpoints=check_checkpoints(checkpoints, horizon=int(horizon)),
        noise=NOISES.index(noise),
    )


def check_actions(action_set: Floats) -> Floats:
    """Return the sets, shape (sets, actions, dimension), after checking them.

    Raises
    ------
    ValueError
        If there is no action or dimension, or one action is not finite or outside the unit ball.

    """
    sets = np.asarray(action_set, dtype=np.float64)
    if sets.ndim == 2:
        sets = sets[None]
    if sets.ndim != 3 or sets.shape[1] < 1 or sets.shape[2] < 1:
        raise ValueError(
            f"action_set: shape {np.shape(action_set)}; allowed: (actions, dimension) or "
            "(sets, actions, dimension), at least 1 action and dimension"
        )
    if not np.isfinite(sets).all():
        raise ValueError("action_set: an action is not finite; allowed: finite numbers")
    if sets.size and np.linalg.norm(sets, axis=2).max() > 1 + LENGTH_TOLERANCE:
        longest = float(np.linalg.norm(sets, axis=2).max())
        raise ValueError(f"action_set: an action of length {longest:g}; allowed: at most 1")
    return np.ascontiguousarray(sets)


# --- Draws: compiled, and in the pseudo-code as .py_func --------------------------------------


@njit(cache=True)
def draw_noise(kind: int, generator: np.random.Generator) -> float:
    """Return one η; `kind` is the law's position in `NOISES`. Mutates the generator."""
    if kind == RADEMACHER:
        return 2.0 * generator.integers(0, 2) - 1.0
    if kind == THREE_POINT:
        return float(generator.integers(0, 2) - generator.integers(0, 2))
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


@njit(cache=True)
def _uniform_sum(number: int, generator: np.random.Generator) -> float:
    """Return the sum of so many numbers uniform on [-1, 1]. Mutates the generator."""
    total = 0.0
    for _ in range(number):
        total += generator.uniform(-1.0, 1.0)
    return total


@njit(cache=True)
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


@njit(cache=True)
def take_set(step: int, sets: Floats, actions: Floats, generator: np.random.Generator) -> None:
    """Fill actions (actions, dimension) with the set of step t >= 1; mutates both."""
    if sets.shape[0] == 0:
        draw_unit_vectors(actions, generator)
        return
    number = (step - 1) % sets.shape[0]
    for row in range(actions.shape[0]):  # a loop, since numba compiles a slice for seconds
        for column in range(actions.shape[1]):
            actions[row, column] = sets[number, row, column]


def set_of_step(problem: LinearProblem, step: int, generator: np.random.Generator) -> Floats:
    """Return the actions of a time step t >= 1, shape (actions, dimension), for the pseudo-code."""
    actions = np.empty(problem.sets.shape[1:])
    if len(problem.sets):
        actions[:] = problem.sets[(step - 1) % len(problem.sets)]
    else:
        draw_unit_vectors.py_func(actions, generator)
    return actions
