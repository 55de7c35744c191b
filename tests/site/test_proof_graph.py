"""Graphs of proofs: small, without circles, legible."""

import re
from itertools import combinations, pairwise
from types import SimpleNamespace

import networkx
import pytest

from bandit_replications.configuration.papers import PAPERS
from bandit_replications.ledger.scorecard import read_rows
from bandit_replications.site.links import Links
from bandit_replications.site.proof_graph import GAP_X, HEIGHT, MOST, WIDTH, graph, svg
from bandit_replications.workflow.registry import find_paper


def statement(name, uses=(), **changed):
    values = {"kind": "claim", "main": False, "source": name, "statement": f"{name} < holds"}
    return SimpleNamespace(id=name, uses=uses, **values | changed)


def drawn(*records, verdict="reproduced"):
    """Return the graph of a paper that has these records and nothing else."""
    paper = SimpleNamespace(name="paper", ledger=SimpleNamespace(records=records))
    rows = [SimpleNamespace(paper="paper", id=one.id, verdict=verdict) for one in records]
    return graph(paper, rows)


def names(found):
    return [node.record.id for node in found.nodes]


@pytest.mark.parametrize("paper", PAPERS)
def test_graphs_are_small_acyclic_and_boxes_stand_apart(root, paper):
    found = graph(find_paper(paper), read_rows(root / "data" / "scorecard.csv"))
    edges = [(used, name) for name, all_used in found.uses.items() for used in all_used]
    assert 0 < len(found.nodes) <= MOST == 25
    assert networkx.is_directed_acyclic_graph(networkx.DiGraph(edges))
    for one, other in combinations(found.nodes, 2):
        assert abs(one.x - other.x) >= WIDTH or abs(one.y - other.y) >= HEIGHT
    assert len(edges) == len(found.edges)
    assert all(a[0] < b[0] for edge in found.edges for a, b in pairwise(edge))
    place = {node.record.id: node for node in found.nodes}
    assert {one.id for one in find_paper(paper).ledger.records if one.main} <= set(place)
    assert edges
    assert all(place[name].x - place[used].x >= WIDTH + GAP_X for used, name in edges)


def test_main_results_and_numbered_statements_are_shown():
    found = drawn(
        statement("section-2"),
        statement("abstract", ["own"], main=True),
        statement("own", ["remark"], kind="own"),
        statement("remark", ["unknown"]),
        statement("lemma-3"),
        statement("lemma-3-growth"),
        statement("lemma-4", kind="own"),
    )
    assert names(found) == ["abstract", "own", "remark", "lemma-3"]
    assert found.uses == {"abstract": ["own"], "own": ["remark"], "remark": [], "lemma-3": []}
    assert found.used_by["remark"] == ["own"]


def test_too_many_boxes_drop_lonely_lemmas_first():
    lonely = [statement(f"lemma-{number}") for number in range(MOST)]
    linked = [statement("lemma-a", ["lemma-b"]), statement("lemma-b"), statement("theorem-1")]
    found = names(drawn(*lonely, *linked))
    assert found == [*(one.id for one in (*lonely[: MOST - 3], *linked))]


def test_box_links_its_claim_with_verdict_and_kind():
    records = [statement("theorem-1", ["repair-1"]), statement("repair-1", kind="own")]
    picture = svg(drawn(*records, verdict="false as stated"), Links("../", ()))
    assert picture.count('class="edge"') == 1
    assert re.findall('<a href="(.*?)"', picture) == [
        "../claims.html#paper/theorem-1",
        "../claims.html#paper/repair-1",
    ]
    assert re.findall('rect class="(.*?)"', picture) == ["false-as-stated", "false-as-stated own"]
    assert picture.count(">false as stated</text>") == 2
    assert "<title>repair-1 &lt; holds</title>" in picture
