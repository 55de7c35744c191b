"""Figure 1: the timeline of Coordinate and Play, and one block as it was really played.

The paper draws a block by hand. Here separate players play a ranking and a block, and the figure
shows who was where, round by round.
"""

from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.patches import Patch

from bandit_replications.bandits.streams import generator
from bandit_replications.inference import summaries
from bandit_replications.inference.summaries import Results
from bandit_replications.ledger.claims import no_needs
from bandit_replications.papers.multiplayer.algorithms.blocks import (
    coordinate_rounds,
    theorem_block_length,
)
from bandit_replications.papers.multiplayer.parameters import Configuration
from bandit_replications.papers.multiplayer.theory.block_trace import Trace, block_trace
from bandit_replications.reporting import plotting, views
from bandit_replications.reporting.figures import Drawing, FigureSpec

PLAYED = "a round"
PHASES = {"ranking": "#C44E52", "Coordinate": "#E69F00", "Play": "#56B4E9"}  # and colours
RANKING_COLOUR, COORDINATE_COLOUR, PLAY_COLOUR = PHASES.values()
SHOWN_PLAY = 6  # rounds of Play in the lower part
SHOWN_BLOCKS = 6
MOST_PLAYERS, MOST_ARMS = 6, 12  # numbers of arms stay legible


def _sizes(config: Configuration) -> tuple[int, int]:
    section = config.online_regret
    players, arms = section.players, section.scenarios[0].arms
    return (players, arms) if players <= MOST_PLAYERS and arms <= MOST_ARMS else (3, 5)


def _names(players: int) -> list[str]:
    return ["coordinator", *(f"follower {rank}" for rank in range(2, players + 1))]


def plot_block(results: Results, config: Configuration) -> dict[str, Drawing]:
    """Draw the timeline and one block."""
    players, arms = _sizes(config)
    horizon = config.online_regret.horizon
    shown = coordinate_rounds(players=players, arms=arms) + SHOWN_PLAY
    trace = block_trace(
        players=players, arms=arms, rounds=shown, stream=generator(0, "figure-01", players, arms)
    )
    data = summaries.concat(
        summaries.rows(
            panel="block",
            series=name,
            x=np.arange(1, shown + 1),
            estimate=trace.choices[:, rank] + 1.0,
            band=PLAYED,
        )
        for rank, name in enumerate(_names(players))
    )
    data = data[data["estimate"] > 0]  # a quiet player has no arm

    def draw(ax: Axes, _rows: pd.DataFrame, panel: str) -> None:
        if panel == "timeline":
            length = theorem_block_length(players=players, arms=arms, horizon=horizon)
            _draw_timeline(ax, length, coordinate_rounds(players=players, arms=arms))
        else:
            _draw_block(ax, trace, arms)
            ax.set_xlabel("round of the block")

    titles = {
        "timeline": "timeline: ranking, then blocks of τ rounds (to scale but for the ranking)",
        "block": f"one block as it was played (K = {players}, N = {arms}): arm of each player",
    }
    drawing = views.grid(
        data,
        draw,
        {},
        panels=titles,
        columns=1,
        width=plotting.PAGE_WIDTH,
        height=1.5,
        keys=_keys(),
        bands="",
        legend=4,
    )
    return {"": drawing}


def _draw_timeline(ax: Axes, block_length: int, coordinate: int) -> None:
    """Draw the ranking and some blocks along one line."""
    ranking = block_length / 4
    ax.broken_barh([(0, ranking)], (0, 1), color=RANKING_COLOUR)
    starts = ranking + block_length * np.arange(SHOWN_BLOCKS)
    for start in starts:
        ax.broken_barh([(start, coordinate)], (0, 1), color=COORDINATE_COLOUR)
        play = (start + coordinate, block_length - coordinate)
        ax.broken_barh([play], (0, 1), color=PLAY_COLOUR, edgecolor="white")
    names = [f"block {number}" for number in range(1, SHOWN_BLOCKS + 1)]
    ax.set_xticks(starts, names, horizontalalignment="left")
    ax.set_yticks([])
    ax.grid(visible=False)


def _draw_block(ax: Axes, trace: Trace, arms: int) -> None:
    """Draw a square for each player and round: its arm's number, a ring where it collided."""
    rounds, players = trace.choices.shape
    coordinate = (players - 1) * arms
    for rank in range(players):
        for t in range(rounds):
            arm = trace.choices[t, rank]
            if arm < 0:
                continue
            colour = COORDINATE_COLOUR if t < coordinate else PLAY_COLOUR
            ax.broken_barh([(t + 0.55, 0.9)], (rank - 0.4, 0.8), color=colour)
            edge = {"boxstyle": "circle,pad=0.15", "facecolor": "none", "edgecolor": RANKING_COLOUR}
            ring = edge if trace.collided[t, rank] else None
            ax.text(t + 1, rank, str(arm + 1), ha="center", va="center", fontsize=7, bbox=ring)
    for sub_block in range(1, players):
        ax.axvline(sub_block * arms + 0.5, color="0.3", linewidth=0.8)
    plotting.name_lines(ax, _names(players))
    ax.set_xlim(0.4, rounds + 0.6)
    ax.grid(visible=False)


def _keys() -> list[Any]:
    patches = [Patch(label=label, facecolor=colour) for label, colour in PHASES.items()]
    ring = plotting.mark_key("collision (blank: quiet)", "o", colour=RANKING_COLOUR, fill="none")
    return [*patches, ring]


BLOCK = FigureSpec(
    id="figure-01",
    title="Coordinate and Play: timeline and one block",
    source="Figure 1",
    caption=(
        "Above, the timeline. Below, a block that separate players really played: in sub-block "
        "r the coordinator waits on follower r's arm until they collide (ring) and then goes "
        "to her own; the follower tries the arms in turn and then stays; the others are quiet "
        "(blank), which costs 1 in every round and is most of the regret of coordination. "
        "Then all stay on their arms."
    ),
    needs=no_needs,
    plot=plot_block,
)
