"""Graph of a paper's numbered statements and the statements that their proofs use.

The edges are the ledger's `uses`, entered by hand. The picture says everything without colour:
the verdict stands in words, the border is thin, dashed, dotted or thick by what it says, and the
fill is plain, hatched or dotted by what became of the proof.
"""

import html
import itertools
import re
import statistics
import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import networkx as nx

from bandit_replications.ledger.records import ClaimRecord
from bandit_replications.ledger.scorecard import Row
from bandit_replications.reporting.paper import Paper
from bandit_replications.site.links import Links

MOST = 25
NUMBERED = re.compile(r"^(theorem|lemma|corollary|proposition|fact|claim)-")
WIDTH, HEIGHT, GAP_X, GAP_Y = 168, 58, 56, 10  # of a node, in pixels
LETTERS, LINE = 21, 15  # that fit into a line, and its height
MARGIN = 8  # of the picture
COLUMNS = 5  # of statements that stand alone
SWEEPS = 20  # after which the order within a column no longer changes

Point = tuple[float, float]
# Fills of a box, and the head of an arrow.
DEFINITIONS = (
    '<defs><pattern id="repaired" width="7" height="7" patternUnits="userSpaceOnUse" '
    'patternTransform="rotate(45)"><path d="M0 0 V7"/></pattern>'
    '<pattern id="incomplete" width="8" height="8" patternUnits="userSpaceOnUse">'
    '<circle cx="2" cy="2" r="1.2"/></pattern>'
    '<marker id="arrow" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" '
    'orient="auto-start-reverse"><path d="M0 0 L8 4 L0 8 z"/></marker></defs>'
)


@dataclass(frozen=True)
class Node:
    """One statement in the picture, with its centre."""

    record: ClaimRecord
    row: Row
    x: float
    y: float


@dataclass(frozen=True)
class Graph:
    """Statements, those that each uses, and the edges by the centres that they pass."""

    nodes: Sequence[Node]
    uses: Mapping[str, Sequence[str]]
    edges: Sequence[Sequence[Point]]

    @property
    def _centres(self) -> list[Point]:
        passed = [point for edge in self.edges for point in edge]
        return [*passed, *((node.x, node.y) for node in self.nodes)]

    @property
    def used_by(self) -> Mapping[str, Sequence[str]]:
        """By statement, those that use it."""
        names = [node.record.id for node in self.nodes]
        return {one: [name for name in names if one in self.uses[name]] for one in names}

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the picture."""
        return (
            max((x for x, _ in self._centres), default=0.0) + WIDTH / 2 + MARGIN,
            max((y for _, y in self._centres), default=0.0) + HEIGHT / 2 + MARGIN,
        )


def graph(paper: Paper, rows: Sequence[Row]) -> Graph:
    """Return the graph of a paper's statements, laid out in columns from left to right."""
    by_id = {row.id: row for row in rows if row.paper == paper.name}
    chosen = _chosen(paper, by_id)
    known = {record.id for record in chosen}
    uses = {record.id: [one for one in record.uses if one in known] for record in chosen}
    edges = [(one, name) for name, used in uses.items() for one in used]
    places = _places(list(uses), edges)
    return Graph(
        nodes=[Node(record, by_id[record.id], *places[record.id]) for record in chosen],
        uses=uses,
        edges=[
            sorted(centre for name, centre in places.items() if name in edge or name[:2] == edge)
            for edge in edges
        ],
    )


