import functools

import numpy as np
import pytest
from pydantic import ValidationError

from bandit_replications.papers.multiplayer.algorithms import (
    coordinate_and_play,
    coordinate_and_play_kernels,
)
from bandit_replications.papers.multiplayer.catalogue import COORDINATED, load
from bandit_replications.papers.multiplayer.environments.losses import (
    bernoulli_losses,
    changing_losses,
    given_losses,
)
from support import two_samples

ALPHA, smallest_p, statistics_of = (
    two_samples.ALPHA,
    two_samples.smallest_p,
    two_samples.statistics_of,
)

MEANS = [0.2, 0.9, 0.5, 0.1]
CASES = {
    "checkpoints within blocks": {
        "losses": bernoulli_losses(MEANS),
        "players": 3,
        "checkpoints": [5, 33, 47, 160],
    },
    "means change within blocks": {
        "losses": changing_losses([0, 35, 118], [MEANS, MEANS[::-1], [0.5, 0.1, 0.9, 0.3]]),
        "players": 2,
        "checkpoints": [40, 150],
    },
    # losses of 0 and 1 alone: a round counted twice or not at all shows in an arm's sum
    "certain losses change between blocks": {
        "losses": changing_losses([0, 70], [[0.0, 1.0, 1.0, 0.0], [1.0, 0.0, 1.0, 0.0]]),
        "players": 3,
        "checkpoints": [90, 150],
    },
    "given losses": {
        "losses": given_losses(np.random.default_rng(1).random((150, 4))),
        "players": 3,
        "checkpoints": [70, 150],
    },
}
# A ranking of 3 rounds fails often, one of 30 hardly ever; both run through other code.
READINGS = {
    "as printed": {"ranking_rounds": 30},
    "failed rankings, quiet": {"ranking_rounds": 3},
    "failed rankings, uniform": {"ranking_rounds": 3, "unranked": "uniform"},
    "Play rounds": {"ranking_rounds": 30, "estimate": "play-rounds"},
}
VARIANTS = [
    *(("coordinate-and-play", case, reading) for case in CASES for reading in READINGS),
    *(("round-robin-coordinator", case, "as printed") for case in CASES),
    *(("coordinate-without-quiet", case, "as printed") for case in CASES),
    ("coordinate-without-quiet", "checkpoints within blocks", "repaired"),
    ("doubling", "checkpoints within blocks", "as printed"),
    ("doubling", "given losses", "failed rankings, quiet"),
]
READINGS["repaired"] = {"ranking_rounds": 30, "collision_rule": "repaired"}


def arguments_of(name, case, reading):
    options = load(name).Options(block_length=20, learning_rate=0.5, **READINGS[reading])
    return {**CASES[case], "options": options}


@functools.cache
def literal(name, case, reading):
    return statistics_of(
        load(name).simulate_literal, runs=300, seed=2, **arguments_of(name, case, reading)
    )


@pytest.mark.parametrize(("name", "case", "reading"), VARIANTS)
def test_fast_and_literal_have_one_law(name, case, reading):
    fast = statistics_of(
        load(name).simulate, runs=1500, seed=3, **arguments_of(name, case, reading)
    )
    p, statistic = smallest_p(fast, literal(name, case, reading))
    assert p > ALPHA, statistic


@pytest.mark.parametrize(
    ("old", "new", "reading"),
    [
        ("if segment != pending.segment[0]:", "if False:", "as printed"),
        ("seen - roles.learnt[arm]", "seen", "as printed"),
        ("tried += roles.followed[arm]", "tried += 0", "as printed"),
        ("learnt += coordinate", "learnt += 2 * coordinate", "as printed"),
        ("counts[2] == checkpoints[point]:", "counts[2] != checkpoints[point]:", "as printed"),
        ("pending.hidden[:] = 0", "pending.hidden[:] = 1", "as printed"),
        ("unused[changed] += coordinate", "unused[changed] += 0", "Play rounds"),
    ],
)
def test_altered_blocks_are_caught(altered, monkeypatch, old, new, reading):
    mutant = altered(coordinate_and_play_kernels, old, new)
    for name in ("play_blocks", "rank_players", "new_ledger", "new_table", "Settings"):
        monkeypatch.setattr(coordinate_and_play, name, getattr(mutant, name))
    key = ("coordinate-and-play", "certain losses change between blocks", reading)
    sample = statistics_of(load(key[0]).simulate, runs=120, seed=6, **arguments_of(*key))
    assert smallest_p(sample, literal(*key))[0] < ALPHA


@pytest.mark.parametrize("name", COORDINATED)
def test_a_long_game_without_luck(name):
    # arms with certain losses: the four best ones cost nothing, and the team finds them
    losses = given_losses(np.tile([1.0] * 4 + [0.0] * 4, (60000, 1)))
    run = load(name).simulate(
        losses=losses,
        players=4,
        horizon=60000,
        checkpoints=np.array([30000, 60000]),
        generator=np.random.default_rng(4),
        options=load(name).Options(ranking_rounds=200),
    )
    assert run.arm_losses[1].tolist() == [60000.0] * 4 + [0.0] * 4
    assert run.regret[1] == run.player_losses[1]
    # in the second half the team has learnt: what is lost is coordination and, as printed
    # without quiet, players misled
    assert run.regret[1] - run.regret[0] < run.regret[0]
    assert run.regret[1] < 0.5 * 4 * 60000


def test_quiet_rounds_and_collisions_of_a_block():
    # each follower meets the coordinator once a block, and is quiet in K - 2 sub-blocks of N
    run = coordinate_and_play.simulate(
        losses=bernoulli_losses([0.3] * 8),
        players=4,
        horizon=200 + 40 * 50,
        checkpoints=np.array([200, 200 + 40 * 50]),
        generator=np.random.default_rng(5),
        options=coordinate_and_play.Options(ranking_rounds=200, block_length=50),
    )
    assert run.collisions[1] - run.collisions[0] == 40 * 2 * 3
    assert run.quiet[1] == 40 * 3 * 2 * 8


@pytest.mark.parametrize("name", COORDINATED)
def test_arguments_are_checked(name):
    module = load(name)
    arguments = {
        "losses": bernoulli_losses([0.1] * 8),
        "players": 4,
        "horizon": 1000,
        "checkpoints": np.array([1000]),
        "generator": np.random.default_rng(0),
    }
    with pytest.raises(ValueError, match="block_length: 24; allowed: at least 25"):
        module.simulate(**arguments, options=module.Options(block_length=24))
    for option in ("block_length", "ranking_rounds"):
        for simulate in (module.simulate, module.simulate_literal):
            with pytest.raises(ValueError, match=f"{option}: 1001; allowed: at most the horizon"):
                simulate(**arguments, options=module.Options(**{option: 1001}))
    with pytest.raises(ValueError, match="players: 8"):
        module.simulate(**{**arguments, "players": 8})
    with pytest.raises(ValidationError, match="unranked"):
        module.Options(unranked="sleepy")
