"""The paper's algorithms by id. An algorithm's module is its id in snake_case."""

from collections.abc import Mapping
from functools import partial

from bandit_replications.papers.private_online.algorithms import (
    anytime_lazy_ucb,
    dp_se,
    dp_se_restarted,
    follow_the_leader,
    ftnl,
    hybrid_ucb,
    naive_ftnl,
    ucb1,
)
from bandit_replications.papers.private_online.library import (
    FullInformation,
    LiveFullInformation,
    PrivateBandit,
    PrivateFullInformation,
)
from bandit_replications.papers.private_online.own_algorithms import OwnAlgorithm
from bandit_replications.playing.catalogue import (
    DASH_DOT,
    DASHED,
    SHORT,
    SOLID,
    Entry,
    LineStyle,
    Own,
)
from bandit_replications.playing.keywords import ArmsKeywords
from bandit_replications.reporting.styles import LineStyles

_of_all = partial(Entry, keywords=PrivateFullInformation, live=LiveFullInformation)

BANDIT: Mapping[str, Entry] = {
    "anytime-lazy-ucb": Entry(
        anytime_lazy_ucb,
        PrivateBandit,
        style=LineStyle("#0072B2", SOLID, "o", "Anytime-Lazy-UCB", "Algorithm 1"),
        by_round=False,
    ),
    "hybrid-ucb": Entry(
        hybrid_ucb,
        PrivateBandit,
        style=LineStyle("#D55E00", DASHED, "s", "Hybrid-UCB", "Algorithm 4"),
    ),
    "dp-se": Entry(
        dp_se, PrivateBandit, style=LineStyle("#E69F00", DASH_DOT, "^", "DP-SE"), by_round=False
    ),
    "dp-se-restarted": Entry(
        dp_se_restarted,
        PrivateBandit,
        style=LineStyle("#CC79A7", DASHED, "v", "DP-SE, restarted", "Section 7"),
        by_round=False,
    ),
    "ucb1": Entry(ucb1, ArmsKeywords, style=LineStyle("#000000", SHORT, "D", "UCB1 (not private)")),
}
FULL_INFORMATION: Mapping[str, Entry] = {
    "ftnl": _of_all(
        ftnl, style=LineStyle("#0072B2", SOLID, "o", "FTNL", "Algorithm 2"), by_round=False
    ),
    "naive-ftnl": _of_all(
        naive_ftnl,
        style=LineStyle("#D55E00", DASHED, "s", "naive FTNL", "Section 5"),
        by_round=False,
    ),
    "follow-the-leader": Entry(
        follow_the_leader,
        FullInformation,
        LiveFullInformation,
        LineStyle("#000000", SHORT, "D", "Follow-the-Leader (not private)"),
    ),
}
ENTRIES = {**BANDIT, **FULL_INFORMATION}
REMEMBERING = LineStyle("#009E73", DASH_DOT, "P", "Remembering-Lazy-UCB (ours)")
STYLES = LineStyles({**LineStyles.of_entries(ENTRIES).table, "remembering-lazy-ucb": REMEMBERING})
OWN = {
    "bandit": Own(
        OwnAlgorithm, lambda asked: PrivateBandit if "epsilon" in asked else ArmsKeywords
    ),
    "full-information": Own(
        OwnAlgorithm,
        lambda asked: PrivateFullInformation if "epsilon" in asked else FullInformation,
    ),
}
