"""Figure 1(a) and (b): group regret over the rounds, for both roundings of half the diameter."""

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
from bandit_replications.reporting import plotting
from bandit_replications.reporting.figures import Drawing, FigureSpec

LIVES = {
    "half-diameter-down": "γ = diameter/2, rounded down",
    "half-diameter-up": "γ = diameter/2, rounded up",
}
SETTINGS = {"private": ("epsilon",), "byzantine": ("contamination", "estimator")}


def needs(experiment: str) -> Any:
    """Return the needs of a panel: its whole data set."""

    def found(config: Any) -> tuple[Need, ...]:
        return (Need(experiment=experiment),)

    return found


def curves(results: Results, config: Any, experiment: str) -> pd.DataFrame:
    """Return each panel's and series' mean curve with its bands."""
    section = getattr(config, experiment)
    settings = SETTINGS[experiment]
    frame = labelled(results[experiment], *settings)
    if len(section.exponents if experiment == "private" else section.sigmas) > 1:
        more = "v" if experiment == "private" else "sigma"
        frame = frame[frame[more].isna() | (frame[more] == frame[more].min())]
    parts = []
    for life in section.message_lives:
        here = frame[(frame["message_life"] == str(life)) | frame["message_life"].isna()]
        for name, part in here.groupby("series", sort=False):
            runs, rounds = summaries.whole_runs(part)
            key = (experiment, "curve", str(life), str(name))
            for band, (low, high) in summaries.bands(runs, key=key, new_runs=PAPER_RUNS).items():
                parts.append(
                    summaries.rows(
                        panel=LIVES.get(str(life), f"γ = {life}"),
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


def _plot(results: Results, config: Any, experiment: str) -> dict[str, Drawing]:
    data = curves(results, config, experiment)
    shown = looks(labelled(results[experiment], *SETTINGS[experiment]))
    panels = list(data["panel"].unique())
    drawings = {}
    for variant in ("", "log"):
        with plotting.style():
            figure, axes = plotting.panels(len(panels), columns=len(panels), share_y=True)
            for panel, ax in zip(panels, axes, strict=True):
                plotting.draw_curves(ax, data[data["panel"] == panel], shown)
                if variant:
                    plotting.log_axes(ax)
                else:
                    plotting.linear_axes(ax)
                ax.set_title(panel)
                ax.set_xlabel("round")
            axes[0].set_ylabel(REGRET)
            keys = [plotting.line_key(name, look) for name, look in shown.items()]
            plotting.finish(figure, keys + plotting.band_keys(data), columns=2)
        drawings[variant] = Drawing(figure, data)
    return drawings


def plot_private(results: Results, config: Any) -> dict[str, Drawing]:
    """Draw Figure 1(a)."""
    return _plot(results, config, "private")


def plot_byzantine(results: Results, config: Any) -> dict[str, Drawing]:
    """Draw Figure 1(b)."""
    return _plot(results, config, "byzantine")


TEXT = (
    "Group pseudo-regret: pulls times gap, summed over arms and agents; fresh network and means in "
    "each trial. Shaded: 95% interval of the mean; dotted: where a mean over 100 trials, as "
    "printed, falls with 95%."
)

CURVE_FIGURES = (
    FigureSpec(
        id="figure-01a",
        title="Private multi-agent UCB",
        source="Figure 1(a)",
        caption=f"{TEXT} The paper leaves ε and the rounding of half the diameter open.",
        needs=needs("private"),
        plot=plot_private,
        variants=("", "log"),
    ),
    FigureSpec(
        id="figure-01b",
        title="Byzantine-proof multi-agent UCB",
        source="Figure 1(b)",
        caption=(
            f"{TEXT} Means in [0.3, 0.7]; all agents report falsely with the contamination's "
            "probability. The plain mean in the place of the trimmed one is ours."
        ),
        needs=needs("byzantine"),
        plot=plot_byzantine,
        variants=("", "log"),
    ),
)
