"""Coordinate in bits against an own simulator, the exact cost of its messages, and mutants."""

import functools
import itertools

import numpy as np
import pytest

from bandit_replications.configuration import validation as configuration
from bandit_replications.papers.multiplayer.algorithms import coordinate_in_bits
from bandit_replications.papers.multiplayer.algorithms.bit_blocks import bits_of_an_arm
from bandit_replications.papers.multiplayer.algorithms.coordinate_in_bits_kernels import (
    draw_systematic,
    project,
)
from bandit_replications.papers.multiplayer.environments.losses import (
    bernoulli_losses,
    given_losses,
)
from support.multiplayer_games import problem

ALPHA = 1e-4


def test_an_arm_has_the_bits_of_its_number():
    assert [bits_of_an_arm(arms) for arms in (2, 3, 4, 5, 8, 9, 64, 65)] == [1, 2, 2, 3, 3, 4, 6, 7]


@pytest.mark.parametrize("size", [(2, 3), (3, 8), (7, 8), (4, 9)])
def test_losses_of_one_cost_nothing_and_losses_of_zero_the_collisions(size):
    players, arms = size
    options = coordinate_in_bits.Options(ranking_rounds=40 * players, block_length=100)
    runs = [
        coordinate_in_bits.simulate(
            problem(bernoulli_losses([loss] * arms), players, 40 * players, 40 * players + 1000),
            generator=np.random.default_rng(3),
            options=options,
        )
        for loss in (1.0, 0.0)
    ]
    assert runs[0].regret[1] == 0
    spent = runs[1].regret[1] - runs[1].regret[0]
    assert spent == runs[1].collisions[1] - runs[1].collisions[0]
    assert 0 < spent <= 2 * 10 * (players - 1) * bits_of_an_arm(arms)
    assert runs[1].quiet[1] == 0


def test_projection_is_the_nearest_law():
    rng = np.random.default_rng(5)
    for _ in range(50):
        weights, size = np.exp(rng.normal(0, 3, 6)), int(rng.integers(1, 6))
        logs, chances = np.log(weights), np.empty(6)
        project(logs, size, chances)
        assert chances.sum() == pytest.approx(size)
        scale = chances[chances < 1] / weights[chances < 1]
        assert np.allclose(scale, scale[0])
        assert np.all(scale[0] * weights[chances == 1] >= 1 - 1e-9)
        assert np.allclose(np.exp(logs), chances)


def test_projection_of_weights_far_apart():
    logs, chances = np.array([0.0, -1e9, -1e9 - 1.0, -5.0]), np.empty(4)
    project(logs, 3, chances)
    assert chances[[0, 3]].tolist() == [1.0, 1.0]
    assert chances[1] / chances[2] == pytest.approx(np.e, rel=1e-5)


def test_systematic_samples_have_the_chances_of_the_arms():
    chances, rng = np.array([0.9, 0.35, 1.0, 0.25, 0.5]), np.random.default_rng(6)
    members, counts, draws = np.empty(3, dtype=np.int64), np.zeros(5), 40000
    for _ in range(draws):
        draw_systematic(chances, rng, members)
        assert len(set(members)) == 3
        counts[members] += 1
    assert np.abs(counts / draws - chances).max() < 4.5 * np.sqrt(0.25 / draws)


