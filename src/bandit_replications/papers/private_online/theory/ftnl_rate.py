"""FTNL's rate, ours: the algorithm as printed has regret of order log K / ε + log K / Δ_min.

Notation: Φ(n) is the expected largest noisy sum after n rounds, less n times the best mean; D(n)
the expected gap of the choice after n rounds, P(n) the probability that it is not the best action;
M_K the expected largest of K Laplace variables of scale 1. Rewards are independent over rounds;
within a round they may depend on one another in any way. The proof is in the notebook; here are
its two inequalities for a given law, without simulation, and the bounds.
"""

import itertools
import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from bandit_replications.bandits.arrays import Floats
from bandit_replications.inference.checks import Check, Relation, at_least, at_most
from bandit_replications.papers.private_online.algorithms.report_noisy_max import (
    selection_probabilities,
)
from bandit_replications.papers.private_online.theory.ftnl_exact import Law, expected_regret

LARGE = 4.0  # times tanh(ε/2): gaps from there on cost nothing for their sampling error
SLOPE, OFFSET = 28.0, 45.0  # of the smaller gaps' term, (28 ln K + 45) / Δ_min


def noisy_max_mean(arms: int) -> float:
    """Return M_K, the expected maximum of K Laplace variables of scale 1.

    It is the integral of (1 - u^K) / (1 - u) over [1/2, 1], less 2^-K / K: 0 for one variable, 3/4
    for two, and at most ln K from four on.
    """
    powers = 0.5 ** np.arange(1.0, arms + 1)
    return float(np.sum((1 - powers) / np.arange(1, arms + 1)) - powers[-1] / arms)


def rate_bound(*, gaps: ArrayLike, epsilon: float) -> float:
    """Return the upper bound on FTNL's regret, at every T and for every joint law of the rewards.

    Δ_1 + 8 M_{B+1} / ε + (28 ln(L+1) + 45) / Δ_min, with B actions whose gaps are at least
    4 tanh(ε/2), and L other sub-optimal ones; the term of a group without actions is 0.

    Parameters
    ----------
    gaps : array, shape (arms,)
        Δ_j of each action in [0, 1]; the first one is played in epoch 0.
    epsilon : float
        ε > 0 where the Laplace noise on each sum has scale 1/ε: pass ε/2 for the noise that
        makes FTNL ε-private, ε/K for naive FTNL.

    """
    values = np.asarray(gaps, dtype=np.float64)
    worse = values[values > 0]
    large = int(np.count_nonzero(worse >= LARGE * math.tanh(epsilon / 2)))
    bound = float(values[0])
    if large:
        bound += 8 * noisy_max_mean(large + 1) / epsilon
    if small := worse.size - large:
        bound += (SLOPE * math.log(small + 1) + OFFSET) / float(worse.min())
    return bound


def rate_floor(*, gaps: ArrayLike, epsilon: float, factor: float = 2.0) -> float:
    """Return the lower bound on FTNL's regret as T grows, for instances with one best action.

    Δ_1 + 2 (M_K / ε - mean gap); parameters as for `rate_bound`. `factor` stands in place of 2.
    """
    values = np.asarray(gaps, dtype=np.float64)
    return float(values[0] + factor * (noisy_max_mean(values.size) / epsilon - values.mean()))


def gap_free_bound(*, arms: int, horizon: int, epsilon: float) -> float:
    """Return 1 + 8 M_K / ε + 2 sqrt((28 ln K + 45) T), which holds on every instance.

    Actions with gaps below Δ* cost at most T Δ*; the others cost `rate_bound` with Δ_min >= Δ*.
    Parameters as for `corollary_9_regret`.
    """
    smaller = (SLOPE * math.log(arms) + OFFSET) * horizon
    return 1 + 8 * noisy_max_mean(arms) / epsilon + 2 * math.sqrt(smaller)


# --- The two inequalities of the proof, for one joint law ------------------------------------


