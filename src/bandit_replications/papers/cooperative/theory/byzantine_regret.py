"""The proof of the Byzantine regret theorem, (32) to (51), step by step.

(32) to (35) split the regret by cliques as before; (36) and (37) are the events' definitions; (46)
and (50) insert what was found. (43) and (44) are `private_regret.delays`. The others are checked
here.
"""

import math
from functools import partial

import numpy as np

from bandit_replications.inference.checks import Check, above, at_least, at_most, below
from bandit_replications.papers.cooperative.theory.bounds import BEST, GAP, SIGMA, byzantine_regret
from bandit_replications.papers.cooperative.theory.printed import erratum

ZETA_3 = 1.2020569031595942


@erratum("event-c-constant")
def event_c(*, gap: float = 0.3, sigma: float = 0.5, t: int = 1000, printed: bool) -> Check:
    """(39), (40): where event (C) ends, Δ = 2 σ sqrt(ε) + 2 sqrt(σ ln(1/δ)/n), δ = 1/t².

    Solved: n = 8 σ ln t / (Δ - 2 σ sqrt(ε))². Printed is 4 σ² ln t, a quarter of it at σ = 1/2
    (and (39) has the arms' terms mixed up). Here ε = 0.
    """
    solved = 4 * sigma * 2 * math.log(t) / gap**2
    claimed = (4 * sigma**2 if printed else 8 * sigma) * math.log(t) / gap**2
    factor = "4 σ²" if printed else "8 σ"
    return at_most(f"(40): samples when event (C) ends, against {factor} ln t/Δ²", solved, claimed)


@erratum("contamination-condition")
def condition_on_contamination(*, contamination: float = 0.04, printed: bool) -> Check:
    """The theorem asks for ε < Δ_min/(2 σ); the bound needs sqrt(ε) < Δ_min/(2 σ).

    At Δ = 0.06, σ = 0.255, ε = 0.04 the printed condition holds and 2 σ sqrt(ε) = 0.102 is beyond
    the gap: event (C) never ends.
    """
    share, term = (contamination, "ε (printed)") if printed else (contamination**0.5, "sqrt(ε)")
    return below(f"{term} against Δ/(2 σ) at ε = {contamination:g}", share, GAP / (2 * SIGMA))


@erratum("contamination-condition")
def saturated_arm(*, contamination: float = 0.04, agents: int = 10) -> Check:
    """Under the printed condition the trimmed means of both arms can stay at 1 in every round.

    Of the worse arm's samples a share 1/M are its own, which are true, and the others are 1 with
    probability 0.93 (1 - ε) + ε. At ε = 0.04 more of them are 1 than the share 1 - 2 ε that the
    interval must hold, so the interval is the atom 1 for both arms and their estimates are equal.
    At ε = 0.01, inside the condition that the bound needs, they are fewer.
    """
    false = contamination * (1 - 1 / agents)
    ones = (BEST - GAP) * (1 - false) + false
    name = f"ones among the worse arm's samples at ε = {contamination:g}, against 1 - 2 ε"
    return below(name, ones, 1 - 2 * contamination)


@erratum("contamination-condition")
def reversed_arms(*, gap: float = 0.1, contamination: float = 0.099, agents: int = 50) -> Check:
    """If false rewards may differ by arm, as in our main setting, the arms can even change places.

    Means 1/2 ± Δ/2, σ = 1/2; the best arm is reported as 0 and the other as 1 with probability
    0.099 < Δ. With M = 50 the best arm's samples have mean 0.4966, the other's 0.5034.
    """
    false = contamination * (1 - 1 / agents)
    best = (0.5 + gap / 2) * (1 - false)
    other = (0.5 - gap / 2) * (1 - false) + false
    return above("mean of the best arm's samples, reports by arm, against the other's", best, other)


@erratum("delay-sign")
def sign_after_44(*, message_life: int = 3, agents: int = 5) -> Check:
    """The line after (44), N_m >= N_C - (M - 1)(1 - γ), lets an agent know more than was pulled.

    For γ > 1; (44) itself has the right sign.
    """
    made = 10.0
    claimed = made - (agents - 1) * (1 - message_life)
    name = f"pulls known at most, against N_C - (M - 1)(1 - γ), γ = {message_life}, M = {agents}"
    return at_least(name, made, claimed)


@erratum("union-bound-powers")
def union_45(*, t: int = 10) -> Check:
    """(45): 2 Σ_{s <= t} s^-4 is at least 2, not at most 2/t³.

    Meant is a union over the possible numbers of samples, each with the same δ. An agent holds up
    to M t samples, so δ must be 1/(M t⁴) for 2 M t δ = 2/t³.
    """
    total = 2 * float(np.sum(np.arange(1, t + 1) ** -4.0))
    return at_most(f"(45): 2 Σ s^-4 over s <= t, t = {t}", total, 2 * float(t) ** -3)


@erratum("delta-exponent")
def delta_45(*, horizon: int = 10_000, exponent: float, agents: int = 1) -> Check:
    """The algorithm's δ = 1/t² gives 2 Σ_s δ >= 2/t for each round, whose sum grows like ln T.

    The proof's 2/t³, of which (48) uses that the sum stays below 4, needs δ = 1/(M t⁴).
    """
    t = np.arange(1, horizon + 1).astype(float)
    delta = f"δ = t^-{exponent:g}/{agents}, M = {agents}"
    name = f"Σ_t 2 M t δ over 10^4 rounds with {delta}, against the 4 of (48)"
    return at_most(name, float(np.sum(2 * agents * t * t**-exponent / agents)), 4.0)


@erratum("additive-constant")
def additive_constant(*, cliques: int = 1, agents: int = 10, per_agent: float) -> Check:
    """(51) summed over cliques against the theorem: with 4 an agent it is more, with 2 ζ(3) not.

    (51) gives χ̄ ((M - 1)(γ - 1) + 1) + 4 M, the theorem 3 M + γ χ̄ (M - 1); γ = 3.
    """
    life = 3
    summed = cliques * ((agents - 1) * (life - 1) + 1) + per_agent * agents
    name = f"additive terms of (51) with {per_agent:.3g} an agent, against the theorem's"
    return at_most(name, summed, 3 * agents + life * cliques * (agents - 1))


def gap_factor(*, gaps: tuple[float, ...] = (0.0, 0.1, 0.4)) -> Check:
    """(49) has the factor Δ_k in its first sum, the theorem has not; gaps <= 1 make it the weaker.

    Without it the bound is not in units of regret.
    """
    bound = partial(byzantine_regret, gaps=gaps, horizon=1000, agents=10, message_life=2)
    bound = partial(bound, clique_cover=1, contamination=0.0, sigma=0.5)
    name = "bound with the factor Δ_k, against the theorem's without"
    return at_most(name, bound(gap_factor=True), bound())
