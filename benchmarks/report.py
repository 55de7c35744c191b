"""The comparison as a figure and as the tables of docs/guide/speed.md."""

from pathlib import Path

import pandas as pd
from matplotlib.ticker import EngFormatter

from bandit_replications.reporting import plotting
from bandit_replications.reporting.figures import Drawing
from bandit_replications.reporting.styles import DASH_DOT, DASHED, SHORT, SOLID, LineStyle
from bandit_replications.workflow.publish.artifact import with_lines
from benchmarks.compare import LITERAL, LOOP, OURS
from benchmarks.peers import PEERS

BEGIN = "<!-- speed: begin (written by `make bench`) -->"
END = "<!-- speed: end -->"
FORMS_BEGIN = "<!-- forms: begin (written by `make bench`) -->"
FORMS_END = "<!-- forms: end -->"

LONG = "long_run_rounds_per_second"
HELD = ("process_seconds", "megabytes")

STYLES = {
    OURS: LineStyle("#0072B2", SOLID, "o"),
    LITERAL: LineStyle("#56B4E9", DASHED, "s"),
    "SMPyBandits": LineStyle("#D55E00", DASH_DOT, "^"),
    "MABWiser": LineStyle("#E69F00", SHORT, "v"),
    "river": LineStyle("#009E73", DASHED, "D"),
    "coba": LineStyle("#CC79A7", SHORT, "P"),
    LOOP: LineStyle("#000000", DASH_DOT, "X"),
}

PANELS = {
    "rounds_per_second": "rounds per second (processor)",
    "process_seconds": "whole process, seconds",
    "megabytes": "peak memory, MB",
}


def plot(speed: pd.DataFrame, grown: pd.DataFrame) -> Drawing:
    """Draw speed, start-up and memory by task, and how the time of UCB1 grows."""
    with plotting.style():
        figure, axes = plotting.panels(4, columns=2, height=2.4)
        shown = [draw_by_task(axes[i], speed, column) for i, column in enumerate(PANELS)]
        shown.append(draw_growth(axes[3], grown[grown["task"] == "UCB1"]))
        present = [name for name in STYLES if name in set(speed["player"])]
        keys = [plotting.line_key(name, STYLES[name]) for name in present]
        plotting.finish(figure, keys, columns=4)
    return Drawing(figure, pd.concat(shown, ignore_index=True))


def draw_by_task(axes: plotting.Axes, speed: pd.DataFrame, column: str) -> pd.DataFrame:
    """Draw a column as marks on a line for each task; return what is drawn."""
    tasks = list(speed["task"].unique())
    data = speed.dropna(subset=[column])
    for player, part in data.groupby("player", sort=False):
        aside = plotting.level_offset(range(len(STYLES)), list(STYLES).index(player))
        lines = part["task"].map(tasks.index) + aside
        axes.plot(part[column], lines, **STYLES[player].line | {"linestyle": "none"})
    if column == "megabytes":
        axes.set_xlim(left=0)
    else:
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
        axes.plot(part["size"], part["seconds"], **STYLES[player].line)
    plotting.log_axes(axes)
    axes.set(xlabel="horizon (UCB1), rounds", ylabel="seconds of a run")
    columns = {"player": "series", "size": "x", "seconds": "estimate"}
    return data.rename(columns=columns).assign(panel="growth")


def table(speed: pd.DataFrame) -> list[str]:
    """Return one line of Markdown for each task: ours, and how many times as fast it is."""
    lines = [
        "| task | rounds | rounds/s | in long runs | our literal form | fastest peer "
        "| C loop, in long runs | whole process, s (first time; peer) | memory, MB (peer) |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for task, part in speed.groupby("task", sort=False):
        rows = part.set_index("player")
        ours = rows.loc[OURS]
        peers = rows[rows.index.isin(PEERS)].sort_values("rounds_per_second").tail(1)
        peer = [peers[name].item() for name in HELD] if len(peers) else []
        cells = [
            task,
            f"{ours['runs']} × {ours['horizon']:,}",
            *(short(ours[name]) for name in ("rounds_per_second", LONG)),
            times(rows, LITERAL, "rounds_per_second"),
            f"{times(rows, peers.index[0], 'rounds_per_second')}, {peers.index[0]}"
            if peer
            else "none found",
            times(rows, LOOP, LONG),
            f"{ours['process_seconds']:.1f} ("
            + "; ".join(f"{s:.1f}" for s in (ours["first_process_seconds"], *peer[:1]))
            + ")",
            f"{ours['megabytes']:.0f}" + "".join(f" ({mb:.0f})" for mb in peer[1:]),
        ]
        lines.append(f"| {' | '.join(cells)} |")
    return lines


def page(text: str, folder: Path) -> str:
    """Return a page with the tables of a folder of measurements."""
    lines = table(pd.read_csv(folder / "speed.csv"))
    text = with_lines(text, BEGIN, lines, END)
    return with_lines(text, FORMS_BEGIN, forms_table(pd.read_csv(folder / "forms.csv")), FORMS_END)


def forms_table(forms: pd.DataFrame) -> list[str]:
    """Return one line of Markdown for each algorithm: a run, its literal form, a first call."""
    lines = [
        "| paper | algorithm | rounds | run, ms | literal form | first call, s | of an empty one |",
        "|---|---|---|---|---|---|---|",
    ]
    for row in forms.itertuples():
        slower, larger = (
            row.literal_seconds / row.fast_seconds,
            row.first_seconds / row.empty_seconds,
        )
        cells = [
            f"`{row.paper}` | `{row.algorithm}` | {row.horizon:,}",
            f"{two_digits(1000 * row.fast_seconds):g}",
            f"{two_digits(slower):,g}×",
            f"{row.first_seconds:.1f} | {two_digits(larger):g}×",
        ]
        lines.append(f"| {' | '.join(cells)} |")
    return lines


def times(rows: pd.DataFrame, player: str, rate: str) -> str:
    """Return how many times as fast ours is; empty without that player."""
    if player not in rows.index:
        return ""
    return f"{two_digits(rows.loc[OURS, rate] / rows.loc[player, rate]):,g}×"


def short(number: float) -> str:
    """Return a number with two digits and a prefix, as in 3.5M; empty for none."""
    return EngFormatter(sep="")(two_digits(number)) if pd.notna(number) else ""


def two_digits(number: float) -> float:
    """Return a number with two digits that count."""
    return float(f"{number:.2g}")
