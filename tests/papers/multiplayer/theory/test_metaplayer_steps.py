"""Lemmas 3.1 and 4.1, Theorem 4.2: each Check comes out as stated, and flips when altered."""

import math

import numpy as np
import pytest

from bandit_replications.papers.multiplayer.algorithms import k_metaplayer
from bandit_replications.papers.multiplayer.environments.losses import given_losses
from bandit_replications.papers.multiplayer.environments.problems import MultiplayerProblem
from bandit_replications.papers.multiplayer.theory import (
    exact_regret,
    lemma_3_1,
    lemma_4_1,
    theorem_4_2,
)


def all_of(checks):
    return all(check.holds for check in (checks if isinstance(checks, tuple) else (checks,)))


@pytest.mark.parametrize(
    "function",
    [
        lemma_3_1.meta_arms_of_one_arm,
        lemma_3_1.nearest_fewest_meta_arms,
        lemma_3_1.best_meta_arm,
        lemma_3_1.nearest_unrelated_meta_arms,
        lemma_3_1.coordinators_arm,
        lemma_3_1.unbiased_estimates,
        lemma_3_1.cross_terms,
        lemma_3_1.second_moments,
        lemma_3_1.swapped_sums,
        lemma_3_1.nearest_exponential_weights,
        lemma_3_1.nearest_meta_arms,
        lemma_3_1.learning_rate,
        lemma_3_1.best_learning_rate,
        lemma_3_1.sharper_constant,
        lemma_3_1.lemma_3_1,
        theorem_4_2.blocks_and_rest,
        theorem_4_2.theorem_4_2,
        theorem_4_2.whole_blocks,
        theorem_4_2.blocks_degrade,
        lemma_4_1.factorised_weight,
        lemma_4_1.law_of_k_dpp,
        lemma_4_1.second_phase,
        lemma_4_1.law_of_algorithm_5,
        lemma_4_1.law_of_algorithm_8,
        lemma_4_1.marginal_by_normalisers,
        lemma_4_1.normaliser,
        lemma_4_1.operations,
        lemma_4_1.naive_terms,
        lemma_4_1.marginals_are_sound,
    ],
)
def test_steps_hold(function):
    assert all_of(function())


def test_altered_steps_fail():
    assert not all_of(lemma_3_1.unbiased_estimates(factor=1.0))
    assert not lemma_3_1.meta_arms_with_many_players().holds
    assert lemma_3_1.nearest_exponential_weights(factor=0.5).holds
    assert not lemma_3_1.nearest_exponential_weights(factor=0.0).holds
    assert not lemma_3_1.lemma_3_1(factor=0.4).holds
    assert lemma_3_1.lemma_3_1(players=2, arms=3, horizon=10).holds
    assert not theorem_4_2.theorem_4_2(factor=0.01).holds
    assert not lemma_4_1.second_phase(diagonal=False).holds
    assert not lemma_4_1.law_of_algorithm_5(one_vector=True).holds
    assert not lemma_4_1.marginals_are_sound(subtraction=True).holds
    assert lemma_4_1.subtraction_loses_all().holds
    assert not lemma_4_1.subtraction_loses_all(gap=2.0).holds
    assert lemma_4_1.marginals_are_sound(gap=2.0, subtraction=True).holds


def test_operations_are_counted():
    # a table of N x K entries, a product and a sum each; both normalisers of a marginal have one
    table = lemma_4_1.elementary_symmetric(lemma_4_1._counted_weights(5), 3)
    assert lemma_4_1.Counted.done == 2 * 5 * 3
    assert table[5, 3].value == pytest.approx(
        lemma_4_1.elementary_symmetric([1 + 1 / k for k in range(1, 6)], 3)[5, 3]
    )
    assert lemma_4_1._one_marginal(5, 3) == 2 * 5 * 3 + 2 * 4 * 2 + 2
    checks = lemma_4_1.operations()
    assert not any(check.holds for check in lemma_4_1.operations(factor=1))
    assert all(2 <= check.left < 3 for check in checks if "drawing" in check.step)


def test_the_last_rounds_are_played_with_collisions(monkeypatch):
    # 3 rounds of 3 arms that lose nothing: two players collide with probability 1/3, losing 2
    monkeypatch.setattr(theorem_4_2, "_losses", lambda: np.zeros((theorem_4_2.HORIZON, 3)))
    regret, of_averages = theorem_4_2.blocked_regret(learning_rate=0.4)
    assert of_averages == 0
    assert regret == pytest.approx((theorem_4_2.HORIZON % theorem_4_2.BLOCK) * 2 / 3)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("np.exp(-learning_rate *", "np.exp(learning_rate *"),
        ("- losses.sum(axis=0).min()", ""),
        ("+ math.log(len(member)) / learning_rate", ""),
    ],
)
def test_altered_exponential_weights_are_caught(altered, old, new):
    assert not altered(lemma_3_1, old, new).nearest_exponential_weights(factor=0.5).holds


def test_exact_regret_is_the_mean_of_simulated_ones():
    table = exact_regret.late_switch(rounds=9, arms=3)
    exact = exact_regret.expected_regret(table, players=2, learning_rate=0.4)
    problem = MultiplayerProblem(losses=given_losses(table), players=2, horizon=9)
    simulated = np.array(
        [
            k_metaplayer.simulate(
                problem,
                generator=stream,
                options=k_metaplayer.Options(learning_rate=0.4),
            ).regret[0]
            for stream in np.random.default_rng(1).spawn(6000)
        ]
    )
    error = simulated.std() / np.sqrt(simulated.size)
    assert abs(simulated.mean() - exact) < 3.9 * error  # false-alarm rate 1e-4
    assert error < 0.02


def test_exact_regret_with_chances_below_the_least_double():
    table = exact_regret.good_arms(rounds=6, arms=3, players=1)
    value = exact_regret.expected_regret(table, players=1, learning_rate=2000.0)
    # a bad arm is never tried again: with 2 left the next loss comes with probability 2/3, then 1/2
    first = 1 - (1 / 3) ** 6
    second = first - math.fsum(
        (1 / 3) ** (k - 1) * (2 / 3) * (1 / 2) ** (6 - k) for k in range(1, 7)
    )
    assert value == pytest.approx(first + second)


def test_exact_regret_refuses_long_sequences():
    with pytest.raises(ValueError, match="30 rounds"):
        exact_regret.expected_losses(np.zeros((30, 3)), players=1, learning_rate=0.1)
