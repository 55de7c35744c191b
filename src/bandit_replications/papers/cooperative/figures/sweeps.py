"""Final group regret against the message life (Figure 1(c)), ε, v and the contamination."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from bandit_replications.bandits.streams import generator
from bandit_replications.experiments.needs import Need
from bandit_replications.inference import summaries
from bandit_replications.inference.intervals import paired_ratio_interval
from bandit_replications.papers.cooperative.figures.series import (
    PAPER_RUNS,
    REGRET,
    Results,
    labelled,
    looks,
)
from bandit_replications.papers.cooperative.looks import LOOKS
from bandit_replications.papers.cooperative.parameters import Configuration
from bandit_replications.reporting import plotting
from bandit_replications.reporting.figures import Drawing, FigureSpec
from bandit_replications.reporting.looks import Look
from bandit_replications.runtime.errors import NotApplicable


def final_rows(
    frame: pd.DataFrame,
    experiment: str,
    x: str,
    *,
    panel: str = "",
    new_runs: int | None = None,
) -> pd.DataFrame:
    """Return mean final regrets over a column x; series without x are levels."""
    means = summaries.final_means(frame, experiment, "series", x, new_runs=new_runs)
    return summaries.rows(
        panel=panel,
        series=means["series"],
        x=means[x].astype(float),
        estimate=means["estimate"],
        low=means["low"],
        high=means["high"],
        n=means["n"],
        band=means["band"],
    )


def _draw(
    data: pd.DataFrame,
    shown: dict[str, Look],
    *,
    x_label: str,
    ticks: Sequence[float] | None = None,
    log_x: bool = False,
    log_y: bool = True,
    columns: int = 2,
    y_label: str = REGRET,
) -> Drawing:
    panels = list(data["panel"].unique())
    with plotting.style():
        figure, axes = plotting.panels(
            len(panels), columns=min(columns, len(panels)), share_y=True, share_x=True
        )
        for panel, ax in zip(panels, axes, strict=True):
            here = data[data["panel"] == panel]
            here_looks = {name: look for name, look in shown.items() if name in set(here["series"])}
            plotting.draw_points(ax, here, here_looks)
            if log_x:
                plotting.log_axes(ax, which="x")
            if log_y:
                plotting.log_axes(ax, which="y")
            if ticks is not None:
                plotting.name_ticks(ax.xaxis, ticks)
            ax.set_title(panel)
            ax.set_xlabel(x_label)
        axes[0].set_ylabel(y_label)
        keys = [
            plotting.line_key(name, look)
            for name, look in shown.items()
            if name in set(data["series"])
        ]
        plotting.finish(figure, keys + plotting.band_keys(data, bars=True), columns=2)
    return Drawing(figure, data)


# --- Figure 1(c) ----------------------------------------------------------------------------


LIFE_PANELS = {
    "message-life": "private agents, means in [0, 1]",
    "byzantine-message-life": "Byzantine agents, means in [0.3, 0.7]",
}


def message_life_needs(config: Configuration) -> tuple[Need, ...]:
    """Return the needs of Figure 1(c): at least two message lives."""
    if len(config.message_life.message_lives) < 2:
        raise NotApplicable("shows the message life; message_life.message_lives has one value")
    return tuple(Need(experiment=name) for name in LIFE_PANELS)


def life_numbers(lives: Sequence[Any]) -> dict[str, float]:
    """Return where each life stands on the axis; `diameter` comes one after the largest number."""
    numbers = [int(life) for life in lives if not isinstance(life, str) or life.isdigit()]
    top = max(numbers, default=0) + 1
    return {str(life): float(life) if str(life).isdigit() else float(top) for life in lives}


def against_life(frame: pd.DataFrame, name: str, lives: Sequence[Any], panel: str) -> pd.DataFrame:
    """Return mean final regrets against the message life."""
    places = life_numbers(lives)
    placed = frame.assign(life=frame["message_life"].map(places))
    return final_rows(placed, name, "life", panel=panel, new_runs=PAPER_RUNS)


def draw_lives(data: pd.DataFrame, shown: dict[str, Look], lives: Sequence[Any]) -> Drawing:
    """Draw mean final regrets against the message life, the diameter as a word."""
    places = life_numbers(lives)
    words = ["diameter" if not name.isdigit() else name for name in places]
    drawing = _draw(data, shown, x_label="message life γ (rounds)")
    for ax in drawing.figure.axes:
        ax.set_xticks(list(places.values()), words)
        ax.set_xlim(min(places.values()) - 0.2, max(places.values()) + 0.4)
    return drawing


def plot_message_life(results: Results, config: Configuration) -> dict[str, Drawing]:
    """Draw Figure 1(c): final regret against the message life; no communication as levels."""
    frames, parts = [], []
    for name, panel in LIFE_PANELS.items():
        section = getattr(config, name.replace("-", "_"))
        settings = [
            column
            for column in ("epsilon", "own_message", "contamination", "width")
            if column in results[name]
        ]
        frames.append(labelled(results[name], *settings))
        parts.append(against_life(frames[-1], name, section.message_lives, panel))
    data = summaries.concat(parts)
    return {"": draw_lives(data, looks(pd.concat(frames)), config.message_life.message_lives)}


# --- ε and v --------------------------------------------------------------------------------


def privacy_sweep_needs(config: Configuration) -> tuple[Need, ...]:
    """Return the need of the sweep over ε and v."""
    return (Need(experiment="privacy-sweep"),)


def plot_privacy_sweep(results: Results, config: Configuration) -> dict[str, Drawing]:
    """Draw final regret against ε, a line for each v; non-private algorithms as levels."""
    frame = labelled(results["privacy-sweep"], "v")
    data = final_rows(frame, "privacy-sweep", "epsilon")
    return {
        "": _draw(
            data,
            looks(frame),
            x_label="privacy parameter ε",
            ticks=sorted(config.privacy_sweep.epsilons),
            log_x=True,
        )
    }


# --- Contamination --------------------------------------------------------------------------


def contamination_needs(config: Configuration) -> tuple[Need, ...]:
    """Return the need of the sweep over contaminations."""
    return (Need(experiment="contamination-sweep"),)


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
        least = float(here["contamination"].min()) / 10
        joined = pd.concat([honest.assign(contamination=least), here, alone])
        parts.append(final_rows(joined, f"contamination-{source}", "contamination", panel=source))
    if not parts:
        raise NotApplicable("no law of false rewards has two contaminations")
    data = summaries.concat(parts)
    drawing = _draw(
        data,
        looks(frame),
        x_label="contamination ε (leftmost: none)",
        log_x=True,
    )
    return {"": drawing}


# --- Privacy and robustness -----------------------------------------------------------------


def private_and_robust_needs(config: Configuration) -> tuple[Need, ...]:
    """Return the need of the figure of noised reports."""
    return (Need(experiment="private-and-robust"),)


def plot_private_and_robust(results: Results, config: Configuration) -> dict[str, Drawing]:
    """Draw final regret against the scale of noise on each report."""
    frame = labelled(results["private-and-robust"], "estimator")
    data = final_rows(frame, "private-and-robust", "noise_scale")
    scales = sorted(config.private_and_robust.noise_scales)
    position = {scale: float(number) for number, scale in enumerate(scales)}
    placed = data.assign(x=data["x"].map(position))
    drawing = _draw(placed, looks(frame), x_label="scale of Laplace noise on each report")
    drawing.figure.axes[0].set_xticks(list(position.values()), [f"{scale:g}" for scale in scales])
    return {"": Drawing(drawing.figure, data)}


# --- Readings -------------------------------------------------------------------------------

MAIN = "main"


def readings_needs(config: Configuration) -> tuple[Need, ...]:
    """Return what the readings' figure and table need: the whole data set."""
    return (Need(experiment="readings"),)


