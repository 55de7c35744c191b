"""Figure 1(a) and (b): group regret over the rounds, for both roundings of half the diameter."""

import functools
from typing import Any

import pandas as pd

from bandit_replications.experiments.needs import every
from bandit_replications.inference import summaries
from bandit_replications.inference.summaries import Results
from bandit_replications.papers.cooperative.analysis.series import (
    PAPER_RUNS,
    REGRET,
    labelled,
    styles,
)
from bandit_replications.papers.cooperative.parameters import Configuration
from bandit_replications.reporting import views
from bandit_replications.reporting.figures import Drawing, FigureSpec

LIVES = {
    "half-diameter-down": "γ = diameter/2, rounded down",
    "half-diameter-up": "γ = diameter/2, rounded up",
}
PRINTED = ",\nown message counted, as printed"


def _shown(results: Results, experiment: str) -> pd.DataFrame:
    """Return the runs without curves that hide others: those are in the table and Figure 1(c).

    Without contamination the estimators' curves lie on each other; for small ε that of the repaired
    private algorithm is far above all others. Of several v, or noise scales, the least is shown.
    """
    if experiment == "byzantine":
        frame = labelled(results[experiment], "contamination", "estimator", "halves")
        contaminated = frame["contamination"].isna() | (frame["contamination"] > 0)
        plain = (frame["estimator"] == "trimmed-mean") & (frame["halves"] == "receiver-turns")
        frame = frame[contaminated | plain]
        return frame[frame["sigma"].isna() | (frame["sigma"] == frame["sigma"].min())]
    frame = labelled(results[experiment], "epsilon")
    repaired = frame["algorithm"] == "released-sums-ucb"
    frame = frame[~repaired | (frame["epsilon"] == frame["epsilon"].max())]
    return frame[frame["v"].isna() | (frame["v"] == frame["v"].min())]


def curves(frame: pd.DataFrame, section: Any, experiment: str) -> pd.DataFrame:
    """Return each series' mean curve with its bands, a panel for each message life.

    Algorithm 1 as printed has panels of its own.
    """
    parts = []
    for own in getattr(section, "own_messages", ["left-out"]):
        words = PRINTED if own == "counted" else ""
        for life in map(str, section.message_lives):
            here = frame[frame["message_life"].isna() | (frame["message_life"] == life)]
            if "own_message" in here:
                here = here[here["own_message"].isna() | (here["own_message"] == own)]
            parts.append(
                summaries.curve_rows(
                    here,
                    "series",
                    key=(experiment, "curve", life, words),
                    panel=LIVES.get(life, f"γ = {life}") + words,
                    new_runs=PAPER_RUNS,
                )
            )
    return summaries.concat(parts)


def plot_curves(results: Results, config: Configuration, *, experiment: str) -> dict[str, Drawing]:
    """Draw Figure 1(a) or (b), with linear and logarithmic axes."""
    frame = _shown(results, experiment)
    data = curves(frame, getattr(config, experiment), experiment)
    shown = styles(frame)
    return {
        variant: views.grid(
            data,
            views.curves(shown, log=bool(variant)),
            shown,
            share="y",
            x_label="round",
            y_label=REGRET,
            bands="areas",
        )
        for variant in ("", "log")
    }


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
        needs=every("private"),
        plot=functools.partial(plot_curves, experiment="private"),
        variants=("", "log"),
    ),
    FigureSpec(
        id="figure-01b",
        title="Figure 1(b): experimental comparison on random graphs, Byzantine agents",
        source="Figure 1(b)",
        caption=(
            f"{TEXT} Means in [0.3, 0.7]; all agents report falsely with the contamination's "
            "probability. Receivers divide their samples into the halves of the trimmed mean, as "
            "printed, unless the legend says senders. The plain mean and the clipped mean, with a "
            "width that holds for it, are ours. The curves without contamination, and with "
            "either way to fill the halves, lie on each other for γ rounded down."
        ),
        needs=every("byzantine"),
        plot=functools.partial(plot_curves, experiment="byzantine"),
        variants=("", "log"),
    ),
)
