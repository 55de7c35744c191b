"""Exact or certified privacy loss of every mechanism over the claimed loss."""

from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from bandit_replications.experiments.needs import every
from bandit_replications.inference import summaries
from bandit_replications.inference.summaries import Results
from bandit_replications.papers.private_online.analysis.ratios import exceeds
from bandit_replications.papers.private_online.parameters import Configuration
from bandit_replications.reporting import plotting, views
from bandit_replications.reporting.figures import Drawing, FigureSpec

STATISTICAL = "statistical"
EDGE = 2.5  # larger ratios are written beside the edge
KEPT, BROKEN = "#0072B2", "#D55E00"
# What each case shows an observer, by panel; repairs stand last.
CASES: dict[str, dict[str, str]] = {
    "FTNL": {
        **{
            f"report-noisy-max/{k}-actions-{n}-round{'s' * (n > 1)}": f"choice among {k} actions "
            f"after {n} round{'s' * (n > 1)}"
            for k, n in ((2, 1), (2, 2), (2, 64), (2, 65536), (3, 1), (8, 1), (32, 1), (3, 8))
        },
        "report-noisy-max/8-actions-64-rounds-monotone-neighbours": "rewards all move one way",
        "ftnl/decisions-2-actions-8-rounds": "decisions of 8 rounds, 2 actions",
        "ftnl/decisions-8-actions-8-rounds": "decisions of 8 rounds, 8 actions",
        "ftnl/decisions-2-actions-8-rounds-doubled-noise": "repaired: 8 rounds, 2 actions",
        "ftnl/decisions-8-actions-8-rounds-doubled-noise": "repaired: 8 rounds, 8 actions",
        "report-noisy-max/8-actions-64-rounds-doubled-laplace": "repaired: Laplace noise",
        "report-noisy-max/8-actions-64-rounds-doubled-exponential": "repaired: exponential noise",
        "report-noisy-max/8-actions-64-rounds-doubled-gumbel": "repaired: Gumbel noise",
    },
    "Naive FTNL": {
        "naive-ftnl/noised-sums-8-actions": "noisy sums of 8 actions",
        "naive-ftnl/decisions-2-actions-8-rounds": "decisions of 8 rounds, 2 actions",
        "naive-ftnl/decisions-8-actions-8-rounds": "decisions of 8 rounds, 8 actions",
    },
    "Anytime-Lazy-UCB": {
        "anytime-lazy-ucb/decisions-3-rounds-first-pull-as-printed": "3 rounds, bare first pulls",
        "anytime-lazy-ucb/noised-sums": "noisy sums",
        "anytime-lazy-ucb/decisions-3-rounds-first-pull-noised": "repaired: decisions of 3 rounds",
        "anytime-lazy-ucb/decisions-5-rounds-first-pull-noised": "repaired: 5 rounds, one pair",
        "anytime-lazy-ucb/decisions-5-rounds-first-pull-noised-all-inputs": "repaired: 5 rounds",
    },
    "Hybrid-UCB": {
        "hybrid-ucb/nodes-and-array-tree-1": "nodes of tree 1 and its array, one by one",
        "hybrid-ucb/nodes-and-array-tree-2": "nodes of tree 2 and its array, one by one",
        "hybrid-ucb/nodes-and-array-tree-3": "nodes of tree 3 and its array, one by one",
        "hybrid-ucb/released-sums-3-pulls": "sums of 3 pulls",
        "hybrid-ucb/released-sums-4-pulls": "sums of 4 pulls",
        "hybrid-ucb/released-sums-5-pulls": "sums of 5 pulls",
        "hybrid-ucb/released-sums-tree-1": "sums of 31 pulls, a reward of tree 1",
        "hybrid-ucb/released-sums-tree-2": "sums of 31 pulls, a reward of tree 2",
        "hybrid-ucb/released-sums-tree-3": "sums of 31 pulls, a reward of tree 3",
        "hybrid-ucb/released-sums-noise-each-release-15-pulls": "sums of 15 pulls, noise anew",
        "hybrid-ucb/decisions-2-arms-9-rounds": "decisions of 9 rounds, 2 arms",
        "hybrid-ucb/decisions-2-arms-8-pulls": "decisions with 8 pulls of one arm (Section 6.2)",
        "hybrid-ucb/released-sums-array-for-full-tree": "repaired: sums, full array used at once",
        "hybrid-ucb/released-sums-all-trees-repaired": "repaired: sums, noise for r + 1 levels",
        "hybrid-ucb/released-sums-first-tree-repaired": "repaired: sums, the same in tree 1 only",
        "hybrid-ucb/decisions-2-arms-8-pulls-all-trees-repaired": "repaired: 8 pulls of one arm",
    },
    "DP-SE": {
        "dp-se/noised-sums": "noisy sums",
        "dp-se/decisions-2-arms-first-epoch": "arms left after an epoch, worst sums",
        "dp-se/decisions-2-arms-near-margin": "arms left after an epoch, sums at the margin",
    },
    "Running sums": {
        "binary-mechanism/2-items": "binary mechanism, 2 items, root seen",
        "binary-mechanism/1024-items": "binary mechanism, 1024 items, root seen",
        "logarithmic-mechanism/1024-items": "logarithmic mechanism, 1024 items",
        "hybrid-mechanism/1024-items": "hybrid mechanism, 1024 items",
        "binary-mechanism/1024-items-repaired": "repaired: binary mechanism, 1024 items",
    },
    "Test of the audit": {
        "laplace-sum/one-sum": "one sum with the noise that is due",
        "laplace-sum-broken/one-sum": "one sum with 2/3 of it",
    },
}


