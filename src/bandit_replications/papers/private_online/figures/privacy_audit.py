"""Exact or certified privacy loss of every mechanism over the claimed loss."""

from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from bandit_replications.experiments.needs import every
from bandit_replications.inference import summaries
from bandit_replications.inference.summaries import Results
from bandit_replications.papers.private_online.analysis.ratios import exceeds, mends
from bandit_replications.papers.private_online.catalogue import STYLES
from bandit_replications.papers.private_online.parameters import Configuration
from bandit_replications.reporting import plotting, views
from bandit_replications.reporting.figures import Drawing, FigureSpec

KINDS = {"closed-form": "o", "enumeration": "s", "quadrature": "^", "statistical": ">"}
EDGE = 2.5  # larger ratios are written at the edge
KEPT, BROKEN = "#0072B2", "#D55E00"
PRINTED, REPAIRED = "as printed, and other readings", "repaired"


def case_labels(frame: pd.DataFrame) -> "pd.Series[str]":
    """Return the name of each row's line: a sampled case stands in the line of the exact one."""
    case = frame["case"].str.removesuffix("-sampled").str.replace("-", " ")
    known = {name: style.name for name, style in STYLES.table.items()}
    names = frame["mechanism"].map(lambda name: known.get(name, name.replace("-", " ")))
    return names.astype("str") + ": " + case


def plot_audit(results: Results, config: Configuration) -> dict[str, Drawing]:
    """Draw loss over claim, a line for each mechanism and case, a mark for each epsilon.

    Left what is printed, right what is repaired.
    """
    frame = results["privacy-audit"]
    labels = case_labels(frame)
    data = summaries.rows(
        panel=np.where(mends(frame), REPAIRED, PRINTED),
        series=labels,
        x=frame["epsilon"],
        estimate=frame["loss"] / frame["claimed"],
        band=frame["kind"],
    )
    epsilons = sorted(config.privacy_audit.epsilons)
    lines = [data[data["panel"] == panel]["series"].nunique() for panel in (PRINTED, REPAIRED)]

    def draw(ax: Axes, rows: pd.DataFrame, _panel: str) -> None:
        order = sorted(rows["series"].unique(), key=lambda label: str(label).split(":")[0])
        ax.axvline(1, color="0.3", linewidth=1)
        for number, label in enumerate(order):
            if number and label.split(":")[0] != order[number - 1].split(":")[0]:
                ax.axhline(number - 0.5, color="0.6", linewidth=0.6)
            _draw_case(ax, rows[rows["series"] == label], number, epsilons)
        plotting.name_lines(ax, order)
        ax.tick_params(axis="y", labelsize=7.5)
        ax.set_xlim(0, EDGE * 1.04)

    drawing = views.grid(
        data,
        draw,
        {},
        panels=(PRINTED, REPAIRED),
        columns=1,
        width=plotting.PAGE_WIDTH,
        height=0.6 + 0.085 * sum(lines),
        heights=lines,
        share="x",
        x_label="privacy loss over claimed loss",
        keys=_keys(data, epsilons),
        bands="",
        legend=3,
    )
    return {"": drawing}


def _draw_case(ax: Axes, rows: pd.DataFrame, height: int, epsilons: list[float]) -> None:
    for _, row in rows.iterrows():
        ratio, kind = row["estimate"], row["band"]
        y = height + plotting.level_offset(epsilons, row["x"])
        edge = EDGE if kind != "statistical" else EDGE - 0.2  # beside the exact one
        mark: dict[str, Any] = {
            "marker": KINDS[kind],
            "color": BROKEN if exceeds(ratio, 1) else KEPT,
        }
        ax.plot(min(ratio, edge), y, markersize=3.2, **mark)
    exact = rows[(rows["band"] != "statistical") & (rows["estimate"] > EDGE)]
    if len(exact):
        most = exact["estimate"].max()
        text = "∞" if np.isinf(most) else f"{most:.2g}"
        ax.annotate(text, (EDGE - 0.3, height), ha="right", va="center", fontsize=7)


def _keys(data: pd.DataFrame, epsilons: list[float]) -> list[Any]:
    keys = [
        plotting.mark_key(f"{kind} (lower bound)" if kind == "statistical" else kind, marker)
        for kind, marker in KINDS.items()
        if kind in set(data["band"])
    ]
    keys += [
        plotting.mark_key("at most as claimed", "o", colour=KEPT),
        plotting.mark_key("more than claimed", "o", colour=BROKEN),
    ]
    if len(epsilons) > 1:
        values = ", ".join(f"{epsilon:g}" for epsilon in epsilons)
        keys.append(plotting.mark_key(f"from top: ε = {values}", ""))
    return keys


PRIVACY_AUDIT = FigureSpec(
    id="figure-privacy-audit",
    title="Privacy loss over what is claimed",
    source="Theorems 2, 5 and 6",
    caption=(
        "Privacy loss on worst-case neighbours (one reward vector substituted, Definition 1) "
        "over the claimed loss; right of the line the claim is broken. Above: what is printed, "
        "and interpretations of it; below: the repairs. Ratios above 2.5 stand at the edge, the "
        "largest in numbers. Exact by closed form, enumeration or quadrature; a "
        "statistical value is a lower bound that holds with the audit's confidence, so left of "
        "the line it proves nothing. `laplace-sum-broken` is broken on purpose, to try the "
        "audit."
    ),
    needs=every("privacy-audit"),
    plot=plot_audit,
)
