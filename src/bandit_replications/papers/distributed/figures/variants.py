"""What readings and constants change: regret and communication over those of the main reading."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from bandit_replications.bandits.streams import generator
from bandit_replications.experiments.needs import Need
from bandit_replications.inference import summaries
from bandit_replications.inference.intervals import paired_ratio_interval
from bandit_replications.papers.distributed.analysis.growth import QUANTITIES, final_rows
from bandit_replications.papers.distributed.figures.scaling import Results, power
from bandit_replications.papers.distributed.looks import LOOKS
from bandit_replications.papers.distributed.parameters import MAIN, Configuration
from bandit_replications.reporting import plotting
from bandit_replications.reporting.figures import Drawing, FigureSpec
from bandit_replications.runtime.errors import NotApplicable

BAND = "95% interval of the ratio"
ROOM = 1.05  # a ratio off 1 by less moves nothing that matters


def variants_needs(config: Configuration) -> tuple[Need, ...]:
    """Return the need of the variants' figure and table."""
    if not config.variants.variants:
        raise NotApplicable("the run has no variants; variants.variants is empty")
    return (Need(experiment="variants"),)


def variant_ratios(frame: pd.DataFrame) -> pd.DataFrame:
    """Return each variant's mean regret and communication over the main reading's.

    Returns
    -------
    DataFrame
        algorithm, variant, instance, horizon, quantity, runs, mean, main (its mean), ratio, low,
        high; without rows where the main reading's mean is zero.

    """
    columns = ("algorithm", "variant", "instance", "horizon")
    cells = dict(summaries.groups(final_rows(frame), *columns))
    records = []
    for (algorithm, variant, instance, horizon), cell in cells.items():
        main = cells.get((algorithm, MAIN, instance, horizon))
        if variant == MAIN or main is None:
            continue
        for quantity in QUANTITIES:
            a = cell[quantity].to_numpy(dtype=np.float64)
            b = main[quantity].to_numpy(dtype=np.float64)
            if b.mean() <= 0:
                continue
            key = ("variants", algorithm, variant, instance, horizon, quantity)
            stream = generator(0, "intervals", *key)
            low, high = paired_ratio_interval(
                a, b, confidence=summaries.CONFIDENCE, generator=stream
            )
            records.append(
                {
                    "algorithm": algorithm,
                    "variant": variant,
                    "instance": instance,
                    "horizon": int(horizon),
                    "quantity": quantity,
                    "runs": a.size,
                    "mean": a.mean(),
                    "main": b.mean(),
                    "ratio": a.mean() / b.mean(),
                    "low": low,
                    "high": high,
                }
            )
    return pd.DataFrame(records)


def moving(found: pd.DataFrame) -> pd.DataFrame:
    """Return the ratios of the variants that move something on an instance.

    Some mean is off the main reading's by more than `ROOM`, with its whole interval, at some
    horizon. The others are in the table alone.
    """
    off = (found["low"] > ROOM) | (found["high"] < 1 / ROOM)
    keys = ["algorithm", "variant", "instance"]
    kept = found.loc[off, keys].drop_duplicates()
    return found.merge(kept, on=keys)


def plot_variants(results: Results, config: Configuration) -> dict[str, Drawing]:
    """Draw the ratios of what moves something, a line for each variant and instance."""
    found = moving(variant_ratios(results["variants"]))
    if found.empty:
        raise NotApplicable(f"no variant of the run moves a mean by more than {ROOM - 1:.0%}")
    columns = ["algorithm", "variant", "instance"]
    keys = list(dict.fromkeys(found[columns].itertuples(index=False, name=None)))
    labels = {key: _label(*key) for key in keys}
    names = list(labels.values())
    horizons = sorted(int(horizon) for horizon in found["horizon"].unique())
    parts = []
    with plotting.style():
        figure, axes = plotting.panels(
            2, columns=2, width=plotting.PAGE_WIDTH, height=0.7 + 0.24 * len(names)
        )
        for quantity, ax in zip(QUANTITIES, axes, strict=True):
            here = found[found["quantity"] == quantity]
            rows = summaries.rows(
                panel=quantity,
                series=[labels[key] for key in here[columns].itertuples(index=False, name=None)],
                x=here["horizon"].astype(float),
                estimate=here["ratio"],
                low=here["low"],
                high=here["high"],
                n=here["runs"],
                band=BAND,
            )
            parts.append(rows)
            ax.axvline(1, color="0.4", linewidth=1)
            for key, name in labels.items():
                plotting.draw_marks_in_line(
                    ax,
                    rows[rows["series"] == name],
                    height=names.index(name),
                    levels=[float(horizon) for horizon in horizons],
                    colour=LOOKS.of([key[0]])[key[0]].colour,
                )
            plotting.name_lines(ax, names)
            plotting.log_axes(ax, which="x")
            ax.set_xlabel(f"{quantity} over that\nof the main reading")
            if ax.get_xlim()[1] < 30 * ax.get_xlim()[0]:
                plotting.name_ticks(ax.xaxis, [0.2, 0.5, 1, 2])
        axes[1].tick_params(axis="y", labelleft=False)
        legend = [_horizon_key(horizon, horizons) for horizon in horizons]
        plotting.finish(figure, legend + plotting.band_keys(parts[0], bars=True), columns=3)
    return {"": Drawing(figure, summaries.concat(parts))}


def _label(algorithm: str, variant: str, instance: str) -> str:
    """Return the words of a line: the protocol, what differs, and on which instance."""
    words = variant.replace("C1-d", "C₁d for C₁d²").replace("C1-", "C₁ = ")
    words = words.replace("C2-repaired", "C₂ = 256/3").replace("-", " ")
    return f"{LOOKS.name(algorithm)}: {words} ({instance})"


def _horizon_key(horizon: int, horizons: Sequence[int]) -> Any:
    fill = plotting.level_fill("#595959", [float(one) for one in horizons], horizon)
    return plotting.mark_key(f"T = {power(horizon)}", "o", fill=fill)


VARIANT_FIGURES = (
    FigureSpec(
        id="figure-variants",
        title="Readings and constants",
        source="Protocols 1 to 6 and 8",
        caption=(
            "Mean pseudo-regret and communication under each other reading, or with one constant "
            "changed, over those of the main reading, where one of them is off by more than 5% "
            "with its whole interval; the others are in table-variants. Axes to base 10; bars: "
            "95% interval of the ratio, runs on the same instance together, mostly smaller than "
            "the marks."
        ),
        needs=variants_needs,
        plot=plot_variants,
    ),
)
