"""BaSE (Algorithm 3): batched successive elimination of one user's arms, on a static grid.

Gao, Han, Ren, Zhou (2019). Each batch plays the arms alive in turn and then drops those that are
clearly below the best; the last batch plays the best one. Interpretations, each an option: the
number of batches ("log log T": to which base?), and the parameter gamma.
"""

import itertools
import math
from typing import Literal, NamedTuple

import numpy as np
from pydantic import Field

from bandit_replications.bandits.arrays import Integers
from bandit_replications.bandits.literal import Player, drive
from bandit_replications.bandits.options import AlgorithmOptions
from bandit_replications.bandits.problems import BanditProblem
from bandit_replications.bandits.rewards import draw_sum
from bandit_replications.bandits.runs import count_pulls, reward_source
from bandit_replications.bandits.trajectories import Trajectory
from bandit_replications.runtime.errors import BadValue

Logarithm = Literal["base-2", "natural"]


class Options(AlgorithmOptions):
    """Constants and interpretations of BaSE."""

    gamma: float | None = Field(
        default=None,
        gt=0,
        allow_inf_nan=False,
        description="an arm goes if it is sqrt(gamma / pulls) below the best; null is ln(K T)",
    )
    batches: int | None = Field(
        default=None, ge=1, description="number of batches B; null is log log T, rounded up"
    )
    logarithm: Logarithm = Field(default="base-2", description="base of log log T, both times")


def number_of_batches(horizon: float, *, logarithm: Logarithm) -> int:
    """Return log log T, rounded up to an integer of at least 1 (Lemma 1, Appendix A).

    Parameters
    ----------
    horizon : float
        T >= 1.
    logarithm : {"base-2", "natural"}
        Base of both logarithms.

    """
    log = math.log2 if logarithm == "base-2" else math.log
    return max(1, math.ceil(log(log(horizon)))) if horizon > math.e else 1


def grid(*, horizon: float, batches: int) -> list[int]:
    """Return t_1, …, t_B = T, rounded down (the minimax grid of Gao et al., 2019).

    u_1 = a, u_m = a sqrt(u_(m-1)) with a = T^(1 / (2 - 2^(1-B))), so that u_B = T.

    Parameters
    ----------
    horizon : float
        T >= 1.
    batches : int
        B >= 1.

    Raises
    ------
    ValueError
        If an argument is out of range.

    """
    if not horizon >= 1:
        raise BadValue(f"horizon: {horizon}; allowed: >= 1")
    if batches < 1:
        raise BadValue(f"batches: {batches}; allowed: >= 1")
    a = horizon ** (1 / (2 - 2.0 ** (1 - batches)))
    u, points = a, []
    for _ in range(batches - 1):
        points.append(int(u))
        u = a * math.sqrt(u)
    return [*points, int(horizon)]


def batch_lengths(*, horizon: float, batches: int) -> list[int]:
    """Return the rounds of each batch, D_b = t_b - t_(b-1), which may be 0 on a tiny horizon."""
    return np.diff([0, *grid(horizon=horizon, batches=batches)]).tolist()


def simulate(
    problem: BanditProblem, *, generator: np.random.Generator, options: Options = Options()
) -> Trajectory:
    """Simulate BaSE by batches: exact in distribution, one sum for each arm and batch."""
    explored = _explore(problem, generator, options)
    return Trajectory(_pulls(problem.points, explored.starts, explored.at_starts, explored.orders))


class _Explored(NamedTuple):
    """Where each batch starts, pulls at its start, and its cyclic order."""

    starts: list[int]
    at_starts: list[Integers]
    orders: list[Integers]


