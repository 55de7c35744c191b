"""Lemma B.5: agents keep different arms in stage 1, which unbalances them.

The lemma takes the events "arm a is alive" and "arm a was given to agent j" as independent. Within
stage 2 they are: all agents share one threshold. But stage 1 is each agent's own. One arm of mean
1/2 and K - 1 arms that are lower by exactly 2^-l: in phase l an agent drops them if its average of
the good arm is above 1/2, and keeps them otherwise: all together, with probability about 1/2. If
phase l is the last that stage 1 has time for, half of the agents enter stage 2 with one arm at most
and the others with about K/M each; Reallocate then moves about K/4 arms. Nothing in this depends on
l or T: whenever stage 1 completes a phase there is such an instance. With a third group of arms,
which outlives the next phases too, more than K/4 arms are alive well after that Reallocate.
"""

import math
from functools import cache

import numpy as np
from numpy.typing import NDArray
from scipy.stats import binom

from bandit_replications.inference.checks import Check, above, at_most, erratum
from bandit_replications.papers.distributed.theory import bounds, schedule


@cache
def keeps_all(*, agents: int, arms: int, horizon: int, phases: int) -> float:
    """Return the probability that an agent keeps all arms through these phases, at least.

    Arm 1 pays coins of mean 1/2, the others 1/2 - 2^-l always, l = `phases`. They survive phase
    j <= l if the coins' average is below 1/2 + 2^-j - 2^-l.
    """
    chance = 1.0
    for phase in range(1, phases + 1):
        number = schedule.pulls(phase=phase, agents=agents, arms=arms, horizon=horizon)
        limit = number * (0.5 + 2.0**-phase - 2.0**-phases)
        chance -= float(binom.sf(math.ceil(limit) - 1, number, 0.5))
    return chance


@cache
def drops_all(*, agents: int, arms: int, horizon: int, phases: int) -> float:
    """Return the probability that an agent has dropped all arms but the first, at least."""
    number = schedule.pulls(phase=phases, agents=agents, arms=arms, horizon=horizon)
    return float(binom.sf(math.ceil(number / 2) - 1, number, 0.5))


def smallest_horizon(*, agents: int, arms: int) -> int:
    """Return a horizon at which stage 1 completes exactly one phase with all K arms."""
    horizon = 10**3
    while True:
        length = schedule.stage_1_length(phases=1, agents=agents, arms=arms, horizon=horizon)
        needed = agents * arms * (length + 1)  # one step more: at its last pull it would stop
        if needed <= horizon:
            return horizon
        horizon = max(horizon + 1, needed)


def instance(agents: int, arms: int) -> dict[str, int]:
    """Return M, K and the least T at which stage 1 completes exactly one phase with all arms."""
    horizon = smallest_horizon(agents=agents, arms=arms)
    return {"agents": agents, "arms": arms, "horizon": horizon}


def expected_moved(*, agents: int, arms: int) -> float:
    """Return a lower bound on the expected number of arms that the first Reallocate moves.

    H agents keep all arms, each with probability q or more and 1 - q' or less. Those who keep none
    but perhaps arm 1 each receive the rounded average N/M - 1 at least, N >= Bin(K - 1, H/M):
    (K - 1) E[H (M - H)]/M² - M - 1. With q the lower bound on P{keep} and p that on P{drop},
    E[H (M - H)] >= M (M - 1) q p.
    """
    size = instance(agents, arms)
    keep, drop = keeps_all(**size, phases=1), drops_all(**size, phases=1)
    return max(0.0, (arms - 1) * (1 - 1 / agents) * keep * drop - agents - 1)


def lemma_b_5_failure(*, agents: int, arms: int) -> float:
    """Return 2 L K δ, which the lemma allows, with δ such that 21 M log(1/δ) = K/4."""
    phases = bounds.fact_1_phases(agents=agents, arms=arms)
    return 2 * phases * arms * math.exp(-arms / (4 * 21 * agents))


@erratum("stage-1-imbalance")
def reallocation_is_rare(*, agents: int = 16, arms: int = 10**5) -> Check:
    """Lemma B.5 against an instance: the chance of a Reallocate while n_l is large.

    The lemma: either n_l < 21 M log(1/δ) or no Reallocate before phase l starts, but for 2 L K δ. δ
    is chosen so that 21 M log(1/δ) is a quarter of K. So that it does not matter whether phase l's
    own Reallocate is before its start, a third group: arm 1 pays coins of mean 1/2, 3K/4 arms pay 0
    (stage 1 has one phase, l0 + 1 = 2), K/4 arms always 1/2 - 1e-9. Every agent keeps the last
    group; the 0s it keeps if its average of the coins is below 1/2. Reallocate is called in phase
    l0 + 1 unless all agents do the same: those that keep all hold about K/M, the others K/(4M).
    Phase l0 + 1 drops the 0s for all, and n_(l0+2) is K/4. Left: the probability that agents
    differ; deviations of the counts are neglected at 8 standard errors and more.
    """
    size = instance(agents, arms)
    keep, drop = keeps_all(**size, phases=1), drops_all(**size, phases=1)
    return at_most(
        f"Lemma B.5: P{{Reallocate before phase l0 + 2 with n_(l0+2) >= K/4}}, M = {agents}, "
        f"K = {arms:g}, T = {size['horizon']:.3g}, against 2 L K δ",
        1 - ((1 - keep) ** agents + (1 - drop) ** agents),
        lemma_b_5_failure(agents=agents, arms=arms),
    )


