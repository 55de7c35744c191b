"""Fact 1 (Appendix B): Reallocate, the phases of stage 1 and those of stage 2."""

import itertools
import math

from bandit_replications.inference.checks import Check, at_least, at_most, below, equal
from bandit_replications.papers.distributed.theory import bounds, schedule
from bandit_replications.papers.distributed.theory.printed import printed
from bandit_replications.papers.distributed.theory.settings import combinations


def reallocated(counts: tuple[int, ...]) -> tuple[list[int], list[int], int]:
    """Return counts after Reallocate's transfers, before its last line; receivers; arms left.

    Protocol 5 to line 5: those above the rounded average give, those below are filled up.
    """
    mean = sum(counts) // len(counts)
    after = [mean] * len(counts)
    receivers = [agent for agent, count in enumerate(counts) if count < mean]
    return after, receivers, sum(counts) - mean * len(counts)


def _vectors(agents: int, most: int) -> list[tuple[int, ...]]:
    return [
        counts
        for counts in itertools.product(range(most + 1), repeat=agents)
        if sum(counts) > agents
    ]


def leftover(*, agents: int = 4, most: int = 5) -> Check:
    """Fact 1.1: fewer than M arms are left for the last line. All vectors of counts up to 5."""
    return below(
        "Fact 1.1: most arms left for the last line, against M",
        max(reallocated(counts)[2] for counts in _vectors(agents, most)),
        agents,
    )


def balanced_afterwards(*, agents: int = 4, most: int = 5) -> Check:
    """Fact 1.2: the largest count is at most twice the smallest. All vectors of counts up to 5."""
    worst = 0.0
    for counts in _vectors(agents, most):
        after, _, left = reallocated(counts)
        after = [count + (agent < left) for agent, count in enumerate(after)]
        worst = max(worst, max(after) / min(after))
    return at_most("Fact 1.2: largest over smallest count after Reallocate", worst, 2.0)


@printed("reallocate-waiting")
def deadlocks(*, agents: int = 3, most: int = 5) -> Check:
    """Protocol 6: an agent with no more than the average waits for arms that need not come.

    Left: the vectors of counts in which some agent waits in vain, or gets an arm although it gave
    some and does not wait. With (5, 1, 1) the last arm goes back to agent 1, who gave three.
    """
    wrong = 0
    for counts in _vectors(agents, most):
        mean = sum(counts) // agents
        _, receivers, left = reallocated(counts)
        gets = set(receivers) | set(range(left))
        waits = {agent for agent, count in enumerate(counts) if count <= mean}
        wrong += gets != waits
    return equal(
        "Protocol 6: count vectors in which those who wait are not those who get", wrong, 0
    )


@printed("reallocate-sign")
def printed_sign(*, counts: tuple[int, ...] = (5, 1, 1)) -> Check:
    """Protocol 5, line 5: n_i - n̄ arms are sent to an agent with fewer than n̄."""
    mean = sum(counts) // len(counts)
    return at_least(
        "Protocol 5: arms sent to an agent below the average, n_i - n̄", min(counts) - mean, 0
    )


@printed("reallocate-announcement")
def announced(*, agents: int = 100) -> Check:
    """Section 3.2: a second Reallocate costs O(min(N_l, N_l' - N_l)): what it announces costs M.

    M + 2 arms, two agents with two; another loses its only one, so that the counts are no longer
    balanced. The server tells all agents that there is a Reallocate, or n̄. Left: these numbers,
    for N_l' - N_l = 1 arm lost; right: the most that a constant allows which fits at a tenth of M.
    """
    return at_most(
        f"numbers announced for one lost arm, M = {agents}, against M = {agents // 10}",
        agents,
        agents // 10,
    )


