"""Final group regret against the message life (Figure 1(c)), ε, v and the contamination."""

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd
from matplotlib.axes import Axes

from bandit_replications.experiments.needs import Need, every
from bandit_replications.inference import summaries
from bandit_replications.inference.summaries import Results
from bandit_replications.papers.cooperative.analysis.series import (
    PAPER_RUNS,
    REGRET,
    interpretation_ratios,
    labelled,
    styles,
)
from bandit_replications.papers.cooperative.catalogue import STYLES
from bandit_replications.papers.cooperative.parameters import Configuration
from bandit_replications.reporting import plotting, views
from bandit_replications.reporting.figures import Drawing, FigureSpec
from bandit_replications.reporting.styles import LineStyle
from bandit_replications.runtime.errors import NotApplicable

BARS = "Bars: 95% interval of the mean."
LAWS = {"flip": "flipped reports", "uniform": "uniform on [0, 1]", "outliers": "far outside [0, 1]"}


def _final_rows(
    frame: pd.DataFrame, experiment: str, x: str, *, panel: str = "", new_runs: int | None = None
) -> pd.DataFrame:
    """Return mean final regrets over a column x; series without x are levels."""
    means = summaries.final_means(frame, experiment, "series", x, new_runs=new_runs)
    return summaries.mean_rows(means, panel=panel, series=means["series"], x=means[x])


def _draw(
    data: pd.DataFrame,
    shown: Mapping[str, LineStyle],
    x_label: str,
    *,
    log_x: bool = False,
    ticks: Mapping[float, str] | None = None,
    apart: bool = False,
) -> dict[str, Drawing]:
    """Draw mean final regrets; `ticks` are words on the axis of x.

    `apart`: levels are named in the panels, and series of the last one stand together.
    """

    def draw(ax: Axes, rows: pd.DataFrame, panel: str) -> None:
        views.points(shown, scale="log" if log_x else "log y")(ax, rows, panel)
        if apart:
            _name_levels(ax, rows)
        if ticks is not None:
            ax.set_xticks(list(ticks), list(ticks.values()))
            ax.set_xticks([], minor=True)

    below = shown
    if apart:
        last = set(data[data["panel"] == data["panel"].iloc[-1]]["series"])
        points = data[data["x"].notna()]["series"].unique()
        below = {name: shown[name] for name in sorted(points, key=last.__contains__)}
    return {"": views.grid(data, draw, below, share="xy", x_label=x_label, y_label=REGRET)}


def _name_levels(ax: Axes, rows: pd.DataFrame) -> None:
    levels = rows[rows["x"].isna() & (rows["band"] == summaries.MEAN)]
    for name, mean, high in levels[["series", "estimate", "high"]].to_numpy():
        place = 0.0 if mean < rows["estimate"].median() else 2.0
        plotting.annotate(ax, name.replace(" with all pulls", ""), place, high)


# --- Figure 1(c) ----------------------------------------------------------------------------


LIFE_PANELS = {
    "message-life": "private agents, means in [0, 1]",
    "byzantine-message-life": "Byzantine agents, means in [0.3, 0.7]",
}


def message_life_needs(config: Configuration) -> tuple[Need, ...]:
    """Return the needs of Figure 1(c): at least two message lives."""
    if len(config.message_life.message_lives) < 2:
        raise NotApplicable("shows the message life; message_life.message_lives has one value")
    return every(*LIFE_PANELS)(config)


def life_places(lives: Sequence[Any]) -> dict[str, float]:
    """Return where each life stands on the axis; `diameter` comes one after the largest number."""
    numbers = [int(life) for life in lives if not isinstance(life, str) or life.isdigit()]
    top = max(numbers, default=0) + 1
    return {str(life): float(life) if str(life).isdigit() else float(top) for life in lives}


def against_life(frame: pd.DataFrame, name: str, lives: Sequence[Any], panel: str) -> pd.DataFrame:
    """Return mean final regrets against the message life."""
    placed = frame.assign(life=frame["message_life"].map(life_places(lives)))
    return _final_rows(placed, name, "life", panel=panel, new_runs=PAPER_RUNS)


def draw_lives(
    data: pd.DataFrame, shown: Mapping[str, LineStyle], lives: Sequence[Any], *, apart: bool = False
) -> dict[str, Drawing]:
    """Draw mean final regrets against the message life, the diameter as a word."""
    words = {
        place: life if life.isdigit() else "diameter" for life, place in life_places(lives).items()
    }
    return _draw(data, shown, "message life γ (rounds)", ticks=words, apart=apart)


