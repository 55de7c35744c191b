"""Byzantine-Proof Multi-Agent UCB (Algorithm 3) with the robust trimmed mean.

Every agent keeps all rewards it has drawn or heard of, estimates each arm by the trimmed mean and
plays the arm with the largest estimate + σ sqrt(ε) + sqrt(σ ln(1/δ) / n), δ = 1/t². Rewards travel
one by one, and those of Byzantine agents may be false.

Which samples are the X and which the Y of the trimmed mean is left open; here a sender's pulls of
an arm go by turns into X and Y, the first into X. A false reward that is neither 0 nor 1 is a value
of its own, the others are counted.
"""

import math
from collections.abc import Sequence
from typing import Literal

import numpy as np
from numba import njit
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field

from bandit_replications.bandit_runs import check_run
from bandit_replications.cooperative.contamination import Contamination
from bandit_replications.cooperative.contamination_kernels import report
from bandit_replications.cooperative.information import (
    Floats,
    Integers,
    Neighbourhoods,
    collect,
    neighbourhoods,
    spread,
)
from bandit_replications.cooperative.message_passing import Message, Network
from bandit_replications.cooperative.multi_agent_ucb import Delay
from bandit_replications.cooperative.networks import Distances
from bandit_replications.cooperative.trimmed_mean import (
    check_contamination,
    trimmed_mean,
    two_valued_trimmed_mean,
    weighted_trimmed_mean,
)
from bandit_replications.rewards import RewardTable, draw_reward
from bandit_replications.trajectories import Trajectory


