"""Letters of errata: the names in them exist, verdicts are the published ones, four pages do."""

import csv
import re

import pytest

from bandit_replications.configuration.papers import PAPERS, publications
from bandit_replications.runtime.paths import repo_root
from bandit_replications.site import letters
from bandit_replications.workflow.registry import find_paper

NUMBER = re.compile(r"(?<![\w.:])(?:\d+\.\d+|\d{3,})")
NAMED = re.compile(r"`([^`]+)`(?: \(([^()]+)\))?")
SERIOUS = {"statement false", "gap in the proof", "false as stated", "proof incomplete"}


def scorecard(paper):
    with (repo_root() / "data" / "scorecard.csv").open(encoding="utf-8", newline="") as file:
        return [row for row in csv.DictReader(file) if row["paper"] == paper]


def known(paper):
    """Return the verdict of each claim and the severity of each erratum."""
    errata = find_paper(paper).ledger.errata
    verdicts = {row["id"]: row["verdict"] for row in scorecard(paper)}
    return {one.slug: one.severity for one in errata} | verdicts


@pytest.mark.parametrize("paper", PAPERS)
def test_letter_gives_names_with_their_verdicts(paper):
    named = NAMED.findall(letters.letter(paper))
    verdicts = known(paper)
    assert [(name, said) for name, said in named if verdicts.get(name) != said] == []


@pytest.mark.parametrize("paper", PAPERS)
def test_numbers_of_a_letter_stand_in_the_ledger(paper):
    """Those with a decimal point or three digits."""
    errata = (repo_root() / "data" / "tables" / paper / "errata.csv").read_text(encoding="utf-8")
    claims = [" ".join(row.values()) for row in scorecard(paper)]
    ledger = set(NUMBER.findall("\n".join([errata, *claims])))
    assert [one for one in NUMBER.findall(letters.letter(paper)) if one not in ledger] == []


@pytest.mark.parametrize("paper", PAPERS)
def test_letter_leaves_out_nothing_serious(paper):
    named = {name for name, _ in NAMED.findall(letters.letter(paper))}
    assert {name for name, said in known(paper).items() if said in SERIOUS} <= named


@pytest.mark.parametrize("paper", PAPERS)
def test_letter_is_addressed_to_the_authors(paper):
    text, publication = letters.letter(paper), publications()[paper]
    assert text.startswith(f'# Errata of "{publication["title"]}"\n')
    assert all(author in text.splitlines()[2] for author in publication["authors"])
    assert publication["identifier"] in text


@pytest.mark.full
def test_letters_print_on_four_pages_at_most(site_of):
    if letters.printer() is None:
        pytest.fail("chromium: not found; allowed: as CONTRIBUTING.md says", pytrace=False)
    folder = site_of(*PAPERS).folder / "letters"
    pages = {
        paper: len(re.findall(rb"/Type\s*/Page\b", (folder / f"{paper}.pdf").read_bytes()))
        for paper in PAPERS
    }
    assert all(1 < number <= 4 for number in pages.values()), pages
