"""Checks on regrouping (ours): mean and proxy of an estimate, and the regret with it."""

import math
from functools import partial

from bandit_replications.experiments.needs import Need
from bandit_replications.ledger.claims import Finding, Results
from bandit_replications.ledger.decisions import algebra, exact, measured, proof, sampled
from bandit_replications.ledger.parts import power
from bandit_replications.ledger.rules import all_of
from bandit_replications.papers.anonymous.analysis.price import worst_regrets
from bandit_replications.papers.anonymous.parameters import Configuration
from bandit_replications.papers.anonymous.theory import regrouping, theorem_1
from bandit_replications.runtime.errors import NotApplicable

SLACK, LEAST_SPAN = 0.15, 5


def _needs(config: Configuration) -> tuple[Need, ...]:
    section = config.price
    if "regroup" not in section.sub_algorithms or section.replicates < 2:
        raise NotApplicable("the run's price has no regroup, or one replicate")
    if max(section.group_sizes) < LEAST_SPAN * min(section.group_sizes):
        raise NotApplicable(f"the run's group sizes span less than a factor {LEAST_SPAN}")
    return (Need(experiment="price"),)


def _price(results: Results, config: Configuration, *, name: str = "regroup") -> Finding:
    """Compare the growth of the regret over the group sizes with C^(1/2)."""
    found = worst_regrets(results["price"], config, name)
    if len(found) < 2:
        raise NotApplicable(f"the run's price has no {name}")
    (first, *_), last = found, max(found)
    part = power(
        f"{name} from C = {first} to {last}",
        found[last],
        found[first],
        span=last / first,
        exponent=0.5,
        slack=SLACK,
        scale=1.0,
    )
    return all_of([part], {f"{name}: exponent": math.log(part.value) / math.log(last / first)})


_FROM_1, _FROM_0 = (1, "oo"), (0, "oo")
_X = "(3*T)**(2/3)*(C*K*L)**(1/3)"

CHECKS = {
    "regroup-unbiased": proof(
        algebra("weight of the group's users", "((n - 1) - (m - 1))/(n - m) = 1"),
        algebra(
            "mean given the cut, less μ_i",
            "P - (m - 1)/(n - m)*(Q - P) = (n - 1)/(n - m)*(P - (m - 1)*Q/(n - 1))",
        ),
        *(
            exact(f"all cuts, C = {c}, n = {n}", regrouping.unbiased, group_size=c, users=n)
            for c, n in ((1, 3), (2, 4), (2, 5), (2, 6), (3, 6))
        ),
    ),
    "regroup-subgaussian": proof(
        algebra(
            "noise given the cut, n - m = m - 1 + x, m = 2 + y",
            "m + (m - 1)**2/(m - 1 + x) <= 2*m - 1",
            over={"x": _FROM_0, "y": _FROM_0},
            m="2 + y",
        ),
        algebra(
            "factor of the cut",
            "(m - 1 + x + m - 1)/(m - 1 + x) <= 2",
            over={"x": _FROM_0, "y": _FROM_0},
            m="2 + y",
        ),
        algebra("both proxies", "2*m - 1 + 2**2*(m - 1)/4 = 3*m - 2"),
        algebra(
            "largest group, q = 2 + x groups, C = 2 + y",
            "C + (C + q - 2)/q <= 3*C/2",
            over={"x": _FROM_0, "y": _FROM_0},
            C="2 + y",
            q="2 + x",
        ),
    ),
    "regroup-regret": proof(
        algebra("error, γ = 36CL", "sqrt(9*C*L/n) = sqrt(36*C*L/n)/2"),
        algebra("tails, L = log(2NKT²)", "N*K*T*2*exp(-L) = 1/T", L="log(2*N*K*T**2)"),
        algebra(
            "batch b, α T' = T",
            "alpha*u*2*sqrt(36*C*L*K/(u0/2)) = 24*sqrt(2)*sqrt(alpha*C*K*T*L)",
            u="2*sqrt(T/alpha)*sqrt(u0)",
        ),
        algebra("its constant", "24*sqrt(2) <= 34"),
        algebra(
            "Chernoff's exponent, w >= 1/K",
            "log(2*N*K) <= R*w/16",
            over={"N": _FROM_1, "K": _FROM_1, "D": _FROM_0},
            R="4*D + 16*K*log(2*N*K)",
            w="1/K",
        ),
        algebra(
            "α at U = 2C + x",
            "1 - 1/K + (2*C - 1)/(U - 1) <= 2 - 1/K",
            over={"K": _FROM_1, "C": _FROM_1, "x": _FROM_0},
            U="2*C + x",
        ),
    ),
    "regroup-algorithm-2": proof(
        algebra("tails, L = log(2NKT)", "N*K*2*exp(-L) = 1/T", L="log(2*N*K*T)"),
        algebra("cost of committing", "2*T*sqrt(9*C*L*K/x) = 6*T*sqrt(C*K*L/x)"),
        algebra("both at x", f"{_X} + 6*T*sqrt(C*K*L/x) = 3**(5/3)*(C*K*L)**(1/3)*T**(2/3)", x=_X),
    ),
    "regroup-measured": proof(
        sampled(
            "N = 16, C = 2, U = 8, T = 3e6",
            theorem_1.measured,
            horizon=3_000_000,
            runs=1,
            group_size=2,
            regroup=True,
        )
    ),
    "regroup-price": measured(
        _price, _needs, control=partial(_price, name="leave-one-out"), facts={"slack": SLACK}
    ),
    "minimax-large-clusters": proof(
        algebra("lower bound, K = 2 + x", "1/8 <= (1 - 1/K)**2/2", over={"x": _FROM_0}, K="2 + x"),
        algebra(
            "N - KU users, N = 2KU + x",
            "N/16 <= (N - K*U)/8",
            over={"K": _FROM_1, "U": _FROM_1, "x": _FROM_0},
            N="2*K*U + x",
        ),
    ),
}
