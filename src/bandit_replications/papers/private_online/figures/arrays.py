"""The arrays of Anytime-Lazy-UCB in time, beside the noised sums of Hybrid-UCB."""

from typing import Any

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.patches import Patch

from bandit_replications.inference import summaries
from bandit_replications.inference.summaries import Results
from bandit_replications.ledger.claims import no_needs
from bandit_replications.papers.private_online.algorithms.hybrid_ucb import binary_nodes
from bandit_replications.papers.private_online.parameters import Configuration
from bandit_replications.reporting import plotting, views
from bandit_replications.reporting.figures import Drawing, FigureSpec

LAZY, HYBRID = "lazy", "hybrid"
LAZY_ARRAYS, TREES = 5, 3  # arrays 0 to 4; trees for r = 1, 2, 3
FOLLOWED = 2**TREES  # the first reward of the last tree
BELOW = -1.2  # where the row of arrays stands
ARRAY, FOLLOWS, OTHER, UNUSED = "array", f"node with reward {FOLLOWED}", "node", "unused node"
FACES = {ARRAY: "#F3DDB0", FOLLOWS: "#0072B2", OTHER: "#BBD9EC", UNUSED: "white"}
KEYS: dict[str, dict[str, Any]] = {
    "full array": {"facecolor": FACES[ARRAY]},
    FOLLOWS: {"facecolor": FACES[FOLLOWS]},
    "other node": {"facecolor": FACES[OTHER]},
    "never published": {"facecolor": FACES[UNUSED], "linestyle": "dotted"},
}
STATES: dict[str, dict[str, Any]] = {
    "forgotten": {"facecolor": "white", "hatch": "////", "edgecolor": "0.75"},
    "in the mean": {"facecolor": "#0072B2"},
    "in an array that is not full": {"facecolor": "0.8"},
}


def plot_arrays(results: Results, config: Configuration) -> dict[str, Drawing]:
    """Draw what each reward of an arm is used for, pull by pull and sum by sum."""

    def draw(ax: Axes, rows: pd.DataFrame, panel: str) -> None:
        (_draw_states if panel == LAZY else _draw_sums)(ax, rows)

    drawing = views.grid(
        summaries.concat((*_states(), _sums())),
        draw,
        {},
        panels={LAZY: "Anytime-Lazy-UCB: one arm", HYBRID: "Hybrid-UCB: one arm's noised sums"},
        height=3.0,
        keys=[Patch(label=name, edgecolor="0.35", linewidth=0.6, **KEYS[name]) for name in KEYS],
        bands="",
        legend=4,
    )
    return {"": drawing}


def _states() -> list[pd.DataFrame]:
    """Return the first and the last reward in each state after each pull."""
    found: dict[str, list[tuple[int, int, int]]] = {name: [] for name in STATES}
    for pulls in range(1, 2**LAZY_ARRAYS):
        full = (pulls + 1).bit_length() - 1  # full arrays; they hold 2^full - 1 rewards
        edges = (0, 2 ** (full - 1) - 1, 2**full - 1, pulls)
        for name, low, high in zip(STATES, edges[:-1], edges[1:], strict=True):
            if high > low:
                found[name].append((pulls, low + 1, high))
    return [
        summaries.rows(
            panel=LAZY,
            series=name,
            x=[pulls for pulls, _, _ in places],
            estimate=[float(high) for _, _, high in places],
            low=[float(low) for _, low, _ in places],
            high=[float(high) for _, _, high in places],
            band="exact",
        )
        for name, places in found.items()
    ]


def _sums() -> pd.DataFrame:
    """Return each array and node: its rewards, and the pulls after which it is in the mean."""
    parts = []
    for r in range(TREES + 1):
        first = 2**r  # the first reward of array r and of the tree with 2^r leaves
        parts.append((ARRAY, first, 2 * first - 1, 0))
        for size in (2**level for level in range(r + 1) if r):
            for low in range(first, 2 * first, size):
                node = range(low - first, low - first + size)
                used = sum(node in binary_nodes(leaves) for leaves in range(1, first + 1))
                follows = low <= FOLLOWED < low + size
                series = FOLLOWS if follows else OTHER if used else UNUSED
                parts.append((series, low, low + size - 1, used))
    return summaries.rows(
        panel=HYBRID,
        series=[part[0] for part in parts],
        x=[part[2] for part in parts],
        estimate=[(part[1] + part[2]) / 2 for part in parts],
        low=[float(part[1]) for part in parts],
        high=[float(part[2]) for part in parts],
        n=[part[3] for part in parts],
        band="exact",
    )


