"""The subset sampler against enumeration, exact rational arithmetic and the general samplers."""

import functools
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
    log_weights, stream = weights_of(arms, span), np.random.default_rng(3)
    law = subset_sampling.subset_distribution(log_weights, size=size)
    draw = functools.partial(
        subset_sampling.sample_subset, log_weights, size=size, generator=stream
    )
    assert chi_square(draw, *law, 10000) > ALPHA


UPDATES = {
    # a step of the falling weight, so that a reference moves, and one that no reference can follow
    "reference moves": (8, 4, 3.0),
    "too far apart": (8, 4, 40.0),
    "many arms": (900, 450, 0.01),
    "more arms than a table of weights holds": (1000, 500, 0.01),
}


@pytest.mark.parametrize("case", UPDATES)
def test_updated_tables_are_those_of_new_weights(case):
    arms, size, step = UPDATES[case]
    stream, log_weights = np.random.default_rng(3), np.zeros((1, arms))
    work, fresh = (subset_sampling_kernels.subset_work(arms, size) for _ in range(2))
    expected, found, errors = np.empty(arms), np.empty(arms), []
    reference, changed = math.nan, 0
    for _ in range(300 if arms < 100 else 5):
        reference = subset_sampling_kernels.update_subset(
            log_weights, 0, changed, size, reference, work
        )
        subset_sampling_kernels.prepare_subset(log_weights[0], size, fresh)
        subset_sampling_kernels.fill_marginals(work, size, found)
        subset_sampling_kernels.fill_marginals(fresh, size, expected)
        errors.append(np.max(np.abs(found - expected) / np.maximum(expected, 1e-280)))
        changed = int(stream.integers(0, arms // 2 + 1))  # these fall away from the others
        log_weights[0, changed] -= step * stream.exponential()
    assert max(errors) < 1e-9


@pytest.mark.parametrize(
    ("weights", "size", "error", "message"),
    [
        ([0.0, np.inf], 1, ValueError, "finite"),
        ([0.0, 1.0], 2, ValueError, "size: 2"),
        ([0.0, 1.0], 1.0, TypeError, "integer"),
        ([[0.0, 1.0]], 1, ValueError, "one row"),
        (np.zeros(1001), 1, ValueError, "1000"),
    ],
)
def test_bad_input(weights, size, error, message):
    with pytest.raises(error, match=message):
        subset_sampling.inclusion_probabilities(weights, size=size)


def kernel_and_minors(seed, elements, sizes):
    """Return a kernel, its subsets of these sizes, and their minors."""
    factor = np.random.default_rng(seed).normal(size=(elements, elements))
    matrix = factor @ factor.T
    subsets = [one for size in sizes for one in combinations(range(elements), size)]
    minors = [np.linalg.det(matrix[np.ix_(one, one)]) if one else 1.0 for one in subsets]
    return matrix, subsets, np.array(minors)


def test_k_dpp_has_the_law_of_its_minors():
    matrix, subsets, minors = kernel_and_minors(0, 5, [2])
    draw = functools.partial(k_dpp.sample, matrix, size=2, generator=np.random.default_rng(5))
    assert chi_square(draw, subsets, minors / minors.sum(), 2500) > ALPHA


def test_dpp_has_the_law_of_its_minors():
    matrix, subsets, minors = kernel_and_minors(1, 4, range(5))
    assert minors.sum() == pytest.approx(np.linalg.det(matrix + np.eye(4)))
    draw = functools.partial(determinantal_point_process.sample, matrix, np.random.default_rng(6))
    assert chi_square(draw, subsets, minors / minors.sum(), 2500) > ALPHA


@pytest.mark.parametrize(
    ("matrix", "message"),
    [
        (np.ones((2, 3)), "N x N"),
        ([[1.0, 2.0], [0.0, 1.0]], "symmetric"),
        ([[1.0, 2.0], [2.0, 1.0]], "eigenvalue"),
        (np.ones((3, 3)), "rank"),
    ],
)
def test_bad_kernels(matrix, message):
    with pytest.raises(ValueError, match=message):
        k_dpp.sample(matrix, size=2, generator=np.random.default_rng(0))
