"""Intervals and tests on runs of a simulation, none of which assumes a normal law.

The final regret of an event-driven algorithm is nearly discrete and skewed, so means get bootstrap
intervals and tests. Resampling draws from a generator that is passed in, and a fixed number of
times, so the same runs give the same numbers.

References
----------
.. [1] Clopper, Pearson (1934). The use of confidence or fiducial limits illustrated in the case of
   the binomial. Biometrika 26.
.. [2] Hesterberg (2015). What teachers should know about the bootstrap. The American Statistician
   69(4): expanded percentile intervals.
.. [3] Holm (1979). A simple sequentially rejective multiple test procedure. Scandinavian Journal
   of Statistics 6.
.. [4] Waudby-Smith, Ramdas (2024). Estimating means of bounded random variables by betting.
   Journal of the Royal Statistical Society B 86(1): hedged capital.
.. [5] Efron, Tibshirani (1993). An introduction to the bootstrap: studentised bootstrap.
.. [6] Schuirmann (1987). A comparison of the two one-sided tests procedure. Journal of
   Pharmacokinetics and Biopharmaceutics 15.

"""

import functools
import math
from collections.abc import Iterator, Sequence
from statistics import NormalDist
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]

# Resamples behind an interval, and behind a p-value that must survive Holm's correction.
INTERVAL_RESAMPLES = 4000
TEST_RESAMPLES = 20_000

# Groups of runs that a test resamples where it has many runs.
GROUPS = 200

_BLOCK = 50_000  # draws held at once: they stay in the processor's cache
_ROUNDING = 1e-12  # relative size below which a spread is rounding error


class OneSided(NamedTuple):
    """p-values of the two one-sided tests against a margin.

    `below` is small when the data show that the quantity is below the margin (its null hypothesis:
    at or above it), `above` when they show that it is above.
    """

    below: float
    above: float


class Equivalence(NamedTuple):
    """p-values of a test of equivalence.

    `inside` is small when the data show that the quantity lies within the margins, `outside` when
    they show that it lies beyond one of them.
    """

    inside: float
    outside: float


# --- Intervals ------------------------------------------------------------------------------


def clopper_pearson(successes: int, trials: int, *, confidence: float) -> tuple[float, float]:
    """Return the exact interval of a probability, after Clopper and Pearson [1]_.

    Parameters
    ----------
    successes, trials : int
        0 <= successes <= trials, trials >= 1.
    confidence : float
        In (0, 1); each tail gets half of the rest.

    Returns
    -------
    low, high : float

    Raises
    ------
    ValueError
        If a value is out of range.

    """
    from scipy.special import betainccinv, betaincinv  # noqa: PLC0415  figures do without scipy

    _check_confidence(confidence)
    if trials < 1 or not 0 <= successes <= trials:
        raise ValueError(
            f"successes, trials: {successes}, {trials}; allowed: 0 <= successes <= trials, "
            "trials >= 1"
        )
    tail = (1 - confidence) / 2
    failures = trials - successes
    low = betaincinv(successes, failures + 1, tail) if successes else 0.0
    high = betainccinv(successes + 1, failures, tail) if failures else 1.0
    return float(low), float(high)


def mean_interval(
    values: ArrayLike, *, confidence: float, generator: np.random.Generator
) -> tuple[Floats, Floats]:
    """Return the interval of a mean: expanded percentile bootstrap [2]_.

    The percentiles of resampled means are taken further out, by what Student's t and the factor
    sqrt(n / (n - 1)) ask of n runs; for many runs it is the plain percentile bootstrap. It never
    leaves the range of the values. A value so rare that no run shows it is beyond any bootstrap;
    where a range is known, `bounded_mean_interval` has guaranteed coverage.

    Parameters
    ----------
    values : array, shape (runs,) or (runs, columns)
        Columns (checkpoints of a curve) are resampled together.
    confidence : float
        In (0, 1).
    generator : numpy.random.Generator

    Returns
    -------
    low, high : float64 array, shape () or (columns,)
        NaN for a single run.

    """
    table = _as_runs(values)
    means = resampled_means(table, INTERVAL_RESAMPLES, generator)
    return _expanded_percentiles(means, len(table), confidence, np.shape(values)[1:])


