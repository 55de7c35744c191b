"""All algorithms: one law of fast and literal form, and changes that are caught."""

import functools

import numpy as np
import pytest
from pydantic import ValidationError

from bandit_replications.papers.multiplayer.catalogue import COORDINATED, ENTRIES
from bandit_replications.papers.multiplayer.environments.losses import (
    bernoulli_losses,
    changing_losses,
    given_losses,
)
from bandit_replications.playing.catalogue import modules
from support.multiplayer_games import problem
from support.two_samples import ALPHA, smallest_p, statistics_of

ALGORITHMS = modules(ENTRIES)


def random_table(seed, *shape):
    return given_losses(np.random.default_rng(seed).random(shape))


MEANS = [[0.1, 0.5, 0.9], [0.9, 0.2, 0.5]] * 2
FIVE_MEANS = [[0.0, 0.3, 1.0, 0.7, 0.5], [1.0, 0.9, 0.0, 0.1, 0.5]]
EIGHTHS = np.random.default_rng(6).integers(0, 9, (25, 3)) / 8
KNOWN_LOSSES = given_losses(np.tile([0.1, 0.3, 0.4], (60, 1)))
UNDERFLOWING = changing_losses([0, 40], [[1.0] * 4, [0.0, 1.0, 1.0, 1.0]])

BETWEEN, CHANGING = "exploration ends between checkpoints", "means change"
KNOWN = "known losses, which collisions must not enter"
TIES = "ties broken at random"
LARGE_RATE = "weights underflow at once, only the estimates remember which arm was less bad"
# (algorithm, what is special) -> game and options
CASES = {
    ("musical-chairs", BETWEEN): (
        problem(bernoulli_losses([0.2, 0.7, 0.4, 0.9]), 2, 5, 18, 21, 40),
        {"exploration_rounds": 15},
    ),
    ("musical-chairs", CHANGING): (
        problem(changing_losses([0, 4, 13, 20], MEANS), 2, 12, 14, 30),
        {"exploration_rounds": 12},
    ),
    ("musical-chairs", "players disagree after one round"): (
        problem(random_table(6, 25, 5), 3, 3, 8, 25),
        {"exploration_rounds": 2},
    ),
    ("musical-chairs", TIES): (
        problem(bernoulli_losses([0.0, 0.0, 0.0, 1.0, 0.5]), 2, 20, 40),
        {"exploration_rounds": 20, "ties": "random"},
    ),
    ("musical-chairs", KNOWN): (problem(KNOWN_LOSSES, 2, 30, 60), {"exploration_rounds": 30}),
    ("musical-chairs", "exploration beyond the horizon"): (
        problem(bernoulli_losses([0.3, 0.6, 0.5]), 2, 10),
        {"exploration_rounds": 99},
    ),
    ("independent-exp3", "stochastic"): (
        problem(bernoulli_losses([0.2, 0.7, 0.4, 0.9]), 3, 7, 40),
        {"learning_rate": 0.3},
    ),
    ("independent-exp3", CHANGING): (
        problem(changing_losses([0, 12], [[0.1, 0.9, 0.9], [0.9, 0.9, 0.1]]), 1, 12, 30),
        {"learning_rate": 0.5},
    ),
    ("independent-exp3", LARGE_RATE): (problem(UNDERFLOWING, 1, 40, 120), {"learning_rate": 60.0}),
    ("independent-exp3", "twice the default rate"): (
        problem(random_table(12, 40, 3), 2, 20, 40),
        {"rate_factor": 2.0},
    ),
    ("k-metaplayer", "stochastic"): (
        problem(bernoulli_losses([0.1, 0.8, 0.5, 0.9]), 2, 7, 30),
        {"learning_rate": 0.3},
    ),
    ("k-metaplayer", CHANGING): (
        problem(changing_losses([0, 11], FIVE_MEANS), 2, 12, 24),
        {"learning_rate": 1.0},
    ),
    ("k-metaplayer", "default rate, one player"): (problem(given_losses(EIGHTHS), 1, 10, 25), {}),
}

