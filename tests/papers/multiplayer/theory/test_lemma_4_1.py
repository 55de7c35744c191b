import pytest

from bandit_replications.papers.multiplayer.theory import lemma_4_1


def test_altered_steps_fail():
    assert lemma_4_1.second_phase().holds
    assert lemma_4_1.outside_chosen(diagonal=False) > 0.1
    assert not lemma_4_1.law_of_algorithm_5(one_vector=True).holds
    assert not lemma_4_1.marginals_are_sound(subtraction=True).holds
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
    assert all(check.holds for check in checks)
    assert all(check.left == check.right for check in checks if "marginal" in check.step)
    naive = lemma_4_1.operations(naive=True)
    assert not any(check.holds for check in naive if "N = 8," not in check.step)
