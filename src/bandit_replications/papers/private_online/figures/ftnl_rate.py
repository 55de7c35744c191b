"""The potential behind the rate of FTNL in one picture, and its bounds beside the regret."""

import math

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from bandit_replications.bandits.streams import generator
from bandit_replications.inference import summaries
from bandit_replications.inference.summaries import BOUND, Results
from bandit_replications.ledger.claims import no_needs
from bandit_replications.papers.private_online.algorithms.report_noisy_max import (
    selection_probabilities,
)
from bandit_replications.papers.private_online.catalogue import STYLES
from bandit_replications.papers.private_online.parameters import Configuration
from bandit_replications.papers.private_online.theory import ftnl_rate
from bandit_replications.papers.private_online.theory.ftnl_exact import expected_regret
from bandit_replications.papers.private_online.theory.full_information_bounds import (
    theorem_7_regret,
)
from bandit_replications.reporting import plotting, views
from bandit_replications.reporting.figures import Drawing, FigureSpec
from bandit_replications.reporting.styles import DASHED, SHORT, LineStyle

STAIRS, RATE = "staircase", "rate"
MEANS, EPSILON, EPOCHS = (0.9, 0.6, 0.5, 0.3), 0.1, 7  # of the staircase
BRACKETS, EACH, BEST = 5, 16, 0.75  # gaps 0.75, 0.375, … of 16 actions each
EPSILONS = (0.005, 0.01, 0.02, 0.05, 0.1, 0.3, 1.0)
HORIZON = 2**19 - 1
SAMPLES = 4000  # choices of each epoch, where rewards depend on one another
TOGETHER, OPPOSED = "FTNL, rewards from one source", "FTNL, every other one opposed"
CORRELATED = {
    TOGETHER: LineStyle("#56B4E9", DASHED, "s"),
    OPPOSED: LineStyle("#E69F00", SHORT, "^"),
}
LINES = {
    "theorem-7": ("Theorem 7's sum over brackets", "#009E73"),
    "upper": ("upper bound (ours)", "#D55E00"),
    "lower": ("lower bound (ours)", "#AA4499"),
}


def plot_rate(results: Results, config: Configuration) -> dict[str, Drawing]:
    """Draw the staircase, and regret and bounds over log K / ε."""
    data = summaries.concat((*_stairs(), *_rates()))
    styles = {"ftnl": STYLES["ftnl"]}

    def draw(ax: Axes, rows: pd.DataFrame, panel: str) -> None:
        if panel == STAIRS:
            _draw_stairs(ax, rows)
        else:
            colours = {name: colour for name, (_, colour) in LINES.items()}
            ax.axvspan(EPSILONS[0], _largest_epsilon(), color="0.92", lw=0)
            shown = rows[rows["series"] != "ftnl"]
            views.points(CORRELATED, bounds=colours, apart=True, join=False)(ax, shown, panel)
            regret = rows[rows["series"] == "ftnl"]
            ax.plot(regret["x"], regret["estimate"], **styles["ftnl"].line)
            plotting.name_ticks(ax.xaxis, EPSILONS[::2])
            ax.set_xlabel("privacy parameter ε")
            ax.set_ylabel(r"(regret - $\Delta_1$) $\varepsilon/M_K$")

    keys = [plotting.line_key(name, one, linestyle="none") for name, one in CORRELATED.items()]
    keys += [plotting.bound_key(*line) for line in LINES.values()]
    drawing = views.grid(
        data,
        draw,
        styles,
        panels={
            STAIRS: "rewards that never vary, four actions",
            RATE: f"{BRACKETS} brackets of {EACH} actions",
        },
        height=3.0,
        keys=keys,
        bands="",
        legend=3,
    )
    return {"": drawing}


def _largest_epsilon() -> float:
    """Return the ε up to which all gaps are at least 4 tanh(ε/2)."""
    return 2 * math.atanh(BEST * 2.0 ** (1 - BRACKETS) / ftnl_rate.LARGE)


def _stairs() -> list[pd.DataFrame]:
    """Return D over n, and its values at 1, 2, 4, … before and after these rounds."""
    means = np.array(MEANS)
    gaps = means.max() - means
    last = 2**EPOCHS
    rounds = {
        "D(n)": np.linspace(0, last, 4 * last + 1),
        "inside": 2.0 ** np.arange(EPOCHS + 1),
        "outside": np.append(0.0, 2.0 ** np.arange(EPOCHS)),
    }
    return [
        summaries.rows(
            panel=STAIRS,
            series=name,
            x=places,
            estimate=[
                float(selection_probabilities(sums=n * means, scale=1 / EPSILON) @ gaps)
                for n in places
            ],
            band=BOUND,
        )
        for name, places in rounds.items()
    ]