def own_game(table, players, *, options, rng, flipped=False, wrong_report=False, homes=None):
    """Play the game with all ranks given, and return the regret: a simulator of its own."""
    rounds, arms = table.shape
    bits, tau, rate = bits_of_an_arm(arms), options.block_length, options.learning_rate
    chances, t, paid = np.full(arms, players / arms), 0, 0.0
    homes, reported = homes or [*range(players)], players if options.report == "bit" else 1
    sets, estimates = [*itertools.combinations(range(arms), players)], np.zeros(arms)
    inside = np.array([[arm in one for arm in range(arms)] for one in sets])

    def play(places):
        nonlocal t, paid
        alone = [places.count(arm) == 1 for arm in places]
        losses = [table[t, arm] if one else 1.0 for arm, one in zip(places, alone, strict=True)]
        t, paid = t + 1, paid + float(np.sum(losses))
        return [not one for one in alone], losses

    while t + tau <= rounds:
        end, start, chosen = t + tau, rng.random(), []
        if options.law == "exponential":
            law = np.exp(-rate * (inside @ estimates - (inside @ estimates).min()))
            chances = law @ inside / law.sum()
            chosen = [*sets[rng.choice(len(sets), p=law / law.sum())]]
        for arm, reached in enumerate(np.cumsum(chances)):
            if start + len(chosen) < reached and len(chosen) < players:
                chosen.append(arm)
        chosen = [*rng.permutation(chosen)]
        read = [int(chosen[0])] + [0] * (players - 1)
        for rank in range(1, players):
            for bit in range(bits):
                sent = int(chosen[rank]) >> bit & 1
                sent = 1 - sent if flipped and bit == 0 else sent
                met, _ = play([homes[rank] if sent else homes[0], *homes[1:]])
                read[rank] += met[rank] << bit
        seen, length = np.zeros(players), end - t - (reported - 1)
        read = [min(arm, arms - 1) for arm in read]
        for _ in range(length):
            seen += play(read)[1]
        means = seen / length
        for rank in range(1, reported):
            goes = rng.random() < (1 - means[rank] if wrong_report else means[rank])
            places = [*homes]
            places[rank] = homes[0] if goes else homes[rank]
            means[rank] = play(places)[0][0]
        known, steps = chosen[:reported], np.zeros(arms)
        steps[known] = means[:reported] / chances[known] * (1 if reported > 1 else players)
        estimates += steps
        weights, low, high = chances * np.exp(-rate * steps), 0.0, 1e9
        for _ in range(200):
            middle = (low + high) / 2
            enough = np.minimum(1, middle * weights).sum() >= players
            low, high = (low, middle) if enough else (middle, high)
        chances = np.minimum(1, high * weights)
    return paid - np.sort(table[:t].sum(axis=0))[:players].sum()


def drawn(scenario, rounds=1500, players=4):
    """Return losses of one of Section 5's scenarios, drawn once, shape (rounds, arms)."""
    rng = np.random.default_rng(12)
    losses = scenario.losses(players=players, horizon=rounds, generator=rng)
    means = losses.means[np.searchsorted(losses.starts, np.arange(rounds), side="right") - 1]
    return (rng.random(means.shape) < means).astype(float)


SCENARIOS = configuration.load("multiplayer", scale="paper").online_regret.scenarios[:3]
GAMES = {one.name: (4, 30, drawn(one)) for one in SCENARIOS}
GAMES |= {
    f"K = {players}, N = {arms}": (
        players,
        40,
        np.clip(
            np.linspace(0, 1, arms) + np.random.default_rng(arms).normal(0, 0.2, (1500, arms)), 0, 1
        ),
    )
    for players, arms in ((2, 3), (7, 8), (5, 16))
}
LAW, OWN = ("law", "exponential"), ("report", "none")
KINDS = [(), *(pytest.param(one, marks=pytest.mark.full) for one in ((LAW,), (LAW, OWN)))]
GAMES["far apart"] = (3, 30, np.tile([0.9] * 4 + [0.1, 0.2, 0.3], (3000, 1)))


def own_regrets(game, runs, kind=(), **changed):
    players, length, table = GAMES[game]
    options = coordinate_in_bits.Options(block_length=length, learning_rate=0.2, **dict(kind))
    streams = np.random.default_rng(8).spawn(runs)
    return np.array(
        [own_game(table, players, options=options, rng=rng, **changed) for rng in streams]
    )


@functools.cache
def fast_regrets(name, kind=()):
    players, length, table = GAMES[name]
    ranking = 40 * players
    padded = np.concatenate([np.zeros((ranking, table.shape[1])), table])
    options = coordinate_in_bits.Options(
        ranking_rounds=ranking, block_length=length, learning_rate=0.2, **dict(kind)
    )
    end = ranking + len(table) // length * length  # the own simulator leaves out the rest
    game = problem(given_losses(padded[:end]), players, ranking, end)
    streams = np.random.default_rng(9).spawn(400)
    runs = [
        coordinate_in_bits.simulate(game, generator=one, options=options).regret for one in streams
    ]
    return np.array([regret[1] - regret[0] for regret in runs])


@pytest.mark.parametrize("kind", KINDS, ids=len)
@pytest.mark.parametrize("game", GAMES)
def test_an_own_simulator_agrees(game, kind):
    fast, own = fast_regrets(game, kind), own_regrets(game, 25, kind)
    error = np.hypot(own.std() / 25**0.5, fast.std() / 400**0.5)
    assert abs(own.mean() - fast.mean()) < 4 * error


@pytest.mark.parametrize(
    "changed", [{"flipped": True}, {"homes": [0, 1, 1]}, {"wrong_report": True}]
)
def test_mutants_of_the_protocol_are_caught(changed):
    fast = fast_regrets("far apart")
    assert own_regrets("far apart", 8, **changed).min() > 1.5 * fast.mean()