@dataclass(frozen=True, kw_only=True, eq=False)
class JointLaw:
    """A joint law of one round's rewards with finitely many outcomes.

    Attributes
    ----------
    outcomes : array, shape (outcomes, arms)
        Reward vectors in [0, 1].
    probabilities : array, shape (outcomes,)

    """

    outcomes: ArrayLike
    probabilities: ArrayLike

    @property
    def gaps(self) -> Floats:
        """Gap of each action."""
        means = np.asarray(self.probabilities) @ np.asarray(self.outcomes)
        return np.asarray(means.max() - means)

    def after(self, rounds: int, epsilon: float) -> tuple[float, float, float]:
        """Return Φ, D and P after so many rounds, from all multisets of outcomes.

        The expected largest noisy sum is M_K / ε and the integral of Σ_j s_j P{choice j | λs} over
        λ in [0, 1], the derivative along the ray to the sums s.
        """
        outcomes = np.asarray(self.outcomes, dtype=np.float64)
        weights = np.asarray(self.probabilities, dtype=np.float64)
        best = int(self.gaps.argmin())
        potential = noisy_max_mean(outcomes.shape[1]) / epsilon
        gap = wrong = 0.0
        nodes, shares = np.polynomial.legendre.leggauss(12)
        for counts in _compositions(rounds, weights.size):
            ways = math.factorial(rounds) / math.prod(map(math.factorial, counts))
            probability = ways * float(np.prod(weights ** np.array(counts)))
            # measured from the best action's sum, so that the best mean drops out
            sums = np.array(counts) @ (outcomes - outcomes[:, [best]])
            for node, share in zip((nodes + 1) / 2, shares / 2, strict=True):
                chosen = selection_probabilities(sums=node * sums, scale=1 / epsilon)
                potential += probability * share * float(chosen @ sums)
            chosen = selection_probabilities(sums=sums, scale=1 / epsilon)
            gap += probability * float(chosen @ self.gaps)
            wrong += probability * float(1 - chosen[best])
        return potential, gap, wrong


TWO_POINTS = JointLaw(outcomes=[[1.0, 0.0], [0.0, 1.0]], probabilities=[0.99, 0.01])
"""X_2 - X_1 is 1 with probability 0.01 and -1 otherwise."""
THREE_ACTIONS = JointLaw(
    outcomes=[[1.0, 0.0, 0.0], [1.0, 1.0, 1.0], [0.0, 0.5, 1.0], [0.0, 0.0, 0.0]],
    probabilities=[0.3, 0.3, 0.2, 0.2],
)
"""Three actions whose rewards depend on one another."""


def one_source(*, means: ArrayLike, opposed: bool = False) -> JointLaw:
    """Return Bernoulli rewards that one uniform variable U sets, 1 where U is below the mean.

    With `opposed` every other action takes 1 - U in its place.
    """
    mu = np.asarray(means, dtype=np.float64)
    turned = opposed & (np.arange(mu.size) % 2 == 1)
    edges = np.unique(np.concatenate([[0.0, 1.0], np.where(turned, 1 - mu, mu)]))
    middle = (edges[:-1] + edges[1:])[:, None] / 2
    outcomes = np.where(turned, 1 - middle, middle) < mu
    return JointLaw(outcomes=outcomes.astype(float), probabilities=np.diff(edges))


def sampled_regret(
    *, law: JointLaw, epsilon: float, horizon: int, samples: int, generator: np.random.Generator
) -> tuple[float, float]:
    """Return FTNL's expected regret by simulation of its choices, and the standard error.

    Epochs are independent in all that counts: the choice of each has its own rewards and noise, so
    that each is sampled by itself.
    """
    outcomes, weights = np.asarray(law.outcomes), np.asarray(law.probabilities)
    regret, variance = float(law.gaps[0]), 0.0
    for power in range((horizon + 1).bit_length() - 1):
        rounds = 2**power
        later = min(2 * rounds, horizon - (2 * rounds - 1))  # of the epoch that plays the choice
        if later <= 0:
            break
        sums = generator.multinomial(rounds, weights, samples) @ outcomes
        choices = np.argmax(sums + generator.laplace(0, 1 / epsilon, sums.shape), axis=1)
        gaps = law.gaps[choices]
        regret += later * float(gaps.mean())
        variance += later**2 * float(gaps.var()) / samples
    return regret, math.sqrt(variance)