FOUR_MEANS = [0.2, 0.9, 0.5, 0.1]
WITHIN, GIVEN = "checkpoints within blocks", "given losses"
CERTAIN = "certain losses change between blocks"
BLOCK_GAMES = {
    WITHIN: problem(bernoulli_losses(FOUR_MEANS), 3, 5, 33, 47, 160),
    "means change within blocks": problem(
        changing_losses([0, 35, 118], [FOUR_MEANS, FOUR_MEANS[::-1], [0.5, 0.1, 0.9, 0.3]]),
        2,
        40,
        150,
    ),
    # losses of 0 and 1 alone: a round counted twice or not at all shows in an arm's sum
    CERTAIN: problem(
        changing_losses([0, 70], [[0.0, 1.0, 1.0, 0.0], [1.0, 0.0, 1.0, 0.0]]), 3, 90, 150
    ),
    GIVEN: problem(random_table(1, 150, 4), 3, 70, 150),
}
# A ranking of 3 rounds fails often, one of 30 hardly ever; both run through other code.
FAILS, ONCE = "the coordinator fails", "ranks once"
COLLIDED = "collided rounds count 1"
PRINTED, QUIET, UNIFORM = "as printed", "failed rankings, quiet", "failed rankings, uniform"
READINGS = {
    PRINTED: {"ranking_rounds": 30},
    QUIET: {"ranking_rounds": 3},
    UNIFORM: {"ranking_rounds": 3, "unranked": "uniform"},
    "Play rounds": {"ranking_rounds": 30, "estimate": "play-rounds"},
    "twice the rate": {"ranking_rounds": 30, "estimate": "play-rounds", "rate_factor": 2.0},
    "random start": {"ranking_rounds": 30, "tries": "random-start"},
    "implicit exploration": {"ranking_rounds": 30, "exploration": "implicit"},
    COLLIDED: {"ranking_rounds": 3, "unranked": "uniform", "collided_rounds": "one"},
    "repaired": {"ranking_rounds": 30, "collision_rule": "repaired"},
    FAILS: {"ranking_rounds": 30, "coordinator_fails_at": 0.5},
    ONCE: {"ranking_rounds": 30, "rankings": "once"},
}
PLAY, WITHOUT_QUIET = "coordinate-and-play", "coordinate-without-quiet"
BLOCK_CASES = [
    *(
        (PLAY, game, reading)
        for game in BLOCK_GAMES
        for reading in READINGS
        if reading not in ("repaired", ONCE)
    ),
    *(("round-robin-coordinator", game, PRINTED) for game in BLOCK_GAMES),
    *((WITHOUT_QUIET, game, PRINTED) for game in BLOCK_GAMES),
    (WITHOUT_QUIET, WITHIN, "repaired"),
    (WITHOUT_QUIET, WITHIN, COLLIDED),
    (WITHOUT_QUIET, WITHIN, "random start"),
    ("doubling", WITHIN, PRINTED),
    ("doubling", GIVEN, QUIET),
    ("doubling", WITHIN, ONCE),
]
BITS, BY_WEIGHTS, OWN_ARM = "coordinate-in-bits", "exponential weights", "own arm alone"
IN_BITS = {
    "mirror descent": {"ranking_rounds": 30},
    BY_WEIGHTS: {"ranking_rounds": 30, "law": "exponential"},
    OWN_ARM: {"ranking_rounds": 30, "report": "none", "exploration": "implicit"},
    "a rank is missing": {"ranking_rounds": 3},
    "own arm, a rank is missing": {"ranking_rounds": 3, "report": "none", "law": "exponential"},
}
READINGS |= IN_BITS
BLOCK_CASES += [(BITS, game, reading) for game in BLOCK_GAMES for reading in IN_BITS]
SHORT_CASES = [
    *((BITS, GIVEN, reading) for reading in IN_BITS),
    *((name, game, UNIFORM) for name in COORDINATED for game in (WITHIN, GIVEN)),
    *((PLAY, GIVEN, reading) for reading in ("twice the rate", FAILS)),
    ("round-robin-coordinator", WITHIN, FAILS),
    ("doubling", GIVEN, ONCE),
]
BASELINE_CASES = list(CASES)
for name, game, reading in (*BLOCK_CASES, *SHORT_CASES):
    options = {"block_length": 20, "learning_rate": 0.5, **READINGS[reading]}
    CASES[name, game, reading] = (BLOCK_GAMES[game], options)

