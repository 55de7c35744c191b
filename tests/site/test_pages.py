"""Content of the site against the published files, and all of its addresses."""

import html
import re
import zipfile
from collections import Counter
from xml.etree import ElementTree

import pytest

from bandit_replications.configuration.papers import publications
from bandit_replications.site.ledger import MARKS
from support.site_pages import broken_links, pages, raw_tex

LARGEST = 4e6  # bytes of a page with its pictures
SITE = 25e6  # bytes of all pages, if all papers are there


def test_no_link_leads_nowhere(site):
    assert broken_links(site.folder) == []


def test_identifiers_are_links_and_nothing_else_leads_outside(site):
    outside = [
        link for page in pages(site.folder).values() for _, link in page.links if ":" in link
    ]
    known = ("https://arxiv.org/abs/", "data:")
    assert [one for one in outside if not one.startswith(known)] == []
    assert {one for one in outside if one.startswith(known[0])} >= {
        f"{known[0]}{publications()[paper.name]['identifier'].removeprefix('arXiv:')}"
        for paper in site.papers
    }


def test_no_tex_is_left_outside_of_formulas(site):
    assert raw_tex(site.folder) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('<a href="#no">', "index.html: #no has no such anchor"),
        ('<a href="other.html#no">', "index.html: other.html#no has no such anchor"),
        ('<a href="no.html">', "index.html: no.html leads nowhere"),
        ('<script src="https://a.org/b.js">', "index.html: https://a.org/b.js is fetched"),
        (r"of \Delta_i", r"index.html: \Delta"),
        ("of $x$", "index.html: $x$"),
        ('<code>$x$</code><span class="math x">$x$</span><a href="other.html#x">x</a>', None),
    ],
)
def test_the_two_tests_above_can_fail(tmp_path, text, found):
    (tmp_path / "index.html").write_text(text)
    (tmp_path / "other.html").write_text('<p id="x">')
    assert broken_links(tmp_path) + raw_tex(tmp_path) == ([found] if found else [])


def test_claims_and_errata_have_permanent_addresses(site):
    claims = site.page("claims.html").ids
    assert {f"{row.paper}/{row.id}" for row in site.rows} <= claims
    for paper in site.papers:
        slugs = {erratum.slug for erratum in paper.ledger.errata}
        assert slugs
        assert slugs <= site.page(f"errata/{paper.name}.html").ids


def test_page_of_claims_equals_the_scorecard(site):
    page = re.sub(
        '<a href="https://arxiv.+?>(.+?)</a>', r"\1", html.unescape(site.text("claims.html"))
    )
    shown = re.findall(r'data-paper="(.*?)" data-verdict="(.*?)"', page)
    assert Counter(shown) == Counter((row.paper, row.verdict) for row in site.rows)
    for row in site.rows:
        for text in (row.statement, row.rule, row.numbers, row.control, row.caveat):
            assert text in page, row.id


def test_the_counts_are_those_of_the_scorecard(site):
    table = re.search('<table class="dataframe">.*?</table>', site.text("claims.html"), re.DOTALL)
    lines = [
        ["".join(cell.itertext()) for cell in line] for line in ElementTree.XML(table[0]).iter("tr")
    ]
    shown = {
        (paper, verdict): int(number)
        for paper, *numbers in lines
        if paper in {one.name for one in site.papers}
        for verdict, number in zip(lines[0][1:], numbers, strict=True)
    }
    own = "our own statements"
    names = [MARKS[row.verdict] if row.kind == "claim" else own for row in site.rows]
    assert Counter(shown) == Counter(zip([row.paper for row in site.rows], names, strict=True))


def test_graph_of_proofs_equals_its_list(site):
    for paper in site.papers:
        page = site.text(f"proofs/{paper.name}.html")
        picture = re.search('<svg class="proof-graph".*?</svg>', page, re.DOTALL)[0]
        listed = re.search('<section id="the-same-as-a-list">.*?</section>', page, re.DOTALL)[0]
        nodes = re.findall('<a href="(.*?)"', picture)
        assert nodes == re.findall('<li><p><a [^>]*href="(.*?)"', listed)
        uses = "".join(re.findall("<li><p>uses (.*?)</p>", listed, re.DOTALL))
        assert picture.count('class="edge"') == uses.count("href=") > 0


def test_the_site_is_small_and_figures_come_as_svg_with_numbers(site):
    files = [path for path in site.folder.rglob("*") if path.is_file()]
    assert sum(path.stat().st_size for path in files) < SITE
    for paper in site.papers:
        (archive,) = site.folder.glob(f"files/figures/{paper.name}/{paper.figures[0].id}.zip")
        assert zipfile.ZipFile(archive).namelist() == [f"{archive.stem}.svg", f"{archive.stem}.csv"]


def test_pages_with_their_pictures_are_small(site):
    for path, page in pages(site.folder).items():
        pictures = {
            path.parent / link for tag, link in page.links if tag == "img" and ":" not in link
        }
        assert sum(file.stat().st_size for file in (path, *pictures)) < LARGEST, path
