"""The law of the final regret; the paper shows its mean (Section 6)."""

import pandas as pd
from matplotlib.axes import Axes

from bandit_replications.experiments.needs import Need
from bandit_replications.inference import summaries
from bandit_replications.inference.summaries import Results
from bandit_replications.papers.private_online.catalogue import STYLES
from bandit_replications.papers.private_online.figures.regret import setting_at, setting_title
from bandit_replications.papers.private_online.parameters import Configuration
from bandit_replications.reporting import distributions, plotting, views
from bandit_replications.reporting.figures import Drawing, FigureSpec

LAW_EPSILONS = (0.5, 8.0)


def law_epsilons(config: Configuration) -> list[float]:
    """Return the law's epsilons: 0.5 and 8 if the run has them."""
    found = [epsilon for epsilon in LAW_EPSILONS if epsilon in config.regret.epsilons]
    return found or sorted(config.regret.epsilons)[:1]


def law_needs(config: Configuration) -> tuple[Need, ...]:
    """Return the needs of the law's figure: the first setting at a few epsilons."""
    where = {"setting": (setting_at(config, 0).name,), "epsilon": tuple(law_epsilons(config))}
    return (Need(experiment="regret", where=where),)


def plot_law(results: Results, config: Configuration) -> dict[str, Drawing]:
    """Draw the empirical distribution function of the final regret, by algorithm."""
    styles = STYLES.of(config.regret.algorithms)
    final = summaries.final(results["regret"])
    runs = {}
    for epsilon in law_epsilons(config):
        here = final[(final["epsilon"] == epsilon) | final["epsilon"].isna()]
        panel = f"ε = {epsilon:g}"
        runs[panel] = {name: here.loc[here["algorithm"] == name, "regret"] for name in styles}

    def draw(ax: Axes, rows: pd.DataFrame, panel: str) -> None:
        distributions.draw_law(ax, rows, runs[panel], styles)
        plotting.short_log_x(ax)

    drawing = views.grid(
        summaries.concat(distributions.law_rows(one, panel=panel) for panel, one in runs.items()),
        draw,
        {},
        panels={panel: f"{setting_title(setting_at(config, 0))}, {panel}" for panel in runs},
        columns=len(runs),
        share="y",
        x_label="final pseudo-regret (sum of plays × gap)",
        y_label="share of runs up to here",
        keys=[plotting.line_key(name, style, marker="") for name, style in styles.items()],
        bands="areas",
        legend=3,
    )
    return {"": drawing}


FINAL_REGRET_LAW = FigureSpec(
    id="figure-final-regret-law",
    title="Law of the final regret",
    source="Section 6",
    caption=(
        "Share of runs whose final pseudo-regret (plays times gap, summed over arms) is at "
        "most x; x to base 10. Steps are where the event-driven algorithms' regret takes few "
        "values, so that a mean over 15 runs depends on how many runs fall on which step. "
        "Band: 95% for the whole law at once (Dvoretzky, Kiefer, Wolfowitz)."
    ),
    needs=law_needs,
    plot=plot_law,
)
