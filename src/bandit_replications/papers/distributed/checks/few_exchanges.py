"""Our theorems on few exchanges: Protocol S (A), squared widths (B, C), and lower bounds (D, E)."""

from collections.abc import Iterator
from functools import partial

from bandit_replications.experiments.needs import Need
from bandit_replications.inference.power_laws import fit_exponent
from bandit_replications.ledger.claims import Finding, Results
from bandit_replications.ledger.decisions import (
    algebra,
    argued,
    by_interpretation,
    measured,
    proof,
    statement,
)
from bandit_replications.ledger.parts import LEVEL, Slope
from bandit_replications.ledger.rules import all_of, each_refused
from bandit_replications.ledger.samples import require
from bandit_replications.papers.distributed.analysis.few_exchanges import (
    ARMS,
    COUNTED,
    DATA,
    over_root,
    worst_at_base,
)
from bandit_replications.papers.distributed.analysis.growth import gap_points
from bandit_replications.papers.distributed.parameters import Configuration
from bandit_replications.papers.distributed.table_parameters import Size
from bandit_replications.papers.distributed.theory import protocol_s
from bandit_replications.runtime.errors import NotApplicable

ROOM = 0.05  # of an exponent: what steps in stage 1's widths can do over three of their periods
SPAN = 4096  # three periods with one exchange: the least range of agents
LAST = 3  # exchanges, which only the control has
ALONE = "independent-elimination"
SHORT = 3 / 4  # of the numbers allowed: what the control allows
REGRETS = {"halved": protocol_s.halved_regret, "squared": protocol_s.squared_regret}

# L = ln(MKT) >= 2 ln 2, as K, T >= 2; v is the least width.
_L = {"L": ("2*log(2)", "oo")}
_V = "r*sqrt(32*c*K*L/(M*T))"
_CONSTANTS = ((4, 35, 45), (64, 135, 170))  # c, Theorem A's, Theorem B's

