"""The source files that the site links to, as pages with an anchor at each line."""

import re
from collections.abc import Iterable
from pathlib import Path

from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

from bandit_replications.site.links import PACKAGE, SOURCE, module_path
from bandit_replications.site.repository import Repository

PLAIN = re.compile(r'<span class="(?:n|nn|o|p|w)">([^<]*)</span>')  # of the text's colour
LIGHT, DARK = "a11y-high-contrast-light", "a11y-high-contrast-dark"

_PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{name}</title>
<link rel="stylesheet" href="{root}source.css">
<main>
<h1><a href="{root}../index.html">Bandit Replications</a> · {name}{there}</h1>
{listing}</main>
</html>
"""
_STYLE = """
body {{ margin: 1rem; background: #fff; color: #222; }}
h1 {{ font: 1rem system-ui, sans-serif; overflow-wrap: anywhere; }}
pre {{ line-height: 1.4; overflow-x: auto; }}
@media print {{ pre {{ white-space: pre-wrap; }} }}
:target {{ outline: 2px solid #0072b2; }}
pre {{ counter-reset: line; }}
pre > span[id]::before {{ counter-increment: line; content: counter(line); display: inline-block;
  width: 3em; padding-right: 1em; text-align: right; opacity: 0.75; }}
{light}
@media (prefers-color-scheme: dark) {{
body {{ background: #121212; color: #ddd; }}
h1 a {{ color: #9cd; }}
{dark}
}}
"""


def write(modules: Iterable[str], folder: Path, repository: Repository) -> None:
    """Write a page for each module, given their dotted names below the package."""
    formatter = HtmlFormatter(linespans="L", style=LIGHT)
    folder.mkdir(parents=True, exist_ok=True)
    style = _STYLE.format(
        light=formatter.get_style_defs(".highlight"),
        dark=HtmlFormatter(style=DARK).get_style_defs(".highlight"),
    )
    (folder / "source.css").write_text(style, encoding="utf-8")
    for module in sorted(set(modules)):
        path = folder / f"{module.replace('.', '/')}.html"
        path.parent.mkdir(parents=True, exist_ok=True)
        code = module_path(module).read_text(encoding="utf-8")
        listing = highlight(code, PythonLexer(), formatter).replace('id="L-', 'id="L')
        listing = PLAIN.sub(r"\1", listing).replace("<pre>", '<pre tabindex="0">')  # it may scroll
        root = "../" * module.count(".")
        file = repository.file(f"src/{PACKAGE}/{module_path(module).relative_to(SOURCE)}")
        there = f' · <a href="{file}">in the repository</a>' if file else ""
        name = f"{PACKAGE}.{module}"
        page = _PAGE.format(name=name, root=root, listing=listing, there=there)
        path.write_text(page, encoding="utf-8")