def plot_message_life(results: Results, config: Configuration) -> dict[str, Drawing]:
    """Draw Figure 1(c): final regret against the message life; no communication as levels."""
    settings = ("epsilon", "own_message", "contamination", "halves", "width")
    frames, parts = [], []
    for name, panel in LIFE_PANELS.items():
        lives = getattr(config, name.replace("-", "_")).message_lives
        frame = results[name]
        if "contamination" in frame and frame["contamination"].max() > 0:
            frame = frame[frame["contamination"] != 0]
        told = [one for one in settings if one in frame and frame[one].nunique() > 1]
        frames.append(labelled(frame, *told))
        parts.append(against_life(frames[-1], name, lives, panel))
    lives = config.message_life.message_lives
    return draw_lives(summaries.concat(parts), styles(pd.concat(frames)), lives, apart=True)


# --- ε, v, contamination, noise -------------------------------------------------------------


def plot_privacy_sweep(results: Results, config: Configuration) -> dict[str, Drawing]:
    """Draw final regret against ε, a line for each v; non-private algorithms as levels."""
    frame = labelled(results["privacy-sweep"], "v")
    data = _final_rows(frame, "privacy-sweep", "epsilon")
    epsilons = {epsilon: f"{epsilon:g}" for epsilon in sorted(config.privacy_sweep.epsilons)}
    return _draw(data, styles(frame), "privacy parameter ε", log_x=True, ticks=epsilons)


def plot_contamination(results: Results, config: Configuration) -> dict[str, Drawing]:
    """Draw final regret against the contamination, a panel for each law of false rewards."""
    frame = labelled(results["contamination-sweep"], "estimator")
    honest = frame[frame["contamination"] == 0]
    alone = frame[frame["contamination"].isna()]
    parts = []
    for source in frame[frame["contamination"] > 0]["source"].unique():
        here = frame[(frame["source"] == source) & (frame["contamination"] > 0)]
        if here["contamination"].nunique() < 2:
            continue
        # no contamination stands on the axis where its smallest value would be a decade lower
        least = honest.assign(contamination=here["contamination"].min() / 10)
        joined = pd.concat([least, here, alone])
        key, panel = f"contamination-{source}", LAWS.get(source, source)
        parts.append(_final_rows(joined, key, "contamination", panel=panel))
    if not parts:
        raise NotApplicable("no law of false rewards has two contaminations")
    return _draw(summaries.concat(parts), styles(frame), "contamination ε (left: none)", log_x=True)


# --- Interpretations ------------------------------------------------------------------------


def plot_interpretations(results: Results, config: Configuration) -> dict[str, Drawing]:
    """Draw the ratio to the main interpretation, a line for each other, a mark for each ε."""
    drawing = views.interpretations(
        interpretation_ratios(results["readings"]),
        STYLES,
        epsilons=config.readings.epsilons,
        line=0.3,
        x_label="mean final group regret over that of the main interpretation",
    )
    return {"": drawing}


SWEEP_FIGURES = (
    FigureSpec(
        id="figure-01c",
        title="Figure 1(c): experimental comparison on random graphs, the message life γ",
        source="Figure 1(c)",
        caption=(
            "Final group pseudo-regret (logarithmic, base 10) against the message life. Thick "
            "bars: 95% interval of the mean over all our trials; thin whiskers: between them "
            "lies, in 95 of 100 cases, what a repetition with the paper's 100 trials would plot. "
            "Levels: UCB1 on each agent, and one UCB1 that makes all pulls, with its own width "
            "and with that of the algorithm in the panel. The contamination is that of Figure "
            "1(b); runs without it are in the table. Receivers divide their samples into the "
            "halves of the trimmed mean, as printed, unless the legend says senders."
        ),
        needs=message_life_needs,
        plot=plot_message_life,
    ),
    FigureSpec(
        id="figure-privacy-sweep",
        title="Regret against ε and v",
        source="Section 5, parameters that it leaves open",
        caption=(
            f"Final group pseudo-regret (axes to base 10). {BARS} For small ε the K ceil(1/ε) "
            "forced rounds fill the horizon."
        ),
        needs=every("privacy-sweep"),
        plot=plot_privacy_sweep,
    ),
    FigureSpec(
        id="figure-contamination",
        title="Regret against the contamination",
        source="Section 5, parameters that it leaves open",
        caption=(
            f"Final group pseudo-regret (axes to base 10), trimmed against plain mean. {BARS} "
            "Adversarial reports: 0 for the best arm, 1 for the others. Trimming is for outliers."
        ),
        needs=every("contamination-sweep"),
        plot=plot_contamination,
    ),
    FigureSpec(
        id="figure-readings",
        title="Sensitivity to the interpretations",
        source="Algorithms 1 to 3",
        caption=(
            "Mean final group regret under each other interpretation over that under the main one; "
            "bars are 95% intervals of the ratio."
        ),
        needs=every("readings"),
        plot=plot_interpretations,
    ),
)
