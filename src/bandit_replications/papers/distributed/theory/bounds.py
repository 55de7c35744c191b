"""The paper's bounds on regret and communication with explicit constants.

Where a theorem says O(·) the constant is that of its own proof; where the proof leaves one open or
a step needs repair (see the other modules of this folder and the errata) it is derived here. Regret
is the sum over all agents, communication is counted in integers and reals between agents and
server, logarithms are natural. Counts of messages follow the rule in `channel`: 5 M a distributed
phase, 2 M and 2 an arm moved for Reallocate, 3 for each (agent, arm) segment of a centralised or
linear phase, M d for a vector to all agents, 2 M (d² + d) for a synchronisation.
"""

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.special import zeta

from bandit_replications.bandits.arguments import check_positive

C1 = 600.0  # Protocol 2: pulls of a phase
C2 = 67 / 3  # Protocol 3 and Fact 1.3, as printed
C2_REPAIRED = 256 / 3  # what the geometric series from phase 1 on needs
C4 = (2**15 + 13) / 3  # Lemma B.4: pulls of an arm in stage 2, as printed
C5 = 4096 / 3  # Lemma B.2.5: pulls of an arm in stage 1, left open there
PULLS_EXPONENT = 3  # m_l = 4^(l + 3) log(MKT)
CHERNOFF = 21.0  # Lemma B.5
# Theorem 5, over M log T: 84 · 3 log T of the first Reallocate, 11 · 2 log4 T of the phases, M + 4
THEOREM_5 = 12 * CHERNOFF + 22 / math.log(4) + 5 / math.log(3)


def log_size(*, agents: int, arms: int, horizon: int) -> float:
    """Return log(MKT)."""
    check_positive(agents=agents, arms=arms, horizon=horizon)
    return math.log(agents) + math.log(arms) + math.log(horizon)