def _draw_states(ax: Axes, rows: pd.DataFrame) -> None:
    for name, style in STATES.items():
        some = rows[rows["series"] == name]
        ax.bar(
            some["x"], some["high"] - some["low"] + 1, 1.0, some["low"] - 0.5, linewidth=0, **style
        )
    end = 2**LAZY_ARRAYS - 0.5
    for array in range(LAZY_ARRAYS):
        ax.axhline(2**array - 0.5, color="0.2", linewidth=0.6)
        if array > 2:
            ax.text(1.2, 1.5 * 2**array - 0.5, f"array {array}", fontsize=7, va="center")
    white: dict[str, Any] = {"facecolor": "white", "linewidth": 0, "pad": 1.5}
    ax.text(22.5, 11.5, "in the mean", color="white", fontsize=8, ha="center", va="center")
    ax.text(22.5, 4, "forgotten", fontsize=8, ha="center", va="center", bbox=white)
    ax.text(19, 26, "not drawn yet", fontsize=8, ha="center", va="center")
    ax.text(30.2, 16.2, "waits until the\narray is full", fontsize=8, ha="right", va="bottom")
    ax.set_xlim(0.5, end)
    ax.set_ylim(0.5, end)
    plotting.name_ticks(ax.xaxis, [2.0**k - 1 for k in range(2, LAZY_ARRAYS + 1)])
    plotting.name_ticks(ax.yaxis, [1, 4, 8, 16])
    ax.grid(visible=False)
    ax.set_xlabel("pulls of the arm so far")
    ax.set_ylabel("number of the reward")


def _draw_sums(ax: Axes, rows: pd.DataFrame) -> None:
    for row in rows.to_dict("records"):
        series, high, used = row["series"], int(row["high"]), int(row["n"])
        size = high - int(row["low"]) + 1
        height = BELOW if series == ARRAY else size.bit_length() - 1
        style = "dotted" if series == UNUSED else "solid"
        box: dict[str, Any] = {"color": FACES[series], "edgecolor": "0.35", "linestyle": style}
        ax.bar(row["estimate"], 0.7, size - 0.12, height - 0.35, linewidth=0.6, **box)
        pulls = f"{high} to {high + used - 1}" if used > 1 else f"{high}" if used else ""
        if series == ARRAY:
            pulls = f"≥ {high + 1}" if size > 1 else "≥1"
        words: dict[str, Any] = {"fontsize": 6, "color": "white" if series == FOLLOWS else "0.1"}
        ax.text(row["estimate"], height, pulls, ha="center", va="center", **words)
    levels = {BELOW: "array", **{float(level): f"{2**level}" for level in range(TREES + 1)}}
    ax.set_yticks(list(levels), list(levels.values()))
    ax.set_ylim(BELOW - 0.6, TREES + 0.6)
    ax.set_xlim(0.3, 2 * FOLLOWED - 0.3)
    plotting.name_ticks(ax.xaxis, [2.0**k for k in range(TREES + 1)])
    ax.grid(visible=False)
    ax.set_xlabel("number of the reward")
    ax.set_ylabel("rewards in the noised sum")


ARRAYS = FigureSpec(
    id="figure-arrays",
    title="How often a reward is published: arrays, and nodes of a tree",
    source="Sections 4.1 and 4.2",
    caption=(
        "Left: the state of each reward of an arm of Anytime-Lazy-UCB after each pull of it. The "
        "arm's mean is that of its last full array. Right: the noised sums of an arm of "
        "Hybrid-UCB over the rewards in them, trees with 2, 4 and 8 leaves above their arrays. "
        "The numbers are the pulls after which a sum is in the arm's mean, in the order of the "
        "pseudo-code; dotted nodes are never published. Reward 8 is in the four dark nodes, "
        "which include the root, and in its array; the nodes' noise is made for three."
    ),
    needs=no_needs,
    plot=plot_arrays,
)
