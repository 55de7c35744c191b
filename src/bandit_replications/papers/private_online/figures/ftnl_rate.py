"""The potential behind the rate of FTNL in one picture, and its bounds beside the regret."""

import math

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from bandit_replications.bandits.arrays import Floats
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

STAIRS, RATE, MORE_BRACKETS, MORE_ACTIONS = "staircase", "rate", "brackets", "actions"
MEANS, EPSILON, EPOCHS = (0.9, 0.6, 0.5, 0.3), 0.1, 7  # of the staircase
BRACKETS, EACH, BEST = 5, 16, 0.75  # gaps 0.75, 0.375, … of 16 actions each
EPSILONS = (0.005, 0.01, 0.02, 0.05, 0.1, 0.3, 1.0)
HORIZON = 2**19 - 1
NUMBERS = {MORE_BRACKETS: tuple(range(1, 8)), MORE_ACTIONS: (1, 4, 16, 64, 256)}
FEW = 3  # brackets, where the number of actions in each varies
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
    """Draw the staircase, and regret and bounds over M_K / ε: over ε, brackets and actions."""
    sampled = [_sampled(name, epsilon) for epsilon in EPSILONS for name in CORRELATED]
    data = summaries.concat((*_stairs(), *_exact_rates(), *sampled))
    styles, colours = (
        {"ftnl": STYLES["ftnl"]},
        {name: colour for name, (_, colour) in LINES.items()},
    )
    x_labels = dict(zip(NUMBERS, ("number of brackets", "actions in each bracket"), strict=True))

    def draw(ax: Axes, rows: pd.DataFrame, panel: str) -> None:
        if panel == STAIRS:
            _draw_stairs(ax, rows)
            return
        if panel == RATE:
            ax.axvspan(EPSILONS[0], _largest_epsilon(_gaps(BRACKETS, EACH)), color="0.92", lw=0)
        shown = rows[rows["series"] != "ftnl"]
        marks = views.points(CORRELATED, bounds=colours, apart=panel == RATE, join=False)
        marks(ax, shown, panel)
        regret = rows[rows["series"] == "ftnl"]
        ax.plot(regret["x"], regret["estimate"], **styles["ftnl"].line)
        if panel == MORE_BRACKETS:
            ax.set_xscale("linear")
        plotting.name_ticks(ax.xaxis, EPSILONS[::2] if panel == RATE else NUMBERS[panel])
        ax.set_xlabel(x_labels.get(panel, "privacy parameter ε"))
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
            MORE_BRACKETS: f"brackets of {EACH} actions, gaps ≥ 4 tanh(ε/2)",
            MORE_ACTIONS: f"{FEW} brackets, gaps ≥ 4 tanh(ε/2)",
        },
        height=2.8,
        keys=keys,
        bands="",
        legend=3,
    )
    return {"": drawing}


def _gaps(brackets: int, each: int) -> Floats:
    """Return gaps 0.75, 0.375, … of so many actions each, and that of the best action."""
    return np.append(np.repeat(BEST * 2.0 ** -np.arange(brackets), each), 0.0)


def _largest_epsilon(gaps: Floats) -> float:
    """Return the ε up to which all gaps are at least 4 tanh(ε/2)."""
    return 2 * math.atanh(float(gaps[gaps > 0].min()) / ftnl_rate.LARGE)


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


def _over_noise(regret: float, gaps: Floats, epsilon: float) -> float:
    """Return a regret less the first round's gap, over M_K / ε."""
    return (regret - float(gaps[0])) * epsilon / ftnl_rate.noisy_max_mean(gaps.size)


def _exact_rates() -> list[pd.DataFrame]:
    """Return exact regrets and bounds; beside ε at the largest one with all gaps in the range."""
    fixed = _gaps(BRACKETS, EACH)
    places = [(RATE, epsilon, fixed, epsilon, HORIZON) for epsilon in EPSILONS]
    for panel, numbers in NUMBERS.items():
        for number in numbers:
            gaps = _gaps(number, EACH) if panel == MORE_BRACKETS else _gaps(FEW, number)
            epsilon = 0.999 * _largest_epsilon(gaps)
            epochs = math.ceil(math.log2(16 / (epsilon * float(gaps[-2])))) + 1
            places.append((panel, number, gaps, epsilon, 2**epochs - 1))
    parts = []
    for panel, x, gaps, epsilon, horizon in places:
        found = {
            "ftnl": expected_regret(means=BEST - gaps, epsilon=epsilon, horizon=horizon),
            "theorem-7": theorem_7_regret(gaps=gaps, epsilon=epsilon) + float(gaps[0]),
            "upper": ftnl_rate.rate_bound(gaps=gaps, epsilon=epsilon),
            "lower": ftnl_rate.rate_floor(gaps=gaps, epsilon=epsilon),
        }
        for name, regret in found.items():
            value, band = _over_noise(regret, gaps, epsilon), "exact" if name == "ftnl" else BOUND
            ends = {"estimate": value, "low": value, "high": value}
            parts.append(summaries.rows(panel=panel, series=name, x=x, band=band, **ends))
    return parts


def _sampled(name: str, epsilon: float) -> pd.DataFrame:
    """Return the mean of sampled regrets where rewards depend on one another."""
    gaps = _gaps(BRACKETS, EACH)
    mean, error = ftnl_rate.sampled_regret(
        law=ftnl_rate.one_source(means=BEST - gaps, opposed=name == OPPOSED),
        epsilon=epsilon,
        horizon=HORIZON,
        samples=SAMPLES,
        generator=generator(0, "ftnl-rate", name, epsilon),
    )
    low, middle, high = (_over_noise(mean + s * error, gaps, epsilon) for s in (-1.96, 0, 1.96))
    return summaries.rows(
        panel=RATE,
        series=name,
        x=epsilon,
        estimate=middle,
        low=low,
        high=high,
        n=SAMPLES,
        band=summaries.MEAN,
    )


FTNL_RATE = FigureSpec(
    id="figure-ftnl-rate",
    title="The rate of FTNL, from above and from below (ours)",
    source="Section 5.1",
    caption=(
        "Upper left: the expected gap D(n) of the choice after n rounds; rewards always 0.9, 0.6, "
        "0.5, 0.3, ε = 0.1. The area under it is M_K / ε, the expected largest noise. The regret "
        "is the first round's gap and twice the sum of 2^s D(2^s), which the rectangles below and "
        "above the curve bound. Elsewhere: exact pseudo-regret of FTNL (plays times gap, summed "
        "over actions), independent Bernoulli rewards, gaps 0.75, 0.375, … with equally many "
        "actions and one best action of mean 0.75. Upper right: over ε, T = "
        f"{HORIZON}; marks: means of {SAMPLES} choices an epoch where all rewards of a round come "
        "from one uniform variable, with 95% intervals. In the grey range all gaps are at least "
        "4 tanh(ε/2). Below: ε is 0.999 times the largest of that range, and T so long that the "
        "regret no longer grows. Theorem 7's sum has the constants of its proof. Axes but that "
        "of the number of brackets to base 10."
    ),
    needs=no_needs,
    plot=plot_rate,
)
