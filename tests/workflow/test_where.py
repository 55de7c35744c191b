"""`make where`: numbered items of every paper are found, and its lines say what they should."""

import pytest

from bandit_replications.configuration.papers import PAPERS
from bandit_replications.runtime.errors import UserError
from bandit_replications.workflow.registry import find_paper
from bandit_replications.workflow.where import where


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


@pytest.mark.parametrize(
    ("what", "paper", "file"),
    [
        ("Algorithm 2", "private_online", "private_online/algorithms/ftnl.py"),
        ("dp-se", "private_online", "private_online/algorithms/dp_se.py"),
        ("figure 1b", "cooperative", "cooperative/figures/curves.py"),
        ("frozen-noise", "cooperative", "cooperative/errata.yaml"),
        ("theorem 6", "private_online", "notebooks/private_online.ipynb"),
        ("theorem 5", "distributed", "distributed/checks/demab.py"),
    ],
)
def test_what_readers_ask_for_is_found(what, paper, file):
    assert f"{file}:" in where(what, [paper])


def test_what_is_nowhere_is_refused():
    with pytest.raises(UserError, match=r"theorem 99.*allowed: a numbered item"):
        where("theorem 99")
