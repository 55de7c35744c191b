"""Figure 1, and blocks of other protocols: where each player is, round by round.

The paper draws a block of Coordinate and Play by hand. Here separate players play one, with the
same arms in each protocol: with quiet players, in bits (ours), and without quiet players (Appendix
A.3), as printed and repaired.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Patch
from numpy.typing import NDArray

from bandit_replications.inference import summaries
from bandit_replications.inference.summaries import Results
from bandit_replications.ledger.claims import no_needs
from bandit_replications.papers.multiplayer.algorithms.bit_blocks import bits_of_an_arm
from bandit_replications.papers.multiplayer.algorithms.blocks import (
    coordinate_rounds,
    theorem_block_length,
)
from bandit_replications.papers.multiplayer.parameters import Configuration
from bandit_replications.papers.multiplayer.theory.coordinate_in_bits import told_block
from bandit_replications.papers.multiplayer.theory.coordinate_phase import (
    PLAY_ROUNDS,
    played_block,
)
from bandit_replications.reporting import plotting, views
from bandit_replications.reporting.figures import Drawing, FigureSpec

PLAYED = "a round"
RANKING, TELLING, PLAY, REPORTS = "#C44E52", "#E69F00", "#56B4E9", "#CC79A7"
COLOURS = {"ranking": RANKING, "telling the arms": TELLING, "Play": PLAY, "reports": REPORTS}
SHOWN_BLOCKS = 6
ORDER, ARMS = (5, 2, 7, 4), 8  # arms of the coordinator and the followers, from 0; and N


class Block(NamedTuple):
    """A block to draw: arms (rounds, players) from 0, -1 of a quiet player, and its parts."""

    arms: NDArray[np.int64]
    telling: int  # rounds in which followers are told their arms
    sub_block: int  # rounds of each follower in these


def _printed(order: tuple[int, ...], arms: int, **waiting: Any) -> Block:
    rounds = coordinate_rounds(players=len(order), arms=arms)
    return Block(played_block(order, arms=arms, **waiting), rounds, arms)


def _in_bits(order: tuple[int, ...], arms: int) -> Block:
    bits = bits_of_an_arm(arms)
    return Block(told_block(order, arms=arms)[0], (len(order) - 1) * bits, bits)


def plot_block(results: Results, config: Configuration) -> dict[str, Drawing]:
    """Draw the timeline and one block."""
    sizes, horizon = {"players": len(ORDER), "arms": ARMS}, config.online_regret.horizon
    block, length = _printed(ORDER, ARMS), theorem_block_length(**sizes, horizon=horizon)
    timeline = "timeline: ranking, then blocks of τ rounds (to scale but for the ranking)"
    title = f"one block as it was played (K = {len(ORDER)}, N = {ARMS}): arm of each player"
    return _draw({timeline: (length, block.telling), title: block}, "ranking")


def plot_protocols(results: Results, config: Configuration) -> dict[str, Drawing]:
    """Draw a block with the same arms, printed and in bits."""
    blocks = {
        "Coordinate and Play: each follower tries the arms": _printed(ORDER, ARMS),
        "Coordinate in bits: ceil(log2 N) rounds, and one each to report": _in_bits(ORDER, ARMS),
    }
    return _draw(blocks, "reports")


def plot_broken(results: Results, config: Configuration) -> dict[str, Drawing]:
    """Draw a block without quiet players in which arm 1 is a follower's."""
    order, arms = (3, 0, 4), 5
    blocks = {
        "A.3 with Algorithm 2's lines 10 and 11: she leaves arm 1 at once": "first-arm",
        "repaired: on arm 1 she stays for the whole sub-block": "first-arm-repaired",
    }
    return _draw({title: _printed(order, arms, waiting=how) for title, how in blocks.items()})


def _names(players: int) -> list[str]:
    return ["coordinator", *(f"follower {rank}" for rank in range(2, players + 1))]


