"""Checks on Open Problem 1 (Section 3.4.2) and on our answer to it."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd

from bandit_replications.experiments.needs import Need
from bandit_replications.ledger.claims import Finding, Kind, Results
from bandit_replications.ledger.decisions import (
    Decision,
    algebra,
    argued,
    measured,
    proof,
    sampled,
    statement,
)
from bandit_replications.papers.anonymous.parameters import Configuration
from bandit_replications.papers.anonymous.theory import open_problem_1
from bandit_replications.runtime.errors import NotApplicable

MARGIN = 1e-7


def _needs(config: Configuration) -> tuple[Need, ...]:
    return (Need(experiment="beta"),)


def _with_excess(results: Results, *graphs: str, tight: bool = False) -> pd.DataFrame:
    """Return the rows of `beta` with the excess of the dominated β over K/(2K - 1).

    Of these kinds of graphs (default: all), with `tight` only where U = C + 1.
    """
    frame = results["beta"]
    frame = frame[frame["graph"].isin(graphs)] if graphs else frame
    frame = frame[frame["cluster"] == frame["group_size"] + 1] if tight else frame
    if frame.empty:
        raise NotApplicable(f"no graphs ({', '.join(graphs)}) in beta")
    worst = frame["arms"] / (2 * frame["arms"] - 1)
    return frame.assign(excess=frame["beta_dominated"] - worst)


def _never_below(results: Results, config: Configuration) -> Finding:
    """Compare every graph's dominated β with K/(2K - 1)."""
    frame = _with_excess(results)
    least = float(frame["excess"].min())
    numbers = {
        "graphs": len(frame),
        "least of β - K/(2K-1)": least,
        "largest K": int(frame["arms"].max()),
    }
    return Finding(numbers=numbers, holds=least >= -MARGIN)


def _attained(results: Results, config: Configuration) -> Finding:
    """Compare the least β of every family with U = C + 1 with K/(2K - 1)."""
    frame = _with_excess(results, "all", "worst", tight=True)
    least = frame.groupby(["arms", "group_size", "graph"])[["excess", "beta"]].min().reset_index()
    distance = float(least["excess"].abs().max())
    literal = least.loc[least["graph"] == "worst", "beta"].max()
    numbers = {
        "families": len(least),
        "largest |least β - K/(2K-1)|": distance,
        "largest literal β of the worst graphs": float(literal),
    }
    return Finding(numbers=numbers, holds=distance <= MARGIN)


def _search(results: Results, config: Configuration) -> Finding:
    """Compare the last β of each search, U = C + 1, with K/(2K - 1)."""
    excess = _with_excess(results, "search", tight=True)["excess"]
    numbers = {
        "searches": len(excess),
        "of them at K/(2K-1)": int((excess.abs() <= MARGIN).sum()),
        "least of β - K/(2K-1)": float(excess.min()),
    }
    return Finding(numbers=numbers, holds=bool(abs(excess.min()) <= MARGIN))


def _larger_cluster(results: Results, config: Configuration) -> Finding:
    """Check that the least β over all graphs does not fall as U grows, and is 1 at K(C+1)."""
    keys = ["arms", "group_size", "cluster"]
    least = _with_excess(results, "all").groupby(keys)["beta_dominated"].min().reset_index()
    steps = least.groupby(["arms", "group_size"])["beta_dominated"].diff().dropna()
    full = least[least["cluster"] >= least["arms"] * (least["group_size"] + 1)]
    rows = least.itertuples(index=False, name=None)
    return Finding(
        numbers={f"K = {k}, C = {c}, U = {u}": beta for k, c, u, beta in rows},
        holds=bool((steps >= -MARGIN).all() and (full["beta_dominated"] >= 1 - MARGIN).all()),
    )


def _on_graphs(decide: Callable[[Results, Any], Finding], method: Kind) -> Decision:
    margin = np.format_float_scientific(MARGIN, trim="-", exp_digits=1)
    return measured(decide, _needs, method=method, facts={"margin": margin})


# Bounds on h_a and h_(a+1), and on f(1-f) for a = 2.
_CLOSED, _NEXT = "(K - a)/((2*K - 1)*a)", "(K - a - 1)/((2*K - 1)*(a + 1))"
_SECOND = "K**2*(K - 1)/(2*(2*K - 1)**2)"
_ALL = {"K": (1, "oo"), "a": (1, "oo")}

CHECKS = {
    "open-problem-1": proof(
        argued("h_a <= (K-a)/((2K-1)a), K <= 200", open_problem_1.closed_probability),
        algebra("other arms at that h_a", "(1 - p - h)/(a - 1) = p/a", p="K/(2*K - 1)", h=_CLOSED),
        algebra("it is at most 1 - p", f"{_CLOSED} <= (K - 1)/(2*K - 1)", over=_ALL),
        argued("worst graph, K = 2", open_problem_1.upper_bound, arms=2),
        argued("worst graph, K = 3, C = 2", open_problem_1.upper_bound, group_size=2),
    ),
    "open-problem-1-half": proof(
        algebra("a <= 2^(a-1), a >= 2", "a <= 2**(a - 1)", over={"a": (2, "oo")}),
    ),
    "open-problem-1-proof": proof(
        algebra("a = 2, K >= 3", f"1/4 <= {_SECOND}", over={"K": (3, "oo")}),
        algebra("a = 2, K = 2", f"f*(1 - f) = {_SECOND}", f="2/3", K="2"),
        algebra("M = aK/(a+1)", f"h*(M - a)/(K - a) = {_NEXT}", M="a*K/(a + 1)", h=_CLOSED),
    ),
    "open-problem-1-decompositions": statement(
        sampled("in turn, worst graph", open_problem_1.closing_assignments),
        sampled("in turn, other graphs with U = C + 1", open_problem_1.surplus_of_closing),
        sampled(
            "at random, worst graph", open_problem_1.closing_assignments, method="random-closing"
        ),
    ),
    "open-problem-1-never-below": _on_graphs(_never_below, "sampled"),
    "open-problem-1-attained": _on_graphs(_attained, "exact"),
    "open-problem-1-search": _on_graphs(_search, "sampled"),
    "open-problem-1-larger-cluster": _on_graphs(_larger_cluster, "exact"),
}
