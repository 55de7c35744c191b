"""Links from names in texts and from functions in code."""

import inspect

import pytest

from bandit_replications.papers.multiplayer.algorithms import k_metaplayer
from bandit_replications.site import links
from bandit_replications.site.links import Imports, Links, linked, section_anchor
from bandit_replications.workflow.registry import find_paper

SIMULATED = "papers.multiplayer.algorithms.k_metaplayer"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("of `lemma-1`, not lemma-1", "of [`lemma-1`](x.html), not lemma-1"),
        ("`lemma-2` and ``lemma-1``", "`lemma-2` and ``lemma-1``"),
        ("[`lemma-1`](y.html)", "[`lemma-1`](y.html)"),
        ("```\n`lemma-1`\n```\n`lemma-1`", "```\n`lemma-1`\n```\n[`lemma-1`](x.html)"),
    ],
)
def test_a_known_name_in_prose_is_a_link(text, expected):
    assert linked(text, {"lemma-1": "x.html"}) == expected


def test_every_kind_of_thing_has_its_address():
    paper = find_paper("multiplayer")
    words = Links("../", [paper]).words(paper)
    assert words["theorem-4-1"] == "../claims.html#multiplayer/theorem-4-1"
    slug = "block-shorter-than-phase"
    assert words[slug] == f"../errata/multiplayer.html#{slug}"
    assert words["k-metaplayer"] == "../algorithms/multiplayer/k-metaplayer.html"
    for step in paper.ledger.steps:
        assert words[step.id] == f"../proofs/multiplayer.html#{step.id}"
    assert section_anchor("private_online", "4.2") == "private-online-section-4-2"


def test_functions_are_linked_by_line_and_modules_noted():
    site = Links("../", ())
    line = inspect.getsourcelines(k_metaplayer.simulate)[1]
    page = "../source/papers/multiplayer/algorithms/k_metaplayer.html"
    assert site.code(SIMULATED, "simulate") == f"{page}#L{line}"
    assert site.code(SIMULATED) == f"{page}#L1"
    assert site.modules == {SIMULATED}


def test_a_package_stands_in_its_init_file():
    assert links.module_path("papers.multiplayer").name == "__init__.py"
    assert links.is_module(SIMULATED)
    assert not links.is_module("papers.multiplayer.algorithms.nothing")


def test_functions_in_cells_are_found_through_earlier_imports():
    imports = Imports()
    package = "bandit_replications.papers.multiplayer.algorithms"
    assert imports.functions(f"from {package} import k_metaplayer as player\nimport math") == []
    assert imports.functions("math.log(2); player.simulate(3); player.nothing; other()") == [
        (SIMULATED, "simulate")
    ]
    again = f"from {package}.k_metaplayer import play\nplay(1)\nplay(2)"
    assert imports.functions(again) == [(SIMULATED, "play")]
