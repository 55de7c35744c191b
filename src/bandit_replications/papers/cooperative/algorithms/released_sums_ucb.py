"""Private UCB on released sums: a repair of Algorithms 1 and 2. Ours, not in the paper.

Two flaws of the printed algorithms are repaired at once. An agent acts on released numbers alone,
its own included, so that its pulls are private too; and the index has a width for the noise, so
that no arm is left alone with an unlucky one. With f = ceil(1/ε), an agent releases the sum of its
rewards of an arm with Laplace noise of scale 1/ε after f, 2 f more, 4 f more, … pulls: each reward
is in one release. All releases that have reached an agent are added up: N samples, R releases, and

    index = sum/N + sample width(N, 1/t²) + noise width(R, 1/t²)/N.

The messages of a whole run are ε-private, and the regret has a bound (`theory.repaired_regret`).

>>> from bandit_replications.bandits.rewards import bernoulli_table
>>> problem = PrivateProblem(
...     rewards=bernoulli_table([0.8, 0.3]), horizon=1000, epsilon=0.5, v=1.1,
...     distances=1 - np.eye(3, dtype=int), message_life=1,
... )
>>> simulate(problem, generator=np.random.default_rng(0)).pulls
array([[2814,  186]])
"""

import math
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from bandit_replications.bandits.arrays import Floats, Integers
from bandit_replications.bandits.compiled import kernel
from bandit_replications.bandits.interrupts import interruptible
from bandit_replications.bandits.literal import Player
from bandit_replications.bandits.options import AlgorithmOptions
from bandit_replications.bandits.trajectories import Trajectory
from bandit_replications.papers.cooperative.algorithms.options import Factor
from bandit_replications.papers.cooperative.algorithms.widths import (
    STEP,
    NoiseWidths,
    log_of_samples,
    noise_widths,
    row_of,
    width_of_mean,
)
from bandit_replications.papers.cooperative.environments.message_passing import (
    Arms,
    Message,
    play_against,
    play_together,
)
from bandit_replications.papers.cooperative.environments.problems import PrivateProblem
from bandit_replications.papers.cooperative.environments.reward_draws import (
    RewardLaws,
    draw,
    for_kernels,
    reward_source,
)


class Options(AlgorithmOptions):
    """Constants of private UCB on released sums."""

    noise_factor: Factor = Field(default=1.0, description="factor on the noise scale 1/ε")
    noise_width_factor: Factor = Field(
        default=1.0,
        description="factor on the width for the noise; 0 leaves an unlucky noise as it is",
    )


class _Rule(NamedTuple):
    """The first interval f, scale of the noise and of its width, and life of a message."""

    interval: int
    scale: float
    width: float
    life: int


def simulate(
    problem: PrivateProblem, *, generator: np.random.Generator, options: Options = Options()
) -> Trajectory:
    """Simulate all agents in compiled code: the same actions as `simulate_literal`.

    The first K f rounds go round all arms, as in Algorithm 2. The generator draws, round by round
    and agent by agent, the reward and, at a release, the noise.
    """
    epsilon = problem.private_epsilon
    rule = _Rule(
        interval=math.ceil(1 / epsilon),
        scale=options.noise_factor / epsilon,
        width=options.noise_width_factor / epsilon,
        life=min(problem.message_life, int(problem.distances.max(initial=0))),
    )
    laws, widths = for_kernels(problem.rewards), _noise_widths(problem)
    pulls = _simulate_agents(laws, rule, widths, problem.distances, problem.points, generator)
    return Trajectory(pulls)


def _noise_widths(problem: PrivateProblem) -> NoiseWidths:
    """Return the widths for all releases of an arm that an agent may know."""
    batches = problem.horizon / math.ceil(1 / problem.private_epsilon)
    releases = problem.agents * max(1, math.floor(math.log2(batches + 1)))
    return noise_widths(releases, row_of.py_func(2 * math.log(problem.horizon)))


@kernel
def _simulate_agents(
    laws: RewardLaws,
    rule: _Rule,
    widths: NoiseWidths,
    distances: Integers,
    checkpoints: Integers,
    generator: np.random.Generator,
) -> Integers:
    """Return pulls (checkpoints, arms) of all agents; mutates the generator.

    `known` (3, arms, agents) holds samples, their sum with noise, and releases, `logs` (2, arms,
    agents) the logarithm that their width takes of the first and the column of the noise's width
    for the last, which change seldom; slot t mod slots of `waiting` (slots, 3, arms, agents) has
    what arrives before round t, `due` (slots, arms) whether anything does.
    """
    agents, arms, slots = len(distances), len(laws.values), rule.life + 2
    pulls = np.zeros((checkpoints.size, arms), dtype=np.int64)
    played = np.zeros(arms, dtype=np.int64)
    known, waiting = np.zeros((3, arms, agents)), np.zeros((slots, 3, arms, agents))
    logs, due = np.zeros((2, arms, agents)), np.zeros((slots, arms), dtype=np.bool_)
    n, batch, sums = np.zeros((arms, agents)), np.ones((arms, agents)), np.zeros((arms, agents))
    actions, best = np.empty(agents, dtype=np.int64), np.empty(agents)
    point = 0
    work = 0
    for t in range(1, checkpoints[-1] + 1):
        work = interruptible(work + agents * arms)
        for arm in range(arms):
            if due[t % slots, arm]:
                due[t % slots, arm] = False
                _receive(arm, waiting[t % slots], widths.places, known, logs)
        if t > arms * rule.interval:
            log = 2.0 * math.log(t)
            _choose(known, logs, log, rule.width * widths.rows[row_of(log)], best, actions)
        else:
            actions[:] = t % arms
        for agent in range(agents):
            arm = actions[agent]
            played[arm] += 1
            sums[arm, agent] += draw(laws, arm, generator)
            n[arm, agent] += 1.0
            number = batch[arm, agent] * rule.interval
            if n[arm, agent] == number:
                total = sums[arm, agent]
                if rule.scale > 0:
                    total += rule.scale * generator.laplace(0.0, 1.0)
                _send(t, arm, number, total, distances[agent], waiting, due)
                batch[arm, agent] *= 2.0
                n[arm, agent], sums[arm, agent] = 0.0, 0.0
        if t == checkpoints[point]:
            pulls[point] = played
            point += 1
    return pulls


