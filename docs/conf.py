"""What Sphinx is told: it renders the pages that `make site` has written beside this file."""

import html
import importlib.metadata
import re
import shutil
from pathlib import Path
from textwrap import shorten

from docutils import nodes

project = html_title = "Bandit Replications"
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx.ext.mathjax"]
html_theme = "pydata_sphinx_theme"
html_static_path = ["static"]
html_favicon = "static/favicon.svg"
templates_path = ["theme"]
html_css_files = ["site.css"]
html_js_files = [("claims.js", {"defer": "defer"})]
html_copy_source = False
html_show_sourcelink = False
html_theme_options = {
    "navbar_align": "left",
    "header_links_before_dropdown": 8,
    "navbar_persistent": ["search-button"],
    "show_prev_next": False,
    "footer_start": ["credits"],
    "footer_end": [],
    "secondary_sidebar_items": ["page-toc"],
    "navigation_with_keys": False,
}
html_sidebars = {"**": []}
html_context = {"default_mode": "auto"}  # dark where the reader's system is

myst_enable_extensions = ["amsmath", "colon_fence", "dollarmath"]
myst_all_links_external = True  # addresses are written whole; a test follows each of them
myst_dmath_double_inline = True
suppress_warnings = ["myst.header"]  # a notebook's headings may skip a level
default_role = "code"
napoleon_use_rtype = False
napoleon_use_ivar = True  # attributes stand in the text; autodoc lists them otherwise, too
autodoc_typehints = "none"
add_module_names = False
autodoc_preserve_defaults = True
autodoc_member_order = "bysource"
toc_object_entries = False

mathjax_path = "tex-svg-full.js"  # all extensions of TeX in one file
# A paper's thousands of formulas take seconds: each is set when it comes into view, all to print.
mathjax3_config = {"loader": {"load": ["ui/lazy"]}}


def _copy_mathjax(app):
    """Copy the files of MathJax that the pages load, from the distribution that carries them."""
    files = importlib.metadata.files("django-static-mathjax")
    for name in (mathjax_path, "ui/lazy.js"):
        copy = Path(app.outdir) / "_static" / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        (found,) = (file for file in files if file.match(f"es5/{name}"))
        shutil.copy(found.locate(), copy)


def _escape_bars(app, what, name, obj, options, lines):
    """Keep |x| in docstrings an absolute value, and a letter with a full stop no list."""
    for number, line in enumerate(lines):
        if not line.lstrip().startswith(">>>"):
            lines[number] = re.sub(r": (\w)\.$", r": \1\\.", line.replace("|", r"\|"))


def _load_mathjax(app, page, template, context, doctree):
    """Have MathJax on a page with formulas in HTML of its own."""
    if 'class="math' in context.get("body", ""):
        context["has_maths_elements"] = True


def _describe(app, page, template, context, doctree):
    """Give search engines the first sentences of a page."""
    first = doctree and next((one.astext() for one in doctree.findall(nodes.paragraph)), "")
    if first:
        text = html.escape(shorten(first, 160, placeholder="…"))
        context["metatags"] += f'<meta name="description" content="{text}">'


def setup(app):
    """Have Sphinx call the functions above."""
    app.connect("html-page-context", _load_mathjax, priority=400)  # before Sphinx loads it
    app.connect("html-page-context", _describe)
    app.connect("autodoc-process-docstring", _escape_bars)
    app.connect("builder-inited", _copy_mathjax)