def falls(
    *,
    law: JointLaw = THREE_ACTIONS,
    rounds: int = 3,
    block: int = 2,
    epsilon: float = 0.5,
    stability: float = 2.0,
    relation: Relation = "<=",
) -> Check:
    """Compare b (D(n) - 2 tanh(ε/2) P(n)) with Φ(n-b) - Φ(n), 1 <= b <= n.

    `stability` stands in place of the 2.
    """
    before, _, _ = law.after(rounds - block, epsilon)
    after, gap, wrong = law.after(rounds, epsilon)
    return Check(
        step=f"b (D(n) - {stability:g} tanh(ε/2) P(n)) {relation} Φ(n-b) - Φ(n)",
        left=block * (gap - stability * math.tanh(epsilon / 2) * wrong),
        relation=relation,
        right=before - after,
        at=f"n = {rounds}, b = {block}, ε = {epsilon:g}",
    )


def falls_no_faster(
    *, law: JointLaw = THREE_ACTIONS, rounds: int = 1, block: int = 2, epsilon: float = 0.5
) -> Check:
    """Check Φ(n) - Φ(n+b) <= b D(n): the choice does not depend on the next b rounds."""
    before, gap, _ = law.after(rounds, epsilon)
    after, _, _ = law.after(rounds + block, epsilon)
    return at_most("Φ(n) - Φ(n+b) <= b D(n)", before - after, block * gap)


def _compositions(total: int, parts: int) -> "itertools.chain[tuple[int, ...]]":
    """Return all ways to write a number as a sum of so many integers >= 0, in order."""
    if parts == 1:
        return itertools.chain([(total,)])
    return itertools.chain.from_iterable(
        ((first, *rest) for rest in _compositions(total - first, parts - 1))
        for first in range(total + 1)
    )


# --- The bounds against exact regrets ---------------------------------------------------------


def within_rate(
    *,
    means: ArrayLike,
    epsilon: float,
    horizon: int = 65535,
    law: Law = "bernoulli",
    factor: float = 2.0,
) -> tuple[Check, Check]:
    """Check FTNL's exact regret against both bounds; `factor` is that of the lower one.

    The lower bound is on the regret as T grows, which that of T rounds does not exceed.
    """
    mu = np.asarray(means, dtype=np.float64)
    regret = expected_regret(means=mu, epsilon=epsilon, horizon=horizon, law=law)
    gaps, place = mu.max() - mu, f"{mu.size} actions, ε = {epsilon:g}"
    floor = rate_floor(gaps=gaps, epsilon=epsilon, factor=factor)
    return (
        at_most(f"regret <= upper bound, {place}", regret, rate_bound(gaps=gaps, epsilon=epsilon)),
        at_least(f"regret >= lower bound, {place}", regret, floor),
    )


def privacy_term_alone(*, gap: float = 0.05, epsilon: float = 100.0) -> Check:
    """Compare FTNL's exact regret with Δ_1 + 8 M_K / ε alone, two Bernoulli actions: above it.

    Where the noise is small beside the sampling error, the term 1/Δ_min is needed.
    """
    means = [0.5 - gap / 2, 0.5 + gap / 2]
    return Check(
        step=f"regret > Δ_1 + 8 M_K / ε, gap {gap:g}, ε = {epsilon:g}",
        left=expected_regret(means=means, epsilon=epsilon, horizon=2**14 - 1),
        relation=">",
        right=gap + 8 * noisy_max_mean(2) / epsilon,
    )


def lower_factor_too_large(*, factor: float = 3.2) -> Check:
    """Compare FTNL's exact regret with the lower bound with 3.2 for 2, sure rewards: below it."""
    regret = expected_regret(means=[1, 0], epsilon=0.01, horizon=2**20 - 1, law="deterministic")
    return Check(
        step=f"regret < Δ_1 + {factor:g} (M_K / ε - mean gap), rewards always 1 and 0, ε = 0.01",
        left=regret,
        relation="<",
        right=rate_floor(gaps=[0.0, 1.0], epsilon=0.01, factor=factor),
    )
