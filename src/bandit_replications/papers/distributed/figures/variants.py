"""Figures of interpretations and constants: regret and communication relative to the main one."""

import pandas as pd
from matplotlib.axes import Axes

from bandit_replications.inference import summaries
from bandit_replications.inference.ratios import RATIO
from bandit_replications.inference.summaries import Results
from bandit_replications.papers.distributed.analysis.growth import QUANTITIES
from bandit_replications.papers.distributed.analysis.variants import variant_ratios, variants_needs
from bandit_replications.papers.distributed.catalogue import STYLES
from bandit_replications.papers.distributed.figures.scaling import power
from bandit_replications.papers.distributed.parameters import Configuration
from bandit_replications.reporting import plotting, views
from bandit_replications.reporting.figures import Drawing, FigureSpec
from bandit_replications.runtime.errors import NotApplicable

ROOM = 1.05  # a ratio off 1 by less moves nothing that matters


def moving(found: pd.DataFrame) -> pd.DataFrame:
    """Return the ratios of the variants that move regret, or communication, on an instance.

    The mean is off the main interpretation's by more than `ROOM`, with its whole interval, at some
    horizon. The others are in the table alone.
    """
    off = (found["low"] > ROOM) | (found["high"] < 1 / ROOM)
    keys = ["algorithm", "variant", "instance", "quantity"]
    kept = found.loc[off, keys].drop_duplicates()
    return found.merge(kept, on=keys)


def plot_variants(results: Results, config: Configuration) -> dict[str, Drawing]:
    """Draw the ratios of variants with an effect, a line for each variant and instance."""
    found = moving(variant_ratios(results["variants"]))
    if found.empty:
        raise NotApplicable(f"no variant of the run moves a mean by more than {ROOM - 1:.0%}")
    cells = found[["algorithm", "variant", "instance"]].itertuples(index=False, name=None)
    found = found.assign(line=[_label(*cell) for cell in cells])
    styles = STYLES.of(list(found["algorithm"].unique()))
    found = pd.concat([found[found["quantity"] == one] for one in QUANTITIES])
    parts = {str(name): part for name, part in found.groupby("quantity", sort=False)}
    horizons = sorted(found["horizon"].unique().astype(float))

    def draw(ax: Axes, rows: pd.DataFrame, panel: str) -> None:
        here = parts[panel][["line", "algorithm"]].itertuples(index=False, name=None)
        colours = {line: styles[algorithm].colour for line, algorithm in here}
        views.marks(colours, levels=horizons, scale="log x")(ax, rows, panel)
        ax.set_xlabel(f"{panel} over that of the main interpretation")
        if ax.get_xlim()[1] < 30 * ax.get_xlim()[0]:
            plotting.name_ticks(ax.xaxis, [0.2, 0.5, 1, 2])

    fills = {one: plotting.level_fill("#595959", horizons, one) for one in horizons}
    heights = [0.6 + 0.18 * part["line"].nunique() for part in parts.values()]
    drawing = views.grid(
        summaries.mean_rows(
            found,
            panel=found["quantity"],
            series=found["line"],
            x=found["horizon"],
            estimate="ratio",
            band=RATIO,
        ),
        draw,
        {},
        panels=dict.fromkeys(parts, ""),
        columns=1,
        width=plotting.PAGE_WIDTH,
        height=sum(heights) / len(heights),
        heights=heights,
        keys=[
            plotting.mark_key(f"T = {power(int(one))}", "o", fill=fill)
            for one, fill in fills.items()
        ],
        legend=3,
    )
    return {"": drawing}


def _label(algorithm: str, variant: str, instance: str) -> str:
    """Return the words of a line: protocol, variant and instance."""
    words = variant.replace("C1-d", "C₁d for C₁d²").replace("C1-", "C₁ = ")
    words = words.replace("C2-repaired", "C₂ = 256/3").replace("-", " ")
    return f"{STYLES.name(algorithm)}: {words} ({instance})"


VARIANTS = FigureSpec(
    id="figure-variants",
    title="Interpretations and constants",
    source="Protocols 1 to 6 and 8",
    caption=(
        "Mean pseudo-regret (above) and communication (below) under other interpretations, or "
        "with one constant changed, over that of the main one, where it is off by more than 5% "
        "with its whole interval; the others are in table-variants. Axes to base 10; bars: "
        "95% interval of the ratio, runs on the same instance together, mostly smaller than "
        "the marks."
    ),
    needs=variants_needs,
    plot=plot_variants,
)
