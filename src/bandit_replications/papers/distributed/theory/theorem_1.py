"""Theorem 1: regret and communication of DEMAB, and the misprints of its assignment."""

import math

import numpy as np

from bandit_replications.inference.checks import Check, at_most, equal
from bandit_replications.papers.distributed.algorithms import assignment
from bandit_replications.papers.distributed.theory import bounds
from bandit_replications.papers.distributed.theory.printed import printed
from bandit_replications.papers.distributed.theory.settings import SETTINGS


@printed("burn-in-length")
def burn_in_length(*, agents: int = 64, arms: int = 100, horizon: int = 200) -> Check:
    """(1) uses D <= 2T/(MK), which fails when T < MK/2: D is 1 then."""
    return at_most(
        f"(1): D at M = {agents}, K = {arms}, T = {horizon}, against 2T/(MK)",
        bounds.burn_in(agents=agents, arms=arms, horizon=horizon),
        2 * horizon / (agents * arms),
    )


def order(*, agents: int, arms: int, horizon: int) -> float:
    """Return sqrt(MKT log(MKT)), the order of the regret."""
    size = bounds.log_size(agents=agents, arms=arms, horizon=horizon)
    return math.sqrt(agents * arms * horizon * size)


def one_step_burn_in() -> Check:
    """Then stage 1 is one step and loses M at most, less than sqrt(MT) as T > M."""
    worst = max(size["agents"] / order(**size) for size in SETTINGS)
    return at_most("M over sqrt(MTK log(MKT)), largest over settings", worst, 1.0)


def additive_term() -> Check:
    """M log M <= sqrt(MTK log(MTK)) under the assumption on T. Left: the largest ratio."""
    worst = max(size["agents"] * math.log(size["agents"]) / order(**size) for size in SETTINGS)
    return at_most("M log M over sqrt(MTK log(MTK)), largest over settings", worst, 1.0)


def logarithm_of_horizon() -> Check:
    """log(MKT) <= 3 log T, as T > M and T > K."""
    worst = max(bounds.log_size(**size) / math.log(size["horizon"]) for size in SETTINGS)
    return at_most("log(MKT)/log T, largest over settings", worst, 3.0)


def final_constant() -> Check:
    """C6 sqrt(KTM log(MKT)) covers the sum with its repaired parts. Left: the largest ratio."""
    ratio = max(
        bounds.theorem_1_regret(**size) / bounds.theorem_1_printed_form(**size) for size in SETTINGS
    )
    return at_most("repaired sum over C6 sqrt(KTM log(MKT)), largest over settings", ratio, 1.0)


@printed("failure-probability")
def failure_as_printed(*, agents: int = 1, arms: int = 2, horizon: int = 10**12) -> Check:
    """The proof ends with failure probability L/(M²KT) + 1/(MKT); the lemmas give 2 l_D/(MKT) more.

    Left: 2 L/(M²KT) + 2 l_D/(MKT) times MKT, right: what the display has, times MKT.
    """
    size = {"agents": agents, "arms": arms, "horizon": horizon}
    phases = bounds.fact_1_phases(agents=agents, arms=arms)
    stage_1 = math.floor(math.log(bounds.burn_in(**size) / (64 * bounds.log_size(**size)), 4))
    return at_most(
        "failure probability of Lemmas B.2 and B.3 times MKT, against the last display's",
        2 * phases / agents + 2 * stage_1,
        phases / agents + 1,
    )


def failure_cost() -> Check:
    """Its cost is small all the same: MT times the union bound over settings, largest."""
    worst = max(bounds._failure(**size) / order(**size) for size in SETTINGS)
    name = "MT times the failure probability over sqrt(KTM log(MKT)), largest"
    return at_most(name, worst, 7.5)


def independent_of_horizon(*, agents: int = 64, arms: int = 100) -> Check:
    """The worst case does not grow with T: largest over smallest bound for T from 10^8 to 10^15."""
    values = [
        bounds.theorem_1_communication_worst(agents=agents, arms=arms, horizon=10**power)
        for power in range(8, 16)
    ]
    return at_most(
        "worst-case communication, largest over smallest for T from 1e8 to 1e15",
        max(values) / min(values),
        1.2,
    )


def stage_1_regret() -> Check:
    """Section 3.2: stage 1 loses Õ(sqrt(MT)): over sqrt(MT log T) the bound's part is bounded.

    Left: M sqrt(DK)/sqrt(MT), largest over settings with T >= MK; M/sqrt(MT) below that.
    """
    worst = 0.0
    for size in SETTINGS:
        agents, arms, horizon = size.values()
        steps = bounds.burn_in(**size)
        lost = min(agents * steps, agents * math.sqrt(steps * arms))
        worst = max(worst, lost / math.sqrt(agents * horizon))
    return at_most("M min(D, sqrt(DK)) over sqrt(MT), largest", worst, math.sqrt(2))


def expected_from_likely(*, agents: int = 16, arms: int = 1000) -> Check:
    """With δ = 1/K the rare case costs at most δ O(ML + K) = O(ML/K + 1). In units of ML + 1."""
    phases = bounds.fact_1_phases(agents=agents, arms=arms)
    return at_most(
        "(ML + K)/K over ML + 1", (agents * phases + arms) / arms / (agents * phases + 1), 1.0
    )


@printed("elimination-in-loop")
def elimination_in_loop(*, arms: int = 5, inside: bool = True) -> Check:
    """Protocol 4 eliminates inside the loop over arms: averages of arms not yet pulled are needed.

    Left: the most arms without an average when an elimination is reached: after the first arm of
    a phase as indented, after the last one behind the loop.
    """
    pulled = range(1 if inside else arms, arms + 1)
    missing = max(arms - number for number in pulled)
    name = "Protocol 4 as indented: arms without an average at an elimination, K = 5"
    return equal(name, missing, 0)


@printed("divisible-assignment")
def divisible_pulls(*, agents: int = 6, active: int = 3, pulls: int = 7) -> Check:
    """Appendix A: if N divides M, M/N agents pull an arm ⌈m N/M⌉ times: more than m in all.

    The average is then of more than m_l pulls; the other rule schedules exactly m_l.
    """
    each = -(-pulls * active // agents)
    return equal(
        "pulls of an arm at M = 6, N = 3, m = 7 by the rule for divisible M",
        agents // active * each,
        pulls,
    )


def segments(*, most: int = 8) -> Check:
    """Appendix A: the assignment makes at most N + M - 1 (agent, arm) segments and schedules all.

    All N <= M up to 8 and m up to 40. Left: the largest number minus N + M - 1, infinite if some
    arm gets fewer than m pulls.
    """
    worst = -math.inf
    for agents in range(1, most + 1):
        for active in range(1, agents + 1):
            for pulls in range(1, 41):
                found = assignment.assign(arms=active, pulls=pulls, agents=agents)
                each = np.bincount(found.arm, weights=found.pulls, minlength=active)
                number = len(found.pulls) if each.min() >= pulls else math.inf
                worst = max(worst, number - (active + agents - 1))
    return at_most("segments of an assignment minus N + M - 1, largest", worst, 0)
