"""One run's messages over time: step, purpose, sender and numbers."""

from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from bandit_replications.bandits.arrays import Floats
from bandit_replications.inference import summaries
from bandit_replications.inference.summaries import Results
from bandit_replications.papers.distributed.analysis.variants import messages_needs
from bandit_replications.papers.distributed.catalogue import STYLES
from bandit_replications.papers.distributed.figures.scaling import exact_rows, power
from bandit_replications.papers.distributed.parameters import Configuration
from bandit_replications.reporting import plotting, views
from bandit_replications.reporting.figures import Drawing, FigureSpec

MARKS = {"agents": ("^", "#0072B2"), "server": ("v", "#D55E00")}
EXACT = "numbers of one run"
STAGES = {"DEMAB's burn-in": "0.85", "distributed mode": "0.93"}  # greys


def plot_messages(results: Results, config: Configuration) -> dict[str, Drawing]:
    """Draw each message over time, a panel for each protocol and a line for each purpose."""
    frame = results["messages"]
    horizons = config.messages.horizons
    ran = [name for name in horizons if name in set(frame["algorithm"])]
    parts = {name: frame[frame["algorithm"] == name] for name in ran}
    purposes = {name: list(part["purpose"].unique()) for name, part in parts.items()}
    largest = max(float(frame["numbers"].max()), 2.0)

    def draw(ax: Axes, _rows: pd.DataFrame, name: str) -> None:
        here = parts[name]
        for stage, (low, high) in _stages(here, name, config).items():
            ax.axvspan(low + 1.0, high + 1.0, color=STAGES[stage], linewidth=0, zorder=0)
        for sender, (marker, colour) in MARKS.items():
            sent = here[here["sender"] == sender]
            places = np.array([purposes[name].index(why) for why in sent["purpose"]])
            ax.scatter(
                sent["round"] + 1.0,
                places + (0.12 if sender == "server" else -0.12),
                s=_area(sent["numbers"].to_numpy(float), largest),
                marker=marker,
                color=colour,
                alpha=0.7,
                linewidths=0,
                clip_on=False,
            )
        plotting.log_axes(ax, which="x")
        ax.set_xlim(1, float(horizons[name]))
        plotting.name_lines(ax, [why.replace("-", " ") for why in purposes[name]])
        ax.tick_params(axis="y", pad=8)
        if name == ran[-1]:
            ax.set_xlabel("time steps completed, plus 1")

    heights = [0.55 + 0.2 * len(names) for names in purposes.values()]
    drawing = views.grid(
        summaries.concat(_rows(part, name) for name, part in parts.items()),
        draw,
        {},
        panels={name: _title(name, part, horizons[name]) for name, part in parts.items()},
        columns=1,
        width=plotting.PAGE_WIDTH,
        height=float(np.mean(heights)),
        heights=heights,
        keys=_keys(largest),
        bands="",
        legend=3,
    )
    return {"": drawing}


def _keys(largest: float) -> list[Any]:
    counts = np.array([1.0, largest])
    return [
        *(plotting.mark_key(f"sent by {who}", m, colour=c) for who, (m, c) in MARKS.items()),
        *(plotting.mark_key(stage, "s", colour=grey) for stage, grey in STAGES.items()),
        *(
            plotting.mark_key(
                f"area: {count:g} sent at once", "^", markersize=size, markeredgewidth=0
            )
            for count, size in zip(counts, np.sqrt(_area(counts, largest)), strict=True)
        ),
    ]


def _area(numbers: Floats, largest: float) -> Floats:
    return 8 + 70 * np.log(1 + numbers) / np.log(1 + largest)


def _stages(sent: pd.DataFrame, name: str, config: Configuration) -> dict[str, tuple[int, int]]:
    """Return first and last step of DEMAB's burn-in and distributed mode; others have none."""
    if not name.startswith("demab"):
        return {}
    run, horizon = config.messages, config.messages.horizons[name]
    pools = run.agents * run.instance.width(run)
    start = -(-horizon // pools) if name == "demab" else 0
    called = min(sent.loc[sent["purpose"] == "centralize", "round"], default=horizon)
    return dict(zip(STAGES, [(0, start), (start, called)], strict=True))


def _title(algorithm: str, sent: pd.DataFrame, horizon: int) -> str:
    return f"{STYLES.name(algorithm)}: {sent['numbers'].sum()} numbers in T = {power(horizon)}"


def _rows(here: pd.DataFrame, algorithm: str) -> pd.DataFrame:
    series = [f"{why}, by {who}" for why, who in zip(here["purpose"], here["sender"], strict=True)]
    place = {"panel": algorithm, "series": series, "x": here["round"]}
    return exact_rows(estimate=here["numbers"].astype(float), n=1, band=EXACT, **place)


MESSAGES = FigureSpec(
    id="figure-messages",
    title="One run's messages over time",
    source="Protocols 1, 2, 3 and 8",
    caption=(
        "Every number sent in one run of each protocol: when (logarithmic, base 10), for "
        "which purpose, and by whom. DEMAB is silent in its burn-in (dark grey) and then sends "
        "numbers once a phase, in its distributed mode (light grey) and in the centralised one "
        "(white); DisLinUCB sends whole matrices, and rarely."
    ),
    needs=messages_needs,
    plot=plot_messages,
)
