"""Checks on Open Problem 1 (Section 3.4.2) and on our answer to it."""

from collections.abc import Callable
from functools import partial

import numpy as np
import pandas as pd

from bandit_replications.experiments.needs import Need
from bandit_replications.ledger.claims import Finding, Kind, Results
from bandit_replications.ledger.decisions import (
    Decision,
    algebra,
    measured,
    proof,
)
from bandit_replications.papers.anonymous.parameters import Configuration
from bandit_replications.papers.anonymous.theory import beta_curve
from bandit_replications.runtime.errors import NotApplicable

MARGIN = 1e-9  # the data have nine decimals


def _needs(config: Configuration) -> tuple[Need, ...]:
    return (Need(experiment="beta"),)


def _with_excess(results: Results, *graphs: str, beyond: int = 0) -> pd.DataFrame:
    """Return the rows of `beta` with the excess of the dominated β over the curve.

    Of these kinds of graphs (default: all); `beyond` is added to U in the curve, for controls.
    """
    frame = results["beta"]
    frame = frame[frame["graph"].isin(graphs)] if graphs else frame
    if frame.empty:
        raise NotApplicable(f"no graphs ({', '.join(graphs)}) in beta")
    sizes = zip(frame["arms"], frame["group_size"], frame["cluster"], strict=True)
    curve = [
        float(beta_curve.least_beta(arms=int(k), group_size=int(c), cluster=int(u) + beyond))
        for k, c, u in sizes
    ]
    return frame.assign(excess=frame["beta_dominated"] - curve)


def _never_below(results: Results, config: Configuration, *, beyond: int = 0) -> Finding:
    """Compare every graph's dominated β with the curve."""
    frame = _with_excess(results, beyond=beyond)
    least = float(frame["excess"].min())
    numbers = {
        "graphs": len(frame),
        "least of β - curve": least,
        "largest K": int(frame["arms"].max()),
    }
    return Finding(numbers=numbers, holds=least >= -MARGIN)


def _attained(results: Results, config: Configuration, *, beyond: int = 0) -> Finding:
    """Compare the least β of every family with the curve."""
    frame = _with_excess(results, "all", "worst", "lone", beyond=beyond)
    keys = ["arms", "group_size", "cluster", "graph"]
    distance = frame.groupby(keys)["excess"].min().abs()
    numbers = {"families": len(distance), "largest |least β - curve|": float(distance.max())}
    return Finding(numbers=numbers, holds=bool(distance.max() <= MARGIN))


def _larger_cluster(results: Results, config: Configuration, *, early: int = 0) -> Finding:
    """Check that literal β is 1 from U = KC + 1 on, and 0 before on the lone user's graphs."""
    frame = _with_excess(results)
    full = frame["cluster"] >= frame["arms"] * frame["group_size"] + 1 - early
    lone = frame[~full & (frame["graph"] == "lone")]
    if not full.any() or lone.empty:
        raise NotApplicable("no graphs with U >= KC + 1, or no lone user's with less, in beta")
    least, largest = float(frame.loc[full, "beta"].min()), float(lone["beta"].max())
    numbers = {
        "graphs with U >= KC + 1": int(full.sum()),
        "least literal β of them": least,
        "lone user's graphs with less": len(lone),
        "largest literal β of them": largest,
    }
    return Finding(numbers=numbers, holds=least >= 1 - MARGIN and largest <= MARGIN)


def _on_graphs(decide: Callable[..., Finding], method: Kind, **control: int) -> Decision:
    margin = np.format_float_scientific(MARGIN, trim="-", exp_digits=1)
    other = partial(decide, **control) if control else None
    return measured(decide, _needs, control=other, method=method, facts={"margin": margin})


# Bounds on h_a and h_(a+1), and on f(1-f) for a = 2.
_CLOSED, _NEXT = "(K - a)/((2*K - 1)*a)", "(K - a - 1)/((2*K - 1)*(a + 1))"
_SECOND = "K**2*(K - 1)/(2*(2*K - 1)**2)"
_ALL = {"K": (1, "oo"), "a": (1, "oo")}
# Of the curve: β by U and by r, and g_2 by its mean and variance.
_BY_U, _BY_R = "K*(U - 1)/(K*C + (K - 1)*(U - 1))", "1/(1 - 1/K + r)"
_PAIR = "c**2 - c*(1 - c)/(K - 2) + v/((K - 1)*(K - 2))"
_R, _FROM_0, _FROM_1 = "C/(U - 1)", (0, "oo"), (1, "oo")
_QUARTERS = {"s": ("1/2", "3/4")}

