"""Numbers that move arms, over the number of arms: DEMAB as printed and repaired."""

import pandas as pd

from bandit_replications.experiments.needs import Need
from bandit_replications.inference import summaries
from bandit_replications.inference.summaries import MEAN
from bandit_replications.papers.distributed.analysis.growth import final_rows
from bandit_replications.papers.distributed.figures.scaling import Results
from bandit_replications.papers.distributed.looks import LOOKS
from bandit_replications.papers.distributed.parameters import Configuration
from bandit_replications.reporting import plotting
from bandit_replications.reporting.figures import Drawing, FigureSpec
from bandit_replications.runtime.errors import NotApplicable

PANELS = {"moved": "numbers that move arms", "communication": "all numbers sent"}


def moved_arms_needs(config: Configuration) -> tuple[Need, ...]:
    """Return the need of the figure on moved arms."""
    if len(config.moved_arms.arms) < 2:
        raise NotApplicable("shows growth with the arms; moved_arms.arms has one value")
    return (Need(experiment="moved-arms"),)


def moved_means(frame: pd.DataFrame) -> pd.DataFrame:
    """Return mean numbers over the arms, with intervals; a panel for moved arms and for all."""
    parts = []
    for (algorithm, arms), cell in summaries.groups(final_rows(frame), "algorithm", "arms"):
        for column, panel in PANELS.items():
            values = cell[column].to_numpy(dtype=float)
            low, high = summaries.bands(values, key=("moved-arms", algorithm, arms, column))[MEAN]
            parts.append(
                summaries.rows(
                    panel=panel,
                    series=algorithm,
                    x=float(arms),
                    estimate=float(values.mean()),
                    low=float(low),
                    high=float(high),
                    n=values.size,
                    band=MEAN,
                )
            )
    return summaries.concat(parts)


def plot_moved_arms(results: Results, config: Configuration) -> dict[str, Drawing]:
    """Draw numbers sent over the arms; both axes from zero."""
    data = moved_means(results["moved-arms"])
    looks = LOOKS.of(config.moved_arms.algorithms)
    with plotting.style():
        figure, axes = plotting.panels(2, columns=2, height=2.6)
        for panel, ax in zip(PANELS.values(), axes, strict=True):
            plotting.draw_points(ax, data[data["panel"] == panel], looks)
            plotting.linear_axes(ax)
            ax.set_xlabel("arms K")
            ax.set_ylabel(panel)
        keys = [plotting.line_key(name, look) for name, look in looks.items()]
        plotting.finish(figure, keys + plotting.band_keys(data, bars=True), columns=2)
    return {"": Drawing(figure, data)}


MOVED_ARMS_FIGURES = (
    FigureSpec(
        id="figure-moved-arms",
        title="DEMAB's communication and its repair",
        source="Theorem 1",
        caption=(
            "Mean numbers sent in a run on coins of mean 3/4 (one arm) and 1/4, a gap that phase 1 "
            "of stage 1 drops for some agents and not for others, at the least horizon at which "
            "it surely completes. As printed the numbers that move arms grow like K; repaired "
            "none is moved once K exceeds a few times M, and with D = l0 = 0 ever fewer are. The "
            "rest grows with the phases. Bars: 95% interval of the mean."
        ),
        needs=moved_arms_needs,
        plot=plot_moved_arms,
    ),
)
