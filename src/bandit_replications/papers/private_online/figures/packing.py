"""Theorem 10's packing, and how well its instances can be told apart."""

import math
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from bandit_replications.inference import summaries
from bandit_replications.inference.summaries import BOUND, Results
from bandit_replications.ledger.claims import no_needs
from bandit_replications.papers.private_online.parameters import Configuration
from bandit_replications.papers.private_online.theory.lower_bounds import packing
from bandit_replications.papers.private_online.theory.optimal_selector import (
    minimax_error,
    non_private_regret,
)
from bandit_replications.reporting import plotting, views
from bandit_replications.reporting.figures import Drawing, FigureSpec
from bandit_replications.reporting.styles import DASHED, SOLID, LineStyle

INSTANCES, ERRORS = "instances", "errors"
SHOWN = 5  # instances on the left
GAP = EPSILON = 0.25  # on the right, for two instances
VECTORS = (0, 1, 2, 4, 8, 12, 16, 20, 24, 28, 32, 36)
NEEDED = 0.2  # the error that the third step of the proof needs
PRIVATE, FREE, FANO, LAST = (
    "best private selector",
    "best selector without privacy",
    "bound of the coupling argument",
    "bound (58), below it",
)
STYLES = {
    PRIVATE: LineStyle("#0072B2", SOLID, "o"),
    FREE: LineStyle("#595959", DASHED, "s"),
}
BOUNDS = {FANO: "#D55E00", LAST: "#AA4499"}


def plot_packing(results: Results, config: Configuration) -> dict[str, Drawing]:
    """Draw the means of the instances, and the errors of selectors beside their lower bounds."""

    def draw(ax: Axes, rows: pd.DataFrame, panel: str) -> None:
        (_draw_instances if panel == INSTANCES else _draw_errors)(ax, rows)

    drawing = views.grid(
        summaries.concat((*_instances(), *_errors())),
        draw,
        STYLES,
        panels={
            INSTANCES: f"the packing, {SHOWN} actions",
            ERRORS: f"two actions, Δ = ε = {GAP:g}",
        },
        height=2.7,
        keys=[plotting.bound_key(*bound) for bound in BOUNDS.items()],
        bands="",
    )
    return {"": drawing}


def _instances() -> list[pd.DataFrame]:
    """Return the means of each instance, less 1/2, in gaps."""
    return [
        summaries.rows(
            panel=INSTANCES,
            series=f"instance {number}",
            x=np.arange(1, SHOWN + 1),
            estimate=(means - 0.5) / GAP,
            band="exact",
        )
        for number, means in enumerate(packing(arms=SHOWN, min_gap=GAP), 1)
    ]


def _errors() -> list[pd.DataFrame]:
    """Return the exact errors after some reward vectors, and the bounds of (58)'s proof."""
    two: dict[str, Any] = {"arms": 2, "min_gap": GAP}
    regret = partial(non_private_regret, **two)
    dense = np.linspace(0, VECTORS[-1], 4 * VECTORS[-1] + 1)
    odds = np.exp(-10 * EPSILON * GAP * dense)
    found = {
        PRIVATE: (VECTORS, [minimax_error(**two, epsilon=EPSILON, samples=n) for n in VECTORS]),
        FREE: (VECTORS, [(regret(horizon=n + 1) - regret(horizon=n)) / GAP for n in VECTORS]),
        FANO: (dense, 0.9 * odds / (1 + odds)),
        LAST: (dense, 0.45 * odds),
    }
    return [
        summaries.rows(
            panel=ERRORS,
            series=name,
            x=x,
            estimate=values,
            band="exact" if name in STYLES else BOUND,
        )
        for name, (x, values) in found.items()
    ]


def _draw_instances(ax: Axes, rows: pd.DataFrame) -> None:
    for row in rows.to_dict("records"):
        instance, place = int(row["series"].split()[-1]), row["x"]
        best = row["estimate"] > 0
        ax.bar(place, 0.94, 0.94, instance - 0.47, color="#0072B2" if best else "0.9")
        text = "½ + Δ" if best else "½"
        words: dict[str, Any] = {"fontsize": 7, "color": "white" if best else "0.1"}
        ax.text(place, instance, text, ha="center", va="center", **words)
    ax.set_xlim(0.4, SHOWN + 0.6)
    ax.set_ylim(SHOWN + 0.6, 0.4)
    for axis in (ax.xaxis, ax.yaxis):
        plotting.name_ticks(axis, range(1, SHOWN + 1))
    ax.grid(visible=False)
    ax.set_xlabel("mean reward of action")
    ax.set_ylabel("instance")


def _draw_errors(ax: Axes, rows: pd.DataFrame) -> None:
    ax.axhline(NEEDED, color="0.4", linewidth=1)
    plotting.annotate(ax, "error that step 3 needs", 9, NEEDED)
    for name, colour in BOUNDS.items():
        plotting.draw_bound(ax, rows[rows["series"] == name], colour)
    for name, style in STYLES.items():
        run = rows[rows["series"] == name]
        ax.plot(run["x"], run["estimate"], **style.line)
    most = math.log(2) / (10 * EPSILON * GAP)
    ax.axvline(most, color="0.4", linewidth=1, linestyle=":")
    plotting.annotate(ax, "m*", most + 0.3, 0.5)
    ax.set_xlim(0, VECTORS[-1])
    ax.set_ylim(0, 0.55)
    ax.set_xlabel("reward vectors n")
    ax.set_ylabel("worst chance of a wrong instance")


PACKING = FigureSpec(
    id="figure-packing",
    title="Theorem 10's packing, and how well it can be told apart",
    source="Theorem 10",
    caption=(
        "Left: the means of the instances; any two of them are at total-variation distance Δ. "
        "Right: the smallest chance of naming the wrong one of two instances after n reward "
        f"vectors, Δ = ε = {GAP:g}: exactly, for ε-private selectors and for all; and the bounds "
        "of the proof. The proof uses the error 0.2, up to m* = ln(K) / (10 ε Δ) vectors."
    ),
    needs=no_needs,
    plot=plot_packing,
)
