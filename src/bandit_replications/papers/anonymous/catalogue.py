"""The paper's algorithms by id. An algorithm's module is its id in snake_case."""

from collections.abc import Mapping

from bandit_replications.papers.anonymous.algorithms import (
    batched_elimination,
    explore_then_commit,
    ucb,
)
from bandit_replications.papers.anonymous.library import LiveUsers, LoneUsers, Users
from bandit_replications.papers.anonymous.own_algorithms import OwnAlgorithm
from bandit_replications.playing.catalogue import (
    DASH_DOT,
    DASHED,
    SHORT,
    SOLID,
    Entry,
    LineStyle,
    Own,
)
from bandit_replications.reporting.styles import LineStyles

ENTRIES: Mapping[str, Entry] = {
    "ucb": Entry(
        ucb,
        LoneUsers,
        LiveUsers,
        LineStyle("#000000", SHORT, "D", "UCB in parallel (not anonymous)"),
    ),
    "explore-then-commit": Entry(
        explore_then_commit,
        Users,
        LiveUsers,
        LineStyle("#E69F00", DASH_DOT, "^", "explore-then-commit", "Algorithm 2"),
        by_round=False,
    ),
    "batched-elimination": Entry(batched_elimination, Users, LiveUsers, by_round=False),
}
# Of Algorithm 1 with each of its decompositions.
DECOMPOSED: Mapping[str, LineStyle] = {
    f"batched-elimination-{method}": LineStyle(
        colour, dashes, marker, f"Algorithm 1, {name}", "Algorithm 1"
    )
    for method, name, colour, dashes, marker in (
        ("greedy", "greedy", "#D55E00", DASHED, "s"),
        ("greedy-until-met", "greedy until met", "#AA4466", SHORT, "4"),
        ("same-arm", "same arm", "#8C6D1F", DASH_DOT, "<"),
        ("random", "random", "#009E73", DASH_DOT, "v"),
        ("lp", "LP", "#0072B2", SOLID, "o"),
        ("blocks", "blocks", "#56B4E9", DASHED, "X"),
        ("all-open", "all open", "#CC79A7", SOLID, "P"),
        ("largest-beta", "largest β", "#117733", SOLID, "p"),
        ("random-closing", "random closing", "#B8A000", DASHED, "*"),
        ("closing", "closing", "#882255", SOLID, "h"),
        ("sampled-closing", "sampled closing", "#44AA99", DASHED, "d"),
    )
}
NAMED = ("regroup",)  # entries of the paper's configuration, which a run may leave out
REGROUP = "regroup-all-open"  # the series of the entry `regroup` in Figures 1 and 2
REGROUPING = LineStyle("#AA4499", SOLID, "H", "Algorithm 1, regrouping (ours)")
STYLES = LineStyles({**LineStyles.of_entries(ENTRIES).table, **DECOMPOSED, REGROUP: REGROUPING})
OWN = {"totals": Own(OwnAlgorithm, lambda asked: Users)}
# Decompositions that are made assignment by assignment.
ROUND_BY_ROUND = ("random", "random-closing")