_LAST_STAGE_1 = algebra(
    "steps of l0 phases over K; L = l + x, c = 4 + y",
    "4*c*(4**l - 1)*L/3 + l < 4*c*4**l*L/3",
    over={"l": (1, "oo"), "x": (0, "oo"), "y": (0, "oo")},
    L="l + x",
    c="4 + y",
)
_COMMON = (
    algebra("Hoeffding's exponent, errors of w/2", "2*m*(w/2)**2 = c*L/2", m="c*L/w**2"),
    _LAST_STAGE_1,
    algebra("pulls C 4^j of phases j <= l", "Sum(C*4**(l - j), (j, 0, oo)) = 4*C*4**l/3"),
    algebra("their loss, 4 · 2^-j each", "Sum(4*C*2**(l - j), (j, 0, oo)) = 8*C*2**l"),
    algebra("the root there", "4*sqrt(3)*sqrt(C*X) = 8*C*2**l", X="4*C*4**l/3"),
)
_HALVED = (
    algebra(
        "stage 1 of M agents, D <= 2T/(MK)",
        "M*4*sqrt(3)*sqrt(K*b*L*D) = 4*sqrt(6)*sqrt(b)*sqrt(M*T*L)",
        D="2*T/(M*K)",
    ),
    algebra("stage 2", "4*sqrt(3)*sqrt(2*K*b*L*M*T) = 4*sqrt(6)*sqrt(b)*sqrt(K*M*T*L)"),
    *(
        algebra(
            f"the constant, c = {c}",
            f"4*sqrt(6)*sqrt({c} + 1/(4*L))*(1 + 1/sqrt(K)) <= {first}",
            over={"K": (2, "oo"), **_L},
        )
        for c, first, _ in _CONSTANTS
    ),
    algebra("4^(l - l0) at the last exchange", "M*T/(c*K*L)*4/(3*T/(4*c*M*K**2*L)) = 16*M**2*K/3"),
    algebra("its logarithm", "log(16/3)/log(4) <= 1.21"),
)
_SQUARED = (
    algebra(
        "W(k+1)/W(k)², x = 2^k",
        "b/a**2 = 4*r**2/(v*x)",
        a="v*r**(2*x - 2)*2**(x - 1)*x",
        b="v*r**(4*x - 2)*2**(2*x - 1)*2*x",
    ),
    algebra("the sum over k", "Sum(4*2**(-k), (k, 0, oo)) = 8"),
    algebra("phases", "4*K*(c + 1/L)*L*8*r**2/v = r*sqrt(32*c)*(1 + 1/(c*L))*sqrt(K*M*T*L)", v=_V),
    algebra("from then on, gap v", "v*M*T = r*sqrt(32*c)*sqrt(K*M*T*L)", v=_V),
    algebra(
        "stage 1 of M agents, D <= 2ρ²T/M",
        "M*4*sqrt(3)*sqrt(K*b*L*D) = 4*sqrt(6)*sqrt(b)*r*sqrt(K*M*T*L)",
        D="2*r**2*T/M",
    ),
    algebra("2^-l0 over v, squared", "16*c*K*L/(3*D)/v**2 = M**2/(6*r**4)", D="r**2*T/M", v=_V),
    algebra("at least, if l0 >= 1", "4*c*K*L/(3*D)/v**2 = M**2/(48*r**4)", D="2*r**2*T/M", v=_V),
    *(
        algebra(
            f"{name}, c = {c}",
            f"4*sqrt(3)*{other}*sqrt({c} + 1/(4*L)) + sqrt(32*{c})*{rest} <= {second}",
            over=_L,
        )
        for c, _, second in _CONSTANTS
        for name, other, rest in (
            ("the constant", "sqrt(2)", f"(2 + 1/({c}*L))"),
            ("alone to the end", "48**(1/4)", "0"),
        )
    ),
)
_J = tuple(
    algebra(f"J = {number} up to M = {most}", f"{most} <= sqrt(6)*2**(2**{number} + {number} - 1)")
    for number, most in ((0, 2), (1, 9), (2, 78), (3, 2508))
)
_FIXED = (
    algebra("τ = 2ρ²σ", "r*sqrt(2*2*r**2*s) = 2*r**2*sqrt(s)"),
    algebra("c_K at K = 2, where it is least", "0.0579 <= (1 - 1/2 - sqrt(log(4/3))/2)/4"),
)
_SHARP = (
    algebra("-log(1 - x), x = y/(1 + y)", "log(1 + y) <= y", over={"y": (0, "oo")}),
    algebra("at a = β/2", "a*(b - a/s) = b**2/4*(2 - 1/s)", a="b/2"),
    algebra("(1 + y)² (1 - y)", "(1 + y)**2*(1 - y) = 1 + y*(1 - y - y**2)"),
    algebra("is at least 1", "y + y**2 <= 1", over={"y": (0, "1/2")}),
)
_QUIET = algebra(
    "regret over M sqrt(KT), M/3000 numbers; least at K = 2, T = 2 K",
    "0.05 <= b**2/4*(1 - b**2/2)",
    b="1 - 1/2 - 1/3000",
)
_THRESHOLD = (
    algebra(
        "steps of the scouts' phases over t",
        "2*K*(4 + 1/L)*L*16/15/v**2/M/t = (1 + 1/(4*L))/15",
        v="sqrt(128*K*L/(M*t))",
    ),
    algebra("at most", "(1 + 1/(4*L))/15 <= 0.08", over=_L),
    algebra(
        "alone for t = T/sqrt(S), S scouts",
        "M*4*sqrt(3)*sqrt(b*K*L*T/sqrt(S)) = 4*sqrt(3)*sqrt(b)*S**(-1/4)*sqrt(L)*M*sqrt(K*T)",
    ),
    algebra(
        "the scouts' leader from then on",
        "M*T*sqrt(128*K*L/(S*T/sqrt(S))) = 8*sqrt(2)*S**(-1/4)*sqrt(L)*M*sqrt(K*T)",
    ),
)


