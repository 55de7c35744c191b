"""Protocol S: halved widths (Theorem A), squared (B), j exchanges (C), fixed times (E). Ours.

`algorithms.demab_simple` is the protocol. L = ln(MKT), c = 4^pulls_exponent >= 4. The good event:
all averages are off by less than half their width, which each misses with probability
2 (MKT)^(-c/2) at most (Hoeffding: the widths are known beforehand, so that an average has a fixed
number of pulls). On it the best arm is never dropped, an arm that is kept at width w has a gap
below 2 w, and the leader's is below w. So every pull of a phase, idle ones too, loses less than
twice the width before: no balance is needed.
"""

import math

from bandit_replications.inference.checks import Check, at_least, erratum
from bandit_replications.papers.distributed.theory import bounds

PRINTED, LEAST = 64.0, 4.0  # c of DEMAB, and the least that the proofs allow


def root(*, agents: int, arms: int, horizon: int) -> float:
    """Return sqrt(KMT ln(MKT))."""
    size = bounds.log_size(agents=agents, arms=arms, horizon=horizon)
    return math.sqrt(arms * agents * horizon * size)


def halved_regret(*, agents: int, arms: int, horizon: int, constant: float = PRINTED) -> float:
    """Return Theorem A's bound on the expected regret; K >= 2, T >= 2, c >= 4."""
    size = bounds.log_size(agents=agents, arms=arms, horizon=horizon)
    rounded = constant + 1 / (4 * size)
    both = root(agents=agents, arms=arms, horizon=horizon) * (1 + 1 / math.sqrt(arms))
    return 4 * math.sqrt(6 * rounded) * both + 5 * agents + 1


def halved_numbers(*, agents: int, arms: int) -> float:
    """Return Theorem A's bound on the numbers of every run, 4 M (log2 M + log2(K)/2 + 1.21)."""
    return 4 * agents * (math.log2(agents) + math.log2(arms) / 2 + math.log(16 / 3, 4))


def squared_regret(
    *, agents: int, arms: int, horizon: int, constant: float = PRINTED, spread: float = 1.0
) -> float:
    """Return Theorem B's bound on the expected regret, ρ = `spread` >= 1 (Theorem C)."""
    size = bounds.log_size(agents=agents, arms=arms, horizon=horizon)
    rounded = constant + 1 / (4 * size)
    factor = 4 * math.sqrt(6 * rounded) + math.sqrt(32 * constant) * (2 + 1 / (constant * size))
    return spread * factor * root(agents=agents, arms=arms, horizon=horizon) + 4 * agents + 1


def most_exchanges(*, agents: int, spread: float = 1.0) -> int:
    """Return the most exchanges: the least J with ρ^(2^(J+1)) 2^(2^J+J-1) >= M/sqrt(6).

    With ρ = 1 at most ⌈log2 log2 M⌉ for M >= 2; with ρ = M^(2^-(j+1)) at most j.
    """
    number = 0
    while spread ** (2 ** (number + 1)) * 2.0 ** (2**number + number - 1) < agents / math.sqrt(6):
        number += 1
    return number


def fixed_times(*, agents: int, arms: int, horizon: int, exchanges: int) -> float:
    """Return Theorem E's lower bound on the worst regret of J exchanges at fixed times; T >= KM.

    Between its exchanges an agent's choices rest on n = M t_i + t_(i+1) rewards at most, so that on
    average over a uniform good arm it loses c_K sqrt(K/n) t_(i+1).
    """
    constant = bounds.uniform_good_arm_constant(arms=arms) / math.sqrt(2)
    return constant * agents ** (2.0 ** -(exchanges + 1)) * math.sqrt(arms * agents * horizon)


@erratum("steep-trade-off")
def trade_off(*, exchanges: int | None = None, exponent: int = 40) -> Check:
    """With fewer numbers than M log(MK) regret is not Ω(M sqrt(KT)): K = 2, M = 2^exponent, T = M².

    Left: Theorem B's bound, or C's with 4 M j numbers, over M sqrt(KT), of order sqrt(log(M)/M) or
    M^(2^-(j+1) - 1/2) sqrt(log(M)). Right: what silent agents lose at least (`bounds`).
    """
    size = {"agents": 2**exponent, "arms": 2, "horizon": 4**exponent}
    spread = 1.0 if exchanges is None else 2.0 ** (exponent / 2 ** (exchanges + 1))
    scale = 4.0**exponent * math.sqrt(2)
    each = 4 * (most_exchanges(agents=2**exponent) if exchanges is None else exchanges)
    return at_least(
        f"most regret of Protocol S over M sqrt(KT), {each} M numbers, M = 2^{exponent}, T = M²",
        squared_regret(**size, constant=LEAST, spread=spread) / scale,
        bounds.theorem_2_sharp(**size, budget=0) / scale,
    )
