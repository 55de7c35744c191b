"""Compiled Coordinate and Play: whole blocks as sums where that is exact, else round by round.

Alatur, Levy, Krause: Multi-Player Bandits: The Adversarial Case (Algorithms 2 to 4, Appendix A.3,
Discussion). Players are indices; a role says what a player does in a block: 0 coordinates, r = 1,
…, K - 1 is the follower of sub-block r, UNRANKED has no rank. Arms count from 0, QUIET is no arm.
The same code plays a game whose ranking failed: then roles are missing, and a follower who is told
nothing has no arm.
"""

import math
from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from bandit_replications.papers.multiplayer.algorithms.subset_sampling_kernels import (
    SubsetWork,
    draw_members,
    fill_suffixes,
    marginal,
    refer_anew,
    subset_work,
    update_subset,
    widest,
)
from bandit_replications.papers.multiplayer.environments.losses import (
    Floats,
    Integers,
    Losses,
    draw_losses,
    draw_round,
)

QUIET, UNRANKED, NOBODY = -1, -1, -1


class Ledger(NamedTuple):
    """What has happened so far, and what was recorded of it.

    Attributes
    ----------
    players : float64 array, shape (1,)
        Losses of all players.
    arms : float64 array, shape (arms,)
        Losses of each arm.
    counts : int64 array, shape (4,)
        Collided and quiet player-rounds, rounds played, checkpoints recorded.
    checkpoints : int64 array
    player_losses, arm_losses, collisions, quiet : arrays
        The same at the checkpoints.

    """

    players: Floats
    arms: Floats
    counts: Integers
    checkpoints: Integers
    player_losses: Floats
    arm_losses: Floats
    collisions: Integers
    quiet: Integers


class Table(NamedTuple):
    """What one round looks like: arrays that kernels fill.

    Attributes
    ----------
    choices : int64 array, shape (players,)
    collided : bool array, shape (players,)
    taken : int64 array, shape (arms,)
    losses : float64 array, shape (arms,)

    """

    choices: Integers
    collided: NDArray[np.bool_]
    taken: Integers
    losses: Floats


class Settings(NamedTuple):
    """How blocks are played.

    Attributes
    ----------
    players : int
    block_length : int
    rate : float
        Learning rate η.
    random_unranked : bool
        Whether players without rank choose arms at random, or stay quiet.
    play_only : bool
        Whether the estimate uses Play rounds alone.
    in_turn : bool
        Whether the coordinator changes after every block.
    home : bool
        Whether followers who wait stay on arm 0 instead of being quiet (A.3).
    patient : bool
        Repair of A.3: the coordinator ignores collisions on arm 0.

    """

    players: int
    block_length: int
    rate: float
    random_unranked: bool
    play_only: bool
    in_turn: bool
    home: bool
    patient: bool


@njit(cache=True)
def new_ledger(arms: int, checkpoints: Integers) -> Ledger:
    """Return a ledger at the start of a game."""
    size = checkpoints.size
    return Ledger(
        np.zeros(1),
        np.zeros(arms),
        np.zeros(4, dtype=np.int64),
        checkpoints,
        np.zeros(size),
        np.zeros((size, arms)),
        np.zeros(size, dtype=np.int64),
        np.zeros(size, dtype=np.int64),
    )


@njit(cache=True)
def new_table(players: int, arms: int) -> Table:
    """Return arrays for rounds of a game."""
    return Table(
        np.zeros(players, dtype=np.int64),
        np.zeros(players, dtype=np.bool_),
        np.zeros(arms, dtype=np.int64),
        np.zeros(arms),
    )


@njit(cache=True)
def _record(ledger: Ledger) -> None:
    """Record the game if it has reached a checkpoint. Mutates the ledger."""
    point = ledger.counts[3]
    if point < ledger.checkpoints.size and ledger.counts[2] == ledger.checkpoints[point]:
        ledger.player_losses[point] = ledger.players[0]
        ledger.arm_losses[point] = ledger.arms
        ledger.collisions[point] = ledger.counts[0]
        ledger.quiet[point] = ledger.counts[1]
        ledger.counts[3] = point + 1


# Kernels of a round take arrays: counting who holds those of a tuple would take most of the time.


@njit(cache=True)
def _meet(choices: Integers, collided: NDArray[np.bool_], taken: Integers) -> None:
    """Find out who collides. Mutates taken and collided."""
    taken[:] = 0
    for arm in choices:
        if arm != QUIET:
            taken[arm] += 1
    for player in range(choices.size):
        arm = choices[player]
        collided[player] = arm != QUIET and taken[arm] > 1