def predictive_mean_band(
    values: ArrayLike, *, runs: int, confidence: float, generator: np.random.Generator
) -> tuple[Floats, Floats]:
    """Return the band in which a mean over `runs` new runs falls, from runs at hand.

    The resampled means are those of `runs` runs drawn from a resample of the runs at hand, so
    that both kinds of chance count: that of the new mean and that of the runs at hand. Percentiles
    are expanded as in `mean_interval` [2]_.

    Parameters
    ----------
    values : array, shape (runs at hand,) or (runs at hand, columns)
    runs : int
        Runs of the mean to be predicted (the paper's number), >= 1.
    confidence : float
        Probability with which a new mean falls into the band, in (0, 1), for each column.
    generator : numpy.random.Generator

    Returns
    -------
    low, high : float64 array, shape () or (columns,)
        NaN for a single run at hand.

    """
    if runs < 1:
        raise ValueError(f"runs: {runs}; allowed: at least 1")
    table = _as_runs(values)
    shape = (INTERVAL_RESAMPLES, runs)
    # The outer resample is drawn only at the places that the inner one asks for: a place asked
    # for twice holds the same run both times.
    places = generator.integers(0, len(table), shape)
    drawn = generator.integers(0, len(table), shape)
    first = (places[:, :, None] == places[:, None, :]).argmax(axis=2)
    chosen = np.take_along_axis(drawn, first, axis=1)
    means = _means_of(table, chosen)
    return _expanded_percentiles(means, len(table), confidence, np.shape(values)[1:])


def ratio_interval(
    a: ArrayLike, b: ArrayLike, *, confidence: float, generator: np.random.Generator
) -> tuple[float, float]:
    """Return the interval of mean(a) / mean(b): expanded percentile bootstrap [2]_.

    Parameters
    ----------
    a, b : array, shape (runs,)
        Independent of each other, nonnegative; resampled each by itself.
    confidence : float
        In (0, 1).
    generator : numpy.random.Generator

    Returns
    -------
    low, high : float
        NaN if a sample is a single run; infinite where resamples of b have mean 0.

    """
    above, below = _as_runs(a), _as_runs(b)
    with np.errstate(divide="ignore", invalid="ignore"):
        ratios = resampled_means(above, INTERVAL_RESAMPLES, generator) / resampled_means(
            below, INTERVAL_RESAMPLES, generator
        )
    runs = min(len(above), len(below))
    low, high = _expanded_percentiles(np.nan_to_num(ratios, nan=1.0), runs, confidence, (1,))
    return float(low[0]), float(high[0])


