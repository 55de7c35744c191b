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

import numpy as np
from pydantic import Field

from bandit_replications.bandits.literal import Player
from bandit_replications.bandits.options import AlgorithmOptions
from bandit_replications.bandits.trajectories import Trajectory
from bandit_replications.papers.cooperative.algorithms.options import Factor
from bandit_replications.papers.cooperative.algorithms.release_kernels import Rule, simulate_group
from bandit_replications.papers.cooperative.algorithms.widths import (
    STEP,
    NoiseWidths,
    released_widths,
)
from bandit_replications.papers.cooperative.environments.message_passing import (
    Arms,
    Message,
    play_against,
    play_together,
)
from bandit_replications.papers.cooperative.environments.problems import PrivateProblem
from bandit_replications.papers.cooperative.environments.reward_draws import reward_source


class Options(AlgorithmOptions):
    """Constants of private UCB on released sums."""

    noise_factor: Factor = Field(default=1.0, description="factor on the noise scale 1/ε")
    noise_width_factor: Factor = Field(
        default=1.0,
        description="factor on the width for the noise; 0 leaves an unlucky noise as it is",
    )


def simulate(
    problem: PrivateProblem, *, generator: np.random.Generator, options: Options = Options()
) -> Trajectory:
    """Simulate all agents in compiled code: the same actions as `simulate_literal`.

    The first K f rounds go round all arms, as in Algorithm 2. The generator draws, round by round
    and agent by agent, the reward and, at a release, the noise.
    """
    epsilon = problem.private_epsilon
    rule = Rule(
        interval=math.ceil(1 / epsilon),
        growth=2.0,
        scale=options.noise_factor / epsilon,
        width=options.noise_width_factor / epsilon,
    )
    return simulate_group(problem, rule, _noise_widths(problem), generator=generator)


def _noise_widths(problem: PrivateProblem) -> NoiseWidths:
    """Return the widths for all releases of an arm that an agent may know."""
    epsilon = problem.private_epsilon
    return released_widths(agents=problem.agents, horizon=problem.horizon, epsilon=epsilon)


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