@njit(cache=True)
def _settle(
    choices: Integers,
    collided: NDArray[np.bool_],
    drawn: Floats,
    rounds: int,
    players: Floats,
    arms: Floats,
    counts: Integers,
) -> None:
    """Charge the players for so many rounds with these choices and losses of arms.

    Mutates players, arms and counts, which are the ledger's.
    """
    for player in range(choices.size):
        arm = choices[player]
        if arm == QUIET or collided[player]:
            players[0] += rounds
            counts[0 if collided[player] else 1] += rounds
        else:
            players[0] += drawn[arm]
    for arm in range(drawn.size):
        arms[arm] += drawn[arm]
    counts[2] += rounds


@njit(cache=True)
def play_round(
    losses: Losses, table: Table, ledger: Ledger, generator: np.random.Generator
) -> None:
    """Play one round with the table's choices. Mutates table, ledger and generator."""
    choices, collided, drawn, counts = table.choices, table.collided, table.losses, ledger.counts
    _meet(choices, collided, table.taken)
    draw_round(losses.starts, losses.means, losses.table, counts[2], drawn, generator)
    _settle(choices, collided, drawn, 1, ledger.players, ledger.arms, counts)
    if counts[3] < ledger.checkpoints.size and counts[2] == ledger.checkpoints[counts[3]]:
        _record(ledger)


@njit(cache=True)
def play_rounds(
    losses: Losses,
    table: Table,
    ledger: Ledger,
    rounds: int,
    sums: Floats,
    generator: np.random.Generator,
) -> None:
    """Play rounds in which nobody moves; add each arm's loss to sums. Mutates all but losses."""
    _meet(table.choices, table.collided, table.taken)
    while rounds > 0:
        piece = rounds
        point = ledger.counts[3]
        if point < ledger.checkpoints.size:
            piece = min(rounds, ledger.checkpoints[point] - ledger.counts[2])
        for arm in range(table.losses.size):
            table.losses[arm] = draw_losses(losses, arm, ledger.counts[2], piece, generator)
        sums += table.losses
        _settle(
            table.choices,
            table.collided,
            table.losses,
            piece,
            ledger.players,
            ledger.arms,
            ledger.counts,
        )
        _record(ledger)
        rounds -= piece


# --- Ranking --------------------------------------------------------------------------------


@njit(cache=True)
def rank_players(
    losses: Losses,
    rounds: int,
    ranks: Integers,
    table: Table,
    ledger: Ledger,
    generator: np.random.Generator,
) -> None:
    """Play Algorithm 4; ranks (players,) gets each player's arm, or UNRANKED. Mutates all."""
    players = ranks.size
    ranks[:] = UNRANKED
    for _ in range(rounds):
        for player in range(players):
            if ranks[player] == UNRANKED:
                table.choices[player] = generator.integers(0, players)
            else:
                table.choices[player] = ranks[player]
        play_round(losses, table, ledger, generator)
        for player in range(players):
            if not table.collided[player]:
                ranks[player] = table.choices[player]


# --- Blocks ---------------------------------------------------------------------------------


@njit(cache=True)
def _choose_meta_arm(
    players: int,
    arms: Integers,
    heads: Floats,
    suffixes: Floats,
    generator: np.random.Generator,
) -> None:
    """Sample the block's arms, in random order: arms[r] is that of role r.

    The tables are up to date with the log-weights -η L. Mutates arms and generator.
    """
    draw_members(heads, suffixes, players, generator, arms)
    for last in range(players - 1, 0, -1):
        other = int(generator.random() * (last + 1))
        arms[last], arms[other] = arms[other], arms[last]