def bounded_mean_interval(
    values: ArrayLike, *, low: float, high: float, confidence: float, points: int = 2000
) -> tuple[float, float]:
    """Return an interval of the mean of a variable in [low, high], valid for any number of runs.

    Hedged capital [4]_: for each candidate mean two gamblers bet on the runs in turn; candidates
    against which they multiply their stake by 1 / (1 - confidence) are excluded. Coverage is at
    least `confidence` whatever the law, at the price of width.

    Parameters
    ----------
    values : array, shape (runs,)
        Independent runs, each in [low, high].
    low, high : float
        Range of the variable, low < high.
    confidence : float
        In (0, 1).
    points : int
        Candidates on the grid; the interval is widened by one step of it.

    Returns
    -------
    low, high : float

    """
    _check_confidence(confidence)
    data = (np.asarray(values, dtype=np.float64) - low) / (high - low)
    if data.ndim != 1 or data.size == 0 or data.min() < 0 or data.max() > 1:
        raise ValueError(f"values: allowed: at least one run, each in [{low:g}, {high:g}]")
    risk = 1 - confidence
    before = np.arange(1, data.size + 1)  # runs seen before each bet, plus a prior one
    running = (0.5 + np.cumsum(data)) / (before + 1)
    spread = (0.25 + np.cumsum((data - running) ** 2)) / (before + 1)
    known = np.concatenate([[0.25], spread[:-1]])
    stakes = np.sqrt(2 * math.log(2 / risk) / (data.size * known))[:, None]
    means = (np.arange(points) + 0.5) / points
    up = np.log1p(np.minimum(stakes, 0.5 / means) * (data[:, None] - means)).sum(axis=0)
    down = np.log1p(-np.minimum(stakes, 0.5 / (1 - means)) * (data[:, None] - means)).sum(axis=0)
    kept = means[np.maximum(up, down) < math.log(2 / risk)]
    step = 1 / points
    ends = (max(kept[0] - step, 0.0), min(kept[-1] + step, 1.0)) if kept.size else (0.0, 1.0)
    return low + ends[0] * (high - low), low + ends[1] * (high - low)


# --- Tests ----------------------------------------------------------------------------------


def holm(p_values: Sequence[float]) -> list[float]:
    """Return p-values adjusted for their number by Holm's step-down procedure [3]_.

    Parameters
    ----------
    p_values : sequence of float
        Each in [0, 1]; in any dependence.

    Returns
    -------
    list of float
        In the given order. Rejecting those at most α errs at all with probability at most α.

    """
    raw = np.asarray(p_values, dtype=np.float64)
    if np.any(~((raw >= 0) & (raw <= 1))):
        raise ValueError("p_values: allowed: numbers in [0, 1]")
    order = np.argsort(raw, kind="stable")
    steps = np.maximum.accumulate(raw[order] * np.arange(raw.size, 0, -1))
    adjusted = np.empty_like(raw)
    adjusted[order] = np.minimum(steps, 1.0)
    return [float(p) for p in adjusted]


def mean_test(
    values: ArrayLike,
    *,
    bound: float,
    generator: np.random.Generator,
    resamples: int = TEST_RESAMPLES,
) -> OneSided:
    """Return p-values for a mean below and above `bound`: studentised bootstrap [5]_.

    No p-value is below 2^-runs, the least that an exact sign-flip test could give. Many runs are
    taken in groups (see `grouped`), here as in all tests below.

    Parameters
    ----------
    values : array, shape (runs,)
        At least 2 independent runs.
    bound : float
    generator : numpy.random.Generator
    resamples : int
        Sets the smallest p-value, 1 / (resamples + 1).

    """
    sample = _Sample(values, resamples, generator)
    return _one_sided(
        sample.mean - bound,
        sample.variance,
        sample.deviations,
        sample.variances,
        least=0.5**sample.size,
    )


def grouped(values: ArrayLike) -> Floats:
    """Return means of groups of runs, `GROUPS` or a few more of them, or the runs if they are few.

    Means of groups are independent, have the mean of the runs and a law nearer to the normal one,
    and are resampled in a fraction of the time. A group takes runs from all over the sample; the
    last ones, too few to give one to each group, are left out.

    Parameters
    ----------
    values : array, shape (runs,)

    """
    runs = np.asarray(values, dtype=np.float64)
    if runs.ndim != 1 or runs.size < 2 * GROUPS:
        return runs
    size = runs.size // GROUPS
    groups = runs.size // size
    means: Floats = runs[: groups * size].reshape(size, groups).mean(axis=0)
    return means