class Options(BaseModel):
    """Constants and readings of Byzantine-Proof Multi-Agent UCB."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    sigma: float = Field(
        default=0.5, gt=0, allow_inf_nan=False, title="σ", description="bound on the rewards' s.d."
    )
    delta_exponent: float = Field(
        default=2.0, gt=0, allow_inf_nan=False, description="c in δ = 1/t^c; printed: 2"
    )
    assumed_factor: float = Field(
        default=1.0,
        ge=0,
        allow_inf_nan=False,
        description="factor on the contamination that the algorithm is given",
    )
    estimator: Literal["trimmed-mean", "mean"] = Field(
        default="trimmed-mean", description="how an arm's samples are averaged"
    )
    own_samples: Literal["true", "reported"] = Field(
        default="true",
        description="whether an agent uses its own rewards or what it reports of them",
    )
    delay: Delay = Field(
        default="distance", description="rounds after which a message acts at distance d: d or d+1"
    )


def simulate(
    *,
    rewards: RewardTable,
    lengths: Distances,
    message_life: int,
    horizon: int,
    checkpoints: NDArray[np.int64],
    generator: np.random.Generator,
    contamination: Contamination,
    assumed_contamination: float,
    byzantine: Sequence[int] | None = None,
    noise_scale: float = 0.0,
    options: Options = Options(),  # noqa: B008 - frozen
) -> Trajectory:
    """Simulate all agents in compiled code: the same actions as `simulate_literal`.

    Source: Algorithm 3.

    Parameters
    ----------
    rewards : RewardTable
        Laws of the K arms' rewards in [0, 1], the same for all agents.
    lengths : int64 array, shape (agents, agents)
        Distances in the network.
    message_life : int
        γ >= 0.
    horizon : int
        Rounds T >= K of each agent.
    checkpoints : int64 array, increasing, the last one the horizon
    generator : numpy.random.Generator
        Draws, round by round and agent by agent, the reward and what is reported of it.
    contamination : Contamination
        What Byzantine agents do.
    assumed_contamination : float
        ε that the algorithm is given, 0 <= ε < 1/2.
    byzantine : sequence of int, optional
        The Byzantine agents; default all.
    noise_scale : float
        Scale of Laplace noise on every reported reward, >= 0: privacy besides robustness, which
        the paper leaves open. 0 is the paper's algorithm.
    options : Options

    Returns
    -------
    Trajectory
        Pulls of all agents together.

    Raises
    ------
    TypeError, ValueError
        If an argument is of a wrong type or out of range.

    """
    assumed = assumed_contamination * options.assumed_factor
    points, false = _check(
        rewards, lengths, horizon, checkpoints, contamination, assumed, byzantine
    )
    hoods = neighbourhoods(lengths, message_life=message_life)
    pulls = _simulate(
        *rewards,
        hoods,
        lengths,
        int(options.delay == "distance-plus-one"),
        contamination,
        false,
        noise_scale,
        assumed,
        options.sigma,
        options.delta_exponent,
        options.estimator == "trimmed-mean",
        options.own_samples == "reported",
        points,
        generator,
    )
    return Trajectory(pulls)


def _check(
    rewards: RewardTable,
    lengths: Distances,
    horizon: int,
    checkpoints: Integers,
    contamination: Contamination,
    assumed_contamination: float,
    byzantine: Sequence[int] | None,
) -> tuple[Integers, NDArray[np.bool_]]:
    check_contamination(contamination.probability)
    check_contamination(assumed_contamination)
    agents = len(lengths)
    false = np.full(agents, byzantine is None)
    for agent in byzantine or ():
        if not 0 <= agent < agents:
            raise ValueError(f"byzantine: {agent}; allowed: agents 0 to {agents - 1}")
        false[agent] = True
    return check_run(rewards=rewards, horizon=horizon, checkpoints=checkpoints), false


@njit(cache=True)
def _simulate(
    kind: int,
    values: Floats,
    weights: Floats,
    hoods: Neighbourhoods,
    lengths: Integers,
    extra: int,
    contamination: Contamination,
    false: NDArray[np.bool_],
    noise_scale: float,
    assumed: float,
    sigma: float,
    exponent: float,
    trimmed: bool,
    own_reported: bool,
    checkpoints: Integers,
    generator: np.random.Generator,
) -> Integers:
    """Return pulls (checkpoints, arms) of all agents; mutates the generator only.

    Cell 2 k + h counts the zeros and ones of arm k in half h (0 for X, 1 for Y), and adds up the
    ones; other values are kept one by one, in the order of their size.
    """
    agents, arms = lengths.shape[0], values.shape[0]
    pulls = np.zeros((checkpoints.size, arms), dtype=np.int64)
    played = np.zeros(arms, dtype=np.int64)
    own = np.zeros((agents, arms), dtype=np.int64)
    known = np.zeros((agents, 2, 2 * arms))
    waiting = np.zeros((hoods.life + extra + 1, agents, 2, 2 * arms))
    cells, drawn = np.empty(agents, dtype=np.int64), np.empty(agents)
    counts, ones = np.empty(agents), np.empty(agents)
    # atoms of each agent and arm: 0 and 1 stand in places that move as others come
    atoms = np.zeros((agents, arms, 16))
    atoms[:, :, 1] = 1.0
    halves = np.zeros((agents, arms, 2, 16))
    used = np.full((agents, arms), 2)
    totals = np.zeros((agents, arms, 2))
    strange = np.empty((256, 3), dtype=np.int64)  # round, sender, cell of other values on their way
    worth = np.empty(256)
    begin, end = 0, 0
    point = 0
    for t in range(1, checkpoints[-1] + 1):
        collect(t, waiting, known)
        while begin < end and strange[begin, 0] + extra + hoods.life < t:
            begin += 1
        on_their_way = strange[begin:end]
        atoms, halves = _deliver(
            t - extra,
            on_their_way,
            worth,
            begin,
            hoods.life,
            lengths,
            atoms,
            halves,
            used,
            totals,
        )
        log_delta = exponent * math.log(t)
        for agent in range(agents):
            arm = t - 1
            if t > arms:
                arm = _choose(
                    known, atoms, halves, used, totals, agent, log_delta, assumed, sigma, trimmed
                )
            reward = draw_reward(kind, values, weights, arm, generator)
            told = report(contamination, arm, reward, generator) if false[agent] else reward
            if noise_scale > 0:
                told += noise_scale * generator.laplace(0.0, 1.0)
            played[arm] += 1
            cells[agent] = 2 * arm + (own[agent, arm] & 1)
            own[agent, arm] += 1
            drawn[agent] = told if own_reported else reward
            common = told == 0.0 or told == 1.0  # noqa: PLR1714
            counts[agent] = 1.0 if common else 0.0
            ones[agent] = 1.0 if told == 1.0 else 0.0
            if not common and hoods.life:
                if end == worth.size:
                    strange, worth, begin, end = _kept_events(strange, worth, begin, end)
                strange[end, 0], strange[end, 1], strange[end, 2] = t, agent, cells[agent]
                worth[end] = told
                end += 1
        atoms, halves = _keep_own(cells, drawn, known, atoms, halves, used, totals)
        if hoods.life:
            spread(
                cells,
                counts,
                ones,
                t,
                extra,
                hoods.members,
                hoods.offsets,
                hoods.life,
                hoods.complement,
                waiting,
            )
        if t == checkpoints[point]:
            pulls[point] = played
            point += 1
    return pulls


@njit(cache=True)
def _deliver(
    sent: int,
    strange: Integers,
    worth: Floats,
    begin: int,
    life: int,
    lengths: Integers,
    atoms: Floats,
    halves: Floats,
    used: Integers,
    totals: Floats,
) -> tuple[Floats, Floats]:
    """Give each value that is neither 0 nor 1 to the agents that it reaches now.

    `strange` (events, 3) holds round, sender and cell of the values worth[begin], …; a value of
    round `sent` - d reaches those at distance d. Mutates the last four arrays; returns atoms and
    halves, which may have grown.
    """
    for event in range(len(strange)):
        distance = sent - strange[event, 0]
        if not 1 <= distance <= life:
            continue
        sender, cell = strange[event, 1], strange[event, 2]
        for agent in range(len(lengths)):
            if lengths[sender, agent] == distance:
                atoms, halves = _insert(
                    atoms, halves, used, totals, agent, cell, worth[begin + event]
                )
    return atoms, halves


@njit(cache=True)
def _keep_own(
    cells: Integers,
    drawn: Floats,
    known: Floats,
    atoms: Floats,
    halves: Floats,
    used: Integers,
    totals: Floats,
) -> tuple[Floats, Floats]:
    """Add each agent's own sample; mutates all but the first two arrays, returns as `_deliver`."""
    for agent in range(cells.size):
        kept = drawn[agent]
        if kept == 0.0 or kept == 1.0:  # noqa: PLR1714
            known[agent, 0, cells[agent]] += 1.0
            known[agent, 1, cells[agent]] += kept
        else:
            atoms, halves = _insert(atoms, halves, used, totals, agent, cells[agent], kept)
    return atoms, halves


