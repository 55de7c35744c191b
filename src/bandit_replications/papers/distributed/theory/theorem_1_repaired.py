"""DEMAB repaired: O(M log(MK)) expected communication, at the regret of Theorem 1. Ours.

`algorithms.demab_repaired` is the protocol; the errors that the printed one has are in `lemma_b_5`.

1. With probability 1 - 2/(MKT)² each, all averages of phase l are within 2^(-l-3) (Hoeffding's
   exponent is 2 then). On that event phase l drops every gap of 5/4 · 2^-l and no gap below
   3/4 · 2^-l; agents can differ about gaps in between only.
2. What stage 1 hands over is what its phase l0 left (C2 = 256/3: every agent completes it). Arms
   that only some agents dropped by then have gaps of at least 3/4 · 2^-l0, and phase l0 + 1 drops
   all gaps of 5/8 · 2^-l0. None of them has the highest average of that phase either. So what is
   alive after phase l0 + 1 is a function of averages that do not depend on who measured them, and
   the public numbers are independent of it: Lemma B.5 holds from phase l0 + 2 on.
3. Phase l0 + 1 goes without Reallocate while the public numbers give no agent more than twice the
   average, 2 ⌈K/M⌉: at most that many times m_(l0+1) steps. Otherwise, with probability
   M exp(-K/(3M)) at most, the ordinary Reallocate moves K arms at most.
"""

import math

from bandit_replications.inference.checks import Check, at_least, at_most
from bandit_replications.papers.distributed.theory import bounds, schedule
from bandit_replications.papers.distributed.theory.settings import allowed, combinations

SIZES = allowed(
    combinations(
        agents=(1, 2, 16, 64, 1024),
        arms=(2, 20, 100, 1000, 10**5),
        horizon=(101, 1025, 10**5, 10**8, 10**12, 10**15),
    )
)


def decided_one_phase_later() -> Check:
    """Repair: with errors of 2^(-l-3) phase l leaves to chance gaps within a quarter of 2^-l only.

    The next phase drops them with certainty: gaps of 5/4 · 2^(-l-1) and more. In units of 2^-l.
    """
    return at_most(
        "least gap that phase l + 1 is certain to drop, against the least that phase l may drop",
        1.25 / 2,
        0.75,
    )


def small_errors() -> Check:
    """Such errors have the exponent 2 that the proof asks for: 2 m_l (2^(-l-3))² / log(MKT)."""
    return at_least("exponent of 1/(MKT) for errors of 2^(-l-3)", 2 * 4.0**3 / 4.0**3, 2.0)


def cost_of_skipping() -> Check:
    """What phase l0 + 1 without Reallocate costs in regret.

    All agents pull for 2 ⌈K/M⌉ m_(l0+1) steps at most, arms of gaps up to 2^(-l0+1), at most 1.
    Left: the largest ratio to C6 sqrt(KTM log(MKT)) over settings.
    """
    worst = 0.0
    for size in SIZES:
        agents, arms, horizon = size.values()
        last = bounds.last_burn_in_phase(**size, constant=bounds.C2_REPAIRED)
        steps = 2 * -(-arms // agents) * schedule.pulls(phase=last + 1, **size)
        lost = agents * min(steps, horizon) * min(1.0, 2.0 ** (1 - last))
        worst = max(worst, lost / bounds.theorem_1_printed_form(**size))
    name = "regret of phase l0 + 1 without Reallocate over C6 sqrt(KTM log(MKT)), largest"
    return at_most(name, worst, 1.0)


def moved_when_unbalanced(*, agents: int, arms: int) -> float:
    """Return a bound on the numbers that move arms in phase l0 + 1, in expectation.

    4 K at most, if the public numbers give an agent more than twice its share: Chernoff's bound
    exp(-μ/3) at μ = K/M for each of M agents.
    """
    return 4 * arms * min(1.0, agents * math.exp(-arms / (3 * agents)))


def unbalanced_allocation() -> Check:
    """They are of the order M log(MK): K e^(-K/(3M)) M is at most 3 M log M from K = 3 M log M on.

    Left: the largest ratio to M log(MK) over M up to 10^6 and K up to 10^9.
    """
    worst = max(
        moved_when_unbalanced(agents=agents, arms=arms) / (agents * math.log(agents * arms))
        for agents in (1, 2, 4, 16, 64, 256, 1024, 10**6)
        for arms in {2, *(round(agents * 1.1**power) for power in range(0, 60)), 10**9}
        if arms >= 2
    )
    return at_most("numbers that move arms in phase l0 + 1 over M log(MK), largest", worst, 12.0)


def communication(*, agents: int, arms: int, horizon: int) -> float:
    """Return the bound on the expected communication of DEMAB repaired.

    The phases, what Lemma B.5 allows from phase l0 + 2 on (δ = 1/K), what phase l0 + 1 moves, and
    the worst case where an average is off: K (L + M l_D) averages at 2/(MKT)² each.
    """
    size = {"agents": agents, "arms": arms, "horizon": horizon}
    phases = bounds.fact_1_phases(agents=agents, arms=arms)
    averages = arms * (phases + agents * math.log(horizon, 4))
    failing = min(1.0, 2 * averages / (agents * arms * horizon) ** 2)
    rare = failing * bounds.theorem_1_communication_worst(**size)
    moved = bounds.CHERNOFF * agents * math.log(2 * phases**2 * arms**2)
    unbalanced = moved_when_unbalanced(agents=agents, arms=arms)
    return 12 * agents * phases + 4 * moved + 4 + unbalanced + rare


def constant(logarithm: float = math.log(2)) -> float:
    """Return c with communication at most c M log(MK), from the logarithm of MK.

    Each part over M log(MK): L = 4 + 1.5 log(MK) phases at 12 M, 84 M log(2 L² K²), 12 M log(MK)
    for phase l0 + 1, and 16 for the rest. All of them fall with MK, which is 2 at least.
    """
    phases = 4 + 1.5 * logarithm
    moved = 4 * bounds.CHERNOFF * (math.log(2 * phases**2) / logarithm + 2)
    return 12 * phases / logarithm + moved + 12 + 16


def communication_form() -> Check:
    """It is at most c M log(MK) with c at MK = 2, and less beyond; for every T."""
    worst = max(
        communication(**size) / (size["agents"] * math.log(size["agents"] * size["arms"]))
        for size in SIZES
    )
    return at_most("bound on the repaired communication over M log(MK)", worst, constant())
