"""Figures over players, arms and horizon: Coordinate in bits, tightness, adversaries that react."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from bandit_replications.experiments.needs import every
from bandit_replications.inference import summaries
from bandit_replications.inference.summaries import BOUND, Results
from bandit_replications.papers.multiplayer.algorithms.blocks import theorem_block_length
from bandit_replications.papers.multiplayer.catalogue import STYLES
from bandit_replications.papers.multiplayer.parameters import Configuration
from bandit_replications.papers.multiplayer.theory import bounds
from bandit_replications.reporting import plotting, views
from bandit_replications.reporting.figures import Drawing, FigureSpec
from bandit_replications.reporting.styles import DASH_DOT, DASHED, SHORT, LineStyle, LineStyles

CELL = ("algorithm", "players", "arms", "horizon")
SYMBOLS = {"players": "K", "arms": "N", "horizon": "T"}
THEOREM, QUARTER = "theorem-4-1", "quarter-of-its-order"
LINES = {THEOREM: "bound of Theorem 4.1", QUARTER: "a quarter of its order"}
VARIANTS = LineStyles(
    {
        "bits-exponential": LineStyle("#CC6677", SHORT, "p", "bits: exponential weights"),
        "bits-no-report": LineStyle("#999933", DASH_DOT, "H", "bits: no report"),
        "bits-implicit": LineStyle("#AA4499", DASHED, ">", "bits: implicit exploration"),
    }
)
SHOWN = ("coordinate-and-play", "coordinate-in-bits", "bits-exponential", "bits-no-report")


def _panels(frame: pd.DataFrame, column: str) -> Mapping[str, pd.DataFrame]:
    """Return the rows along a column at the sizes of the others that have most of its values."""
    others = [name for name in SYMBOLS if name != column]
    most: Any = frame.groupby(others)[column].nunique().idxmax()
    fixed = list(most)
    rows = frame[(frame[others] == fixed).all(axis=1)]
    title = ", ".join(f"{SYMBOLS[name]} = {n}" for name, n in zip(others, fixed, strict=True))
    return {title: rows} if rows[column].nunique() > 1 else {}


def _line(name: str, **sizes: int) -> float:
    if name == THEOREM:
        return bounds.theorem_4_1_regret(**sizes)
    return bounds.theorem_4_1_leading(**sizes) / 4


def _drawing(
    parts: list[tuple[str, str, pd.DataFrame]], config: Configuration, *lines: str
) -> Drawing:
    """Draw panels (title, column on the x axis, rows), regrets beside these lines."""
    styles = {**STYLES.of(config.sizes.algorithms), **VARIANTS.table}
    colours = {THEOREM: styles["coordinate-and-play"].colour, QUARTER: "0.4"}
    rows, titles, labels = [], {}, {}
    for number, (title, column, frame) in enumerate(parts):
        panel = str(number)
        titles[panel], labels[panel] = title, f"{SYMBOLS[column]} ({column})"
        means = summaries.final_means(frame, "sizes", *CELL).sort_values(column, kind="stable")
        rows.append(
            summaries.mean_rows(means, series=means["algorithm"], x=means[column], panel=panel)
        )
        sizes = means[list(SYMBOLS)].drop_duplicates()
        for name in lines:
            line = [_line(name, players=k, arms=n, horizon=t) for k, n, t in sizes.values]
            place = {"panel": panel, "series": name, "x": sizes[column]}
            rows.append(summaries.rows(**place, estimate=line, band=BOUND))

    def draw(ax: Axes, panel_rows: pd.DataFrame, panel: str) -> None:
        views.points(styles, bounds=colours, ticks=1)(ax, panel_rows, panel)
        ax.set_xticks(ax.get_xticks(), map(plotting.thousands, ax.get_xticks()))
        ax.set_xlabel(labels[panel])

    return views.grid(
        summaries.concat(rows),
        draw,
        styles,
        panels=titles,
        columns=len(parts),
        width=plotting.PAGE_WIDTH,
        share="y",
        y_label="final regret $R_T$",
        keys=[plotting.bound_key(LINES[name], colours[name]) for name in lines],
        legend=3,
    )


def plot_sizes(results: Results, config: Configuration) -> dict[str, Drawing]:
    """Draw final regrets over arms, players and horizon, and with the good arms last."""
    shown = results["sizes"][results["sizes"]["algorithm"].isin(SHOWN)]
    last = shown[shown["scenario"] == "good-arms-last"].groupby("players")
    tight = [(f"good arms last, K = {players}", "horizon", rows) for players, rows in last]
    frame = shown.query("scenario == 'better-arms' and block_factor == 1")
    parts = [
        (title, column, rows)
        for column in ("arms", "players", "horizon")
        for title, rows in _panels(frame, column).items()
    ]
    return {"": _drawing(parts, config, THEOREM), "tight": _drawing(tight or parts, config, *LINES)}


def plot_block_length(results: Results, config: Configuration) -> dict[str, Drawing]:
    """Draw where the regret of Coordinate and Play comes from against the length of a block.

    Measured on stochastic losses: 1 less the mean loss of a good arm in each quiet or collided
    round, and the rest, paid on worse arms. The proof's terms stand beside them.
    """
    frame, own = results["sizes"], config.sizes.sweeps[0]
    frame = frame[(frame["algorithm"] == SHOWN[0]) & (frame["scenario"] == own.name)]
    varied = frame.groupby(list(SYMBOLS))["block_factor"].nunique()
    size: Any = varied.idxmax()
    frame = frame[(frame[list(SYMBOLS)] == list(size)).all(axis=1)]
    sizes = dict(zip(SYMBOLS, size, strict=True))
    lengths = frame["block_factor"] * theorem_block_length(**sizes)
    telling = (1 - own.good) * (frame["collisions"] + frame["quiet"])
    measured = {"regret": frame["regret"], TELLING: telling, WORSE: frame["regret"] - telling}
    parts = []
    for name, values in measured.items():
        runs = frame.assign(x=lengths.round(), regret=values)
        means = summaries.means(runs, "x", key=("sizes", name)).sort_values("x")
        parts.append(summaries.mean_rows(means, series=name, x=means["x"]))
    x = np.geomspace(lengths.min(), lengths.max(), 30)
    for name, term in bounds.theorem_4_1_parts(**sizes).items():
        parts.append(
            summaries.rows(series=name, x=x, estimate=[term(length) for length in x], band=BOUND)
        )

    title = ", ".join(f"{SYMBOLS[name]} = {value}" for name, value in sizes.items())
    drawing = views.grid(
        summaries.concat(parts),
        views.points(PARTS, bounds=TERMS, ticks=1),
        PARTS,
        panels={"": title},
        width=plotting.PAGE_WIDTH,
        height=3.2,
        x_label="rounds of a block, τ",
        y_label="final regret, and its parts",
        keys=[plotting.bound_key(f"bound: {name}", colour) for name, colour in TERMS.items()],
        legend=3,
    )
    return {"": drawing}


TELLING, WORSE = "quiet or collided", "on worse arms"
PARTS = {
    "regret": STYLES["coordinate-and-play"],
    TELLING: LineStyle("#E69F00", DASHED, "s", TELLING),
    WORSE: LineStyle("#56B4E9", DASH_DOT, "^", WORSE),
}
TERMS = {"coordination": "#E69F00", "learning": "#56B4E9", "ranking and its failure": "#C44E52"}


def plot_reacting(results: Results, config: Configuration) -> dict[str, Drawing]:
    """Draw final regrets over the horizon against the two adversaries that react."""
    frame = results["sizes"][results["sizes"]["algorithm"].isin(REACTING)]
    parts = [(TITLES[name], "horizon", frame[frame["scenario"] == name]) for name in TITLES]
    return {"": _drawing(parts, config, THEOREM)}


REACTING = ("coordinate-and-play", "coordinate-in-bits", "bits-implicit")
TITLES = {
    "reacts-in-round": "reacts in each round: slope 1",
    "reacts-between-blocks": "reacts between blocks: slope about 2/3",
}
SIZES_FIGURES = (
    FigureSpec(
        id="figure-sizes",
        title="Coordinate in bits against players, arms and horizon",
        source="ours, on the model of Section 2.2",
        caption=(
            "Mean final regret with the 95% interval of the mean; K arms lose 0.3 on average, the "
            "others 0.5. Coordinate and Play spells an arm in N tries, Coordinate in bits in "
            "ceil(log2 N) collisions. The second variant has the last K of N = 8 arms lose "
            "nothing and the others 1. Axes to base 10."
        ),
        needs=every("sizes"),
        plot=plot_sizes,
        variants=("", "tight"),
    ),
    FigureSpec(
        id="figure-block-length",
        title="Where the regret of Coordinate and Play comes from, against the block's length",
        source="Theorem 4.1",
        caption=(
            "Mean final regret with its 95% interval, and its two parts: what quiet and collided "
            "rounds cost, and what is paid on worse arms, in learning and in tries. Lines: the "
            "terms of the bound in Theorem 4.1's proof. Coordination falls like T/τ and learning "
            "grows like the root of T τ: at τ of order T^(1/3) both are of order T^(2/3). Axes to "
            "base 10."
        ),
        needs=every("sizes"),
        plot=plot_block_length,
    ),
    FigureSpec(
        id="figure-reacting",
        title="Adversaries that react, within blocks and between them",
        source="Section 2.2 and after Theorem 4.1; ours",
        caption=(
            "Mean final regret with its 95% interval, K = 4 and N = 8. Left: a loss of 1 on the "
            "arms in use, from the second round of Play on. Right: a loss of 1, for a block, on "
            "the K arms most likely to be drawn. Axes to base 10."
        ),
        needs=every("sizes"),
        plot=plot_reacting,
    ),
)
