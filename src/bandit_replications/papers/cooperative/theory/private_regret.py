"""The proof of the private regret theorem, (9) to (31), step by step.

Steps that hold as printed need no numbers: (9) to (11) split the regret by cliques, (18) is event
(B) again, (21) is (20) with (17), (26) is (16) solved for N. The others are checked here.
"""

import math

import networkx as nx
import numpy as np

from bandit_replications.bandits.laplace import laplace_sum_tail
from bandit_replications.inference.checks import Check, at_least, at_most, equal
from bandit_replications.papers.cooperative.environments.networks import clique_covering_number
from bandit_replications.papers.cooperative.theory.bounds import ZETA_3_2
from bandit_replications.papers.cooperative.theory.printed import erratum


@erratum("sum-of-means")
def mean_of_means(*, agents: int = 2, pulls: int = 5) -> Check:
    """(13): the group mean is printed as a sum of the agents' means, not weighted by pulls.

    With every reward equal to 1 and no noise the sum is the number of agents, and no mean. What
    Algorithm 1 computes, lines 22 to 32, is the mean weighted by pulls.
    """
    rewards = np.ones((agents, pulls))
    name = "(13): sum of the means of rewards that are all 1, against the mean of all"
    return equal(name, float(rewards.mean(axis=1).sum()), float(rewards.mean()))


def weighted_noise(*, agents: int = 10, pulls: int = 50, v: float = 1.2) -> Check:
    """(13) repaired: the noise of the weighted mean has s.d. sqrt(2/M) n^(v/2 - 1) at equal pulls.

    As printed it would be sqrt(2 M) n^(v/2 - 1), M times as much.
    """
    weights = np.full(agents, 1 / agents)
    variance = float(np.sum(weights**2) * 2 * (pulls ** (v / 2 - 1)) ** 2)
    expected = 2 * pulls ** (v - 2) / agents
    return equal("variance of the weighted noise, against 2 n^(v - 2)/M", variance, expected)


@erratum("noise-sign")
def sign_of_event_b(*, noise: float = 0.4, width: float = 0.3) -> Check:
    """(15): the noise has the wrong sign in event (B).

    The index of arm k exceeds μ_k by twice the width when Z + ΣY >= μ_k + width, so
    Z >= μ_k + width - ΣY. Z here is what just suffices, for noise 0.4. As the noise is symmetric
    the probability is the same, so no bound changes.
    """
    edge, printed = width - noise, width + noise  # of Z - μ_k
    return at_least("(15): Z - μ_k at the edge, against width + noise (printed)", edge, printed)


def concentration_17(*, counts: tuple[int, ...] = (1, 2, 5, 20)) -> Check:
    """(17): P{|Σ Y_i| >= ln(1/ω) sqrt(8 Σ b_i²)} <= ω, for equal scales.

    The largest ratio of the two sides over n and ω = 0.9, 0.5, …, 10^-9, with exact tails.
    """
    ratios = [
        2 * laplace_sum_tail(count=n, threshold=math.log(1 / omega) * math.sqrt(8 * n)) / omega
        for n in counts
        for omega in (0.9, 0.5, 0.1, 1e-2, 1e-4, 1e-9)
    ]
    return at_most("(17): largest P/ω", max(ratios), 1.0)


@erratum("intersection-for-union")
def equality_19(*, threshold: float = 1.0, width: float = 0.5, printed: bool) -> Check:
    """(19): event (B) is not the intersection of two events; it lies in their union.

    With rewards that are all μ_k, (B) is Y >= width for one Laplace variable Y of scale 1; the
    intersection with h = 1 is Y >= 1.
    """
    whole = laplace_sum_tail(count=1, threshold=width)
    beyond = laplace_sum_tail(count=1, threshold=threshold)
    if printed:
        return equal("(19): P(B) against P(both)", whole, beyond)
    second = 1.0 if width <= threshold else 0.0  # Z - μ_k = 0 >= width - h
    return at_most("(20): P(B) against the sum of the two", whole, beyond + second)


@erratum("condition-never-holds")
def hoeffding_22(*, pulls: int = 100, shortfall: float = 0.3) -> Check:
    """(22): Hoeffding's inequality for a deviation that may be negative.

    Where h exceeds the width, Z need only be above μ_k - 0.3: that is almost sure, while the
    printed square makes the bound exp(-2 N 0.3²), 1.5e-8 at N = 100.
    """
    bound = math.exp(-2 * pulls * shortfall**2)
    name = "(22): P{Z >= μ_k - 0.3}, at least 1 - exp(-2 N 0.3²), against the bound"
    return at_most(name, 1 - bound, bound)