def reading_ratios(frame: pd.DataFrame) -> pd.DataFrame:
    """Return each reading's mean final regret over that of the main reading, with intervals.

    Replicates share networks and means, so that the intervals are paired.
    """
    last = summaries.final(frame).sort_values("replicate", kind="stable")
    final = {
        key: part["regret"].to_numpy()
        for key, part in summaries.groups(last, "algorithm", "reading", "epsilon")
    }
    records = []
    for (algorithm, reading, epsilon), regret in final.items():
        main = final.get((algorithm, MAIN, epsilon))
        if reading == MAIN or main is None:
            continue
        stream = generator(0, "intervals", "cooperative", "readings", algorithm, reading, epsilon)
        low, high = paired_ratio_interval(
            regret, main, confidence=summaries.CONFIDENCE, generator=stream
        )
        records.append(
            {
                "algorithm": algorithm,
                "reading": reading,
                "epsilon": np.nan if epsilon is None else epsilon,
                "n": regret.size,
                "mean": regret.mean(),
                "ratio": regret.mean() / main.mean(),
                "low": low,
                "high": high,
            }
        )
    return pd.DataFrame(records)


def plot_readings(results: Results, config: Configuration) -> dict[str, Drawing]:
    """Draw the ratio to the main reading, a line for each reading, a mark for each epsilon."""
    ratios = reading_ratios(results["readings"])
    pairs = list(dict.fromkeys(zip(ratios["algorithm"], ratios["reading"], strict=True)))
    labels = {pair: f"{LOOKS.name(pair[0])}: {pair[1].replace('-', ' ')}" for pair in pairs}
    data = summaries.rows(
        series=[labels[pair] for pair in zip(ratios["algorithm"], ratios["reading"], strict=True)],
        x=ratios["epsilon"],
        estimate=ratios["ratio"],
        low=ratios["low"],
        high=ratios["high"],
        n=ratios["n"],
        band="95% interval of the ratio",
    )
    epsilons = sorted(config.readings.epsilons)
    names = list(labels.values())
    with plotting.style():
        figure, axes = plotting.panels(1, width=plotting.PAGE_WIDTH, height=0.7 + 0.3 * len(names))
        axes[0].axvline(1, color="0.4", linewidth=1)
        for (algorithm, _), name in labels.items():
            plotting.draw_marks_in_line(
                axes[0],
                data[data["series"] == name],
                height=names.index(name),
                levels=epsilons,
                colour=LOOKS.of([algorithm])[algorithm].colour,
            )
        plotting.name_lines(axes[0], names)
        axes[0].set_xlabel("mean final group regret over that of the main reading")
        none = "not private" if data["x"].isna().any() else ""
        plotting.finish(figure, plotting.level_keys(epsilons, "ε = {:g}", none=none))
    return {"": Drawing(figure, data)}