@kernel
def _send(
    time: int,
    arm: int,
    number: float,
    total: float,
    distances: Integers,
    waiting: Floats,
    due: NDArray[np.bool_],
) -> None:
    """Queue a release for all in reach, the sender included: at distance d after max(d, 1) rounds.

    Mutates `waiting` and `due`.
    """
    slots = len(waiting)
    for agent in range(distances.size):
        if distances[agent] <= slots - 2:
            slot = (time + max(distances[agent], 1)) % slots
            due[slot, arm] = True
            waiting[slot, 0, arm, agent] += number
            waiting[slot, 1, arm, agent] += total
            waiting[slot, 2, arm, agent] += 1.0


@kernel
def _receive(arm: int, arrived: Floats, places: Integers, known: Floats, logs: Floats) -> None:
    """Add one arm's arrivals (3, arms, agents) to `known`; mutates these, `known` and `logs`."""
    for agent in range(known.shape[2]):
        for place in range(3):
            known[place, arm, agent] += arrived[place, arm, agent]
            arrived[place, arm, agent] = 0.0
        logs[0, arm, agent] = log_of_samples(known[0, arm, agent])
        logs[1, arm, agent] = places[int(known[2, arm, agent])]


@kernel(error_model="numpy")
def _choose(
    known: Floats,
    logs: Floats,
    log_inverse_delta: float,
    widths: Floats,
    best: Floats,
    actions: Integers,
) -> None:
    """Set each agent's action to its lowest arm with the largest index.

    Mutates `actions` and `best` (agents,), scratch. Agents stand last so that several are compared
    at once.
    """
    best[:] = -np.inf
    for arm in range(known.shape[1]):
        numbers, totals = known[0, arm], known[1, arm]
        log_n, columns = logs[0, arm], logs[1, arm]
        for agent in range(actions.size):
            number = numbers[agent]
            index = totals[agent] / number + width_of_mean(number, log_n[agent] + log_inverse_delta)
            index += widths[int(columns[agent])] / number
            better = index > best[agent]
            best[agent] = index if better else best[agent]
            actions[agent] = arm if better else actions[agent]


# --- The protocol, message by message -------------------------------------------------------


def simulate_literal(
    problem: PrivateProblem, *, generator: np.random.Generator, options: Options = Options()
) -> Trajectory:
    """Simulate agents that really pass messages."""
    player = play(problem, generator=generator, options=options)
    return play_against(problem, player, reward_source(problem.rewards, generator))


def play(
    problem: PrivateProblem, *, generator: np.random.Generator, options: Options = Options()
) -> Player[Arms, Iterable[float]]:
    """Yield the arms of all agents; is sent their rewards. Draws the noise of releases."""
    agents = [_Agent(problem, options, generator) for _ in range(problem.agents)]
    return play_together(problem, agents)


Release = tuple[int, int, float]


class _Agent:
    """One agent: rewards not yet released, and all releases that it knows."""

    def __init__(
        self, problem: PrivateProblem, options: Options, generator: np.random.Generator
    ) -> None:
        self.epsilon, self.options, self.generator = problem.private_epsilon, options, generator
        self.interval = math.ceil(1 / self.epsilon)
        self.places, self.rows = _noise_widths(problem)
        self.unreleased: list[list[float]] = [[] for _ in range(problem.arms)]
        self.batch = [self.interval] * problem.arms
        self.known: list[list[tuple[int, float]]] = [[] for _ in range(problem.arms)]

    def choose(self, t: int) -> int:
        if t <= len(self.known) * self.interval:
            return t % len(self.known)
        index = [self._index(releases, 2 * math.log(t)) for releases in self.known]
        return index.index(max(index))

    def _index(self, releases: list[tuple[int, float]], log_inverse_delta: float) -> float:
        n, r = sum(number for number, _ in releases), len(releases)
        exponent = math.log(n + 1) / 2 + log_inverse_delta
        samples = math.sqrt((1 + 1 / n) * exponent / (2 * n))
        row = self.rows[math.ceil(log_inverse_delta / STEP)]
        noise = self.options.noise_width_factor / self.epsilon * float(row[self.places[r]])
        return math.fsum(total for _, total in releases) / n + samples + noise / n

    def observe(self, k: int, reward: float) -> Release | None:
        """Keep the reward; release the arm's sum when the batch is full."""
        self.unreleased[k].append(reward)
        if len(self.unreleased[k]) < self.batch[k]:
            return None
        total = math.fsum(self.unreleased[k])
        if self.options.noise_factor > 0:
            scale = self.options.noise_factor / self.epsilon
            total += scale * self.generator.laplace(0.0, 1.0)
        release = k, self.batch[k], total
        self._keep(release)
        self.unreleased[k], self.batch[k] = [], 2 * self.batch[k]
        return release

    def receive(self, messages: list[Message]) -> None:
        for message in messages:
            if message.content is not None:
                self._keep(message.content)

    def _keep(self, release: Release) -> None:
        arm, number, total = release
        self.known[arm].append((number, total))
