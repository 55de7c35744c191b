"""What stands on what in a paper: its numbered statements and what their proofs use, as a graph.

The edges are the ledger's `uses`, entered by hand. The picture says everything without colour:
the verdict stands in words, and the border is solid, dashed or double by what it says.
"""

import html
import re
import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import igraph

from bandit_replications.ledger.records import ClaimRecord
from bandit_replications.ledger.scorecard import Row
from bandit_replications.reporting.paper import Paper
from bandit_replications.site.links import Links

MOST = 25
NUMBERED = re.compile(r"^(theorem|lemma|corollary|proposition|fact|claim)-[a-z0-9]+(-[0-9]+)*$")
WIDTH, HEIGHT, GAP_X, GAP_Y = 136, 52, 12, 44  # of a node, in pixels


@dataclass(frozen=True)
class Node:
    """One statement in the picture, with its centre."""

    record: ClaimRecord
    row: Row
    x: float
    y: float


@dataclass(frozen=True)
class Graph:
    """Statements, those that each uses, and the picture's size."""

    nodes: Sequence[Node]
    uses: Mapping[str, Sequence[str]]

    @property
    def used_by(self) -> Mapping[str, Sequence[str]]:
        """By statement, those that use it."""
        names = [node.record.id for node in self.nodes]
        return {one: [name for name in names if one in self.uses[name]] for one in names}

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the picture."""
        return (
            max(node.x for node in self.nodes) + WIDTH / 2 + 8,
            max(node.y for node in self.nodes) + HEIGHT / 2 + 8,
        )


def graph(paper: Paper, rows: Sequence[Row]) -> Graph:
    """Return the graph of a paper's statements, laid out in layers (Sugiyama)."""
    by_id = {row.id: row for row in rows if row.paper == paper.name}
    chosen = _chosen(paper, by_id)
    known = {record.id: number for number, record in enumerate(chosen)}
    uses = {record.id: [one for one in record.uses if one in known] for record in chosen}
    edges = [(known[one], known[name]) for name, used in uses.items() for one in used]
    layout = igraph.Graph(n=len(chosen), edges=edges, directed=True).layout_sugiyama(
        hgap=WIDTH + GAP_X, vgap=HEIGHT + GAP_Y, maxiter=1000
    )
    left = min(x for x, _ in layout.coords[: len(chosen)])
    nodes = [
        Node(record, by_id[record.id], x - left + WIDTH / 2 + 8, y + HEIGHT / 2 + 8)
        for record, (x, y) in zip(chosen, layout.coords[: len(chosen)], strict=True)
    ]
    return Graph(nodes=nodes, uses=uses)


def _chosen(paper: Paper, rows: Mapping[str, Row]) -> list[ClaimRecord]:
    """Return the numbered statements and main results with what they use, linked ones first."""
    records = {one.id: one for one in paper.ledger.records if one.id in rows}
    wanted = [
        one.id
        for one in records.values()
        if one.kind == "claim" and (NUMBERED.match(one.id) or (one.main and one.uses))
    ]
    for name in wanted:  # grows meanwhile: what is used is shown, too
        wanted += [one for one in records[name].uses if one in records and one not in wanted]
    used = {one for name in wanted for one in records[name].uses}
    wanted.sort(key=lambda name: not (records[name].uses or name in used))
    shown = set(wanted[:MOST])
    return [one for one in records.values() if one.id in shown]


def svg(drawn: Graph, links: Links) -> str:
    """Return the picture: each node a link, its border and its words telling the verdict."""
    width, height = drawn.size
    places = {node.record.id: node for node in drawn.nodes}
    lines = [_edge(places[one], places[name]) for name, used in drawn.uses.items() for one in used]
    boxes = [_box(node, links) for node in drawn.nodes]
    return (
        f'<svg class="proof-graph" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" '
        f'role="img" aria-label="What stands on what; the list below says the same">'
        '<defs><marker id="arrow" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" '
        'markerHeight="7" orient="auto-start-reverse"><path d="M0 0 L8 4 L0 8 z"/></marker></defs>'
        f"{''.join(lines)}{''.join(boxes)}</svg>"
    )


def _edge(start: Node, end: Node) -> str:
    x1, y1, x2, y2 = start.x, start.y + HEIGHT / 2, end.x, end.y - HEIGHT / 2
    bend = (y2 - y1) / 2
    return (
        f'<path class="edge" marker-end="url(#arrow)" d="M{x1:.0f} {y1:.0f} '
        f'C{x1:.0f} {y1 + bend:.0f} {x2:.0f} {y2 - bend:.0f} {x2:.0f} {y2:.0f}"/>'
    )


def _box(node: Node, links: Links) -> str:
    x, y = node.x - WIDTH / 2, node.y - HEIGHT / 2
    title = textwrap.shorten(_title(node.record), 19, placeholder="…")
    address = links.claim(node.row.paper, node.record.id)
    return (
        f'<a href="{address}"><title>{html.escape(node.record.statement)}</title>'
        f'<rect class="{_class(node)}" x="{x:.0f}" y="{y:.0f}" '
        f'width="{WIDTH}" height="{HEIGHT}" rx="6"/>'
        f'<text x="{node.x:.0f}" y="{node.y - 4:.0f}">{html.escape(title)}</text>'
        f'<text class="verdict" x="{node.x:.0f}" y="{node.y + 14:.0f}">'
        f"{html.escape(node.row.verdict)}</text></a>"
    )


def _title(record: ClaimRecord) -> str:
    """Return where the statement stands, without section; a repair goes by the id it repairs."""
    return record.id.replace("-", " ") if record.kind == "own" else record.source.split(",")[0]


def _class(node: Node) -> str:
    """Return how a box looks: its verdict, and whether the statement is ours."""
    verdict = node.row.verdict.replace(" ", "-")
    return f"{verdict} own" if node.record.kind == "own" else verdict
