import numpy as np
import pytest
from scipy import stats

from bandit_replications.papers.multiplayer.environments import losses

ALPHA = 1e-4  # false-alarm rate of each distribution test
CHANGING = losses.changing_losses([0, 4, 7], [[0.2, 0.9], [0.7, 0.1], [0.0, 1.0]])


def test_sums_across_changes_have_the_law_of_single_rounds():
    # rounds 3..8 of arm 0: two of mean 0.2, three of mean 0.7, one of mean 0
    law = np.array([1.0])
    for mean in (0.2, 0.2, 0.7, 0.7, 0.7, 0.0):
        law = np.convolve(law, [1 - mean, mean])
    rng = np.random.default_rng(1)
    draws = [losses.draw_losses(CHANGING, 0, 2, 6, rng) for _ in range(20000)]
    counts = np.bincount(np.array(draws, dtype=int), minlength=6)
    assert counts.size == 6
    assert stats.chisquare(counts, 20000 * law[:6]).pvalue > ALPHA


@pytest.mark.parametrize(("first", "mean"), [(3, 0.9), (4, 0.1), (6, 0.1), (7, 1.0), (900, 1.0)])
def test_one_round_has_its_segments_mean(first, mean):
    rng = np.random.default_rng(first)
    drawn, ones = np.empty(CHANGING.arms), 0
    for _ in range(4000):
        losses.draw_round(*CHANGING[:3], first, drawn, rng)
        ones += int(drawn[1])
    assert stats.binomtest(ones, 4000, mean).pvalue > ALPHA


def test_a_table_is_what_counts():
    rng = np.random.default_rng(2)
    table = rng.random((50, 3))
    given = losses.given_losses(table)
    assert losses.draw_losses(given, 2, 10, 7, rng) == pytest.approx(table[10:17, 2].sum())
    drawn = np.empty(3)
    losses.draw_round(*given[:3], 49, drawn, rng)
    assert np.array_equal(drawn, table[49])
    assert np.array_equal(losses.round_losses(given, 5, rng), table[5])
    assert given.arms == 3


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: losses.bernoulli_losses([0.1, 1.2]), "means: 1.2 for arm 2 in row 1"),
        (lambda: losses.given_losses([[0.1, 0.2], [float("nan"), 0.3]]), "losses: nan for arm 1"),
        (lambda: losses.changing_losses([1], [[0.1, 0.2]]), "increase from 0"),
        (lambda: losses.changing_losses([0, 5], [[0.1, 0.2]]), "one row for each"),
    ],
)
def test_bad_losses_are_refused(make, message):
    with pytest.raises(ValueError, match=message):
        make()