def plot_audit(results: Results, config: Configuration) -> dict[str, Drawing]:
    """Draw loss over claim: a panel for each algorithm, a line for each case, a mark for each ε."""
    frame = results["privacy-audit"]
    # a sampled case stands in the line of the exact one
    cases = frame["mechanism"].astype(str) + "/" + frame["case"].str.removesuffix("-sampled")
    panels = {case: panel for panel, lines in CASES.items() for case in lines}
    data = summaries.rows(
        panel=cases.map(panels),
        series=cases.map(
            {case: words for lines in CASES.values() for case, words in lines.items()}
        ),
        x=frame["epsilon"],
        estimate=frame["loss"] / frame["claimed"],
        band=frame["kind"],
    )
    epsilons = sorted(config.privacy_audit.epsilons)

    def draw(ax: Axes, rows: pd.DataFrame, panel: str) -> None:
        names = list(CASES[panel].values())
        ax.axvline(1, color="0.3", linewidth=1)
        for number, name in enumerate(names):
            _draw_case(ax, rows[rows["series"] == name], number, epsilons)
        plotting.name_lines(ax, names)
        ax.tick_params(axis="y", labelsize=7.5)
        ax.set_xlim(0, EDGE * 1.1)

    lines = [len(one) for one in CASES.values()]
    drawing = views.grid(
        data,
        draw,
        {},
        panels=list(CASES),
        columns=1,
        width=plotting.PAGE_WIDTH,
        height=0.35 + 0.165 * sum(lines) / len(lines),
        heights=lines,
        share="x",
        x_label="privacy loss over what is claimed",
        keys=[
            plotting.mark_key("exact", "o"),
            plotting.mark_key("from runs (a lower bound)", ">"),
            plotting.mark_key("at most what is claimed", "o", colour=KEPT),
            plotting.mark_key("more than claimed", "o", colour=BROKEN),
            plotting.mark_key("from top: ε = " + ", ".join(map("{:g}".format, epsilons)), ""),
        ],
        bands="",
        legend=3,
    )
    return {"": drawing}


def _draw_case(ax: Axes, rows: pd.DataFrame, height: int, epsilons: list[float]) -> None:
    for _, row in rows.iterrows():
        ratio, sampled = row["estimate"], row["band"] == STATISTICAL
        mark: dict[str, Any] = {
            "marker": ">" if sampled else "o",
            "color": BROKEN if exceeds(ratio, 1) else KEPT,
        }
        edge = EDGE - 0.1 * sampled  # beside the exact one
        y = height + plotting.level_offset(epsilons, row["x"])
        ax.plot(min(ratio, edge), y, markersize=3.2, **mark)
    exact = rows[(rows["band"] != STATISTICAL) & (rows["estimate"] > EDGE)]
    if len(exact):
        most = exact["estimate"].max()
        text = "∞" if np.isinf(most) else f"{most:.2g}"
        ax.annotate(text, (EDGE + 0.05, height), ha="left", va="center", fontsize=7)


PRIVACY_AUDIT = FigureSpec(
    id="figure-privacy-audit",
    title="Privacy loss over what is claimed",
    source="Theorems 2, 5 and 6",
    caption=(
        "Largest change of the logarithm of a probability if one reward vector is replaced "
        "(Definition 1), over the ε that is claimed; right of the line the claim is broken. Each "
        'line says what an observer sees. Lines without "repaired" are as printed or under '
        "another interpretation. Ratios above 2.5 stand at the edge, the largest in numbers. A "
        "loss that is found from runs is a lower bound that holds with the audit's confidence, so "
        "that left of the line it proves nothing. The last panel tries the audit on a sum that is "
        "broken on purpose."
    ),
    needs=every("privacy-audit"),
    plot=plot_audit,
)