def exponents_23_24(
    *, t: int = 1000, agents: int = 2, v: float = 1.1, pulls: int = 200, epsilon: float = 0.25
) -> tuple[float, float]:
    """Return the exponents of the exponentials in (23) and (24), in units of ln t; σ = 1, γ = 1.

    -2 N (width - h)² with N = M n, width sqrt(2 ln t / N) and h = 3.5 ln t sqrt(8 M) m^(v/2 - 1),
    where m is n in (23) and 1/ε - γ in (24).
    """
    number, log_t = agents * pulls, math.log(t)

    def exponent(m: float) -> float:
        h = 3.5 * log_t * math.sqrt(8 * agents) * m ** (v / 2 - 1)
        return -2 * number * (math.sqrt(2 * log_t / number) - h) ** 2 / log_t

    return exponent(float(pulls)), exponent(1 / epsilon - 1)


@erratum("condition-never-holds")
def larger_noise_24() -> Check:
    """(24): replacing h by a larger bound is claimed to make the exponential larger.

    It does while h stays below the width. Beyond it the square grows and the exponential falls: at
    t = 1000, M = 2, v = 1.1, 200 pulls each, ε = 1/4 and γ = 1 (so γ < 1/ε) the exponent goes from
    -8.8e3 to -4.0e5 in units of ln t.
    """
    return at_most("(23) <= (24): exponents over ln t", *exponents_23_24())


def exponential_25() -> Check:
    """(25): the printed exponential is at most t^-3.5: true, because the deviation is negative."""
    return at_most("(25): exponent over ln t", exponents_23_24()[1], -3.5)


@erratum("condition-never-holds")
def hoeffding_applies(*, v: float = 1.01, weighted: bool) -> Check:
    """(22) needs h <= width: no number of pulls satisfies it.

    With n pulls of each of M agents, h = 3.5 ln t sqrt(8 M) n^(v/2 - 1) as printed and width
    sqrt(2 ln t / N), h/width is 7 M sqrt(ln t) n^((v - 1)/2); with the noise weighted as in
    Algorithm 1 it loses the factor M. It is smallest at t = 2, n = 1, M = 1, and 5.8 there; it
    rises with n, as the noise n^(v/2 - 1) falls slower than the width.
    """
    ratios = [
        7 * (1 if weighted else agents) * math.sqrt(math.log(t)) * n ** ((v - 1) / 2)
        for t in (2, 10, 1000, 10**6)
        for n in (1, 10, 1000, 10**6)
        for agents in (1, 2, 200)
    ]
    noise = "weighted" if weighted else "as printed"
    return at_most(f"(22): smallest h over the width, noise {noise}", min(ratios), 1.0)


def delays(*, message_life: int = 3, counted: str) -> Check:
    """The pulls that an agent does not know of, against those that the two proofs allow for.

    Worst case on a path of M = γ + 1 agents, a clique of the power graph: all pull the arm in every
    round, and the first agent lacks d pulls of the agent at distance d before round t's messages
    (`before`) and d - 1 after them (`after`). The private proof allows for M γ of them before
    round t, (43) and (44) of the Byzantine one for |G_γ(m)| (γ - 1) after it.
    """
    arrived = int(counted == "after")
    missed = sum(distance - arrived for distance in range(1, message_life + 1))
    allowed = (message_life + 1 - arrived) * (message_life - arrived)
    name = "(44): unknown pulls on a path, against |G_γ(m)| (γ - 1)"
    if not arrived:
        name = "unknown pulls on a path, against M γ"
    return at_most(name, float(missed), float(allowed))


@erratum("zeta-factor")
def zeta_30(*, terms: int = 10_000, factor: float = 1.0) -> Check:
    """(30): the sum of 4 t^-1.5 is at most 4 ζ(1.5) = 10.45; printed is ζ(1.5) = 2.61."""
    total = float(np.sum(4 * np.arange(1, terms + 1) ** -1.5))
    name = f"(30): Σ 4 t^-1.5 over 10^4 rounds, against {factor:g} ζ(1.5)"
    return at_most(name, total, factor * ZETA_3_2)