def burn_in(*, agents: int, arms: int, horizon: int) -> int:
    """Return D, the steps of stage 1: T/(MK) rounded up, in exact integers."""
    return -(-horizon // (agents * arms))


def last_burn_in_phase(*, agents: int, arms: int, horizon: int, constant: float = C2) -> int:
    """Return l0, which may be negative."""
    size = log_size(agents=agents, arms=arms, horizon=horizon)
    steps = burn_in(agents=agents, arms=arms, horizon=horizon)
    return math.floor(math.log(steps / (constant * arms * size), 4))


def stage_2_phases(
    *,
    agents: int,
    arms: int,
    horizon: int,
    instance_dependent: bool = False,
    pulls_exponent: int = PULLS_EXPONENT,
) -> int:
    """Return an upper bound on the phases begun in stage 2.

    Source: Fact 1.4 with MT in place of T: a completed phase l has at most MT pulls of an arm, so
    4^(l+3) log(MKT) <= MT. One more phase may have begun.

    Parameters
    ----------
    agents, arms, horizon : int
        M, K, T >= 1.
    instance_dependent : bool
        Whether D = l0 = 0, as in Theorem 5.
    pulls_exponent : int
        e in m_l = 4^(l + e) log(MKT).

    """
    size = log_size(agents=agents, arms=arms, horizon=horizon)
    last = math.floor(math.log(agents * horizon / size, 4)) - pulls_exponent
    before = (
        0 if instance_dependent else last_burn_in_phase(agents=agents, arms=arms, horizon=horizon)
    )
    return max(last - before, 0) + 1


def fact_1_phases(*, agents: int, arms: int) -> float:
    """Return L = 4 + 1.5 log(MK), the printed bound on the phases of stage 2."""
    check_positive(agents=agents, arms=arms)
    return 4 + 1.5 * math.log(agents * arms)


def _short_phases(agents: int) -> float:
    """Return a bound on the phases of a single step, in which an arm may be pulled M times."""
    return 2 * math.log(agents, 4)


def theorem_1_regret(*, agents: int, arms: int, horizon: int) -> float:
    """Return the bound on DEMAB's expected regret, summed as in the proof of Theorem 1."""
    size = log_size(agents=agents, arms=arms, horizon=horizon)
    steps = burn_in(agents=agents, arms=arms, horizon=horizon)
    total = agents * horizon
    first = min(agents * steps, 2 * agents * math.sqrt(C5 * steps * arms * size))
    second = 2 * math.sqrt(C4 * arms * total * size) + agents * _short_phases(agents)
    return min(float(total), first + second + _failure(agents, arms, horizon))


def _failure(agents: int, arms: int, horizon: int) -> float:
    """Return MT times the probability that an average of Lemmas B.1 or B.3 is off."""
    phases = stage_2_phases(agents=agents, arms=arms, horizon=horizon)
    stage_1 = max(1.0, math.log(horizon, 4))
    pairs = arms * phases + agents * arms * stage_1
    return 2 * pairs * agents * horizon / (agents * arms * horizon) ** 2


def _phases_cost(agents: int, phases: float) -> float:
    """Return the cost of phases and of Centralize, without what depends on the first Reallocate.

    A phase costs at most 7 M: distributed 5 M and 2 M for Reallocate's announcements, centralised
    3 (N + M - 1) < 6 M; Reallocate again moves at most N' - N + 2 M arms at 2 each.
    """
    return (7 + 4) * agents * phases + agents


def theorem_1_communication_worst(
    *, agents: int, arms: int, horizon: int, pulls_exponent: int = PULLS_EXPONENT
) -> float:
    """Return the bound O(ML + K) on DEMAB's communication in every run."""
    phases = stage_2_phases(
        agents=agents, arms=arms, horizon=horizon, pulls_exponent=pulls_exponent
    )
    return _phases_cost(agents, phases) + 4 * arms


def theorem_1_communication(*, agents: int, arms: int, horizon: int, delta: float) -> float:
    """Return the bound on DEMAB's communication that Theorem 1 claims with probability 1 - δ.

    It rests on Lemma B.5, which does not hold after a stage 1 that completes a phase: see the
    erratum `stage-1-imbalance`. It holds while D is shorter than the first phase.

    Parameters
    ----------
    agents, arms, horizon : int
        M, K, T.
    delta : float
        δ in (0, 1).

    """
    check_positive(delta=delta)
    phases = stage_2_phases(agents=agents, arms=arms, horizon=horizon)
    return _likely(agents, arms, phases, delta)


def _likely(agents: int, arms: int, phases: float, delta: float) -> float:
    first = CHERNOFF * agents * math.log(max(2 * phases**2 * arms / delta, math.e))
    return _phases_cost(agents, phases) + 4 * min(float(arms), first)


def theorem_1_communication_expected(*, agents: int, arms: int, horizon: int) -> float:
    """Return the bound on DEMAB's expected communication that Theorem 1 claims, δ = 1/K."""
    return theorem_1_communication(agents=agents, arms=arms, horizon=horizon, delta=1 / arms) + 4


def uniform_good_arm_constant(*, arms: int) -> float:
    """Return c such that no algorithm loses less than c sqrt(KT) on average over the good arm.

    Source: Auer, Cesa-Bianchi, Freund and Schapire (2002), Theorem 5.1 and its proof: Bernoulli
    arms of mean 1/2, a uniformly chosen one 1/2 + sqrt(K/T)/4; for T >= K. In place of Lemma D.2,
    whose instance depends on the algorithm.
    """
    check_positive(arms=arms)
    return max(0.0, (1 - 1 / arms - math.sqrt(math.log(4 / 3)) / 2) / 4)


def threshold(*, agents: int, arms: int) -> float:
    """Return (1 - 1/K) M: with fewer numbers regret is of order M sqrt(KT) (`theorem_2_sharp`)."""
    check_positive(agents=agents, arms=arms)
    return (1 - 1 / arms) * agents


def theorem_2_sharp(*, agents: int, arms: int, horizon: int, budget: float) -> float:
    """Return (β²/4)(1 - β²K/T) M sqrt(KT), β = 1 - 1/K - B/M: Theorem 2 sharpened. Ours.

    Uniformly one of K arms is better by (β/2) sqrt(K/T). An agent that receives no number has at
    most T/K + T (β/2)/sqrt(1 - β²K/T) good pulls on average. One that acts as if it received none
    loses at most (β/2) sqrt(KT) P{it receives some} more than it does in the protocol.

    Parameters
    ----------
    agents, arms, horizon : int
        M, K >= 2, T >= 2 K.
    budget : float
        B >= 0, numbers that agents receive, in expectation on these instances.

    """
    check_positive(horizon=horizon)
    if budget < 0:
        raise ValueError(f"budget: {budget!r}; allowed: >= 0")
    share = max(0.0, threshold(agents=agents, arms=arms) - budget) / agents
    left = 1 - share**2 * arms / horizon
    return share**2 / 4 * left * agents * math.sqrt(arms * horizon)


def support_limit(*, dimension: int) -> float:
    """Return the largest support of the design: 48 d max(1, log log d).

    Protocol 2 has 48 d log log d, which is negative for d = 2 and undefined for d = 1; for 3 <= d
    <= 15 it is smaller than this and still feasible.
    """
    check_positive(dimension=dimension)
    return 48 * dimension * max(1.0, math.log(math.log(max(dimension, 3))))


def delb_phases(*, dimension: int, agents: int, horizon: int) -> int:
    """Return an upper bound on the phases that DELB begins."""
    check_positive(dimension=dimension, agents=agents, horizon=horizon)
    total = agents * horizon
    size = C1 * dimension**2 * math.log(max(total, 2))
    return max(0, math.floor(math.log(total / size, 4))) + 1


def theorem_3_regret(*, dimension: int, agents: int, horizon: int) -> float:
    """Return the bound on DELB's expected regret, the unfinished last phase included."""
    phases = delb_phases(dimension=dimension, agents=agents, horizon=horizon)
    total = agents * horizon
    pulls = C1 * dimension**2 * math.log(max(total, 2))
    levels: NDArray[np.float64] = np.arange(1, phases + 1, dtype=np.float64)
    rounding = support_limit(dimension=dimension) + agents
    sums = 8 * float(np.sum(pulls * 2.0**levels + rounding * 2.0**-levels))
    return min(2.0 * total, sums + 4 * math.log(max(total, 2)))


def theorem_3_communication(*, dimension: int, agents: int, horizon: int) -> float:
    """Return the bound on DELB's communication: 3 (ξ + M) + M d a phase."""
    phases = delb_phases(dimension=dimension, agents=agents, horizon=horizon)
    segments = support_limit(dimension=dimension) + agents
    return phases * (3 * segments + agents * dimension)


def log_determinant(*, dimension: int, agents: int, horizon: int) -> float:
    """Return d log(1 + MT/d), the most by which log det V grows (λ = 1)."""
    check_positive(dimension=dimension, agents=agents, horizon=horizon)
    return dimension * math.log1p(agents * horizon / dimension)


def synchronisation_threshold(*, dimension: int, agents: int, horizon: int) -> float:
    """Return D = T log(MT)/(dM) of Protocol 8."""
    check_positive(dimension=dimension, agents=agents, horizon=horizon)
    return horizon * math.log(agents * horizon) / (dimension * agents)


def dislinucb_epochs(*, dimension: int, agents: int, horizon: int) -> float:
    """Return the bound 2 sqrt(T R / D) + 2 on the epochs, R without rounding."""
    growth = log_determinant(dimension=dimension, agents=agents, horizon=horizon)
    threshold = synchronisation_threshold(dimension=dimension, agents=agents, horizon=horizon)
    return min(float(horizon), 2 * math.sqrt(horizon * growth / threshold) + 2)


def theorem_4_regret(*, dimension: int, agents: int, horizon: int) -> float:
    """Return the bound on DisLinUCB's expected regret.

    Good epochs 4 β sqrt(MTR); at most R / log 2 epochs are bad (the determinant doubles), and each
    costs an agent 2 β sqrt(2 D), and 2 in the step that triggers a synchronisation; the confidence
    sets fail with probability M P δ over P epochs.
    """
    growth = log_determinant(dimension=dimension, agents=agents, horizon=horizon)
    threshold = synchronisation_threshold(dimension=dimension, agents=agents, horizon=horizon)
    epochs = dislinucb_epochs(dimension=dimension, agents=agents, horizon=horizon)
    total = agents * horizon
    delta = 1 / (agents * total)
    radius = math.sqrt(growth + 2 * math.log(1 / delta)) + 1
    good = 4 * radius * math.sqrt(total * growth)
    bad_epochs = min(epochs, growth / math.log(2))
    bad = bad_epochs * agents * 2 * (radius * math.sqrt(2 * threshold) + 1)
    return min(2.0 * total, good + bad + 2 * total * agents * epochs * delta)


def theorem_4_communication(*, dimension: int, agents: int, horizon: int) -> float:
    """Return the bound on DisLinUCB's communication: 2 M (d² + d) an epoch."""
    epochs = dislinucb_epochs(dimension=dimension, agents=agents, horizon=horizon)
    return epochs * 2 * agents * (dimension**2 + dimension)


def theorem_5_regret(*, gaps: Sequence[float], agents: int, horizon: int) -> float:
    """Return the instance-dependent bound on the expected regret with D = l0 = 0.

    Parameters
    ----------
    gaps : sequence of float, shape (arms,)
        Best mean minus each mean, in [0, 1].
    agents, horizon : int
        M, T.

    """
    values = np.asarray(gaps, dtype=np.float64)
    if values.ndim != 1 or values.size == 0 or np.any(values < 0) or np.any(values > 1):
        raise ValueError(f"gaps: {values.tolist()}; allowed: numbers in [0, 1], at least one")
    arms = values.size
    size = log_size(agents=agents, arms=arms, horizon=horizon)
    total = agents * horizon
    main = C4 * size * float(np.sum(1 / values[values > 0]))
    phases = stage_2_phases(agents=agents, arms=arms, horizon=horizon, instance_dependent=True)
    failure = 2 * arms * phases * total / (arms * total) ** 2
    return min(float(total * values.max()), main + agents * _short_phases(agents) + failure)


def theorem_5_communication(*, agents: int, arms: int, horizon: int) -> float:
    """Return the bound on the expected communication with D = l0 = 0."""
    phases = stage_2_phases(agents=agents, arms=arms, horizon=horizon, instance_dependent=True)
    return _likely(agents, arms, phases, 1 / arms) + 4


def immediate_sharing_regret(*, gaps: Sequence[float], agents: int, horizon: int) -> float:
    """Return the sum over bad arms of 8 ln(MT) / Δ + (M + 2 ζ(3) / M²) Δ. Ours.

    A bound on immediate sharing under UCB1 (Table 1, first row). With n = M T, after s pulls, a bad
    arm with u of them is chosen only if the best arm's average is its width sqrt(2 ln(s) / n_a) too
    low, the bad one's as much too high, or u <= 8 ln(n) / Δ². The last round of the third kind, or
    the start in turn, adds at most M pulls to 8 ln(n) / Δ². By Hoeffding's inequality and a union
    over at most s counts the others have probability s^-3 each, and cost M pulls a round, s = M t:
    at most 2 ζ(3) / M² pulls in all. Gaps of at most sqrt(8 (K - 1) ln(n) / n) and larger ones cost
    as much, so that the regret is O(sqrt(MKT log(MT))) as long as K M <= T log(MT).

    Parameters
    ----------
    gaps : sequence of float, shape (arms,)
        Best mean minus each mean, in [0, 1].
    agents, horizon : int
        M, T.

    """
    bad = np.array([gap for gap in gaps if gap > 0])
    batch = agents + 2 * float(zeta(3)) / agents**2
    return float(np.sum(8 * math.log(agents * horizon) / bad + batch * bad))