# Runs of the fast and of the literal simulator.
RUNS = {
    "musical-chairs": (1500, 400),
    "independent-exp3": (1500, 300),
    "k-metaplayer": (1000, 300),
    **dict.fromkeys((*COORDINATED, BITS), (1500, 300)),
}


def sample(simulate, case, *, runs, seed, **changed):
    game, options = CASES[case]
    options = ALGORITHMS[case[0]].Options(**{**options, **changed})
    return statistics_of(simulate, game, runs=runs, seed=seed, options=options)


@functools.cache
def literal(case):
    return sample(ALGORITHMS[case[0]].simulate_literal, case, runs=RUNS[case[0]][1], seed=2)


@pytest.mark.parametrize(
    "case",
    [*BASELINE_CASES, *(pytest.param(case, marks=pytest.mark.full) for case in BLOCK_CASES)],
    ids=", ".join,
)
def test_fast_and_literal_have_one_law(case):
    fast = sample(ALGORITHMS[case[0]].simulate, case, runs=RUNS[case[0]][0], seed=3)
    p, statistic = smallest_p(fast, literal(case))
    assert p > ALPHA, statistic


@pytest.mark.parametrize("case", SHORT_CASES, ids=", ".join)
def test_law_of_blocks_in_short(case):
    fast = sample(ALGORITHMS[case[0]].simulate, case, runs=400, seed=3)
    slow = sample(ALGORITHMS[case[0]].simulate_literal, case, runs=60, seed=2)
    assert smallest_p(fast, slow)[0] > ALPHA


# Blocks need the large samples: few of their statistics show a change.
IN_BLOCKS = [
    ((PLAY, CERTAIN, PRINTED), {"learning_rate": 0.1}),
    ((PLAY, CERTAIN, PRINTED), {"block_length": 19}),
    ((PLAY, CERTAIN, PRINTED), {"ranking_rounds": 10}),
    ((PLAY, WITHIN, QUIET), {"unranked": "uniform"}),
    ((PLAY, WITHIN, FAILS), {"coordinator_fails_at": 0.75}),
    (("doubling", WITHIN, ONCE), {"rankings": "each-epoch"}),
    ((WITHOUT_QUIET, WITHIN, PRINTED), {"collision_rule": "repaired"}),
    ((BITS, CERTAIN, BY_WEIGHTS), {"law": "mirror-descent"}),
    ((BITS, CERTAIN, OWN_ARM), {"report": "bit"}),
    ((BITS, CERTAIN, OWN_ARM), {"learning_rate": 0.02}),
]


@pytest.mark.parametrize(
    ("case", "changed"),
    [
        (("musical-chairs", BETWEEN), {"exploration_rounds": 20}),
        (("independent-exp3", CHANGING), {"learning_rate": 0.05}),
        (("k-metaplayer", CHANGING), {"learning_rate": 0.1}),
        *(pytest.param(*one, marks=pytest.mark.full) for one in IN_BLOCKS),
    ],
)
def test_changed_constants_are_caught(case, changed):
    other = sample(ALGORITHMS[case[0]].simulate, case, runs=1000, seed=6, **changed)
    assert smallest_p(other, literal(case))[0] < ALPHA


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_options_out_of_range_are_refused(algorithm):
    name = "exploration_rounds" if algorithm == "musical-chairs" else "learning_rate"
    with pytest.raises(ValidationError, match=name):
        ALGORITHMS[algorithm].Options(**{name: 0})
