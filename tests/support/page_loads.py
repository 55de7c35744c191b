"""What an HTML page loads from outside itself."""

import re
from html.parser import HTMLParser

# Attributes by which a page loads something; a plain hyperlink loads nothing.
_LOADING = {"src", "srcset", "poster", "background", "data", "xlink:href"}
_LOADING_LINKS = {"link", "image", "use", "feimage"}
_CSS_URL = re.compile(r"(?:url\(\s*[\"']?|@import\s+[\"'])([^\"')]+)")


def loaded(page: str) -> list[str]:
    """Return what a page loads from outside itself, be it a file or an address."""
    parser = _Loads()
    parser.feed(page)
    parser.close()
    return [
        address
        for address in parser.addresses
        if address.strip() and not address.strip().startswith(("data:", "#"))
    ]


class _Loads(HTMLParser):
    """Collects the addresses of everything that a page loads."""

    def __init__(self) -> None:
        super().__init__()
        self.addresses: list[str] = []
        self._in_style = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._in_style = tag == "style"
        for name, value in attrs:
            if name in _LOADING or (name == "href" and tag in _LOADING_LINKS):
                self.addresses.append(value or "")
            elif name == "style":
                self.addresses += _CSS_URL.findall(value or "")

    def handle_endtag(self, tag: str) -> None:
        self._in_style = self._in_style and tag != "style"

    def handle_data(self, data: str) -> None:
        if self._in_style:
            self.addresses += _CSS_URL.findall(data)
