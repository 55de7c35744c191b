"""Figure 1(a) and (b): group regret over the rounds, for both roundings of half the diameter."""

from collections.abc import Iterator
from typing import Any

import pandas as pd

from bandit_replications.experiments.needs import Need
from bandit_replications.inference import summaries
from bandit_replications.papers.cooperative.figures.series import (
    PAPER_RUNS,
    REGRET,
    Results,
    labelled,
    looks,
)
from bandit_replications.papers.cooperative.parameters import Configuration
from bandit_replications.reporting import plotting
from bandit_replications.reporting.figures import Drawing, FigureSpec

LIVES = {
    "half-diameter-down": "γ = diameter/2, rounded down",
    "half-diameter-up": "γ = diameter/2, rounded up",
}
SETTINGS = {"private": ("epsilon",), "byzantine": ("contamination", "estimator")}


def needs(experiment: str) -> Any:
    """Return the needs of a panel: its whole data set."""

    def found(config: Configuration) -> tuple[Need, ...]:
        return (Need(experiment=experiment),)

    return found


def curves(results: Results, config: Configuration, experiment: str) -> pd.DataFrame:
    """Return each panel's and series' mean curve with its bands."""
    section = getattr(config, experiment)
    settings = SETTINGS[experiment]
    frame = _shown(labelled(results[experiment], *settings), experiment)
    if len(section.exponents if experiment == "private" else section.sigmas) > 1:
        more = "v" if experiment == "private" else "sigma"
        frame = frame[frame[more].isna() | (frame[more] == frame[more].min())]
    parts = []
    for (life, own), here in _panels(frame, section):
        for name, part in here.groupby("series", sort=False):
            runs, rounds = summaries.whole_runs(part)
            key = (experiment, "curve", str(life), own, str(name))
            for band, (low, high) in summaries.bands(runs, key=key, new_runs=PAPER_RUNS).items():
                parts.append(
                    summaries.rows(
                        panel=LIVES.get(str(life), f"γ = {life}") + own,
                        series=name,
                        x=rounds,
                        estimate=runs.mean(axis=0),
                        low=low,
                        high=high,
                        n=len(runs),
                        band=band,
                    )
                )
    return summaries.concat(parts)


def _shown(frame: pd.DataFrame, experiment: str) -> pd.DataFrame:
    """Leave out curves that hide others: they are in the table, and in Figure 1(c).

    Without contamination the estimators' curves lie on each other; for small ε that of the repaired
    private algorithm is far above all others.
    """
    if experiment == "byzantine":
        keep = frame["contamination"].isna() | (frame["contamination"] > 0)
        return frame[keep | (frame["estimator"] == "trimmed-mean")]
    repaired = frame["algorithm"] == "released-sums-ucb"
    return frame[~repaired | (frame["epsilon"] == frame["epsilon"].max())]


def _panels(
    frame: pd.DataFrame, section: Any
) -> Iterator[tuple[tuple[int | str, str], pd.DataFrame]]:
    """Yield life, reading and rows of each panel; Algorithm 1 as printed has panels of its own."""
    readings = getattr(section, "own_messages", ["left-out"])
    for own in readings:
        for life in section.message_lives:
            here = frame[(frame["message_life"] == str(life)) | frame["message_life"].isna()]
            if "own_message" in here:
                here = here[here["own_message"].isna() | (here["own_message"] == own)]
            yield (life, ",\nown message counted, as printed" if own == "counted" else ""), here


def _plot(results: Results, config: Configuration, experiment: str) -> dict[str, Drawing]:
    data = curves(results, config, experiment)
    frame = _shown(labelled(results[experiment], *SETTINGS[experiment]), experiment)
    shown = looks(frame)
    panels = list(data["panel"].unique())
    drawings = {}
    for variant in ("", "log"):
        with plotting.style():
            figure, axes = plotting.panels(len(panels), columns=min(2, len(panels)), share_y=True)
            for panel, ax in zip(panels, axes, strict=True):
                plotting.draw_curves(ax, data[data["panel"] == panel], shown)
                if variant:
                    plotting.log_axes(ax)
                else:
                    plotting.linear_axes(ax)
                ax.set_title(panel)
                ax.set_xlabel("round")
            for ax in axes[::2]:
                ax.set_ylabel(REGRET)
            keys = [plotting.line_key(name, look) for name, look in shown.items()]
            plotting.finish(figure, keys + plotting.band_keys(data), columns=2)
        drawings[variant] = Drawing(figure, data)
    return drawings


def plot_private(results: Results, config: Configuration) -> dict[str, Drawing]:
    """Draw Figure 1(a)."""
    return _plot(results, config, "private")


def plot_byzantine(results: Results, config: Configuration) -> dict[str, Drawing]:
    """Draw Figure 1(b)."""
    return _plot(results, config, "byzantine")


TEXT = (
    "Group pseudo-regret: pulls times gap, summed over arms and agents; fresh network and means in "
    "each trial. Shaded: 95% interval of the mean over all our trials; dotted: between these lines "
    "lies, in 95 of 100 cases, what a repetition with the paper's 100 trials would plot."
)

CURVE_FIGURES = (
    FigureSpec(
        id="figure-01a",
        title="Figure 1(a): experimental comparison on random graphs, private agents",
        source="Figure 1(a)",
        caption=(
            f"{TEXT} The paper leaves ε and the rounding of half the diameter open. Algorithm 1 as "
            "printed counts an agent's own message beside its rewards. One UCB1 with all pulls "
            "has the width of Algorithm 2. Our repair is shown at the largest ε; see Figure 1(c)."
        ),
        needs=needs("private"),
        plot=plot_private,
        variants=("", "log"),
    ),
    FigureSpec(
        id="figure-01b",
        title="Figure 1(b): experimental comparison on random graphs, Byzantine agents",
        source="Figure 1(b)",
        caption=(
            f"{TEXT} Means in [0.3, 0.7]; all agents report falsely with the contamination's "
            "probability. The plain mean and the clipped mean, with a width that holds for it, are "
            "ours."
        ),
        needs=needs("byzantine"),
        plot=plot_byzantine,
        variants=("", "log"),
    ),
)