@erratum("forced-rounds")
def forced_rounds(*, epsilon: float = 0.6, printed: bool) -> Check:
    """Line 2 of Algorithm 2 forces ceil(1/ε) pulls of each arm; the theorem counts 1/ε."""
    forced, counted = math.ceil(1 / epsilon), 1 / epsilon + (0 if printed else 1)
    return at_most(f"forced pulls of an arm at ε = {epsilon:g}", float(forced), counted)


@erratum("sigma-squared")
def sigma_in_the_theorem(*, sigma: float = 0.5) -> Check:
    """The theorem's leading term is 8 ln T/Δ in Section 3.3 and 8 σ² ln T/Δ in the Appendix.

    Algorithm 2's width has no σ, so event (C) ends at N = 8 ln t/Δ², the first form.
    """
    return equal("8 σ² against what the algorithm's width gives, 8, at σ = 1/2", 8 * sigma**2, 8.0)


@erratum("connected-for-complete")
def complete_or_connected(*, agents: int = 6) -> Check:
    """A remark says that χ γ reduces for a connected network; it means a complete one.

    A path is connected; its power graph at γ = 1 is itself and needs M/2 cliques.
    """
    cliques = clique_covering_number(nx.to_numpy_array(nx.path_graph(agents)) > 0)
    name = "cliques that cover a connected network (a path of 6), against 1"
    return equal(name, float(cliques), 1.0)


def complete_network(*, agents: int = 6) -> Check:
    """A complete network's power graph at γ = 1 is covered by one clique."""
    cliques = clique_covering_number(1 - np.eye(agents) > 0)
    return equal("cliques that cover a complete network of 6, against 1", float(cliques), 1.0)


def constants_match(*, agents: int = 200, private: bool) -> Check:
    """Remark on rates: additive constants "match" one UCB1 with M T pulls, 1 + π²/3 a gap.

    M + 2 from delays at γ = 1 on a complete network, M (1 + ζ(1.5)) from privacy at ε = 1: both
    grow with M, that of UCB1 does not.
    """
    constant = agents * (1 + ZETA_3_2) if private else agents + 2.0
    name = f"{'M (1 + ζ(1.5))' if private else 'M + 2'} at M = {agents}"
    return at_most(f"{name}, against 1.25 (1 + π²/3)", constant, 1.25 * (1 + math.pi**2 / 3))


@erratum("clique-number")
def clique_number_or_cover(*, agents: int = 6) -> Check:
    """The Appendix calls χ the clique number; the sum over a clique cover has as many terms as it.

    On a complete graph the clique number is M, the covering number 1, and the theorem's remark (1
    when the network is complete) is about the latter.
    """
    largest = max(len(clique) for clique in nx.find_cliques(nx.complete_graph(agents)))
    name = "clique number of a complete graph, against its covering number"
    return equal(name, float(largest), 1.0)


def clique_pulls_12(*, agents: int = 3, threshold: int = 4, rounds: int = 5, counted: str) -> Check:
    """(12): pulls of an arm are at most η plus those made when the clique has η of them.

    Agents pull at the same time, so a clique may pass η by up to |C| - 1 pulls. The step holds
    if N(t) counts round t too (`after`), not if it counts the rounds before (`before`). Here three
    agents pull the arm in each of five rounds, η = 4.
    """
    total = agents * np.arange(1, rounds + 1)
    known = total if counted == "after" else total - agents
    beyond = agents * int(np.sum(known >= threshold))
    name = f"(12): pulls, against η and those with N(t) >= η, N counted {counted} round t"
    return at_most(name, float(agents * rounds), float(threshold + beyond))


@erratum("forced-pulls-twice")
def forced_twice_28(
    *, epsilon: float = 0.01, agents: int = 200, gap: float = 1.0, horizon: int = 1000
) -> Check:
    """(27) to (28): the forced pulls are counted twice in (27) and once in (28).

    Pulls before a clique of all agents knows enough, σ = γ = 1, v = 1.1: in (27) the rounded-up
    maximum η, which holds |C|/ε, and |C|/ε once more; (28) has it once.
    """
    forced = agents / epsilon
    first = 8 * math.log(horizon) / gap**2 + agents
    second = (2 * math.sqrt(2) - math.sqrt(3.5)) / math.sqrt(24 * agents * math.log(horizon))
    second *= (1 / epsilon - 1) ** -0.45
    threshold = math.ceil(max(first, second + forced))
    name = f"(27) <= (28) at ε = {epsilon:g}, M = {agents}, γ = 1"
    return at_most(name, threshold + forced, first + 2 + forced)
