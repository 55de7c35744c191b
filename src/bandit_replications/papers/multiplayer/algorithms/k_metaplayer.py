"""K-Metaplayer (Algorithm 1): one player on K distinct arms with feedback on one of them.

Alatur, Levy, Krause: Multi-Player Bandits: The Adversarial Case (Section 3). The idealised game
with communication: no collisions and no quiet rounds. With K = 1 it is Section 2.1's EXP3.

>>> from bandit_replications.papers.multiplayer.environments.losses import bernoulli_losses
>>> problem = MultiplayerProblem(losses=bernoulli_losses([0.2, 0.5, 0.9]), players=2, horizon=5000)
>>> run = simulate(problem, generator=np.random.default_rng(1))
>>> int(run.regret[-1])
113
"""

import functools
import math

import numpy as np
from pydantic import Field

from bandit_replications.bandits.arrays import Integers
from bandit_replications.bandits.compiled import kernel
from bandit_replications.bandits.interrupts import interruptible
from bandit_replications.bandits.options import AlgorithmOptions
from bandit_replications.papers.multiplayer.algorithms.blocks import theorem_learning_rate
from bandit_replications.papers.multiplayer.algorithms.subset_sampling import subset_distribution
from bandit_replications.papers.multiplayer.algorithms.subset_sampling_kernels import (
    draw_members,
    marginal,
    subset_work,
    update_subset,
)
from bandit_replications.papers.multiplayer.environments.game import Team, simulate_team
from bandit_replications.papers.multiplayer.environments.losses import (
    Losses,
    segment_of,
)
from bandit_replications.papers.multiplayer.environments.online_run import OnlineRun
from bandit_replications.papers.multiplayer.environments.online_run_kernels import (
    Recorder,
    end_piece,
    new_recorder,
    piece_ends,
    recorded_run,
)
from bandit_replications.papers.multiplayer.environments.problems import MultiplayerProblem


class Options(AlgorithmOptions):
    """Constants of Algorithm 1."""

    learning_rate: float | None = Field(
        default=None,
        gt=0,
        allow_inf_nan=False,
        description="learning rate η; none: Lemma 3.1's sqrt(ln N / (T N))",
    )

    def rate(self, problem: MultiplayerProblem) -> float:
        """Return η."""
        sizes = {"arms": problem.arms, "horizon": problem.horizon}
        return self.learning_rate or theorem_learning_rate(**sizes, block_length=1)


def simulate(
    problem: MultiplayerProblem, *, generator: np.random.Generator, options: Options = Options()
) -> OnlineRun:
    """Simulate Algorithm 1 in compiled code: O(N K) a round, exact in distribution.

    Source: Algorithm 1, with Lemma 4.1's sampling.
    """
    recorder = new_recorder(problem)
    ends, rate = piece_ends(problem), options.rate(problem)
    _play_pieces(problem.losses, problem.players, rate, ends, recorder, generator)
    return recorded_run(problem.players, recorder)


@kernel
def _play_pieces(
    losses: Losses,
    players: int,
    rate: float,
    ends: Integers,
    recorder: Recorder,
    generator: np.random.Generator,
) -> None:
    """Play the pieces that end after these rounds. Mutates recorder and generator.

    The log-weights -η L are kept instead of the estimates L.
    """
    arms, given = losses.means.shape[1], losses.table.shape[0] > 0
    chances = losses.table if given else losses.means
    observed, members = np.zeros((2, arms)), np.empty(players, dtype=np.int64)
    log_weights, work = np.zeros((1, arms)), subset_work(arms, players)
    heads, tails, suffixes, prefix = work.heads, work.tails, work.suffixes, work.prefix
    reference = update_subset(log_weights, 0, 0, players, math.nan, work)
    total, now, steps = 0.0, 0, 0
    for end in ends:
        first, segment = now, segment_of(losses.starts, now)
        while now < end:
            steps = interruptible(steps + players * arms)
            draw_members(heads, suffixes, players, generator, members)
            watched = members[int(generator.random() * players)]
            row, feedback = now if given else segment, 0.0
            for arm in members:
                loss = chances[row, arm]
                if not given:
                    loss = 1.0 if generator.random() < loss else 0.0
                observed[0, arm] += 1.0
                observed[1, arm] += loss
                total += loss
                if arm == watched:
                    feedback = loss
            if feedback > 0.0:
                chance = marginal(heads, tails, suffixes, prefix, players, watched)
                log_weights[0, watched] -= rate * players * feedback / chance
                reference = update_subset(log_weights, 0, watched, players, reference, work)
            now += 1
        recorder.player_losses[0] = total
        end_piece(losses, end - first, observed, recorder, generator)


# --- Round by round -------------------------------------------------------------------------


def play(
    problem: MultiplayerProblem, *, generator: np.random.Generator, options: Options = Options()
) -> Team:
    """Play Algorithm 1 line by line over all meta-arms.

    Yields the arms of a meta-arm, the watched one first; of what they reveal only that one's loss
    is used.
    """
    rate, estimates = options.rate(problem), np.zeros(problem.arms)
    while True:
        meta_arms, chances = subset_distribution(-rate * estimates, size=problem.players)  # 3, 4
        chosen = meta_arms[generator.choice(len(meta_arms), p=chances)]  # line 5
        watched = int(generator.choice(chosen))  # line 6
        feedback = yield (watched, *(arm for arm in chosen if arm != watched))  # line 7
        containing = np.array([watched in meta_arm for meta_arm in meta_arms])
        loss = feedback[0][1]
        estimates[watched] += problem.players * loss / chances[containing].sum()  # line 8


simulate_literal = functools.partial(simulate_team, play=play, options=Options())
