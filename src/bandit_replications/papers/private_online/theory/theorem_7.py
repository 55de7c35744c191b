"""Theorem 7's two printed forms, refuted, and the Conclusion's doubling instance.

Regrets are exact (`ftnl_exact`), so a printed bound that fails here fails without sampling error.
The steps of the proof (Lemma 13, Appendix G) are lines of algebra and sentences, given with the
claims and in the notebook.
"""

import math

import numpy as np
from numpy.typing import ArrayLike

from bandit_replications.bandits.runs import Floats
from bandit_replications.inference.checks import Check, at_most, equal, erratum
from bandit_replications.papers.private_online.algorithms.report_noisy_max import (
    selection_probabilities,
)
from bandit_replications.papers.private_online.theory import full_information_bounds as bounds
from bandit_replications.papers.private_online.theory.ftnl_exact import expected_regret


@erratum("singleton-brackets")
def first_form_as_printed(
    *, epsilon: float = 0.001, constant: float = 512.0, min_gap: float = 1.0, horizon: int = 65535
) -> Check:
    """Check Theorem 7's first form with any constant: two actions, rewards always 1 and 1 - Δ.

    The only bracket has one action, log 1 = 0, and the printed bound C · log2(2) / Δ does not
    depend on ε. The exact regret is about 2.16 / ε once T is large beside 1 / (ε Δ): for every C
    there is an ε that refutes it.
    """
    return at_most(
        f"Theorem 7, first form as printed with constant {constant:g}, ε = {epsilon:g}",
        _two_action_regret(min_gap, epsilon, horizon),
        constant * bounds.theorem_7_printed_order(gaps=[0.0, min_gap], epsilon=epsilon),
    )


@erratum("second-form-range")
def second_form_as_printed(
    *, epsilon: float = 0.001, constant: float = 512.0, min_gap: float = 1.0, horizon: int = 65535
) -> Check:
    """Check Theorem 7's second form with any constant on the instance of the first form.

    At Δ_min = 1 the printed log(1/Δ_min) is 0 although there is one bracket.
    """
    brackets = min(math.log2(1 / min_gap), math.log2(horizon))
    return at_most(
        f"Theorem 7, second form as printed with constant {constant:g}, ε = {epsilon:g}",
        _two_action_regret(min_gap, epsilon, horizon),
        constant * (1 / min_gap + brackets / epsilon),
    )


@erratum("closed-interval")
def first_bracket(*, gaps: ArrayLike = (0.0, 0.1, 0.1, 0.2)) -> Check:
    """Check that gaps in [Δ_min, 2 Δ_min] are all in J_1 (Corollary 8 (ii)): 2 Δ_min is in J_2."""
    members = bounds.brackets(gaps)[1].size
    return equal("worse actions in J_1, of all", members, int(np.count_nonzero(gaps)))


@erratum("ftnl-indexing")
def epoch_0(*, first_action: int = 0) -> Check:
    """Check (56) at r = 0, two actions of which the first is worse: epoch 0 plays it.

    The right side is the chance that the worse of two empty sums is the larger noisy one.
    """
    rewards = np.array([0.0, 1.0])
    plays = expected_regret(means=rewards, epsilon=1.0, horizon=1, first_action=first_action)
    chance = selection_probabilities(sums=0 * rewards, scale=1.0)[0]
    return at_most("(56), P{epoch 0 plays the worse action}", plays, float(chance))


def _two_action_regret(gap: float, epsilon: float, horizon: int) -> float:
    return expected_regret(
        means=[1.0, 1 - gap], epsilon=epsilon, horizon=horizon, law="deterministic"
    )


def doubling_not_harder(*, arms: int = 11, ratio: float = 1e-3) -> Check:
    """Check the Conclusion's intuition: FTNL suffers no more on doubling than on equal gaps.

    Rewards always equal to their means, ε = `ratio` · Δ_min, T large beside 1/(ε Δ_min): exact
    regrets, which agree to three digits.
    """
    gaps = np.append(0.0, 2.0 ** -np.arange(arms - 1.0))
    level = np.append(0.0, np.full(arms - 1, gaps[-1]))
    doubling, same = (_private_regret(instance, ratio) for instance in (gaps, level))
    return at_most(f"regret, {arms} actions: doubling <= equal gaps", doubling, same)


def _private_regret(gaps: Floats, ratio: float) -> float:
    """Return FTNL's exact regret at ε = ratio · Δ_min, for T so large that it hardly grows."""
    smallest = float(gaps[gaps > 0].min())
    epsilon = ratio * smallest
    horizon = 2 ** math.ceil(math.log2(100 / (epsilon * smallest))) - 1
    return expected_regret(means=1 - gaps, epsilon=epsilon, horizon=horizon, law="deterministic")