@njit(cache=True)
def _coordinate(
    losses: Losses,
    settings: Settings,
    roles: Integers,
    arms: Integers,
    found: Integers,
    table: Table,
    ledger: Ledger,
    generator: np.random.Generator,
) -> float:
    """Play a Coordinate phase; found (players,) gets the arm of each player, or QUIET.

    Returns the loss that the coordinator saw on her own arm. Mutates found, table, ledger and
    generator.
    """
    seen = 0.0
    coordinator = _player_of(roles, 0)
    found[:] = QUIET
    if coordinator != NOBODY:
        found[coordinator] = arms[0]
    for sub_block in range(1, settings.players):
        follower, told, arm = _player_of(roles, sub_block), False, arms[sub_block]
        # A.3 repaired: on arm 0 she meets those who wait there, which tells her nothing
        stays = settings.patient and arm == 0
        for step in range(losses.means.shape[1]):
            _wait(losses, settings, roles, table, generator)
            own = told and not stays
            if coordinator != NOBODY:
                table.choices[coordinator] = arms[0] if own else arm
            if follower != NOBODY:
                table.choices[follower] = step if found[follower] == QUIET else found[follower]
            play_round(losses, table, ledger, generator)
            if coordinator != NOBODY:
                told = told or table.collided[coordinator]
                if own and not table.collided[coordinator]:
                    seen += table.losses[arms[0]]
            met = follower != NOBODY and table.collided[follower]
            if met and found[follower] == QUIET and not (settings.home and step == 0):
                found[follower] = step
        if settings.home and follower != NOBODY and found[follower] == QUIET:
            found[follower] = 0
    return seen


@njit(cache=True)
def _player_of(roles: Integers, role: int) -> int:
    """Return the player with this role, or NOBODY."""
    for player in range(roles.size):
        if roles[player] == role:
            return player
    return NOBODY


@njit(cache=True)
def _wait(
    losses: Losses,
    settings: Settings,
    roles: Integers,
    table: Table,
    generator: np.random.Generator,
) -> None:
    """Let every player do what it does when it is not its turn. Mutates table and generator."""
    for player in range(roles.size):
        if roles[player] == UNRANKED:
            table.choices[player] = _unranked(settings, losses, generator)
        else:
            table.choices[player] = 0 if settings.home else QUIET


@njit(cache=True)
def _unranked(settings: Settings, losses: Losses, generator: np.random.Generator) -> int:
    """Return what a player without rank does in a round. Mutates the generator."""
    if not settings.random_unranked:
        return QUIET
    return int(generator.integers(0, losses.means.shape[1]))


@njit(cache=True)
def _play(
    losses: Losses,
    settings: Settings,
    roles: Integers,
    found: Integers,
    rounds: int,
    table: Table,
    ledger: Ledger,
    sums: Floats,
    generator: np.random.Generator,
) -> float:
    """Play a Play phase; return the loss that the coordinator saw. Mutates table … generator."""
    moving = False
    for player in range(roles.size):
        table.choices[player] = found[player]
        moving = moving or (roles[player] == UNRANKED and settings.random_unranked)
    coordinator = _player_of(roles, 0)
    if not moving:
        sums[:] = 0.0
        play_rounds(losses, table, ledger, rounds, sums, generator)
        if coordinator == NOBODY or table.collided[coordinator]:
            return 0.0
        return sums[found[coordinator]]
    seen = 0.0
    for _ in range(rounds):
        for player in range(roles.size):
            if roles[player] == UNRANKED:
                table.choices[player] = _unranked(settings, losses, generator)
        play_round(losses, table, ledger, generator)
        if coordinator != NOBODY and not table.collided[coordinator]:
            seen += table.losses[found[coordinator]]
    return seen


# --- Whole blocks at once -------------------------------------------------------------------


class Pending(NamedTuple):
    """Rounds of whole blocks whose losses nobody learns from, and that are still to be drawn.

    Given the arms of the blocks these losses are independent of all that is learnt, and only their
    sums are recorded: rounds of one arm under one mean are one binomial draw.

    Attributes
    ----------
    seen : int64 array, shape (arms,)
        Rounds in which one player had the arm.
    hidden : int64 array, shape (arms,)
        Rounds in which nobody had the arm, or two players collided there.
    segment : int64 array, shape (1,)
        The segment of means of these rounds.

    """

    seen: Integers
    hidden: Integers
    segment: Integers


@njit(cache=True)
def _new_pending(arms: int) -> Pending:
    """Return rounds to draw: none."""
    return Pending(
        np.zeros(arms, dtype=np.int64),
        np.zeros(arms, dtype=np.int64),
        np.zeros(1, dtype=np.int64),
    )


@njit(cache=True)
def _draw_pending(
    losses: Losses, pending: Pending, ledger: Ledger, generator: np.random.Generator
) -> None:
    """Draw what is left to draw of earlier blocks. Mutates pending, ledger and generator."""
    means = losses.means[pending.segment[0]]
    for arm in range(means.size):
        if pending.seen[arm] > 0:
            seen = generator.binomial(pending.seen[arm], means[arm])
            ledger.players[0] += seen
            ledger.arms[arm] += seen
        if pending.hidden[arm] > 0:
            ledger.arms[arm] += generator.binomial(pending.hidden[arm], means[arm])
    pending.seen[:] = 0
    pending.hidden[:] = 0


