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


def final_constant() -> Check:
    """C6 sqrt(KTM log(MKT)) covers the sum with its repaired parts. Left: the largest ratio.

    D >= 2: stage 1 is the first term, as D <= 2T/(MK); D = 1: it is M. Stage 2 is the second. 8.5
    is left for 2 M log4 M, at most 1.45 times the root, and for the failures, at most
    2 (L + M log4 T)/(MKT), which is 0.6 times the root at M = 1, K = 2, T = 3 and less beyond.
    """
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