def paired_tests(
    a: ArrayLike,
    b: ArrayLike,
    *,
    factors: Sequence[float],
    generator: np.random.Generator,
    resamples: int = TEST_RESAMPLES,
) -> list[OneSided]:
    """Return p-values for mean(a - factor b) below and above 0, for each factor.

    As `mean_test` of the differences a - factor b, run by run, but all factors share the resamples:
    their means and variances follow from those of a and b and of their products.

    Parameters
    ----------
    a, b : array, shape (runs,)
        At least 2 independent pairs of runs.
    factors : sequence of float
    generator : numpy.random.Generator
    resamples : int
        Sets the smallest p-value, 1 / (resamples + 1).

    """
    x, y = grouped(a), grouped(b)
    if x.ndim != 1 or x.shape != y.shape or x.size < 2 or not np.all(np.isfinite([x, y])):
        raise ValueError(f"a, b: shapes {x.shape}, {y.shape}; allowed: at least 2 finite pairs")
    u, v = x - x.mean(), y - y.mean()
    products = np.column_stack([u, v, u * u, u * v, v * v])
    drawn = _counted_means(products, resamples, generator).T
    tests = []
    for factor in factors:
        centred = u - factor * v
        centred[np.abs(centred) <= _ROUNDING * np.abs(x - factor * y).max()] = 0.0
        deviations = drawn[0] - factor * drawn[1]
        spreads = drawn[2] - 2 * factor * drawn[3] + factor**2 * drawn[4] - deviations**2
        spreads[spreads <= _ROUNDING * max(np.max(u**2), factor**2 * np.max(v**2))] = 0.0
        tests.append(
            _one_sided(
                float(np.mean(x - factor * y)),
                float(np.mean(centred**2)) / (x.size - 1),
                deviations,
                spreads / (x.size - 1),
                least=0.5**x.size,
            )
        )
    return tests


def ratio_tests(
    a: ArrayLike,
    b: ArrayLike,
    *,
    margins: Sequence[float],
    generator: np.random.Generator,
    resamples: int = TEST_RESAMPLES,
) -> list[OneSided]:
    """Return p-values for mean(a) / mean(b) below and above each margin.

    For positive means the ratio is below a margin exactly when mean(a) - margin mean(b) is
    negative, a linear contrast that needs no expansion of a ratio or logarithm; it is tested by
    the studentised bootstrap [5]_, each sample resampled by itself, once for all margins. No
    p-value is below the least one that an exact permutation of the two samples could give. As for
    every bootstrap, a value so rare that no run shows it is not reckoned with: samples of nearly
    discrete laws need many runs.

    Parameters
    ----------
    a, b : array, shape (runs,)
        At least 2 independent runs each, nonnegative with positive mean.
    margins : sequence of float
        Each > 0.
    generator : numpy.random.Generator
    resamples : int
        Sets the smallest p-value, 1 / (resamples + 1).

    """
    above, below = _Sample(a, resamples, generator), _Sample(b, resamples, generator)
    for name, sample in (("a", above), ("b", below)):
        if sample.mean <= 0:
            raise ValueError(f"{name}: mean {sample.mean:g}; allowed: a positive mean")
    for margin in margins:
        if not margin > 0:
            raise ValueError(f"margin: {margin}; allowed: a number greater than 0")
    return [
        _one_sided(
            above.mean - margin * below.mean,
            above.variance + margin**2 * below.variance,
            above.deviations - margin * below.deviations,
            above.variances + margin**2 * below.variances,
            least=1 / math.comb(above.size + below.size, above.size),
        )
        for margin in margins
    ]


def ratio_test(
    a: ArrayLike,
    b: ArrayLike,
    *,
    margin: float,
    generator: np.random.Generator,
    resamples: int = TEST_RESAMPLES,
) -> OneSided:
    """Return p-values for mean(a) / mean(b) below and above one margin; see `ratio_tests`."""
    return ratio_tests(a, b, margins=[margin], generator=generator, resamples=resamples)[0]