class Roles(NamedTuple):
    """How often each arm had which part in some whole blocks.

    Attributes
    ----------
    followed : int64 array, shape (arms,)
        Blocks in which the arm was a follower's.
    learnt : int64 array, shape (arms,)
        Rounds that the coordinator learnt from, on her own arm.
    unused : int64 array, shape (arms,)
        Rounds that she spent there without learning from them.

    """

    followed: Integers
    learnt: Integers
    unused: Integers


@njit(cache=True)
def _set_aside(settings: Settings, blocks: int, roles: Roles, pending: Pending) -> None:
    """Count what nobody learns from in so many blocks, all but `roles.learnt`. Mutates pending."""
    size, length = roles.followed.size, settings.block_length
    rest = length - (settings.players - 1) * size
    tried = 0
    for arm in range(size - 1, -1, -1):
        seen = (size - 1 + rest) * roles.followed[arm] + tried + roles.unused[arm]
        pending.seen[arm] += seen
        pending.hidden[arm] += blocks * length - seen - roles.learnt[arm]
        tried += roles.followed[arm]  # whoever plays this arm tried those before it


@njit(cache=True)
def _whole_blocks(
    losses: Losses,
    segment: int,
    settings: Settings,
    block: int,
    blocks: int,
    log_weights: Floats,
    work: SubsetWork,
    pending: Pending,
    ledger: Ledger,
    generator: np.random.Generator,
) -> None:
    """Play the blocks `block`, `block` + 1, … in which no mean changes, so many of them.

    Sub-block r with arm j: the follower tries arms 0, …, j and meets the coordinator on j after j
    rounds that she spent there alone; for the N - 1 - j rounds that are left she is on her own arm
    and he on j. So it is known beforehand who sees which arm in how many rounds. One binomial draw
    a block stands for the rounds that the coordinator learns from; the others are set aside.
    Mutates log_weights, work, pending, ledger and generator.
    """
    if segment != pending.segment[0]:
        _draw_pending(losses, pending, ledger, generator)
        pending.segment[0] = segment
    size, players, length = losses.means.shape[1], settings.players, settings.block_length
    means, arms = losses.means[segment], np.empty(players, dtype=np.int64)
    roles = Roles(
        np.zeros(size, dtype=np.int64),
        np.zeros(size, dtype=np.int64),
        np.zeros(size, dtype=np.int64),
    )
    turn, changed, reference, wide = 0, 0, np.nan, widest(size, players)
    # named and written out: counting who holds an array, as a tuple, a view or a call does, costs
    # more than a step of this
    heads, tails, suffixes, prefix = work.heads, work.tails, work.suffixes, work.prefix
    followed, learnt_on, unused = roles.followed, roles.learnt, roles.unused
    total, arm_losses = 0.0, ledger.arms
    for number in range(block, block + blocks):
        if settings.in_turn:  # another coordinator, other log-weights
            turn, reference = number % players, np.nan
        above = log_weights[turn, changed] - reference
        if abs(above) <= wide:  # no number is close to NaN
            heads[changed] = math.exp(above)
            fill_suffixes(heads, tails, suffixes, changed)
        else:
            reference = refer_anew(log_weights, turn, players, work)
        _choose_meta_arm(players, arms, heads, suffixes, generator)
        changed, coordinate = arms[0], 0
        for role in range(1, players):
            followed[arms[role]] += 1
            coordinate += size - 1 - arms[role]
        learnt = length - (players - 1) * size
        if settings.play_only:
            unused[changed] += coordinate
        else:
            learnt += coordinate
        learnt_on[changed] += learnt
        loss = float(generator.binomial(learnt, means[changed]))
        arm_losses[changed] += loss
        total += loss
        rounds = learnt if settings.play_only else length
        chance = marginal(heads, tails, suffixes, prefix, players, changed)
        log_weights[turn, changed] -= settings.rate * players * loss / (rounds * chance)
    _set_aside(settings, blocks, roles, pending)
    quiet = blocks * (players - 1) * (players - 2) * size
    ledger.players[0] += total + quiet + blocks * 2 * (players - 1)
    ledger.counts[0] += blocks * 2 * (players - 1)
    ledger.counts[1] += quiet
    ledger.counts[2] += blocks * length


