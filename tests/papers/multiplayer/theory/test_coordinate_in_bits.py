import inspect
import itertools
from fractions import Fraction

import numpy as np
import pytest

from bandit_replications.papers.multiplayer.algorithms import coordinate_in_bits_literal
from bandit_replications.papers.multiplayer.algorithms.bit_blocks import BitSizes, bit_blocks
from bandit_replications.papers.multiplayer.theory import bounds, coordinate_in_bits

HALF, ONES = Fraction(1, 2), [Fraction(1)] * 6


@pytest.mark.parametrize("size", [(2, 3), (3, 5), (4, 5)])
def test_all_read_their_arm_and_the_coordinator_hears_the_losses(size):
    players, arms = size
    checks = coordinate_in_bits.everyone_reads_the_arm(players=players, arms=arms)
    assert all(check.holds for check in checks)


@pytest.mark.parametrize(
    ("role", "printed", "mutant", "failing"),
    [
        ("lead", ">> bit & 1 else", ">> bit & 1 ^ 1 else", 0),  # every bit flipped
        ("lead", "yield follower if", "yield 1 if", 0),  # one home for all
        ("lead", "= float(collided)", "= 1 - float(collided)", 2),
        ("lead", "seen / blocks.play", "1 - seen / blocks.play", 2),
        ("follow", "< seen / blocks.play", ">= seen / blocks.play", 2),  # reports of 1 - X
        ("follow", "yield 0 if bad else own", "yield 0", 1),
        ("follow", "arm += 1 << bit", "arm += 1 << (bit + 1)", 0),
    ],
)
def test_mutants_of_the_roles_are_caught(monkeypatch, role, printed, mutant, failing):
    source = inspect.getsource(getattr(coordinate_in_bits_literal, role))
    assert printed in source
    names = dict(vars(coordinate_in_bits_literal))
    exec(source.replace(printed, mutant), names)
    monkeypatch.setattr(coordinate_in_bits, role, names[role])
    checks = coordinate_in_bits.everyone_reads_the_arm(players=3, arms=5)
    assert not checks[failing].holds


@pytest.mark.parametrize("players", [2, 3, 4])
def test_second_moments_are_those_of_the_proof(players):
    weights, losses = coordinate_in_bits.WEIGHTS, coordinate_in_bits.LOSSES
    law = coordinate_in_bits.product_law(weights, size=players)
    pairs = {
        both: sum(p for one, p in law.items() if {*both} <= {*one})
        for both in itertools.product(range(5), repeat=2)
    }
    own = coordinate_in_bits.moments(law, losses, reports=False)[1]
    assert own == players * sum(loss**2 for loss in losses)
    assert coordinate_in_bits.moments(law, ONES[:5], reports=False)[1] == 5 * players  # K N
    reported = Fraction(0)
    for (i, j), p in pairs.items():
        if i != j:
            reported += p**2 * losses[i] * losses[j] / (pairs[i, i] * pairs[j, j])
        else:
            reported += losses[i] ** 2 / players + losses[i] * (1 - Fraction(1, players))
    assert coordinate_in_bits.moments(law, losses, reports=True)[1] == reported


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("reports", [True, False])
def test_estimates_are_unbiased_and_vary_as_charged(players, reports):
    checks = coordinate_in_bits.moments_of_the_estimates(players=players, reports=reports)
    assert all(check.holds for check in checks)


def test_sets_that_attract_each_other_break_the_second_moment():
    disjoint = {(0, 1, 2): HALF, (3, 4, 5): HALF}
    means, second = coordinate_in_bits.moments(disjoint, ONES, reports=True)
    assert means == ONES
    assert second == 18 > BitSizes(3, 6, 7, descent=False).variance == 12
    product = coordinate_in_bits.product_law(ONES, size=3)
    assert coordinate_in_bits.moments(product, ONES, reports=True)[1] <= 12


def mean_of_neus_exponential(law, losses, weights, *, gamma):
    """Return E exp(Σ α (estimate - loss)) for α = 2 γ times the weights, over sets and bits."""
    arms = range(len(losses))
    inside = [float(sum(p for one, p in law.items() if arm in one)) for arm in arms]
    steps, total = [2 * gamma * weight for weight in weights], 0.0
    for members, p in law.items():
        for bits in itertools.product((0, 1), repeat=len(members)):
            chance, exponent = float(p), -np.dot(steps, losses)
            for arm, bit in zip(members, bits, strict=True):
                chance *= losses[arm] if bit else 1 - losses[arm]
                exponent += steps[arm] * bit / (inside[arm] + gamma)
            total += chance * np.exp(exponent)
    return total


@pytest.mark.parametrize("gamma", [0.01, 0.1])
def test_lemma_for_sets_needs_arms_that_repel_each_other(gamma):
    rng, triple = np.random.default_rng(3), [1, 1, 1, 0, 0, 0]
    disjoint = {(0, 1, 2): HALF, (3, 4, 5): HALF}
    assert mean_of_neus_exponential(disjoint, [1] * 6, triple, gamma=gamma) > 1
    for _ in range(20):
        weights = [Fraction(round(1000 * np.exp(one)), 1000) + 1 for one in rng.normal(0, 2, 6)]
        product = coordinate_in_bits.product_law(weights, size=3)
        losses = rng.random(6)
        assert mean_of_neus_exponential(product, losses, triple, gamma=gamma) <= 1
        assert mean_of_neus_exponential(product, losses, rng.random(6), gamma=gamma) <= 1


@pytest.mark.parametrize("kind", [(True, True), (True, False), (False, True), (False, False)])
def test_parts_of_the_proof_stay_below_the_bound(kind):
    shares = []
    for players, arms in ((2, 3), (3, 4), (4, 8), (7, 8), (31, 32), (4, 64)):
        for horizon in (10**4, 10**6, 10**9):
            sizes = BitSizes(players, arms, horizon, *kind)
            if sizes.exact_block_length <= players * sizes.messages:
                assert bounds.bits_regret(sizes) >= players * horizon
                continue
            blocks = bit_blocks(sizes)
            spread = np.sqrt(2 * sizes.distance * sizes.variance * blocks.number)
            rest = horizon - blocks.number * blocks.length
            messages = players * (players - 1) * sizes.messages * blocks.number
            parts = blocks.play * spread + messages + players * rest + players**2
            shares.append(parts / bounds.bits_regret(sizes))
    assert 0.3 < max(shares) < 1


def test_bound_is_the_printed_ones_with_bits_for_tries():
    sizes = BitSizes(4, 8, 240000)
    printed = bounds.theorem_4_1_leading(players=4, arms=8, horizon=240000)
    assert bounds.bits_leading(sizes) / printed == pytest.approx((4 / (4 * 8)) ** (1 / 3))
