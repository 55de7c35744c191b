"""Best selector on Theorem 10's packing, with and without privacy: (58) made exact.

A selector maps n reward vectors to a law on the K hypotheses. Privacy and the error are linear in
these laws, so the smallest error that privacy allows is the value of a linear program. Without
privacy, the likeliest hypothesis is best, and following it round by round is the best algorithm.
"""

import itertools
import math

import cvxpy
import numpy as np
from scipy import stats

from bandit_replications.bandits.arguments import check_positive
from bandit_replications.bandits.runs import Floats, Integers
from bandit_replications.papers.private_online.theory.lower_bounds import packing
from bandit_replications.runtime.errors import BadValue

# histograms times outcomes; a few seconds on one core
LARGEST_PROGRAM = 4000


def minimax_error(*, arms: int, min_gap: float, epsilon: float, samples: int) -> float:
    """Return the smallest worst-case probability of error of an ε-private selector.

    Source: the left-hand side of (58), Appendix H. Privacy is asked for on all data sets, whether
    the packing makes them likely or not; the error is averaged over the data.

    Three reductions lose nothing, because averaging a private selector over them keeps it private
    and keeps its error: the order of the reward vectors; which of two reward vectors with
    proportional likelihoods occurred (all ones, all zeros), drawn afresh; the names of the
    hypotheses, so that the average error over them is the worst.

    Parameters
    ----------
    arms : int
        K >= 2.
    min_gap : float
        Δ in (0, 1/2].
    epsilon : float
        Privacy parameter ε, > 0.
    samples : int
        n >= 0, up to 50 for K = 2, 5 for K = 3, 2 for K = 4, 1 for K = 5: the program has
        C(n + 2^K - 2, n) histograms.

    Returns
    -------
    float
        min over selectors of max over hypotheses of P(wrong); accuracy of the solver, 1e-7.

    Raises
    ------
    TypeError, ValueError
        If an argument is of a wrong type or out of range, or the program is too large.

    """
    check_positive(epsilon=epsilon)
    likelihoods = merged_likelihoods(arms=arms, min_gap=min_gap)
    cells = len(likelihoods)
    if cells * math.comb(samples + cells - 1, samples) > LARGEST_PROGRAM:
        raise BadValue(f"samples: {samples!r} with {arms} arms; allowed: smaller data sets")
    counts = histograms(samples=samples, cells=cells)
    law = _multinomial(counts, likelihoods)
    source, target = _neighbours(counts)
    select = cvxpy.Variable(law.shape, nonneg=True)
    constraints = [cvxpy.sum(select, axis=1) == 1]
    if source.size:
        # on this side the factor is never larger than 1, which the solver needs
        constraints.append(math.exp(-epsilon) * select[source, :] <= select[target, :])
    success = cvxpy.sum(cvxpy.multiply(law, select)) / arms
    problem = cvxpy.Problem(cvxpy.Maximize(success), constraints)
    problem.solve(solver=cvxpy.HIGHS)
    if problem.status != cvxpy.OPTIMAL:
        raise RuntimeError(f"linear program: {problem.status}")
    return 1.0 - float(problem.value)


def non_private_regret(*, arms: int, min_gap: float, horizon: int) -> float:
    """Return the smallest regret that any algorithm, private or not, has on the whole packing.

    Source: the first term of Theorem 10 (which cites Mourtada and Gaïffas, 2019), exactly for this
    packing. Under a uniform prior over the K instances the posterior grows with an action's sum of
    rewards, so playing a leader, ties broken uniformly, is optimal in each round; by symmetry its
    regret is the same on every instance, and so the smallest possible worst case.

    Parameters
    ----------
    arms : int
        K >= 2.
    min_gap : float
        Δ in (0, 1/2].
    horizon : int
        T >= 1; the time grows as T².

    Returns
    -------
    float
        min over algorithms of max over instances of the expected pseudo-regret after T rounds.

    """
    means = packing(arms=arms, min_gap=min_gap)[0]
    wrong = []
    for rounds in range(horizon):
        sums = np.arange(rounds + 1)
        other = stats.binom.pmf(sums, rounds, means[1])
        # exactly m others at sum s, none above, and the best wins one tie in m + 1: over m this is
        # (F(s)^K - F(s-1)^K) / (K p(s)), with F and p of the others
        powers = np.append(0.0, np.minimum(np.cumsum(other), 1.0)) ** arms
        best = stats.binom.pmf(sums, rounds, means[0])
        # where p is below the smallest number, F is 1 and the quotient's limit is K
        visible = other > 1e-290
        share = np.diff(powers) / np.where(visible, other, 1.0)
        wrong.append(1 - float(np.sum(best * np.where(visible, share, arms))) / arms)
    return min_gap * math.fsum(wrong)


def merged_likelihoods(*, arms: int, min_gap: float) -> Floats:
    """Return the probability of each outcome of one reward vector under each hypothesis.

    Outcomes whose likelihoods are proportional (all ones, all zeros) are one.

    Returns
    -------
    float64 array, shape (2^arms - 1, arms)
        Columns sum to 1.

    """
    means = packing(arms=arms, min_gap=min_gap)
    outcomes = np.array(list(itertools.product((0, 1), repeat=arms)))
    table = np.prod(np.where(outcomes[:, None, :] == 1, means, 1 - means), axis=2)
    return np.vstack([table[0] + table[-1], table[1:-1]])


def histograms(*, samples: int, cells: int) -> Integers:
    """Return all ways to put `samples` into `cells`, shape (number, cells)."""
    bars = itertools.combinations(range(samples + cells - 1), cells - 1)
    edges = np.array([(-1, *bar, samples + cells - 1) for bar in bars], dtype=np.int64)
    return np.diff(edges, axis=1) - 1


def _multinomial(counts: Integers, likelihoods: Floats) -> Floats:
    """Return the probability of each histogram under each hypothesis, (histograms, arms)."""
    factorials = np.array([math.lgamma(i + 1) for i in range(int(counts[0].sum()) + 1)])
    ways = np.exp(factorials[-1] - factorials[counts].sum(axis=1))
    powers = np.prod(likelihoods[None] ** counts[:, :, None], axis=1)
    return np.asarray(ways[:, None] * powers)


def _neighbours(counts: Integers) -> tuple[Integers, Integers]:
    """Return all ordered pairs of histograms that differ in one reward vector."""
    index = {tuple(row): i for i, row in enumerate(counts.tolist())}
    pairs = []
    for row, i in index.items():
        for a, b in itertools.permutations(range(len(row)), 2):
            if row[a]:
                moved = list(row)
                moved[a] -= 1
                moved[b] += 1
                pairs.append((i, index[tuple(moved)]))
    both = np.array(pairs, dtype=np.int64).reshape(-1, 2)
    return both[:, 0], both[:, 1]