@erratum("stage-1-imbalance")
def communication_is_likely(*, agents: int = 16, arms: int = 10**6, delta: float = 0.01) -> Check:
    """Theorem 1's O(M log(MK/δ)) with probability 1 - δ, on the instance of two groups.

    If h of the agents keep all arms, Reallocate moves about K h/M (1 - h/M), at least 11/64 K for
    M/4 < h < M - M/4, hence 2 · 11/64 K numbers, above the bound with the proof's constants. Left:
    the probability of such an h, or 0 if the bound allows for it; right: δ.
    """
    size, quarter = instance(agents, arms), agents // 4
    keep = keeps_all(**size, phases=1)
    chance = binom.cdf(agents - quarter, agents, keep) - binom.cdf(quarter - 1, agents, keep)
    bound = bounds.theorem_1_communication(**size, delta=delta)
    return at_most(
        f"P{{communication above the bound for δ = {delta:g}}}, M = {agents}, K = {arms:g}",
        float(chance) if 2 * arms * 11 / 64 > bound else 0.0,
        delta,
    )


@erratum("stage-1-imbalance")
def expected_communication(*, agents: int = 16, arms: int = 10**6, at_half: bool = False) -> Check:
    """Theorem 1's expected communication, O(M log(MK)), on the instance.

    Left: 2 for each moved arm. Right: the bound with the proof's own constants; or the bound at
    half that T, where stage 1 drops nothing and Lemma B.5 holds (`at_half`): what DEMAB sends may
    rise with T.
    """
    size = instance(agents, arms)
    bounded = {**size, "horizon": size["horizon"] // 2} if at_half else size
    return at_most(
        f"expected communication, M = {agents}, K = {arms:g}, T = {size['horizon']:.3g}, against "
        f"the bound of Theorem 1{' at T/2' if at_half else ''}",
        2 * expected_moved(agents=agents, arms=arms),
        bounds.theorem_1_communication_expected(**bounded),
    )


@erratum("stage-1-imbalance")
def communication_growth(*, agents: int = 2, arms: int = 10**4, bits: bool = False) -> Check:
    """Over M log(MK) it is unbounded: the family of `counterexamples/stage_1_imbalance.py`, M = 2.

    2 for each moved arm, at least (K - 1) q p - 6 with q, p the chances to keep and to drop all,
    which are near 1/2 for every K: so 2 (K/4 (1 - o(1)))/(M log(MK)), which no constant bounds.
    Left: at ten times the arms over that at K; right: 10^(1/2): what is bounded cannot grow by so
    much at each such step.

    `bits`: over M log(MK) log T, Appendix B's bits, as a number has a bit at least. T is about
    256 M K² log(MKT), so that log T is at most 3 log K plus a constant: unbounded too.
    """
    ratios = []
    for number in (arms, 10 * arms):
        form = agents * math.log(agents * number)
        form *= math.log(instance(agents, number)["horizon"]) if bits else 1.0
        ratios.append(2 * expected_moved(agents=agents, arms=number) / form)
    name = "bits, one a number, over M log(MK) log T" if bits else "communication over M log(MK)"
    return at_most(
        f"expected {name}, M = {agents}: K = {10 * arms:g} over K = {arms:g}",
        ratios[1] / ratios[0],
        math.sqrt(10.0),
    )


def _first_reallocate_with_coins(
    *, agents: int, arms: int, seed: int, draws: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return arms moved by the first Reallocate and arms alive then, in each draw.

    All rewards are coins, one of mean 3/4 and the others of mean 1/4; stage 1 has one phase. Given
    its average of the good arm each other arm of an agent survives independently, with a chance
    that is nearly uniform on [0, 1] over agents.
    """
    number = schedule.pulls(phase=1, **instance(agents, arms))
    generator = np.random.default_rng(seed)
    moved, alive = np.empty(draws), np.empty(draws)
    for draw in range(draws):
        averages = generator.binomial(number, 0.75, size=agents) / number
        shares = binom.sf(np.floor(number * (averages - 0.5)), number, 0.25)
        given = generator.multinomial(arms - 1, np.full(agents, 1 / agents))
        counts = generator.binomial(given, shares)
        counts[generator.integers(agents)] += 1
        balanced = counts.max() <= 2 * counts.min()
        moved[draw] = 0 if balanced else np.maximum(counts - counts.sum() // agents, 0).sum()
        alive[draw] = counts.sum()
    return moved, alive


@erratum("stage-1-imbalance")
def with_coins(*, agents: int = 16, arms: int = 10**6, seed: int = 3, draws: int = 400) -> Check:
    """Constant rewards are not the cause: with coins on all arms it grows like K too.

    Left: 2 for each arm that the first Reallocate moves, mean of 400 draws, about K/4; right: the
    bound of Theorem 1 with the proof's constants.
    """
    moved, _ = _first_reallocate_with_coins(agents=agents, arms=arms, seed=seed, draws=draws)
    return at_most(
        f"expected communication with coins on all arms, M = {agents}, K = {arms:g}, against the "
        "bound of Theorem 1",
        2 * float(moved.mean()),
        bounds.theorem_1_communication_expected(**instance(agents, arms)),
    )


def coins_are_unbalanced(
    *, agents: int = 16, arms: int = 10**5, seed: int = 3, draws: int = 400
) -> Check:
    """Lemma B.5 fails with coins on all arms too: share of draws with a Reallocate, n_l >= K/4."""
    moved, alive = _first_reallocate_with_coins(agents=agents, arms=arms, seed=seed, draws=draws)
    return above(
        f"share of draws with a Reallocate and n_l >= K/4, coins, M = {agents}, K = {arms:g}, "
        "against 2 L K δ",
        float(np.mean((moved > 0) & (alive >= arms / 4))),
        lemma_b_5_failure(agents=agents, arms=arms),
    )