def equivalence_test(
    a: ArrayLike,
    b: ArrayLike,
    *,
    margin: float,
    generator: np.random.Generator,
    resamples: int = TEST_RESAMPLES,
) -> Equivalence:
    """Return p-values for mean(a) / mean(b) inside and outside (1 / margin, margin).

    Inside: two one-sided tests [6]_, both of which must reject. Outside: either of two must
    reject, at half the level each.

    Parameters
    ----------
    a, b : array, shape (runs,)
        As in `ratio_tests`.
    margin : float
        Ratio that still counts as alike, > 1.
    generator : numpy.random.Generator
    resamples : int

    """
    if not margin > 1:
        raise ValueError(f"margin: {margin}; allowed: a number greater than 1")
    lower, upper = ratio_tests(
        a, b, margins=[1 / margin, margin], generator=generator, resamples=resamples
    )
    return Equivalence(
        inside=max(upper.below, lower.above),
        outside=min(1.0, 2 * min(upper.above, lower.below)),
    )


# --- Resampling -----------------------------------------------------------------------------


class _Sample:
    """Mean and its squared standard error, of a sample and of its resamples."""

    def __init__(self, values: ArrayLike, resamples: int, generator: np.random.Generator) -> None:
        data = grouped(values)
        if data.ndim != 1 or data.size < 2 or not np.all(np.isfinite(data)):
            raise ValueError(f"values: shape {data.shape}; allowed: at least 2 finite runs")
        self.size = data.size
        self.mean = float(data.mean())
        centred = data - self.mean
        centred[np.abs(centred) <= _ROUNDING * np.abs(data).max()] = 0.0
        self.variance = float(np.mean(centred**2)) / (self.size - 1)
        drawn = [
            _moments(centred.take(chosen)) for chosen in _choices(self.size, resamples, generator)
        ]
        self.deviations, spreads = np.concatenate(drawn, axis=1)
        spreads[spreads <= _ROUNDING * np.max(centred**2)] = 0.0
        self.variances = spreads / (self.size - 1)


def _one_sided(
    difference: float, variance: float, deviations: Floats, variances: Floats, *, least: float
) -> OneSided:
    """Return p-values of the studentised difference under the law of studentised deviations."""
    least = max(least, 1 / (deviations.size + 1))
    if variance == 0:
        return OneSided(least if difference < 0 else 1.0, least if difference > 0 else 1.0)
    with np.errstate(divide="ignore", invalid="ignore"):
        pivots = deviations / np.sqrt(variances)
    # A resample without spread says nothing of the scale: it counts for both tails.
    blind = variances == 0
    observed = difference / math.sqrt(variance)
    ways = deviations.size + 1
    below = (1 + np.count_nonzero(blind | (pivots <= observed))) / ways
    above = (1 + np.count_nonzero(blind | (pivots >= observed))) / ways
    return OneSided(max(least, float(below)), max(least, float(above)))


def resampled_means(table: Floats, resamples: int, generator: np.random.Generator) -> Floats:
    """Return column means of resamples of the rows.

    Parameters
    ----------
    table : float64 array, shape (runs, columns)
        Rows are resampled whole.
    resamples : int
    generator : numpy.random.Generator

    Returns
    -------
    float64 array, shape (resamples, columns)

    """
    means = [_means_of(table, chosen) for chosen in _choices(len(table), resamples, generator)]
    return np.concatenate(means)