@njit(cache=True)
def _choose(
    known: Floats,
    atoms: Floats,
    halves: Floats,
    used: Integers,
    totals: Floats,
    agent: int,
    log_delta: float,
    assumed: float,
    sigma: float,
    trimmed: bool,
) -> int:
    """Return the agent's lowest arm with the largest index; mutates halves at 0 and 1."""
    chosen, best = 0, -np.inf
    bias = sigma * math.sqrt(assumed)
    for arm in range(used.shape[1]):
        n_x, n_y = known[agent, 0, 2 * arm], known[agent, 0, 2 * arm + 1]
        ones_x, ones_y = known[agent, 1, 2 * arm], known[agent, 1, 2 * arm + 1]
        number = n_x + n_y + totals[agent, arm, 0]
        size = used[agent, arm]
        if not trimmed:
            estimate = (ones_x + ones_y + totals[agent, arm, 1]) / number
        elif size == 2:
            estimate = two_valued_trimmed_mean(
                n_x - ones_x, ones_x, n_y - ones_y, ones_y, log_delta, assumed
            )
        else:
            zero = np.searchsorted(atoms[agent, arm, :size], 0.0)
            one = np.searchsorted(atoms[agent, arm, :size], 1.0)
            halves[agent, arm, 0, zero], halves[agent, arm, 0, one] = n_x - ones_x, ones_x
            halves[agent, arm, 1, zero], halves[agent, arm, 1, one] = n_y - ones_y, ones_y
            estimate = weighted_trimmed_mean(
                atoms[agent, arm],
                halves[agent, arm, 0],
                halves[agent, arm, 1],
                size,
                log_delta,
                assumed,
            )
        index = estimate + bias + math.sqrt(sigma * log_delta / number)
        if index > best:
            chosen, best = arm, index
    return chosen