def _draw(panels: Mapping[str, Any], *others: str) -> dict[str, Drawing]:
    """Draw blocks, one below the other; a pair of rounds stands for a timeline."""
    parts = []
    for title, block in panels.items():
        if isinstance(block, Block):
            rounds = np.arange(1, len(block.arms) + 1)
            for name, chosen in zip(_names(block.arms.shape[1]), block.arms.T, strict=True):
                moves = chosen >= 0  # a quiet player has no arm
                places = {"x": rounds[moves], "estimate": chosen[moves] + 1.0}
                parts.append(summaries.rows(panel=title, series=name, band=PLAYED, **places))

    def draw(ax: Axes, _rows: Any, title: str) -> None:
        block = panels[title]
        if isinstance(block, Block):
            _draw_block(ax, block)
            ax.set_xlim(0.4, longest + 0.6)
        else:
            _draw_timeline(ax, *block)

    data = summaries.concat(parts)
    blocks = [block for block in panels.values() if isinstance(block, Block)]
    longest = max(len(block.arms) for block in blocks)
    shown = ("telling the arms", "Play", *others)
    keys: list[Any] = [Patch(color=COLOURS[one], label=one) for one in COLOURS if one in shown]
    quiet = " (blank: quiet)" if any((block.arms < 0).any() for block in blocks) else ""
    keys.append(plotting.mark_key(f"collision{quiet}", "o", colour=RANKING, fill="none"))
    drawing = views.grid(
        data,
        draw,
        {},
        panels=list(panels),
        columns=1,
        width=plotting.PAGE_WIDTH,
        height=0.5 + 0.25 * max(block.arms.shape[1] for block in blocks),
        keys=keys,
        bands="",
        legend=5,
    )
    return {"": drawing}


def _draw_timeline(ax: Axes, block_length: int, coordinate: int) -> None:
    """Draw the ranking and some blocks along one line."""
    ranking = block_length / 4
    ax.broken_barh([(0, ranking)], (0, 1), color=RANKING)
    starts = ranking + block_length * np.arange(SHOWN_BLOCKS)
    for start in starts:
        ax.broken_barh([(start, coordinate)], (0, 1), color=TELLING)
        play = (start + coordinate, block_length - coordinate)
        ax.broken_barh([play], (0, 1), color=PLAY, edgecolor="white")
    names = [f"block {number}" for number in range(1, SHOWN_BLOCKS + 1)]
    ax.set_xticks(starts, names, horizontalalignment="left")
    ax.set_yticks([])
    ax.grid(visible=False)


def _draw_block(ax: Axes, block: Block) -> None:
    """Draw a square for each player and round: its arm's number, a ring where it collided."""
    for t, chosen in enumerate(block.arms):
        played = t < block.telling + PLAY_ROUNDS
        colour = TELLING if t < block.telling else PLAY if played else REPORTS
        for rank, arm in enumerate(chosen):
            if arm < 0:
                continue
            ax.broken_barh([(t + 0.55, 0.9)], (rank - 0.4, 0.8), color=colour)
            ring = {"boxstyle": "circle,pad=0.15", "facecolor": "none", "edgecolor": RANKING}
            met = (chosen == arm).sum() > 1
            where: Any = {"ha": "center", "va": "center", "bbox": ring if met else None}
            ax.text(t + 1, rank, str(arm + 1), fontsize=7, **where)
    for end in range(block.sub_block, block.telling + 1, block.sub_block):
        ax.axvline(end + 0.5, color="0.3", linewidth=0.8)
    plotting.name_lines(ax, _names(block.arms.shape[1]))
    ax.set_xlabel("round of the block")
    ax.grid(visible=False)


BLOCKS = (
    FigureSpec(
        id="figure-01",
        title="Coordinate and Play: timeline and one block",
        source="Figure 1",
        caption=(
            "Above, the timeline. Below, a block that separate players played: in sub-block r the "
            "coordinator waits on follower r's arm until they collide (ring), then goes to hers; "
            "the follower tries the arms in turn, then stays; the others are quiet (blank), which "
            "is most of the regret of coordination. Then all stay on their arms."
        ),
        needs=no_needs,
        plot=plot_block,
    ),
    FigureSpec(
        id="figure-protocols",
        title="The same arms told by tries and in bits",
        source="Figure 1; ours",
        caption=(
            "A block with the arms 6, 3, 8 and 5, two rounds of Play shown. Above, Coordinate and "
            "Play. Below, in bits: follower r waits on arm r, and the coordinator, whose home is "
            "arm 1, comes to it in the rounds of those bits of the arm's number, less 1 and the "
            "lowest first, that are 1. After Play each follower goes to arm 1 with probability its "
            "mean loss, here 1. Nobody is quiet."
        ),
        needs=no_needs,
        plot=plot_protocols,
    ),
    FigureSpec(
        id="figure-broken-block",
        title="A block without quiet players in which arm 1 is a follower's",
        source="Appendix A.3 with Algorithm 2, lines 10 and 11",
        caption=(
            "Arms 4, 1 and 5; followers wait on arm 1. Above, as printed: the coordinator collides "
            "on arm 1 at once, with those who wait, and goes to arm 4; follower 2 meets her there, "
            "takes arm 4, and both collide in all of Play. Below, repaired."
        ),
        needs=no_needs,
        plot=plot_broken,
    ),
)
