"""Compiled Coordinate in bits: messages round by round, Play as sums.

Ranks and arms count from 0: rank 0 coordinates and rank r has arm r for a home. A game whose
ranking failed lacks a rank: its player stays quiet, and a follower to whom nobody speaks reads arm
0.
"""

import math

import numpy as np

from bandit_replications.bandits.arrays import Floats, Integers
from bandit_replications.bandits.compiled import kernel
from bandit_replications.bandits.interrupts import interruptible
from bandit_replications.papers.multiplayer.algorithms.bit_blocks import BitBlocks
from bandit_replications.papers.multiplayer.algorithms.block_kernels import (
    NO_PLAYER,
    QUIET,
    Round,
    new_round,
    play_round,
    play_unchanged,
    player_of,
)
from bandit_replications.papers.multiplayer.algorithms.subset_sampling_kernels import (
    SubsetWork,
    draw_members,
    fill_marginals,
    prepare_subset,
    subset_work,
)
from bandit_replications.papers.multiplayer.environments.losses import BETWEEN_BLOCKS, Losses
from bandit_replications.papers.multiplayer.environments.online_run_kernels import Recorder
from bandit_replications.papers.multiplayer.environments.reacting import react_to_chances


@kernel
def project(log_weights: Floats, size: int, chances: Floats) -> None:
    """Fill chances (arms,) with min(1, c w), their sum `size`; log_weights become their logarithms.

    The Bregman projection of weights under the entropy. As soon as the heaviest m arms have chance
    1, the others share size - m. Mutates both arrays.
    """
    order = np.argsort(-log_weights)
    sure, top, total = 0, 0.0, 1.0
    for sure in range(size):
        top, total = log_weights[order[sure]], 0.0
        for place in range(sure, log_weights.size):
            total += math.exp(log_weights[order[place]] - top)
        if total >= size - sure:
            break
    shift = math.log((size - sure) / total) - top
    for arm in range(log_weights.size):
        log_weights[arm] = min(0.0, log_weights[arm] + shift)
        chances[arm] = math.exp(log_weights[arm])


@kernel
def draw_systematic(chances: Floats, generator: np.random.Generator, members: Integers) -> None:
    """Fill members (size,) with the arms whose stretch of the sums holds u, u + 1, …, u uniform.

    Madow's systematic sampling: arm i is a member with probability chances[i]. Mutates members
    and the generator.
    """
    size, arms, arm, missing = members.size, chances.size, 0, members.size
    point, reached = generator.random(), 0.0
    while missing > 0:
        reached += chances[arm]
        if missing == arms - arm or point < reached:
            members[size - missing] = arm
            missing -= 1
            point += 1.0
        arm += 1


@kernel
def _choose(
    log_weights: Floats,
    descent: bool,
    chances: Floats,
    work: SubsetWork,
    chosen: Integers,
    generator: np.random.Generator,
) -> None:
    """Draw a block's arms in uniform order and fill each arm's chance. Mutates all but descent."""
    size = chosen.size
    if descent:
        project(log_weights, size, chances)
        draw_systematic(chances, generator, chosen)
    else:
        prepare_subset(log_weights, size, work)
        fill_marginals(work, size, chances)
        draw_members(work.heads, work.suffixes, size, generator, chosen)
    for last in range(size - 1, 0, -1):
        other = int(generator.random() * (last + 1))
        chosen[last], chosen[other] = chosen[other], chosen[last]


@kernel
def _tell(
    losses: Losses,
    bits: int,
    players: Integers,
    chosen: Integers,
    this: Round,
    recorder: Recorder,
    generator: np.random.Generator,
) -> None:
    """Play the rounds of the bits; this.choices get the arms of Play.

    `players` (size,) has the player of each rank, or NO_PLAYER. Mutates this, recorder and
    generator.
    """
    size, read = chosen.size, np.zeros(chosen.size, dtype=np.int64)
    for rank in range(1, size):
        for bit in range(bits):
            _stay_at_home(players, this.choices)
            if players[0] != NO_PLAYER and chosen[rank] >> bit & 1:
                this.choices[players[0]] = rank
            play_round(losses, this, recorder, generator)
            if players[rank] != NO_PLAYER and this.collided[players[rank]]:
                read[rank] += 1 << bit
    read[0] = chosen[0]
    for rank in range(size):
        if players[rank] != NO_PLAYER:
            this.choices[players[rank]] = read[rank]


@kernel(inline="always")
def _stay_at_home(players: Integers, choices: Integers) -> None:
    """Choose each player's home, or QUIET without a rank. Mutates choices."""
    choices[:] = QUIET
    for rank in range(players.size):
        if players[rank] != NO_PLAYER:
            choices[players[rank]] = rank


@kernel
def _report(
    losses: Losses,
    players: Integers,
    means: Floats,
    this: Round,
    recorder: Recorder,
    generator: np.random.Generator,
) -> None:
    """Play the rounds of the reports; means of the followers become bits that she hears.

    Mutates means (size,), this, recorder and generator.
    """
    for rank in range(1, means.size):
        _stay_at_home(players, this.choices)
        if players[rank] != NO_PLAYER and generator.random() < means[rank]:
            this.choices[players[rank]] = 0
        play_round(losses, this, recorder, generator)
        heard = players[0] != NO_PLAYER and this.collided[players[0]]
        means[rank] = 1.0 if heard else 0.0


@kernel
def play_bit_blocks(
    losses: Losses,
    blocks: BitBlocks,
    descent: bool,
    ranks: Integers,
    recorder: Recorder,
    generator: np.random.Generator,
) -> None:
    """Play all blocks. Mutates recorder and generator."""
    size, arms = ranks.size, losses.means.shape[1]
    log_weights, chances, means = np.zeros(arms), np.empty(arms), np.empty(size)
    work, chosen, this = (
        subset_work(arms, size),
        np.empty(size, dtype=np.int64),
        new_round(size, arms),
    )
    players = np.empty(size, dtype=np.int64)
    for rank in range(size):
        players[rank] = player_of(ranks, rank)
    steps = 0
    for _ in range(blocks.number):
        steps = interruptible(steps + size * blocks.bits * arms)
        _choose(log_weights, descent, chances, work, chosen, generator)
        if losses.reacts == BETWEEN_BLOCKS:
            react_to_chances(losses, chances, size)
        _tell(losses, blocks.bits, players, chosen, this, recorder, generator)
        sums = np.zeros(arms)
        play_unchanged(losses, blocks.play, this, recorder, sums, generator)
        for rank in range(size):
            player = players[rank]
            alone = player != NO_PLAYER and not this.collided[player]
            means[rank] = sums[this.choices[player]] / blocks.play if alone else 1.0
        if blocks.reports:
            _report(losses, players, means, this, recorder, generator)
            for rank in range(size):
                chance = chances[chosen[rank]] + blocks.exploration
                log_weights[chosen[rank]] -= blocks.rate * means[rank] / chance
        else:
            chance = chances[chosen[0]] / size + blocks.exploration
            log_weights[chosen[0]] -= blocks.rate * means[0] / chance