def _explore(problem: BanditProblem, generator: np.random.Generator, options: Options) -> _Explored:
    """Run all batches; the last one's order is the arm that looks best.

    Plain numbers: there are few arms, and numpy would take longer to start than to count them.
    """
    arms = problem.arms
    gamma, ends = _parameters(problem, options)
    alive = list(range(arms))
    played, sums = [0] * arms, [0.0] * arms
    averages = [-math.inf] * arms
    at_starts = [played.copy()]  # pulls when each batch starts
    orders = []
    starts = [0, *ends[:-1]]
    for start, end in itertools.pairwise(starts):
        # Round t plays the (t mod |A|)-th arm alive, counted from 0.
        first = (start + 1) % len(alive)
        order = alive[first:] + alive[:first]
        cycles, extra = divmod(end - start, len(alive))
        for place, arm in enumerate(order):
            count = cycles + (place < extra)
            played[arm] += count
            sums[arm] += draw_sum(*problem.rewards, arm, count, generator)
            if played[arm]:
                averages[arm] = sums[arm] / played[arm]
        best = max(averages[arm] for arm in alive)
        width = math.sqrt(gamma / max(1, *(played[arm] for arm in alive)))
        orders.append(order)
        at_starts.append(played.copy())
        alive = [arm for arm in alive if best - averages[arm] < width]
    orders.append([max(alive, key=averages.__getitem__)])
    return _Explored(starts, *(list(map(np.array, rows)) for rows in (at_starts, orders)))


def _parameters(problem: BanditProblem, options: Options) -> tuple[float, list[int]]:
    """Return gamma and the ends of the batches."""
    batches = options.batches or number_of_batches(problem.horizon, logarithm=options.logarithm)
    gamma = math.log(problem.arms * problem.horizon) if options.gamma is None else options.gamma
    return gamma, grid(horizon=problem.horizon, batches=batches)


def _pulls(
    points: Integers, starts: list[int], at_starts: list[Integers], orders: list[Integers]
) -> Integers:
    """Return the pulls at the checkpoints, given where each batch starts and its cyclic order."""
    batches = np.searchsorted(starts, points, side="left") - 1
    rows = []
    for point, batch in zip(points, batches, strict=True):
        cycles, extra = divmod(int(point) - starts[batch], orders[batch].size)
        row = at_starts[batch].copy()
        row[orders[batch]] += cycles
        row[orders[batch][:extra]] += 1
        rows.append(row)
    return np.array(rows)


# --- The pseudo-code, round by round --------------------------------------------------------


def simulate_literal(
    problem: BanditProblem, *, generator: np.random.Generator, options: Options = Options()
) -> Trajectory:
    """Simulate BaSE round by round."""
    player = play(problem, generator=generator, options=options)
    respond = reward_source(problem.rewards, generator)
    actions = drive(player, respond, rounds=problem.horizon)
    return count_pulls(actions, arms=problem.arms, checkpoints=problem.points)


def play(
    problem: BanditProblem, *, generator: np.random.Generator, options: Options = Options()
) -> Player[int, float]:
    """Yield the arm of each round; be sent its reward."""
    arms, T = problem.arms, problem.horizon  # noqa: N806
    B = options.batches or number_of_batches(T, logarithm=options.logarithm)  # noqa: N806
    gamma = math.log(arms * T) if options.gamma is None else options.gamma
    t_grid = [0, *grid(horizon=T, batches=B)]
    A = list(range(arms))  # noqa: N806
    n, sigma = [0] * arms, [0.0] * arms

    def average(j: int) -> float:
        return sigma[j] / n[j] if n[j] else -math.inf

    for b in range(1, B):
        for t in range(t_grid[b - 1] + 1, t_grid[b] + 1):
            j = A[t % len(A)]
            sigma[j] += yield j
            n[j] += 1
        best = max(average(j) for j in A)
        tau = max(1, *(n[j] for j in A))
        A = [j for j in A if best - average(j) < math.sqrt(gamma / tau)]  # noqa: N806
    # The printed last loop repeats the index b of the batch before; it runs over batch B.
    j_star = max(A, key=average)
    for _ in range(t_grid[B - 1], T):
        yield j_star
