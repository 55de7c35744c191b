"""The subset sampler against enumeration, exact rational arithmetic and the general samplers."""

import math
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from scipy import stats

from bandit_replications.papers.multiplayer.algorithms import (
    determinantal_point_process,
    k_dpp,
    subset_sampling,
    subset_sampling_kernels,
)

ALPHA = 1e-4  # false-alarm rate of each sampling test
CASES = [(2, 1, 0.5), (5, 2, 3.0), (6, 5, 1.0), (8, 4, 6.0), (8, 4, 60.0), (7, 3, 700.0)]


def weights_of(arms, span, seed=0):
    return -span * np.random.default_rng(seed).permutation(np.linspace(0, 1, arms))


def exact_marginals(log_weights, size):
    """Rational arithmetic on the weights as doubles, the largest 1: no rounding, no recursion."""
    values = np.asarray(log_weights)
    weights = [Fraction(math.exp(value)) for value in values - values.max()]
    products = {
        one: math.prod(weights[i] for i in one) for one in combinations(range(len(values)), size)
    }
    total = sum(products.values(), Fraction(0))
    return [
        float(sum((p for one, p in products.items() if i in one), Fraction(0)) / total)
        for i in range(len(values))
    ]


@pytest.mark.parametrize(("arms", "size", "span"), CASES)
def test_marginals_are_exact_to_rounding(arms, size, span):
    log_weights = weights_of(arms, span)
    marginals = subset_sampling.inclusion_probabilities(log_weights, size=size)
    # e^x has relative error |x| 2^-53 on either side
    assert marginals == pytest.approx(exact_marginals(log_weights, size), rel=1e-12, abs=1e-290)
    enumerated = subset_sampling.enumerated_marginals(log_weights, size=size)
    assert marginals == pytest.approx(enumerated, rel=1e-11, abs=1e-290)
    assert marginals.sum() == pytest.approx(size, rel=1e-12)


@pytest.mark.parametrize("shift", [-1e6, 0.0, 1e6])
@pytest.mark.parametrize("span", [1e3, 1e5])
def test_any_range_of_weights_is_sound(shift, span):
    log_weights = weights_of(9, span) + shift
    marginals = subset_sampling.inclusion_probabilities(log_weights, size=4)
    order = np.argsort(-log_weights)
    assert marginals[order[:4]] == pytest.approx(1)
    assert marginals[order[4:]].max() < 1e-50
    sample = subset_sampling.sample_subset(log_weights, size=4, generator=np.random.default_rng(1))
    assert sample.tolist() == sorted(order[:4].tolist())


def test_many_arms():
    log_weights = np.zeros(1000)
    marginals = subset_sampling.inclusion_probabilities(log_weights, size=3)
    assert marginals == pytest.approx(0.003, rel=1e-9)


def chi_square(draw, subsets, probabilities, samples):
    place = {one: k for k, one in enumerate(subsets)}
    counts = np.bincount([place[tuple(draw())] for _ in range(samples)], minlength=len(subsets))
    expected = samples * probabilities
    rare = expected < 5
    counts = np.append(counts[~rare], counts[rare].sum())
    expected = np.append(expected[~rare], expected[rare].sum())
    kept = expected > 0
    return stats.chisquare(counts[kept], expected[kept] * counts.sum() / expected.sum()).pvalue


@pytest.mark.parametrize(("arms", "size", "span"), CASES[:4])
def test_samples_have_the_law(arms, size, span):
    log_weights = weights_of(arms, span)
    subsets, probabilities = subset_sampling.subset_distribution(log_weights, size=size)
    stream = np.random.default_rng(3)
    p = chi_square(
        lambda: subset_sampling.sample_subset(log_weights, size=size, generator=stream),
        subsets,
        probabilities,
        10000,
    )
    assert p > ALPHA