@njit(cache=True)
def _insert(
    atoms: Floats,
    halves: Floats,
    used: Integers,
    totals: Floats,
    agent: int,
    cell: int,
    value: float,
) -> tuple[Floats, Floats]:
    """Add a value that is neither 0 nor 1 to an agent's samples.

    Mutates all four arrays; returns atoms and halves, which have grown if they were full.
    """
    arm, half = cell >> 1, cell & 1
    size = used[agent, arm]
    totals[agent, arm, 0] += 1.0
    totals[agent, arm, 1] += value
    place = np.searchsorted(atoms[agent, arm, :size], value)
    if place < size and atoms[agent, arm, place] == value:
        halves[agent, arm, half, place] += 1.0
        return atoms, halves
    room = atoms.shape[2]
    if size == room:
        smaller, fewer = atoms, halves
        atoms = np.zeros((*smaller.shape[:2], 2 * room))
        atoms[:, :, :room] = smaller
        halves = np.zeros((*fewer.shape[:3], 2 * room))
        halves[:, :, :, :room] = fewer
    for i in range(size, place, -1):
        atoms[agent, arm, i] = atoms[agent, arm, i - 1]
        halves[agent, arm, 0, i] = halves[agent, arm, 0, i - 1]
        halves[agent, arm, 1, i] = halves[agent, arm, 1, i - 1]
    atoms[agent, arm, place] = value
    halves[agent, arm, 0, place] = 0.0
    halves[agent, arm, 1, place] = 0.0
    halves[agent, arm, half, place] = 1.0
    used[agent, arm] = size + 1
    return atoms, halves


@njit(cache=True)
def _kept_events(
    strange: Integers, worth: Floats, begin: int, end: int
) -> tuple[Integers, Floats, int, int]:
    """Return the values on their way in arrays with room for as many again."""
    size = end - begin
    longer, values = np.empty((2 * size + 256, 3), dtype=np.int64), np.empty(2 * size + 256)
    longer[:size], values[:size] = strange[begin:end], worth[begin:end]
    return longer, values, 0, size


# --- The protocol, message by message -------------------------------------------------------


def simulate_literal(
    *,
    rewards: RewardTable,
    lengths: Distances,
    message_life: int,
    horizon: int,
    checkpoints: NDArray[np.int64],
    generator: np.random.Generator,
    contamination: Contamination,
    assumed_contamination: float,
    byzantine: Sequence[int] | None = None,
    noise_scale: float = 0.0,
    options: Options = Options(),  # noqa: B008 - frozen
) -> Trajectory:
    """Simulate agents that really pass messages; parameters as for `simulate`."""
    assumed = assumed_contamination * options.assumed_factor
    points, false = _check(
        rewards, lengths, horizon, checkpoints, contamination, assumed, byzantine
    )
    arms = len(rewards.values)
    network = Network(
        lengths == 1,
        message_life=message_life,
        extra_rounds=int(options.delay == "distance-plus-one"),
    )
    agents = [_Agent(arms, assumed, options) for _ in range(len(lengths))]
    played = np.zeros((horizon + 1, arms), dtype=np.int64)
    for t in range(1, horizon + 1):
        for m, agent in enumerate(agents):
            arm = agent.choose(t)
            reward = draw_reward.py_func(*rewards, arm, generator)
            told = report.py_func(contamination, arm, reward, generator) if false[m] else reward
            if noise_scale > 0:
                told += noise_scale * generator.laplace(0.0, 1.0)
            half = agent.pulls[arm] % 2
            agent.pulls[arm] += 1
            kept = told if options.own_samples == "reported" else reward
            agent.samples[arm][half].append(kept)
            network.create(Message(sender=m, time=t, content=(arm, half, told)))
            played[t, arm] += 1
        for m, messages in enumerate(network.deliver()):
            for message in messages:
                arm, half, told = message.content
                agents[m].samples[arm][half].append(told)
    return Trajectory(np.cumsum(played, axis=0)[points])


class _Agent:
    """One agent: the samples X and Y of each arm that it has drawn or heard of."""

    def __init__(self, arms: int, contamination: float, options: Options) -> None:
        self.samples: list[tuple[list[float], list[float]]] = [([], []) for _ in range(arms)]
        self.pulls = [0] * arms
        self.contamination, self.options = contamination, options

    def choose(self, t: int) -> int:
        arms = range(len(self.pulls))
        if t <= len(self.pulls):
            return t - 1
        index = [self._index(k, self.options.delta_exponent * math.log(t)) for k in arms]
        return index.index(max(index))

    def _index(self, k: int, log_inverse_delta: float) -> float:
        x, y = self.samples[k]
        n, sigma = len(x) + len(y), self.options.sigma
        width = sigma * math.sqrt(self.contamination) + math.sqrt(sigma * log_inverse_delta / n)
        if self.options.estimator == "mean":
            return math.fsum([*x, *y]) / n + width
        estimate = trimmed_mean(
            x, y, log_inverse_delta=log_inverse_delta, contamination=self.contamination
        )
        return estimate + width