CURVE = proof(
    algebra("lone user: shares of U - 1 users", "C*b + (K - 1)*(U - 1)*b/K = U - 1", b=_BY_U),
    algebra("as a function of r", f"{_BY_U} = {_BY_R}", r=_R),
    algebra("column with stays r", "U*r + 1 - r = C + 1", r=_R),
    algebra(
        "column with stays 1/K, U = KC + 1 + x",
        "C + 1 <= U/K + (1 - 1/K)*m",
        over={"K": _FROM_1, "C": _FROM_1, "x": _FROM_0, "m": _FROM_1},
        U="K*C + 1 + x",
    ),
    algebra(
        "mean over a <= K = a + x arms, M = y_ih + z",
        "h/a + (1 - 1/a)*M <= h/K + (1 - 1/K)*M",
        over={"a": _FROM_1, "x": _FROM_0, "h": _FROM_0, "z": _FROM_0},
        K="a + x",
        M="h + z",
    ),
    algebra(
        "column of O - F, U = C + 2 + x",
        "U*r < C + 1",
        over={"C": _FROM_1, "x": _FROM_0},
        r=_R,
        U="C + 2 + x",
    ),
    algebra("Q with j0", "1 - r*b = b*(1 - 1/K)", b=_BY_R),
    algebra("Q without j0", "1 - g - r*(b - g + n) = b*(1 - 1/K) - (1 - r)*g - r*n", b=_BY_R),
    algebra("with the inequality", "b*(1 - 1/K) - b*(1/(t + 1) - 1/K) = b*t/(t + 1)"),
    algebra(
        "(K-1)c < K/2", "(K - 1)*c <= (K - 1)/2", over={"K": (2, "oo"), "s": (0, 1)}, c="s/(1 + s)"
    ),
    algebra(
        "M <= 1, t = 1", "(1 - 1/K - s)*s <= (1 - 1/K)**2/4", over={"K": (3, "oo"), "s": (0, 1)}
    ),
    algebra("which is enough", "(1 - 1/K)**2/4 <= 1/2 - 1/K", over={"K": (3, "oo")}),
    algebra("K = 4: (1 + s) g_2", "(1 + s)*(3*c - 1)/3 = (2*s - 1)/3", c="s/(1 + s)"),
    algebra("K = 4, t = 1", "(3/4 - s)*s + (s + 1/4)*(2*s - 1)/3 <= 1/4", over=_QUARTERS),
    algebra("K = 4, t = 2", "(3/4 - s)*(2*s - 1)/3 <= 1/12", over=_QUARTERS),
    algebra(
        "g_2 by mean and variance", f"(v + m**2 - m)/((K - 1)*(K - 2)) = {_PAIR}", m="(K - 1)*c"
    ),
    algebra(
        "K >= 5, t = 1: the left side times 1 + s",
        "(1 + s)*((1 - r)*c + r*n) = c*(1 - 1/K) - r*(c - (1 + s)*v/(K - 1))/(K - 2)",
        c="s/(1 + s)",
        r="s + 1/K",
        n=_PAIR,
    ),
    algebra(
        "its last bracket, c > 1/(K-1)",
        "(1 + s)*v/(K - 1) <= 1/(K - 1)",
        over={"s": (0, 1), "v": (0, "1/4"), "K": (5, "oo")},
    ),
    algebra("up to s = (K-2)/K", "c*(1 - 1/K) = 1/2 - 1/K", c="s/(1 + s)", s="(K - 2)/K"),
    algebra(
        "beyond, c from (K-2)/(2K-2) to (K-1)/(2K-1)",
        "(K - 1)/(2*K - 1)*(1 - 1/K) - r*(c - 1/(2*(K - 1)))/(K - 2) <= 1/2 - 1/K",
        over={"K": (5, "oo")},
        c="(K - 2)/(2*(K - 1))",
        r="(K - 1)/K",
    ),
    algebra(
        "t to t + 1 at M = K(t+1)/(t+2) - 1",
        "(M - t)/(K - 1 - t)*(1/(t + 1) - 1/K) = 1/(t + 2) - 1/K",
        M="K*(t + 1)/(t + 2) - 1",
    ),
    algebra(
        "which is least at t = 1", "2*K/3 <= K*(t + 1)/(t + 2)", over={"K": _FROM_1, "t": _FROM_1}
    ),
    algebra("M is below, K >= 6", "K/2 <= 2*K/3 - 1", over={"K": (6, "oo")}),
    algebra("and at K = 5", "M <= 2*K/3 - 1", K="5", M="2"),
)

CHECKS = {
    "open-problem-1-curve": CURVE,
    "corollary-1-smaller-clusters": proof(
        algebra("1/β - 1 at U = KC", f"1/({_BY_U}) - 1 = 1/(K*(K*C - 1))", U="K*C"),
    ),
    "corollary-2-factor": proof(algebra("1/β", f"1/({_BY_U}) = 1 - 1/K + C/(U - 1)")),
    "open-problem-1": proof(
        algebra("other arms at that h_a", "(1 - p - h)/(a - 1) = p/a", p="K/(2*K - 1)", h=_CLOSED),
        algebra("it is at most 1 - p", f"{_CLOSED} <= (K - 1)/(2*K - 1)", over=_ALL),
        algebra("user with all arms, share p", "p + (K - 1)*p/K = 1", p="K/(2*K - 1)"),
    ),
    "open-problem-1-half": proof(
        algebra("a <= 2^(a-1), a >= 2", "a <= 2**(a - 1)", over={"a": (2, "oo")}),
    ),
    "open-problem-1-proof": proof(
        algebra("a = 2, K >= 3", f"1/4 <= {_SECOND}", over={"K": (3, "oo")}),
        algebra("a = 2, K = 2", f"f*(1 - f) = {_SECOND}", f="2/3", K="2"),
        algebra("M = aK/(a+1)", f"h*(M - a)/(K - a) = {_NEXT}", M="a*K/(a + 1)", h=_CLOSED),
    ),
    "open-problem-1-never-below": _on_graphs(_never_below, "sampled", beyond=1),
    "open-problem-1-attained": _on_graphs(_attained, "exact", beyond=1),
    "open-problem-1-larger-cluster": _on_graphs(_larger_cluster, "exact", early=1),
}
