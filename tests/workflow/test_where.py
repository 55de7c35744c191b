"""`make where`: numbered items of every paper are found, and its lines say what they should."""

import re

import pytest

from bandit_replications.configuration.papers import PAPERS
from bandit_replications.runtime.errors import UserError
from bandit_replications.workflow.registry import find_paper
from bandit_replications.workflow.where import names, where


@pytest.mark.parametrize("paper", PAPERS)
def test_items_have_records_and_their_lines_are_right(root, paper):
    items = find_paper(paper).ledger.items
    for item, ids in list(items.items())[::6]:
        lines = where(item, [paper]).split("\n")[1:]
        claims = [line.split()[1:] for line in lines if line.split()[0] == "claim"]
        assert {name for _, name in claims} >= set(ids), item
        for place, name in claims:
            file, _, number = place.rpartition(":")
            row = (root / file).read_text().split("\n")[int(number) - 1]
            assert row.strip() == f"- id: {name}"


NUMBERED = [
    (paper, item)
    for paper in PAPERS
    for item in find_paper(paper).ledger.items
    if re.fullmatch(r"(Algorithm|Protocol|Procedure) \d+", item)
]


@pytest.mark.parametrize(("paper", "item"), NUMBERED)
def test_numbered_algorithm_leads_to_code(root, paper, item):
    lines = [line.split() for line in where(item, [paper]).split("\n")[1:]]
    places = [words[1] for words in lines if words[0] == "algorithm"]
    assert places
    for place in places:
        file, _, number = place.rpartition(":")
        assert f"/papers/{paper}/algorithms/" in file
        lines = (root / file).read_text().split("\n")
        docstring = "\n".join(lines[int(number) - 1 :]).split('"""')[1]
        assert names(docstring.split("\n")[0].lower(), item.lower()), place


def test_all_kinds_of_numbered_code_are_tested():
    assert {item.split()[0] for _, item in NUMBERED} == {"Algorithm", "Protocol", "Procedure"}


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("protocols 1 and 3 to 7, appendix a; theorem 8", {1, 3, 4, 5, 6, 7}),
        ("procedures 9, 10, theorem 7", {9, 10}),
        ("procedure 9 to line 5, procedure 2.1", {9}),
        ("protocol 3, 4", {3}),
        ("protocols 2–4", {2, 3, 4}),
        ("protocols 2-4 and 8", {2, 3, 4, 8}),
        ("kulesza and taskar, protocol 1", set()),
        ("(protocol 5; kulesza and taskar, procedure 1)", {5}),
        ("microprotocol 1", set()),
    ],
)
def test_lists_and_ranges_are_understood(text, numbers):
    kinds = ("protocol", "procedure")
    assert {n for n in range(1, 12) for kind in kinds if names(text, f"{kind} {n}")} == numbers


@pytest.mark.parametrize(
    ("what", "paper", "file"),
    [
        ("Algorithm 2", "private_online", "private_online/algorithms/ftnl.py"),
        ("dp-se", "private_online", "private_online/algorithms/dp_se.py"),
        ("figure 1b", "cooperative", "cooperative/figures/curves.py"),
        ("frozen-noise", "cooperative", "cooperative/errata.yaml"),
        ("theorem 6", "private_online", "notebooks/private_online.ipynb"),
        ("theorem 5", "distributed", "distributed/checks/demab.py"),
        ("Protocol 1", "distributed", "distributed/algorithms/demab.py"),
        ("Protocol 2", "distributed", "distributed/algorithms/delb.py"),
        ("Protocol 5", "distributed", "distributed/algorithms/reallocate.py"),
        ("protocol 7", "distributed", "distributed/algorithms/demab_phases.py"),
        ("Protocol 8", "distributed", "distributed/algorithms/dislinucb.py"),
        ("Procedure 9", "distributed", "distributed/algorithms/point_to_point.py"),
    ],
)
def test_what_readers_ask_for_is_found(what, paper, file):
    assert f"{file}:" in where(what, [paper])


def test_what_is_nowhere_is_refused():
    with pytest.raises(UserError, match=r"theorem 99.*allowed: a numbered item"):
        where("theorem 99")


def test_figure_leads_to_its_comparison_and_data():
    found = where("figure 5", ["private_online"])
    assert re.search(r"rule +src/\S+/ledger/comparisons.py:\d+ ", found)
    assert re.search(r"data +data/results/private_online/regret.parquet", found)
