"""What the tests of the site share: its pages, links that lead nowhere, TeX that is left."""

import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

MATH = re.compile(r'<(span|div) class="math .*?</\1>', re.DOTALL)  # what MathJax sets
TEX = re.compile(r"\\[a-zA-Z]+|\\[()\[\]]|\$[^$]*\$")


class Page(HTMLParser):
    """The ids of a page, what it links, and its text outside of code."""

    def __init__(self, path):
        super().__init__()
        self.ids, self.links, self.text = set(), [], []
        self._code = 0
        self.feed(MATH.sub("", path.read_text(encoding="utf-8")))

    def handle_starttag(self, tag, attrs):
        for key, value in attrs:
            if key == "id":
                self.ids.add(value)
            if key in ("href", "src") and value is not None:
                self.links.append((tag, value))
        self._code += tag in ("code", "pre", "script", "style", "svg")

    def handle_endtag(self, tag):
        self._code -= tag in ("code", "pre", "script", "style", "svg")

    def handle_data(self, data):
        if not self._code:
            self.text.append(data)


@cache
def pages(site):
    found = sorted(path for path in site.rglob("*.html") if "_static" not in path.parts)
    return {path: Page(path) for path in found}


def broken_links(site):
    """Return the links within the site that lead to no file or no anchor, and those that fetch."""
    found = pages(site)
    problems = []
    for path, page in found.items():
        for tag, link in page.links:
            parts = urlsplit(link)
            place = f"{path.relative_to(site)}: {link}"
            if parts.scheme in ("http", "https"):
                if tag != "a":
                    problems.append(f"{place} is fetched")
                continue
            if parts.scheme:  # data:, mailto:, javascript:
                continue
            target = Path(path.parent, unquote(parts.path)).resolve() if parts.path else path
            if target.is_dir():
                target = target / "index.html"
            if not target.is_file():
                problems.append(f"{place} leads nowhere")
            elif target in found and unquote(parts.fragment) not in {"", *found[target].ids}:
                problems.append(f"{place} has no such anchor")
    return problems


def raw_tex(site):
    """Return the TeX of each page that is neither code nor set as a formula."""
    return [
        f"{path.relative_to(site)}: {found}"
        for path, page in pages(site).items()
        for found in TEX.findall("".join(page.text))
    ]
