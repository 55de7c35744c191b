"""Figures of each interpretation's effect on the final regret."""

from bandit_replications.experiments.needs import Need
from bandit_replications.inference.summaries import Results
from bandit_replications.papers.private_online.analysis.ratios import interpretation_ratios
from bandit_replications.papers.private_online.catalogue import STYLES
from bandit_replications.papers.private_online.figures.regret import setting_title
from bandit_replications.papers.private_online.parameters import Configuration
from bandit_replications.reporting import views
from bandit_replications.reporting.figures import Drawing, FigureSpec


def first_setting_needs(config: Configuration) -> tuple[Need, ...]:
    """Return the figure's needs: the first setting, with runs of every interpretation."""
    where = {"setting": (config.readings.settings[0].name,)}
    return (Need(experiment="readings", where=where),)


def plot_interpretations(results: Results, config: Configuration) -> dict[str, Drawing]:
    """Draw the ratio to the main interpretation, a line for each other, a mark for each epsilon."""
    frame = results["readings"]
    setting = config.readings.settings[0]
    ratios = interpretation_ratios(frame[frame["setting"] == setting.name])
    drawing = views.interpretations(
        ratios.assign(setting=setting_title(setting)),
        STYLES,
        epsilons=config.readings.epsilons,
        line=0.34,
        x_label="mean final pseudo-regret over that of the main interpretation",
        panel="setting",
    )
    return {"": drawing}


INTERPRETATIONS = FigureSpec(
    id="figure-readings",
    title="Sensitivity to the interpretations",
    source="Algorithms 1 and 4, Section 6",
    caption=(
        "Mean final pseudo-regret (plays times gap, summed over arms) under each other "
        "interpretation of what the paper leaves open, over that under the main one; bars are 95% "
        "intervals of the ratio. At 1 the interpretation does not matter. First setting; the table "
        "of interpretations has the "
        "others."
    ),
    needs=first_setting_needs,
    plot=plot_interpretations,
)