def _counted_means(table: Floats, resamples: int, generator: np.random.Generator) -> Floats:
    """Return what `resampled_means` does of several columns, digit by digit, in less time."""
    from bandit_replications.inference.resampling_kernels import count_rows  # noqa: PLC0415  brings numba

    means = np.empty((resamples, table.shape[1]))
    counts = np.empty((max(1, _BLOCK // len(table)), len(table)))
    done = 0
    for chosen in _choices(len(table), resamples, generator):
        here = counts[: len(chosen)]
        count_rows(chosen, here)
        np.matmul(here, table, out=means[done : done + len(chosen)])
        done += len(chosen)
    means /= len(table)
    return means


def _choices(
    runs: int, resamples: int, generator: np.random.Generator
) -> Iterator[NDArray[np.int64]]:
    """Yield the rows of each resample, in blocks of shape (resamples, runs)."""
    block = max(1, _BLOCK // runs)
    for start in range(0, resamples, block):
        yield generator.integers(0, runs, (min(block, resamples - start), runs))


def _moments(drawn: Floats) -> Floats:
    """Return mean and variance (divisor n) of each row, shape (2, resamples)."""
    means = drawn.mean(axis=1)
    squares = np.einsum("ij,ij->i", drawn, drawn) / drawn.shape[1]
    return np.stack([means, squares - means**2])


def _means_of(table: Floats, chosen: NDArray[np.int64]) -> Floats:
    """Return column means over the chosen rows, shape (resamples, columns)."""
    resamples, drawn = chosen.shape
    if table.shape[1] == 1:
        return table[:, 0].take(chosen).mean(axis=1, keepdims=True)
    # For many columns, numbers of times each row was chosen are cheaper than the rows themselves.
    offsets = len(table) * np.arange(resamples)[:, None]
    counts = np.bincount((chosen + offsets).ravel(), minlength=resamples * len(table))
    return np.asarray(counts.reshape(resamples, len(table)) @ table / drawn)


def _expanded_percentiles(
    means: Floats, runs: int, confidence: float, shape: tuple[int, ...]
) -> tuple[Floats, Floats]:
    if runs == 1:
        return np.full(shape, np.nan), np.full(shape, np.nan)
    tail = expanded_tail(runs, confidence)
    low, high = np.quantile(means, [tail, 1 - tail], axis=0)
    return low.reshape(shape), high.reshape(shape)


@functools.cache
def expanded_tail(runs: int, confidence: float) -> float:
    """Return the tail of resampled means that stands for (1 - confidence) / 2 with n runs [2]_.

    Parameters
    ----------
    runs : int
        n, at least 2.
    confidence : float
        In (0, 1).

    """
    _check_confidence(confidence)
    student = student_quantile(0.5 + confidence / 2, runs - 1)
    return NormalDist().cdf(-math.sqrt(runs / (runs - 1)) * student)


def student_quantile(level: float, freedom: int) -> float:
    """Return Student's t quantile, level > 1/2, by bisection on the angle atan(t / sqrt(freedom)).

    Its distribution function is a finite trigonometric sum for whole degrees of freedom
    (Abramowitz and Stegun 26.7.3 and 26.7.4), so that a figure does without scipy.
    """
    low, high = 0.0, math.pi / 2
    for _ in range(60):
        middle = (low + high) / 2
        if 0.5 + _central_student(middle, freedom) / 2 < level:
            low = middle
        else:
            high = middle
    return math.tan(low) * math.sqrt(freedom)


def _central_student(angle: float, freedom: int) -> float:
    """Return P(|t| <= tan(angle) sqrt(freedom))."""
    cosine, sine = math.cos(angle), math.sin(angle)
    odd = freedom % 2
    terms = [cosine if odd else 1.0]
    for j in range(2 + odd, freedom, 2):
        terms.append(terms[-1] * (j - 1) / j * cosine * cosine)
    if not odd:
        return sine * math.fsum(terms)
    total = math.fsum(terms) if freedom > 1 else 0.0
    return 2 / math.pi * (angle + sine * total)


def _as_runs(values: ArrayLike) -> Floats:
    table = np.asarray(values, dtype=np.float64)
    if table.ndim not in (1, 2) or table.shape[0] == 0 or not np.all(np.isfinite(table)):
        raise ValueError(f"values: shape {table.shape}; allowed: finite, at least one run")
    return table[:, None] if table.ndim == 1 else table


def _check_confidence(confidence: float) -> None:
    if not 0 < confidence < 1:
        raise ValueError(f"confidence: {confidence}; allowed: a number between 0 and 1")