@pytest.mark.full
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("suffixes[arm, missing] < chance", "suffixes[0, missing] < chance"),
        ("suffixes[arm + 1, missing - 1]", "suffixes[arm + 1, missing]"),
        ("rising[-size] / 2 + rising[-size - 1] / 2", "5.0"),
        ("suffixes[arm, count] = tail * same", "suffixes[arm, count] = same"),
        ("heavier if above else lighter", "lighter if above else heavier"),
        ("suffixes[arm + 1, size - 1 - count]", "suffixes[arm, size - 1 - count]"),
    ],
)
def test_altered_kernels_are_caught(altered, old, new):
    mutant = altered(subset_sampling_kernels, old, new)
    log_weights, size = weights_of(6, 4.0), 3
    work = mutant.subset_work(6, size)
    mutant.prepare_subset(log_weights, size, work)
    marginals, members = np.empty(6), np.empty(size, dtype=np.int64)
    mutant.fill_marginals(work, size, marginals)
    subsets, probabilities = subset_sampling.subset_distribution(log_weights, size=size)
    stream = np.random.default_rng(4)

    def draw():
        mutant.draw_members(work.heads, work.suffixes, size, stream, members)
        return members

    exact = subset_sampling.enumerated_marginals(log_weights, size=size)
    wrong_marginals = not np.allclose(marginals, exact, rtol=1e-9)
    try:
        wrong_law = chi_square(draw, subsets, probabilities, 2000) < ALPHA
    except (IndexError, KeyError):
        wrong_law = True
    if "5.0" in new:  # the law stays: only the range suffers
        mutant.prepare_subset(log_weights - 2000, size, work)
        wrong_marginals = work.suffixes[0, size] < 2.0**-6
    assert wrong_marginals or wrong_law


UPDATES = {
    # a step of the falling weight, so that a reference moves, and one that no reference can follow
    "reference moves": (8, 4, 3.0),
    "too far apart": (8, 4, 40.0),
    "many arms": (900, 450, 0.01),
    "more arms than a table of weights holds": (1000, 500, 0.01),
}


def worst_update(kernels, case):
    """Return the largest relative error of a marginal while weights fall one by one."""
    arms, size, step = UPDATES[case]
    stream, log_weights = np.random.default_rng(3), np.zeros((1, arms))
    work, fresh = (subset_sampling_kernels.subset_work(arms, size) for _ in range(2))
    expected, found, errors = np.empty(arms), np.empty(arms), []
    reference, changed = math.nan, 0
    for _ in range(300 if arms < 100 else 5):
        reference = kernels.update_subset(log_weights, 0, changed, size, reference, work)
        subset_sampling_kernels.prepare_subset(log_weights[0], size, fresh)
        subset_sampling_kernels.fill_marginals(work, size, found)
        subset_sampling_kernels.fill_marginals(fresh, size, expected)
        errors.append(np.max(np.abs(found - expected) / np.maximum(expected, 1e-280)))
        changed = int(stream.integers(0, arms // 2 + 1))  # these fall away from the others
        log_weights[0, changed] -= step * stream.exponential()
    return max(errors)


@pytest.mark.parametrize("case", UPDATES)
def test_updated_tables_are_those_of_new_weights(case):
    assert worst_update(subset_sampling_kernels, case) < 1e-9


@pytest.mark.full
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("suffixes, changed)", "suffixes, changed - 1)"),
        ("math.exp(values[arm] - middle), 1.0", "math.exp(0.0), 1.0"),
        ("<= widest(log_weights.shape[1], size):  #", "<= math.inf:  #"),
        ("math.exp(above)", "math.exp(log_weights[row, changed])"),
    ],
)
def test_altered_updates_are_caught(altered, old, new):
    mutant = altered(subset_sampling_kernels, old, new)
    try:
        worst = max(worst_update(mutant, case) for case in ("reference moves", "too far apart"))
    except ZeroDivisionError:  # all weights have vanished
        return
    assert worst > 1e-6


def test_subtraction_breaks_down_where_the_tables_do_not():
    worst = {}
    for gap in (1.0, 5.0, 14.0):
        values = -gap * np.array([0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0])
        exact = exact_marginals(values, 4)
        broken = subset_sampling.subtraction_marginals(values, size=4)
        sound = subset_sampling.inclusion_probabilities(values, size=4)
        worst[gap] = subset_sampling.largest_error(broken, exact)
        assert subset_sampling.largest_error(sound, exact) < 1e-13
    assert worst[1.0] < 1e-12 < worst[5.0] < 1e-6
    assert worst[14.0] > 1


