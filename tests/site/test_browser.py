"""The whole site as a reader meets it: opened from files in Chromium, on a telephone, printed.

Needs `chromium`, as Debian packages it; Playwright drives it and downloads no browser of its own.
"""

import shutil
from collections import Counter
from dataclasses import dataclass
from itertools import chain

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

from bandit_replications.configuration.papers import PAPERS
from bandit_replications.site.ledger import KINDS
from support.site_pages import TEX, pages

pytestmark = pytest.mark.full

PATIENCE = 300_000  # milliseconds: the machine may be busy
TELEPHONE = {"width": 360, "height": 740}
PAPER = "multiplayer"
# One of each kind.
KINDS_OF_PAGES = (
    "index.html",
    "meet.html",
    "search.html",
    "genindex.html",
    f"claims.html#{PAPER}/theorem-4-1",
    "papers/index.html",
    f"papers/{PAPER}/4.html",
    *(f"{kind}/{PAPER}.html" for kind in ("papers", "proofs", "errata", "rerun")),
    *(f"algorithms/{PAPER}/{name}.html" for name in ("index", "theory", "k-metaplayer")),
    f"source/papers/{PAPER}/algorithms/k_metaplayer.html",
)
TEXT = """() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let text = "";
  while (walker.nextNode())
    if (!walker.currentNode.parentElement.closest("code, pre, script, style, svg, mjx-container"))
      text += walker.currentNode.data;
  return text;
}"""
UNSET = "mjx-lazy"  # what stands for a formula until it comes into view
WRONG_FORMULAS = 'mjx-container :is([data-mml-node="merror"], [fill="red"])'
TOO_WIDE = "() => document.documentElement.scrollWidth - innerWidth"
CLIPPED = """() => [...document.querySelectorAll("article *, main *")].filter((one) =>
    ["auto", "scroll", "hidden"].includes(getComputedStyle(one).overflowX)
    && (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1)
    && one.clientWidth > 1).map((one) => one.outerHTML.slice(0, 100))"""
UNLOADED = "all => all.filter(one => !one.naturalWidth).length"
SHOWN = ".claims details:not([hidden])"


@dataclass(frozen=True)
class Visit:
    """What a reader with a telephone meets on a page."""

    complaints: list[str]  # of the console, and errors that nothing caught
    requests: list[str]
    tex: list[str]
    too_wide: int


@pytest.fixture(scope="module")
def site(site_of):
    return site_of(*PAPERS)


@pytest.fixture(scope="module")
def browser():
    program = shutil.which("chromium")
    if program is None:
        pytest.fail("chromium: not found; allowed: as CONTRIBUTING.md says", pytrace=False)
    with sync_playwright() as playwright:
        yield playwright.chromium.launch(executable_path=program)


def open_page(page, site, name):
    """Open a page and wait until the formulas in view are set."""
    page.set_default_timeout(PATIENCE)
    page.goto(f"{site.folder.as_uri()}/{name}")
    page.evaluate("() => window.MathJax?.startup.promise.then(() => {})")


def read(page, site, name):
    """Open a page and have all of its formulas set."""
    open_page(page, site, name)
    page.evaluate("() => window.MathJax?.startup.document.lazyTypesetAll()")


@pytest.fixture(scope="module")
def visits(browser, site):
    """Return a visit of every page of the site, by its name."""
    names = [path.relative_to(site.folder).as_posix() for path in pages(site.folder)]
    return {name: _visit(browser, site, name) for name in names}


def _visit(browser, site, name):
    complaints, requests = [], []

    def heard(said):
        if said.type in ("error", "warning"):
            complaints.append(said.text)

    with browser.new_page(viewport=TELEPHONE) as page:
        page.on("console", heard)
        page.on("pageerror", lambda error: complaints.append(error.message))
        page.on("request", lambda request: requests.append(request.url))
        read(page, site, name)
        tex = TEX.findall(page.evaluate(TEXT))
        wrong = page.locator(WRONG_FORMULAS).all_text_contents()
        return Visit(complaints, requests, tex + wrong, page.evaluate(TOO_WIDE))


def test_no_page_complains(visits):
    assert {name: one.complaints for name, one in visits.items() if one.complaints} == {}


