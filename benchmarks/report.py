"""The comparison as a figure and as the README's table."""

import pandas as pd

from bandit_replications.reporting import plotting
from bandit_replications.reporting.figures import Drawing
from bandit_replications.reporting.looks import DASH_DOT, DASHED, SHORT, SOLID, Look
from benchmarks.compare import LITERAL, LOOP, OURS
from benchmarks.peers import PEERS

BEGIN = "<!-- speed: begin (written by `make bench`) -->"
END = "<!-- speed: end -->"

LOOKS = {
    OURS: Look("#0072B2", SOLID, "o"),
    LITERAL: Look("#56B4E9", DASHED, "s"),
    "SMPyBandits": Look("#D55E00", DASH_DOT, "^"),
    "MABWiser": Look("#E69F00", SHORT, "v"),
    "river": Look("#009E73", DASHED, "D"),
    "coba": Look("#CC79A7", SHORT, "P"),
    LOOP: Look("#000000", DASH_DOT, "X"),
}

PANELS = {
    "rounds_per_second": "rounds per second\nof processor time",
    "process_seconds": "whole process,\nseconds",
    "megabytes": "peak memory,\nMB",
}


def plot(speed: pd.DataFrame, grown: pd.DataFrame) -> Drawing:
    """Draw speed, start-up and memory by task, and how the time of UCB1 grows."""
    with plotting.style():
        figure, axes = plotting.panels(4, columns=2, height=2.4)
        shown = [draw_by_task(axes[i], speed, column) for i, column in enumerate(PANELS)]
        shown.append(draw_growth(axes[3], grown[grown["task"] == "UCB1"]))
        present = [name for name in LOOKS if name in set(speed["player"])]
        keys = [plotting.line_key(name, LOOKS[name]) for name in present]
        plotting.finish(figure, keys, columns=4)
    return Drawing(figure, pd.concat(shown, ignore_index=True))


def draw_by_task(axes: plotting.Axes, speed: pd.DataFrame, column: str) -> pd.DataFrame:
    """Draw a column as marks on a line for each task; return what is drawn."""
    tasks = list(speed["task"].unique())
    data = speed.dropna(subset=[column])
    for player, part in data.groupby("player", sort=False):
        look = LOOKS[player]
        axes.plot(part[column], part["task"].map(tasks.index), **look.line | {"linestyle": "none"})
    axes.set_xscale("log")
    axes.set_xlabel(PANELS[column])
    plotting.name_lines(axes, tasks)
    columns = {"player": "series", "task": "x", column: "estimate"}
    return data[list(columns)].rename(columns=columns).assign(panel=column)


def draw_growth(axes: plotting.Axes, grown: pd.DataFrame) -> pd.DataFrame:
    """Draw the seconds of a run over the horizon; return what is drawn."""
    data = grown[grown["axis"] == "horizon"].groupby(["player", "size"], sort=False, as_index=False)
    data = data["seconds"].mean()
    for player, part in data.groupby("player", sort=False):
        axes.plot(part["size"], part["seconds"], **LOOKS[player].line)
    plotting.log_axes(axes)
    axes.set(xlabel="horizon (UCB1), rounds", ylabel="seconds of a run")
    columns = {"player": "series", "size": "x", "seconds": "estimate"}
    return data.rename(columns=columns).assign(panel="growth")


def table(speed: pd.DataFrame) -> list[str]:
    """Return one line of Markdown for each task: ours, and how many times the others' speed."""
    lines = [
        "| task | rounds | rounds/s | our literal form | fastest peer | C loop "
        "| whole process, s (first time; peer) | memory, MB (peer) |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for task, part in speed.groupby("task", sort=False):
        rows = part.set_index("player")
        ours = rows.loc[OURS]
        known = rows.loc[rows.index.isin(PEERS)]
        peer = known.loc[known["rounds_per_second"].idxmax()] if len(known) else None
        waits, held = f"{ours['first_process_seconds']:.1f}", f"{ours['megabytes']:.0f}"
        if peer is not None:
            waits += f"; {peer['process_seconds']:.1f}"
            held += f" ({peer['megabytes']:.0f})"
        cells = [
            task,
            f"{ours['runs']} × {ours['horizon']:,}",
            plotting.thousands(two_digits(ours["rounds_per_second"])),
            times(rows, LITERAL),
            "none found" if peer is None else f"{times(rows, peer.name)}, {peer.name}",
            times(rows, LOOP),
            f"{ours['process_seconds']:.1f} ({waits})",
            held,
        ]
        lines.append(f"| {' | '.join(cells)} |")
    return lines


def times(rows: pd.DataFrame, player: str) -> str:
    """Return how many times as fast ours is; empty without that player."""
    return f"{two_digits(rows.loc[player, 'ours_over_it']):,g}×" if player in rows.index else ""


def two_digits(number: float) -> float:
    """Return a number with two digits that count."""
    return float(f"{number:.2g}")