def _needs(config: Configuration, names: tuple[str, ...] = ()) -> tuple[Need, ...]:
    require(config, DATA, (*names, *COUNTED))
    agents = config.few_exchanges.agents
    if max(agents) < SPAN * min(agents):
        raise NotApplicable(f"agents of few_exchanges span less than a factor {SPAN}")
    return (Need(experiment=DATA),)


def _slopes(results: Results, config: Configuration, *, control: bool = False) -> Finding:
    """Fit the powers of M in the worst regret over the root; control: one exchange more."""
    parts = []
    for name, number in list(COUNTED.items())[control : LAST + control]:
        regrets = {
            point.size.agents: over_root(point) for point in worst_at_base(results, config, name)
        }
        fit = fit_exponent(list(regrets), list(regrets.values()), confidence=1 - LEVEL)
        named, target = f"{name}, power of M", 2.0 ** -(number - control + 1)
        parts.append(Slope(name=named, value=fit.slope, error=fit.error, target=target, room=ROOM))
    return each_refused(parts) if control else all_of(parts)


def _largest(results: Results, name: str, quantity: str) -> Iterator[tuple[Size, float]]:
    """Yield each size and the largest value of a run at any gap."""
    for size, points in gap_points(results[DATA], table=ARMS, algorithm=name).items():
        yield size, max(float(point.values(quantity).max()) for point in points)


def _most_numbers(name: str, agents: int, arms: int) -> float:
    """Return the most numbers of a run: Theorem A, B, or C with J exchanges."""
    if name == "halved":
        return protocol_s.halved_numbers(agents=agents, arms=arms)
    most = protocol_s.most_exchanges(agents=agents)
    return max(4 * agents * min(most, COUNTED.get(name, most)), 0.5)  # J = 0: not even one


def _within_bounds(results: Results, config: Configuration, *, control: bool = False) -> Finding:
    """Hold every run at every gap to Theorems A and B, numbers also to C, with c = 4.

    Control: the regret of elimination alone, and 3 numbers an agent and exchange in place of 4; it
    is refused if both are.
    """
    lost = max(
        lost / bound(agents=m, arms=k, horizon=t, constant=protocol_s.LEAST)
        for name, bound in REGRETS.items()
        for (m, k, t), lost in _largest(results, ALONE if control else name, "regret")
    )
    sent = max(
        sent / _most_numbers(name, m, k) / (SHORT if control else 1)
        for name in (*REGRETS, *COUNTED)
        for (m, k, _), sent in _largest(results, name, "communication")
    )
    kept = lost <= 1, sent <= 1
    return Finding(
        numbers={"largest regret over bound": lost, "most numbers over bound": sent},
        holds=any(kept) if control else all(kept),
        testable=any(k > m for m, k, _ in config.few_exchanges.sizes()),
    )


CHECKS = {
    "exchanges-tradeoff-runs": measured(
        _slopes, _needs, control=partial(_slopes, control=True), facts={"room": ROOM, "span": SPAN}
    ),
    "protocol-s-runs": measured(
        _within_bounds,
        partial(_needs, names=(*REGRETS, ALONE)),
        control=partial(_within_bounds, control=True),
        method="bound",
    ),
    "demab-simple": proof(*_COMMON, *_HALVED),
    "squared-widths": proof(*_COMMON, *_SQUARED, *_J),
    "exchanges-tradeoff": proof(*_COMMON, *_SQUARED, *_FIXED),
    "theorem-2-sharp": proof(*_SHARP),
    "theorem-2-threshold": proof(*_THRESHOLD),
    "section-3-4-steep": by_interpretation(
        statement(
            argued("regret with fewer numbers", protocol_s.trade_off),
            argued("regret with 4 M numbers", protocol_s.trade_off, exchanges=1, exponent=60),
        ),
        **{"fewer than Theorem 2's M/3000 numbers": statement(*_SHARP, _QUIET)},
    ),
}