BARS = "Bars: 95% interval of the mean."

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
            "and with that of the algorithm in the panel."
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
        needs=privacy_sweep_needs,
        plot=plot_privacy_sweep,
    ),
    FigureSpec(
        id="figure-contamination",
        title="Regret against the contamination",
        source="Section 5, parameters that it leaves open",
        caption=(
            f"Final group pseudo-regret (axes to base 10), trimmed against plain mean. {BARS} "
            "Values beyond [0, 1] are what trimming is made for."
        ),
        needs=contamination_needs,
        plot=plot_contamination,
    ),
    FigureSpec(
        id="figure-private-and-robust",
        title="Privacy besides robustness",
        source="Remark on simultaneous privacy and robustness",
        caption=(
            f"Final group pseudo-regret with Laplace noise on each reported reward. {BARS} Scale "
            "1/ε makes each report ε-private."
        ),
        needs=private_and_robust_needs,
        plot=plot_private_and_robust,
    ),
    FigureSpec(
        id="figure-readings",
        title="Sensitivity to the readings",
        source="Algorithms 1 to 3",
        caption=(
            "Mean final group regret under each other reading over that under the main reading; "
            "bars are 95% intervals of the ratio."
        ),
        needs=readings_needs,
        plot=plot_readings,
    ),
)