@njit(cache=True)
def _whole_block_given(
    table: Floats,
    sums: Floats,
    settings: Settings,
    arms: Integers,
    ledger: Ledger,
) -> float:
    """Play the same block on given losses, from their prefix sums. Mutates ledger."""
    size, players, length = table.shape[1], settings.players, settings.block_length
    first, own = ledger.counts[2], arms[0]
    play, last = first + (players - 1) * size, first + length
    early, late = 0.0, sums[last, own] - sums[play, own]
    total = late
    for role in range(1, players):
        arm, start = arms[role], first + (role - 1) * size
        for step in range(arm):
            total += table[start + step, step]
        total += sums[start + size, arm] - sums[start, arm] - table[start + arm, arm]
        early += sums[start + size, own] - sums[start + arm + 1, own]
        total += sums[last, arm] - sums[play, arm]
    quiet = (players - 1) * (players - 2) * size
    ledger.players[0] += total + early + quiet + 2 * (players - 1)
    ledger.arms[:] += sums[last] - sums[first]
    ledger.counts[0] += 2 * (players - 1)
    ledger.counts[1] += quiet
    ledger.counts[2] += length
    return late / (last - play) if settings.play_only else (early + late) / length


@njit(cache=True)
def play_blocks(
    losses: Losses,
    settings: Settings,
    ranks: Integers,
    end: int,
    table: Table,
    ledger: Ledger,
    generator: np.random.Generator,
) -> None:
    """Play blocks as long as whole ones fit before the round `end`, then arms at random.

    Learning starts afresh. Mutates table, ledger and generator.
    """
    players, arms = settings.players, losses.means.shape[1]
    length, preamble = settings.block_length, (settings.players - 1) * arms
    log_weights, sums = np.zeros((players, arms)), np.empty(arms)
    chosen, found = np.empty(players, dtype=np.int64), np.empty(players, dtype=np.int64)
    roles, work = ranks.copy(), subset_work(arms, players)
    pending, rest = _new_pending(arms), length - preamble
    whole, given = not settings.home and ranks.min() != UNRANKED, losses.table.shape[0] > 0
    counts, checkpoints, starts = ledger.counts, ledger.checkpoints, losses.starts
    block, segment = 0, 0
    turn, changed, reference = 0, 0, np.nan
    heads, tails, suffixes, prefix = work.heads, work.tails, work.suffixes, work.prefix
    while counts[2] + length <= end:
        point = counts[3]
        while segment + 1 < starts.size and starts[segment + 1] <= counts[2]:
            segment += 1
        until = end if point == checkpoints.size else min(end, checkpoints[point])
        steady = until if segment + 1 == starts.size else min(until, starts[segment + 1])
        blocks = (steady - counts[2]) // length
        if whole and not given and blocks > 0:
            _whole_blocks(
                losses,
                segment,
                settings,
                block,
                blocks,
                log_weights,
                work,
                pending,
                ledger,
                generator,
            )
            if point < checkpoints.size and counts[2] == checkpoints[point]:
                _draw_pending(losses, pending, ledger, generator)
                _record(ledger)
            block, reference = block + blocks, np.nan
            continue
        if settings.in_turn:  # another coordinator, other log-weights
            turn, reference = block % players, np.nan
        reference = update_subset(log_weights, turn, changed, players, reference, work)
        _choose_meta_arm(players, chosen, heads, suffixes, generator)
        if whole and given and counts[2] + length <= until:
            mean = _whole_block_given(losses.table, losses.sums, settings, chosen, ledger)
            _record(ledger)
        else:
            _draw_pending(losses, pending, ledger, generator)
            for player in range(players):
                if ranks[player] != UNRANKED:
                    roles[player] = (ranks[player] - turn) % players
            early = _coordinate(losses, settings, roles, chosen, found, table, ledger, generator)
            late = _play(losses, settings, roles, found, rest, table, ledger, sums, generator)
            mean = late / rest if settings.play_only else (early + late) / length
        changed = chosen[0]
        chance = marginal(heads, tails, suffixes, prefix, players, changed)
        log_weights[turn, changed] -= settings.rate * players * mean / chance
        block += 1
    _draw_pending(losses, pending, ledger, generator)
    while ledger.counts[2] < end:
        for player in range(players):
            table.choices[player] = generator.integers(0, arms)
        play_round(losses, table, ledger, generator)
