"""Exploration over time: rounds that the batches of Algorithm 1 plan, and rounds that they use."""

from collections.abc import Iterator

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.patches import Patch

from bandit_replications.bandits.streams import generator
from bandit_replications.inference import summaries
from bandit_replications.inference.summaries import Results
from bandit_replications.ledger.claims import no_needs
from bandit_replications.papers.anonymous.algorithms.batched_successive_elimination import (
    batch_lengths,
    number_of_batches,
)
from bandit_replications.papers.anonymous.algorithms.decompositions import (
    Demand,
    approximation,
    decompose,
)
from bandit_replications.papers.anonymous.analysis.series import BATCHED, VARIANTS
from bandit_replications.papers.anonymous.catalogue import REGROUP, STYLES
from bandit_replications.papers.anonymous.parameters import Configuration
from bandit_replications.reporting import plotting, views
from bandit_replications.reporting.figures import Drawing, FigureSpec

PLANNED, USED = "planned", "used"
FACES = {PLANNED: "#D5E3EE", USED: "#0072B2"}


def batches_of(config: Configuration) -> Iterator[pd.DataFrame]:
    """Yield start and end of each batch, planned and used, while all arms are alive."""
    section = config.regret
    users, arms = section.instances[0].shape
    size = section.group_size
    active = np.ones((users, arms), dtype=np.bool_)
    runs = [(name, name.removeprefix(f"{BATCHED}-"), 2 * size + 2, size) for name in VARIANTS]
    for name, method, rounds, others in [*runs, (REGROUP, "all-open", 1, 2 * size - 1)]:
        proved = approximation(method, arms=arms, group_size=others, cluster=others + 1)
        alpha = min(proved, float(arms))  # K where nothing is proved
        budget = section.horizon / (alpha * rounds)
        batches = number_of_batches(budget, logarithm="base-2")
        lengths = np.array(batch_lengths(horizon=budget, batches=batches))
        stream = generator(0, "anonymous", "exploring", name)
        demands = [Demand(active=active, total=int(one), group_size=others) for one in lengths]
        used = [decompose(method, demand, generator=stream).total for demand in demands]
        for kind, number in ((PLANNED, alpha * lengths), (USED, np.array(used))):
            ends = rounds * np.cumsum(number)
            low = ends - rounds * number
            yield summaries.rows(
                panel=kind, series=name, x=range(1, batches + 1), estimate=ends, low=low, band=kind
            )


def plot_exploring(results: Results, config: Configuration) -> dict[str, Drawing]:
    """Draw the batches on the time axis, a line for each decomposition."""
    data = summaries.concat(batches_of(config))
    names = list(data["series"].unique())

    def draw(ax: Axes, rows: pd.DataFrame, _panel: str) -> None:
        for kind, colour in FACES.items():
            here = rows[rows["band"] == kind]
            heights = here["series"].map(names.index) + (0.2 if kind == USED else -0.2)
            widths = here["estimate"] - here["low"]
            ax.barh(heights, widths, 0.38, here["low"], facecolor=colour, edgecolor="white")
        plotting.name_lines(ax, [STYLES.name(name).removeprefix("Algorithm 1, ") for name in names])
        ax.set_xlim(0, config.regret.horizon)
        ax.xaxis.set_major_formatter(plotting.thousands)

    drawing = views.grid(
        data.assign(panel=""),
        draw,
        {},
        x_label="round",
        columns=1,
        width=plotting.PAGE_WIDTH,
        height=1.9,
        keys=[Patch(color=colour, label=kind) for kind, colour in FACES.items()],
        bands="",
    )
    return {"": drawing}


EXPLORING = FigureSpec(
    id="figure-exploring",
    title="Who explores when: batches of Algorithm 1",
    source="Algorithm 1, Appendix B",
    caption=(
        "Rounds of each batch at the sizes of Figure 1, while all arms are alive: planned, alpha "
        "times the demand, and used by the decomposition. The rest is commitment. greedy uses what "
        "it plans; LP plans K times what it uses, so that it commits from a fifth of the horizon "
        "on; regrouping takes one round for an assignment instead of 2C + 2."
    ),
    needs=no_needs,
    plot=plot_exploring,
)
