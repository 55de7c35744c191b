"""Compiled Coordinate and Play: whole blocks as sums where that is exact, else round by round.

Alatur, Levy, Krause: Multi-Player Bandits: The Adversarial Case (Algorithms 2 to 4, Appendix A.3,
Discussion). Players, roles and arms are numbered as in `block_kernels`.
"""

import numpy as np

from bandit_replications.bandits.arrays import Integers
from bandit_replications.bandits.compiled import kernel
from bandit_replications.bandits.interrupts import interruptible
from bandit_replications.papers.multiplayer.algorithms.block_kernels import (
    UNRANKED,
    Block,
    BlockSettings,
    new_round,
    play_block,
    play_round,
)
from bandit_replications.papers.multiplayer.algorithms.coordinator_kernels import (
    choose_arms,
    learn,
    new_learner,
)
from bandit_replications.papers.multiplayer.algorithms.subset_sampling_kernels import fill_marginals
from bandit_replications.papers.multiplayer.algorithms.whole_block_kernels import (
    draw_unobserved,
    new_unobserved,
    play_given_block,
    play_whole_blocks,
)
from bandit_replications.papers.multiplayer.environments.losses import (
    BETWEEN_BLOCKS,
    Losses,
    segment_of,
)
from bandit_replications.papers.multiplayer.environments.online_run_kernels import (
    RECORDED,
    ROUNDS,
    Recorder,
    at_checkpoint,
    record,
)
from bandit_replications.papers.multiplayer.environments.reacting import react_to_chances


@kernel
def rank_players(
    losses: Losses, rounds: int, ranks: Integers, recorder: Recorder, generator: np.random.Generator
) -> None:
    """Play Algorithm 4; ranks (players,) gets each player's arm, or UNRANKED.

    Mutates ranks, recorder and generator.
    """
    players = ranks.size
    this = new_round(players, losses.means.shape[1])
    ranks[:] = UNRANKED
    work = 0
    for _ in range(rounds):
        work = interruptible(work + players)
        for player in range(players):
            if ranks[player] == UNRANKED:
                this.choices[player] = generator.integers(0, players)
            else:
                this.choices[player] = ranks[player]
        play_round(losses, this, recorder, generator)
        for player in range(players):
            if not this.collided[player]:
                ranks[player] = this.choices[player]


@kernel
def play_epoch(
    losses: Losses,
    settings: BlockSettings,
    ranks: Integers,
    rounds: int,
    recorder: Recorder,
    generator: np.random.Generator,
) -> None:
    """Play so many rounds: blocks as long as whole ones fit, then uniform arms.

    Learning starts afresh. Mutates recorder and generator.
    """
    players, arms, given = ranks.size, losses.means.shape[1], losses.table.shape[0] > 0
    end, counts = recorder.counts[ROUNDS] + rounds, recorder.counts
    learner, unobserved = new_learner(players, arms), new_unobserved(arms)
    roles, chosen, found = np.empty((3, players), dtype=np.int64)
    this, block = new_round(players, arms), Block(roles, chosen, found)
    moved = settings.waits_on_first_arm or settings.random_start
    # A literal 0 would compile what takes it once more.
    as_sums, number = not (moved or losses.reacts) and ranks.min() != UNRANKED, np.int64(0)
    chances = np.empty(arms)
    event = counts[ROUNDS]
    work = 0
    while counts[ROUNDS] + settings.block_length <= end:
        work = interruptible(work + players * arms)
        failed = counts[ROUNDS] >= settings.fails_after
        if counts[ROUNDS] >= event:
            event = _next_event(losses, end, recorder)
            event = event if failed else min(event, settings.fails_after)
        as_sums = as_sums and not failed
        blocks = (event - counts[ROUNDS]) // settings.block_length
        if as_sums and not given and blocks > 0:
            play_whole_blocks(
                losses, settings, number, blocks, learner, unobserved, recorder, generator
            )
            number += blocks
            if at_checkpoint(counts, recorder.checkpoints):
                draw_unobserved(losses, unobserved, recorder, generator)
                record(recorder)
            continue
        turn = number % players if settings.round_robin else 0
        choose_arms(learner, turn, block.chosen, generator)
        if losses.reacts == BETWEEN_BLOCKS:
            fill_marginals(learner.work, players, chances)
            react_to_chances(losses, chances, players)
        if as_sums and blocks > 0:
            mean = play_given_block(losses, settings, block.chosen, recorder)
            if at_checkpoint(counts, recorder.checkpoints):
                record(recorder)
        else:
            draw_unobserved(losses, unobserved, recorder, generator)
            for player in range(players):
                ranked = ranks[player] != UNRANKED and not (failed and ranks[player] == 0)
                block.roles[player] = (ranks[player] - turn) % players if ranked else UNRANKED
            mean = play_block(losses, settings, block, this, recorder, generator)
        step = settings.rate * players * mean
        learn(learner.log_weights, learner.work, turn, block.chosen[0], step, settings.exploration)
        number += 1
    draw_unobserved(losses, unobserved, recorder, generator)
    play_uniform(losses, players, end, recorder, generator)


@kernel
def play_uniform(
    losses: Losses, players: int, end: int, recorder: Recorder, generator: np.random.Generator
) -> None:
    """Play uniform arms up to round `end`. Mutates recorder and generator."""
    arms, work = losses.means.shape[1], 0
    this = new_round(players, arms)
    while recorder.counts[ROUNDS] < end:
        work = interruptible(work + players)
        for player in range(players):
            this.choices[player] = generator.integers(0, arms)
        play_round(losses, this, recorder, generator)


@kernel
def _next_event(losses: Losses, end: int, recorder: Recorder) -> int:
    """Return the last round of whole blocks: the next checkpoint or change, or the end."""
    point, segment = recorder.counts[RECORDED], segment_of(losses.starts, recorder.counts[ROUNDS])
    if point < recorder.checkpoints.size:
        end = min(end, recorder.checkpoints[point])
    if segment + 1 < losses.starts.size:
        end = min(end, losses.starts[segment + 1])
    return end