@printed("reallocate-announcement")
def moved_for_two(*, agents: int = 100) -> Check:
    """Section 3.2: the arms alone are not O(min(N_l, N_l' - N_l)) either, but M - 1 more.

    Reallocate leaves counts (3, …, 3, 2); the last agent loses both, the average is 2 (M >= 3), and
    all others give an arm away. Left: arms moved, N_l' - N_l = 2; right: the most that a constant
    allows which fits at a tenth of M.
    """

    def moved(size: int) -> int:
        counts = [3] * (size - 1) + [0]
        return sum(count - sum(counts) // size for count in counts if count)

    return at_most(
        f"arms moved for two lost arms, M = {agents}, against M = {agents // 10}",
        moved(agents),
        moved(agents // 10),
    )


def moved_arms(*, agents: int = 3, most: int = 4) -> Check:
    """Appendix B: a second Reallocate moves O(min(N, N' - N)) arms and M more, N' at the last one.

    Counts were n̄' or n̄' + 1, and n̄ <= n̄': what is above the new n̄ is N - M n̄ <= M - 1 and what
    others are below it, at most what they have lost.

    All balanced vectors of Reallocate, all ways to lose arms from them. Left: the most arms moved
    minus min(N, N' - N); right: M - 1, what roundings of the average can bring.
    """
    worst = 0
    for mean in range(1, most):
        for left in range(agents):
            before = [mean + (agent < left) for agent in range(agents)]
            for counts in itertools.product(*(range(count + 1) for count in before)):
                average = sum(counts) // agents
                moved = sum(max(0, count - average) for count in counts)
                if sum(counts) > agents and max(counts) > 2 * min(counts):
                    least = min(sum(counts), sum(before) - sum(counts))
                    worst = max(worst, moved - least)
    return at_most(
        f"arms moved by a second Reallocate beyond min(N, N' - N), M = {agents}", worst, agents - 1
    )


@printed("stale-maximum")
def stale_maximum(*, agents: int = 16, arms: int = 160) -> Check:
    """Protocol 3 computes N_max before Reallocate and sends it afterwards.

    One agent holds all arms: its count K is N_max, while every agent then holds K/M. Left: pulls of
    an arm in the phase in units of m_l, against the 2 of Lemma B.4's proof.
    """
    return at_most(
        "pulls of an arm over m_l with N_max from before Reallocate", arms / (arms / agents), 2.0
    )


@printed("burn-in-constant")
def series(*, phases: int = 5, first: int = 1) -> Check:
    """Fact 1.3: Σ 4^(l+3) over the first phases against the printed 64/3 (4^l - 1).

    From phase 1 on, as in Protocol 4, it is four times as much; from phase 0 on it is right.
    """
    exact = sum(4 ** (phase + 3) for phase in range(first, first + phases))
    return at_most(
        f"Fact 1.3: sum of 4^(l+3) over {phases} phases from {first}, 64/3 (4^l - 1)",
        exact,
        64 * (4**phases - 1) // 3,
    )


@printed("burn-in-constant")
def needed_constant(*, constant: float, most: int = 30) -> Check:
    """Fact 1.3: whether l phases fit into C2 K 4^l log(MKT) steps, for l up to 30.

    Left: the largest ratio of the steps that l phases of K arms take to K 4^l log(MKT), with the
    rounding's l added; log(MKT) is at least log 3.
    """
    size = math.log(3)
    worst = max(
        256 / 3 * (1 - 4.0**-phases) + phases * 4.0**-phases / size
        for phases in range(1, most + 1)
        if phases <= 256 / 3 * size
    )
    return at_most(
        f"Fact 1.3: steps of l phases over K 4^l log(MKT), against C2 = {constant:.4g}",
        worst,
        constant,
    )


@printed("burn-in-constant")
def completed_phases(
    *,
    agents: int = 2,
    arms: int = 2,
    horizon: int = 8000,
    constant: float = bounds.C2,
    first: int = 1,
) -> Check:
    """Fact 1.3 in a case: the phases that every agent has completed after D steps, at least l0.

    While no arm is dropped the phases last as long as they can. With C2 = 67/3, M = K = 2 and
    T = 8000, l0 is 1, but D is 2000 and phase 1, which always pulls all arms, lasts 5312 steps.
    """
    size = {"agents": agents, "arms": arms, "horizon": horizon}
    return at_least(
        f"phases completed at M = {agents}, K = {arms}, T = {horizon:g}, against l0",
        schedule.completed(steps=bounds.burn_in(**size), **size, first=first),
        bounds.last_burn_in_phase(**size, constant=constant),
    )


GRID = combinations(
    agents=(1, 2, 16, 64, 1024),
    arms=(1, 2, 20, 100),
    horizon=[10**power for power in range(4, 13)],
)


@printed("burn-in-constant")
def cases_short_of_phases(*, constant: float = bounds.C2, first: int = 1) -> Check:
    """The same over 180 settings. Left: those with fewer completed phases than l0 may be.

    Phases counted from `first`: Protocol 4 counts from 1, the printed C2 would fit 0.
    """
    short = sum(not completed_phases(**size, constant=constant, first=first).holds for size in GRID)
    return equal(f"settings of {len(GRID)} in which l0 phases need not be completed", short, 0)


def one_phase_less() -> Check:
    """What 67/3 does give: l0 - 1 phases, as 4 · 67/3 exceeds 256/3. All 180 settings."""
    missing = [
        -int(completed_phases(**size).left - completed_phases(**size).right) for size in GRID
    ]
    return at_most(
        "most phases by which stage 1 falls short of l0 = log4(D/((67/3) K log MKT))",
        max(0, *missing),
        1,
    )


@printed("burn-in-constant")
def completed_with_log_horizon(
    *, agents: int = 2, arms: int = 2, horizon: int = 8000, constant: float = bounds.C2
) -> Check:
    """Section 3.2's l0 has log T and 67/3: in the same case it is 1 too, and no phase completed."""
    size = {"agents": agents, "arms": arms, "horizon": horizon}
    steps = bounds.burn_in(**size)
    return at_least(
        f"phases completed at M = {agents}, K = {arms}, T = {horizon:g}, against l0 with log T",
        schedule.completed(steps=steps, **size),
        math.floor(math.log(steps / (constant * arms * math.log(horizon)), 4)),
    )


@printed("burn-in-logarithm")
def burn_in_logarithm(*, agents: int = 64, arms: int = 20, horizon: int = 10**9) -> Check:
    """Section 3.2 has log T in l0 where the protocols have log(MKT): l0 may be one larger.

    Left: the phases completed, right: l0 with log T, both with the repaired 256/3, at the first
    multiple of the horizon at which l0 is positive and larger.
    """
    done = wanted = 0
    for scale in range(1, 200):
        size = {"agents": agents, "arms": arms, "horizon": horizon * scale}
        steps = bounds.burn_in(**size)
        done = schedule.completed(steps=steps, **size)
        printed = bounds.C2_REPAIRED * arms * math.log(horizon * scale)
        wanted = math.floor(math.log(steps / printed, 4))
        if wanted > max(done, 0):
            break
    return at_least("phases completed, against l0 with log T and the constant 256/3", done, wanted)


@printed("phase-within-horizon")
def fits(*, against: str = "T", agents: int = 16, arms: int = 2, horizon: int = 10_000) -> Check:
    """Fact 1.4: a completed phase has 4^(l+3) log(MKT) <= T. One arm alone is pulled by all agents.

    Arms that pay 1 and 0. Left: m_l of the last completed phase. Right: T as printed, or MT.
    """
    phases = schedule.centralised_phases(agents=agents, arms=arms, horizon=horizon)
    return at_most(
        f"Fact 1.4: m_l of the last completed phase, M = {agents}, against {against}",
        max(phase.pulls for phase in phases if phase.complete),
        horizon if against == "T" else agents * horizon,
    )


def phases_of_stage_2(*, constant: float = bounds.C2) -> Check:
    """Fact 1.4: the phases of stage 2 are at most 4 + 1.5 log(MK), also with C2 = 256/3.

    With 4^(l+3) log(MKT) <= MT, and 4^l0 > T/(4 C2 M K² log(MKT)), whose 4 the rounding of l0
    brings and the paper leaves out, l - l0 is at most log4(C2 M² K²/16), and one more phase may
    have begun. Left: the largest excess of that over L, M K up to 10^12; at M K = 1.
    """
    excess = max(
        math.log(constant / 16, 4) + 2 * math.log(size, 4) + 1 - (4 + 1.5 * math.log(size))
        for size in (10.0**power for power in range(13))
    )
    return at_most(
        f"Fact 1.4: phases begun in stage 2 minus 4 + 1.5 log(MK), C2 = {constant:.4g}",
        excess,
        0.0,
    )


@printed("burn-in-rounding")
def floor_forgotten(*, agents: int = 16, arms: int = 20, horizon: int = 10**8) -> Check:
    """Fact 1.4 uses 4^l0 >= T/(C2 M K² log(MKT)) although l0 is rounded down."""
    size = bounds.log_size(agents=agents, arms=arms, horizon=horizon)
    first = bounds.last_burn_in_phase(agents=agents, arms=arms, horizon=horizon)
    return at_least(
        "4^l0 against T/(C2 M K² log(MKT)), M = 16, K = 20, T = 1e8",
        4.0**first,
        horizon / (bounds.C2 * agents * arms**2 * size),
    )


@printed("pulls-rounded-down")
def negative_first_phase(*, agents: int = 64, arms: int = 100, horizon: int = 500) -> Check:
    """l0 can be far below 0; then Protocol 1, which rounds down, asks for averages of no pulls.

    Left: m_(l0+1) rounded down; T > max(M log M/K, M, K, 2) holds.
    """
    first = bounds.last_burn_in_phase(agents=agents, arms=arms, horizon=horizon) + 1
    return at_least(
        f"pulls per arm in phase {first} rounded down, M = 64, K = 100, T = 500",
        math.floor(schedule.exact_pulls(phase=first, agents=agents, arms=arms, horizon=horizon)),
        1,
    )