@pytest.mark.parametrize(
    ("weights", "size", "error", "message"),
    [
        ([0.0, np.inf], 1, ValueError, "finite"),
        ([0.0, 1.0], 2, ValueError, "size: 2"),
        ([0.0, 1.0], 0, ValueError, "size: 0"),
        ([0.0, 1.0], 1.0, TypeError, "integer"),
        ([[0.0, 1.0]], 1, ValueError, "one row"),
        (np.zeros(1001), 1, ValueError, "1000"),
    ],
)
def test_bad_input(weights, size, error, message):
    with pytest.raises(error, match=message):
        subset_sampling.inclusion_probabilities(weights, size=size)


# --- The general samplers -------------------------------------------------------------------


def kernel(seed=0, size=5):
    factor = np.random.default_rng(seed).normal(size=(size, size))
    return factor @ factor.T


def test_elementary_symmetric_polynomials():
    values = [1.0, 2.0, 3.0, 4.0]
    assert k_dpp.elementary_symmetric(values, 3)[4].tolist() == [1, 10, 35, 50]


def test_k_dpp_has_the_law_of_its_minors():
    matrix = kernel()
    subsets, probabilities = k_dpp.subset_probabilities(matrix, size=2)
    stream = np.random.default_rng(5)
    draw = lambda: k_dpp.sample(matrix, size=2, generator=stream)  # noqa: E731
    assert chi_square(draw, subsets, probabilities, 4000) > ALPHA


def test_dpp_has_the_law_of_its_minors():
    matrix = kernel(1, 4)
    every = [one for k in range(5) for one in combinations(range(4), k)]
    minors = np.array([np.linalg.det(matrix[np.ix_(one, one)]) if one else 1.0 for one in every])
    assert minors.sum() == pytest.approx(np.linalg.det(matrix + np.eye(4)))
    stream = np.random.default_rng(6)
    draw = lambda: determinantal_point_process.sample(matrix, stream)  # noqa: E731
    assert chi_square(draw, every, minors / minors.sum(), 4000) > ALPHA


@pytest.mark.full
@pytest.mark.parametrize(
    ("module", "old", "new"),
    [
        (k_dpp, "table[n - 1, missing - 1] / table[n, missing]", "table[n - 1, missing - 1]"),
        (determinantal_point_process, "rest - np.outer(column, rest[element])", "rest"),
        (determinantal_point_process, "np.square(vectors)", "np.abs(vectors)"),
    ],
)
def test_altered_samplers_are_caught(altered, monkeypatch, module, old, new):
    mutant = altered(module, old, new)
    if module is determinantal_point_process:
        monkeypatch.setattr(k_dpp, "sample_elements", mutant.sample_elements)
        mutant = k_dpp
    matrix = kernel()
    subsets, probabilities = k_dpp.subset_probabilities(matrix, size=2)
    stream = np.random.default_rng(7)
    try:
        p = chi_square(
            lambda: mutant.sample(matrix, size=2, generator=stream), subsets, probabilities, 3000
        )
    except KeyError:  # not two elements
        p = 0.0
    assert p < ALPHA


def test_bad_kernels():
    with pytest.raises(ValueError, match="N x N"):
        k_dpp.sample(np.ones((2, 3)), size=1, generator=np.random.default_rng(0))
    with pytest.raises(ValueError, match="symmetric"):
        k_dpp.sample([[1.0, 2.0], [0.0, 1.0]], size=1, generator=np.random.default_rng(0))
    with pytest.raises(ValueError, match="eigenvalue"):
        k_dpp.sample([[1.0, 2.0], [2.0, 1.0]], size=1, generator=np.random.default_rng(0))
    with pytest.raises(ValueError, match="rank"):
        k_dpp.sample(np.ones((3, 3)), size=2, generator=np.random.default_rng(0))
