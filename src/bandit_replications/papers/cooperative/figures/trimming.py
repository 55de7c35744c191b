"""What the trimmed mean leaves open: final group regret by ties, halves and estimator."""

import pandas as pd

from bandit_replications.experiments.needs import Need
from bandit_replications.inference import summaries
from bandit_replications.papers.cooperative.figures.series import REGRET, Results, labelled, looks
from bandit_replications.papers.cooperative.figures.sweeps import BARS, against_life, draw_lives
from bandit_replications.papers.cooperative.parameters import Configuration
from bandit_replications.reporting import plotting
from bandit_replications.reporting.distributions import draw_runs, mean_key
from bandit_replications.reporting.figures import Drawing, FigureSpec
from bandit_replications.reporting.looks import SOLID, SPARE_LOOKS, Look

TRIMMING_LOOKS: tuple[Look, ...] = (Look("#D55E00", SOLID, "s"), *SPARE_LOOKS)


def trimming_needs(config: Configuration) -> tuple[Need, ...]:
    """Return the need of the figure on what the trimmed mean leaves open."""
    return (Need(experiment="trimming"),)


def plot_trimming(results: Results, config: Configuration) -> dict[str, Drawing]:
    """Draw final regret against the message life under each reading of the trimmed mean."""
    frame = labelled(results["trimming"], "estimator", "halves", "ties")
    data = against_life(frame, "trimming", config.trimming.message_lives, "")
    shown = dict(zip(looks(frame), TRIMMING_LOOKS, strict=True))
    drawings = {"": draw_lives(data, shown, config.trimming.message_lives)}
    return drawings | {"runs": _draw_runs(summaries.final(frame), shown, config)}


def _draw_runs(final: pd.DataFrame, shown: dict[str, Look], config: Configuration) -> Drawing:
    """Draw the final regrets of all runs at the largest message life, the mean marked."""
    life = str(config.trimming.message_lives[-1])
    here = final[final["message_life"] == life]
    runs = {str(name): part["regret"] for name, part in here.groupby("series", sort=False)}
    shown = {name: look for name, look in shown.items() if name in runs}
    with plotting.style():
        figure, axes = plotting.panels(1, width=plotting.PAGE_WIDTH, height=0.9 + 0.3 * len(shown))
        plotting.log_axes(axes[0], which="x")
        data = draw_runs(axes[0], runs, shown, key=("trimming", "runs", life))
        axes[0].set_xlabel(REGRET.replace("\n", " "))
        plotting.finish(figure, [mean_key()])
    return Drawing(figure, data)


TRIMMING_FIGURES = (
    FigureSpec(
        id="figure-trimming",
        title="What the trimmed mean leaves open",
        source="Section 4.1, (8)",
        caption=(
            "Final group pseudo-regret of Algorithm 3 (logarithmic, base 10) against the message "
            "life, 50 agents: by which of several shortest intervals counts, by who divides the "
            f"samples into halves, and with the plain and the clipped mean instead. {BARS} Second "
            "picture: the final regrets of all runs at the diameter; boxes end at the quarters, "
            "eighths, … of the runs, points are the outer runs."
        ),
        needs=trimming_needs,
        plot=plot_trimming,
        variants=("", "runs"),
    ),
)