def _draw_stairs(ax: Axes, rows: pd.DataFrame) -> None:
    """Draw D with the rectangles below it and above it."""
    series = {name: rows[rows["series"] == name] for name in ("D(n)", "inside", "outside")}
    inside, outside = series["inside"], series["outside"]
    ends = np.append(0.0, inside["x"])
    ax.bar(
        ends[:-1],
        inside["estimate"],
        np.diff(ends),
        align="edge",
        color=LINES["upper"][1],
        alpha=0.35,
        edgecolor="white",
    )
    edges = np.append(outside["x"], 2.0**EPOCHS)
    ax.stairs(outside["estimate"], edges, color=LINES["lower"][1], linewidth=1.2)
    ax.plot(series["D(n)"]["x"], series["D(n)"]["estimate"], color="0.2", linewidth=1.6)
    top = float(outside["estimate"].iloc[0])
    ax.set_xlim(0, 2.0**EPOCHS)
    ax.set_ylim(0, top * 1.05)
    for line, (text, name) in enumerate(
        (
            ("area under the curve: $M_K/\\varepsilon$", ""),
            ("filled area: at least (regret - $\\Delta_1$)/4", "upper"),
            ("area under the steps:\n(regret - $\\Delta_1$)/2 + mean gap", "lower"),
        )
    ):
        colour = LINES[name][1] if name else "0.2"
        ax.text(45, top * (0.95 - 0.1 * line), text, color=colour, fontsize=8, va="top")
    ax.set_xlabel("rounds n from which the choice is made")
    ax.set_ylabel("expected gap D(n) of the choice")


def _rates() -> list[pd.DataFrame]:
    """Return regret and bounds, less the first round's gap, over M_K / ε."""
    gaps = np.append(np.repeat(BEST * 2.0 ** -np.arange(BRACKETS), EACH), 0.0)
    first, largest = float(gaps[0]), ftnl_rate.noisy_max_mean(gaps.size)
    values: dict[str, list[float]] = {name: [] for name in ("ftnl", *LINES)}
    sampled = []
    for epsilon in EPSILONS:
        regret = expected_regret(means=BEST - gaps, epsilon=epsilon, horizon=HORIZON)
        found = {
            "ftnl": regret - first,
            "theorem-7": theorem_7_regret(gaps=gaps, epsilon=epsilon),
            "upper": ftnl_rate.rate_bound(gaps=gaps, epsilon=epsilon) - first,
            "lower": ftnl_rate.rate_floor(gaps=gaps, epsilon=epsilon) - first,
        }
        for name, value in found.items():
            values[name].append(value * epsilon / largest)
        for name in CORRELATED:
            mean, error = ftnl_rate.sampled_regret(
                law=ftnl_rate.one_source(means=BEST - gaps, opposed=name == OPPOSED),
                epsilon=epsilon,
                horizon=HORIZON,
                samples=SAMPLES,
                generator=generator(0, "ftnl-rate", name, epsilon),
            )
            ends = [(mean + side * 1.96 * error - first) * epsilon / largest for side in (-1, 0, 1)]
            sampled.append(
                summaries.rows(
                    panel=RATE,
                    series=name,
                    x=epsilon,
                    estimate=ends[1],
                    low=ends[0],
                    high=ends[2],
                    n=SAMPLES,
                    band=summaries.MEAN,
                )
            )
    exact = [
        summaries.rows(
            panel=RATE,
            series=name,
            x=EPSILONS,
            estimate=value,
            low=value,
            high=value,
            band="exact" if name == "ftnl" else BOUND,
        )
        for name, value in values.items()
    ]
    return [*exact, *sampled]


FTNL_RATE = FigureSpec(
    id="figure-ftnl-rate",
    title="The rate of FTNL, from above and from below (ours)",
    source="Section 5.1",
    caption=(
        "Left: the expected gap D(n) of the choice after n rounds; rewards always 0.9, 0.6, 0.5, "
        "0.3, ε = 0.1. The area under it is M_K / ε, the expected largest noise. The regret is the "
        "first round's gap and twice the sum of 2^s D(2^s), which the rectangles below and above "
        "the curve bound. Right: exact pseudo-regret of FTNL (plays times gap, summed over "
        f"actions), independent Bernoulli rewards, gaps 0.75, 0.375, … of {EACH} actions each and "
        f"one best action of mean 0.75, T = {HORIZON}; marks: means of {SAMPLES} choices an epoch "
        "where all rewards of a round come from one uniform variable, with 95% intervals. "
        "Theorem 7's sum has the constants of its proof. In the grey range all gaps are at least "
        "4 tanh(ε/2). Axes to base 10."
    ),
    needs=no_needs,
    plot=plot_rate,
)