def test_nothing_leaves_the_machine(visits):
    requested = {url for one in visits.values() for url in one.requests}
    assert [url for url in requested if not url.startswith(("file:", "data:"))] == []


def test_no_raw_tex_and_no_wrong_formula(visits):
    assert {name: one.tex for name, one in visits.items() if one.tex} == {}


def test_every_page_fits_a_telephone(visits):
    assert {name: one.too_wide for name, one in visits.items() if one.too_wide > 0} == {}


def test_each_filter_shows_the_matching_rows(browser, site):
    severity = {one.slug: one.severity for paper in site.papers for one in paper.ledger.errata}
    values = {
        "paper": lambda row: {row.paper},
        "verdict": lambda row: {row.verdict},
        "kind": lambda row: {KINDS[row.kind]},
        "severity": lambda row: {severity[slug] for slug in row.errata.split()},
    }
    with browser.new_page() as page:
        read(page, site, "claims.html")
        for key, values_of in values.items():
            for value, number in Counter(chain(*map(values_of, site.rows))).items():
                page.select_option(f"select[name={key}]", value)
                assert page.locator(SHOWN).count() == number
                assert page.locator("#shown").text_content() == f"{number} of {len(site.rows)}"
            page.select_option(f"select[name={key}]", "")
        assert page.locator(SHOWN).count() == len(site.rows)


def test_words_are_searched_in_whole_rows(browser, site):
    with browser.new_page() as page:
        read(page, site, "claims.html")
        page.fill("input[name=words]", "RANKING theorem-4-1")
        found = page.locator(SHOWN).all_text_contents()
        assert found
        assert all("theorem-4-1" in text and "ranking" in text.lower() for text in found)
        page.fill("input[name=words]", "nothing-of-the-kind")
        assert page.locator("#shown").text_content() == f"0 of {len(site.rows)}"


def test_address_opens_its_row_despite_a_filter(browser, site):
    with browser.new_page() as page:
        read(page, site, f"claims.html#{PAPER}/theorem-4-1")
        assert page.locator(".claims details[open]").evaluate_all(
            "all => all.map(one => one.id)"
        ) == [f"{PAPER}/theorem-4-1"]
        page.fill("input[name=words]", "nothing-of-the-kind")
        page.evaluate(f"location.hash = '{PAPER}/lemma-3-1'")
        row = page.locator(f"[id='{PAPER}/lemma-3-1']")
        row.locator("dl").wait_for(state="visible")
        assert row.evaluate("one => one.getBoundingClientRect().top < innerHeight")


@pytest.mark.parametrize("anchor", ["figure-02", f"{PAPER}-section-4-2"])
def test_address_within_a_paper_leads_on_to_its_chapter(browser, site, anchor):
    with browser.new_page() as page:
        open_page(page, site, f"papers/{PAPER}.html#{anchor}")
        page.wait_for_url(f"**/papers/{PAPER}/*.html#{anchor}")
        assert page.locator(f"[id='{anchor}']").count() == 1


def test_search_finds_an_algorithm(browser, site):
    with browser.new_page() as page:
        read(page, site, "search.html?q=k_metaplayer")
        page.locator(f"#search-results a[href*='{PAPER}/k-metaplayer.html']").first.wait_for()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", KINDS_OF_PAGES)
def test_axe_finds_nothing_serious(browser, site, name, scheme):
    with browser.new_page(color_scheme=scheme) as page:
        read(page, site, name)
        if "#" not in name:
            page.locator("details").evaluate_all("all => all.forEach(one => { one.open = true; })")
        found = Axe().run(page, options={"resultTypes": ["violations"], "preload": False}).response
        assert [
            (one["id"], [node["html"] for node in one["nodes"]][:3])
            for one in found["violations"]
            if one["impact"] in ("serious", "critical")
        ] == []


@pytest.mark.parametrize("name", KINDS_OF_PAGES)
def test_a_printed_page_is_complete(browser, site, name):
    with browser.new_page(viewport={"width": 720, "height": 1000}) as page:
        open_page(page, site, name)
        page.pdf()  # as a reader who prints: the page hears of it beforehand
        page.emulate_media(media="print")
        assert page.locator(UNSET).count() == 0
        assert page.locator("details:not([open])").count() == 0
        assert page.locator("img").evaluate_all(UNLOADED) == 0
        assert page.evaluate(CLIPPED) == []