def _places(names: Sequence[str], edges: Sequence[tuple[str, str]]) -> dict[Any, Point]:
    """Return the centres of statements, and of the points on edges between them.

    Those that hang together stand together, and what stands alone below them, in rows.
    """
    drawn = nx.DiGraph(edges)
    parts = sorted(nx.weakly_connected_components(drawn), key=lambda one: (-len(one), min(one)))
    columns: dict[Any, Point] = {}
    depth = 0.0
    for part in parts:
        ordered = _columns([edge for edge in edges if edge[0] in part])
        longest = max(map(len, ordered))
        for number, column in enumerate(ordered):
            top = depth + (longest - len(column)) / 2
            columns |= {name: (number, top + row) for row, name in enumerate(column)}
        depth += longest
    alone = [name for name in names if name not in drawn]
    columns |= {name: (i % COLUMNS, depth + i // COLUMNS) for i, name in enumerate(alone)}
    corner_x, corner_y = MARGIN + WIDTH / 2, MARGIN + HEIGHT / 2
    return {
        name: (corner_x + (WIDTH + GAP_X) * column, corner_y + (HEIGHT + GAP_Y) * row)
        for name, (column, row) in columns.items()
    }


def _columns(edges: Sequence[tuple[str, str]]) -> list[list[Any]]:
    """Return the order within each column, neighbours near each other (Sugiyama's method)."""
    column = {
        name: number
        for number, names in enumerate(nx.topological_generations(nx.DiGraph(edges)))
        for name in names
    }
    joined = nx.DiGraph()
    for one, other in edges:
        between = [(one, other, number) for number in range(column[one] + 1, column[other])]
        nx.add_path(joined, [one, *between, other])
    ordered = [list(names) for names in nx.topological_generations(joined)]
    for _ in range(SWEEPS):
        for names in (*ordered, *reversed(ordered)):
            height = {
                name: row - len(others) / 2 for others in ordered for row, name in enumerate(others)
            }
            means = {
                name: statistics.fmean(height[one] for one in nx.all_neighbors(joined, name))
                for name in names
            }
            names.sort(key=means.__getitem__)
    return ordered


def _chosen(paper: Paper, rows: Mapping[str, Row]) -> list[ClaimRecord]:
    """Return main results and numbered statements with those they use, linked ones first."""
    records = {one.id: one for one in paper.ledger.records if one.id in rows}
    wanted = [one.id for one in records.values() if one.main or _is_numbered(one, records)]
    for name in wanted:  # grows meanwhile: what is used is shown, too
        wanted += [one for one in records[name].uses if one in records and one not in wanted]
    used = {one for name in wanted for one in records[name].uses}
    wanted.sort(
        key=lambda name: (
            not records[name].main and not name.startswith("theorem-"),
            not (records[name].uses or name in used),
        )
    )
    shown = set(wanted[:MOST])
    return [one for one in records.values() if one.id in shown]


def _is_numbered(record: ClaimRecord, records: Mapping[str, ClaimRecord]) -> bool:
    """Say if it is a theorem or the like, and not a part of one (theorem-3-growth)."""
    whole = not any(record.id.startswith(f"{other}-") for other in records)
    return record.kind == "claim" and bool(NUMBERED.match(record.id)) and whole


def svg(drawn: Graph, links: Links) -> str:
    """Return the picture: each node a link, its border and its words telling the verdict."""
    width, height = drawn.size
    lines = [_edge(edge) for edge in drawn.edges]
    boxes = [_box(node, links) for node in drawn.nodes]
    return (
        f'<svg class="proof-graph" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" '
        f'role="group" aria-label="What stands on what; the list below says the same">'
        f"{DEFINITIONS}{''.join(lines)}{''.join(boxes)}</svg>"
    )


def _edge(centres: Sequence[Point]) -> str:
    """Return a curve from box to box, level where it passes between others."""
    parts: list[str] = []
    for (x1, y1), (x2, y2) in itertools.pairwise(centres):
        start, end = x1 + WIDTH / 2, x2 - WIDTH / 2
        middle = (start + end) / 2
        parts.append(f"{'L' if parts else 'M'}{start:.0f} {y1:.0f}")
        parts.append(f"C{middle:.0f} {y1:.0f} {middle:.0f} {y2:.0f} {end:.0f} {y2:.0f}")
    return f'<path class="edge" marker-end="url(#arrow)" d="{" ".join(parts)}"/>'


def _box(node: Node, links: Links) -> str:
    x, y = node.x - WIDTH / 2, node.y - HEIGHT / 2
    title = textwrap.wrap(_title(node.record), LETTERS, max_lines=2, placeholder="…")
    lines = [*((line, "title") for line in title), (node.row.verdict, "verdict")]
    first = node.y - LINE * (len(lines) - 1) / 2 + 4
    texts = (
        f'<text class="{kind}" x="{node.x:.0f}" y="{first + number * LINE:.0f}">'
        f"{html.escape(line)}</text>"
        for number, (line, kind) in enumerate(lines)
    )
    return (
        f'<a href="{links.claim(node.row.paper, node.record.id)}">'
        f"<title>{html.escape(node.record.statement)}</title>"
        f'<rect class="{_class(node)}" x="{x:.0f}" y="{y:.0f}" '
        f'width="{WIDTH}" height="{HEIGHT}" rx="6"/>{"".join(texts)}</a>'
    )


def _title(record: ClaimRecord) -> str:
    """Return the statement's number as printed, or its id in words."""
    found = re.match(r"\w+ [\w.]+( \([ivx]+\))?", record.source)
    place = found[0] if found else ""
    slug = re.sub(r"[ .]", "-", re.sub(r"[()]", "", place.lower()))
    return place if slug == record.id else record.id.replace("-", " ")


def _class(node: Node) -> str:
    """Return the classes of a box: its verdict, and `own` for our statements."""
    verdict = node.row.verdict.replace(" ", "-")
    return f"{verdict} own" if node.record.kind == "own" else verdict
