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
3. Phase l0 + 1 goes without Reallocate while the public numbers give no agent more than 2 ⌈K/M⌉
   arms: at most that many times m_(l0+1) steps. Otherwise, with probability
   M exp(-K/(3M)) at most, the ordinary Reallocate moves K arms at most.
"""

import math

from bandit_replications.papers.distributed.theory import bounds, schedule


def lost_by_skipping(*, agents: int, arms: int, horizon: int) -> float:
    """Return a bound on the regret of phase l0 + 1 without Reallocate.

    All agents pull for 2 ⌈K/M⌉ m_(l0+1) steps at most, arms of gaps up to 2^(-l0+1), at most 1.
    For K >= 2 that is at most 175 S, S = sqrt(KTM log(MKT)), and at most 119 S for M >= 2. Then
    Theorem 1's C6 = 322 has room for it: with C2 = 256/3 stage 1 takes 2 sqrt(2 C5/K) <= 74, the
    other phases 2 sqrt(2^13/3 + 15) <= 105, the rest 3. One agent has nothing to reallocate. Write
    L = log(MKT).

    - M ⌈K/M⌉ <= K + M, and 4^l0 <= 3D/(256 K L), D <= 2T/(MK) or D = 1.
    - l0 >= 0: 2 (K + M)(512 · 2^l0 L + 2) <= 157 (K + M)/K sqrt(TL/M) + 4 (K + M), at most
      (157 (1/(M sqrt(K)) + K^-1.5) + 8) S <= 175 S; 4 (K + M) <= 7 S for M >= 2: 119 S.
    - l0 < 0, D >= 2: 2 (K + M)(3D/K + 1) <= 12 T (1/(MK) + 1/K²) + 2 (K + M), and T <=
      MK · 256 K L/3 makes it at most (111 (1/(M sqrt(K)) + K^-1.5) + 4) S <= 122 S.
    - D = 1: at most 5 (K + M) <= 10 S.
    """
    size = {"agents": agents, "arms": arms, "horizon": horizon}
    last = bounds.last_burn_in_phase(**size, constant=bounds.C2_REPAIRED)
    steps = 2 * -(-arms // agents) * schedule.pulls(phase=last + 1, **size)
    return agents * min(steps, horizon) * min(1.0, 2.0 ** (1 - last))


def moved_when_unbalanced(*, agents: int, arms: int) -> float:
    """Return a bound on the numbers that move arms in phase l0 + 1, in expectation.

    4 K at most, if the public numbers give an agent more than 2 K/M arms: Chernoff's bound
    exp(-μ/3) at μ = K/M for each of M agents.
    """
    return 4 * arms * min(1.0, agents * math.exp(-arms / (3 * agents)))


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


def constant() -> float:
    """Return c with communication at most c M log(MK), for M >= 1, K >= 2, every T > max(M, K, 2).

    Each part over M log(MK) is largest at the least size, M = 1, K = 2, T = 3: 12 M L for the
    phases, L = 4 + 1.5 log(MK); 84 M log(2 L² K²), as log(K²) <= 2 log(MK); 12 M log(MK) for phase
    l0 + 1; 4; and for the averages that are off 2 K (L + M log4 T)/(MKT)² times 11 M L + M + 4 K,
    which falls in M, in K and in T.
    """
    logarithm = math.log(2)
    phases = 4 + 1.5 * logarithm
    moved = 4 * bounds.CHERNOFF * (math.log(2 * phases**2) / logarithm + 2)
    rare = 2 * 2 * (phases + math.log(3, 4)) / 6**2 * (11 * phases + 1 + 8)
    return 12 * phases / logarithm + moved + 12 + (4 + rare) / logarithm
