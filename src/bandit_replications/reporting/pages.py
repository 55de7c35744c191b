"""Notebooks as HTML pages of one file each, that need no network and load nothing.

Pictures and MathJax stand in the page itself.
"""

import importlib.metadata
import re
from pathlib import Path
from typing import Any

import nbformat

from bandit_replications.runtime.errors import UserError
from bandit_replications.runtime.processes import atomic_write

# The lab template without the three scripts that it would fetch, with the pictures' own texts.
_TEMPLATE = """
{%- extends 'lab/index.html.j2' -%}
{%- block html_head_js_requirejs -%}{%- endblock -%}
{%- block html_head_js_mathjax -%}
<script>
window.MathJax = {
  tex: {
    inlineMath: [['$', '$'], ['\\\\(', '\\\\)']],
    displayMath: [['$$', '$$'], ['\\\\[', '\\\\]']],
    processEscapes: true,
    processEnvironments: true
  },
  svg: {fontCache: 'global'}
};
</script>
<script>{{ resources.mathjax }}</script>
{%- endblock -%}
{%- block html_head_js_mermaidjs -%}{%- endblock -%}
{%- block data_png scoped -%}
{%- set alt = output | get_metadata('alt', 'image/png') -%}
{%- set width = output | get_metadata('width', 'image/png') -%}
<div class="jp-RenderedImage jp-OutputArea-output {{ extra_class }}">
<img src="data:image/png;base64,{{ output.data['image/png'] | escape_html }}"
{%- if width %} width="{{ width | escape_html }}"{% endif -%}
{%- if alt %} alt="{{ alt | escape_html }}"{% endif %} />
</div>
{%- endblock -%}
"""

_CARRIER = "django-static-mathjax"  # files alone; nothing of it is imported
_MATHJAX = "es5/tex-svg-full.js"  # all extensions in one file: none is fetched later


def to_page(notebook: Path, page: Path) -> None:
    """Turn an executed notebook into one HTML page.

    Parameters
    ----------
    notebook : Path
    page : Path
        Replaced in one step.

    """
    from nbconvert import HTMLExporter  # noqa: PLC0415  a second to import

    content = nbformat.read(notebook, as_version=4)
    exporter = HTMLExporter(raw_template=_TEMPLATE, embed_images=True)
    resources = {
        "metadata": {"name": _title(content, notebook.stem), "path": str(notebook.parent)},
        "mathjax": mathjax().read_text(encoding="utf-8"),
    }
    body, _ = exporter.from_notebook_node(content, resources=resources)
    with atomic_write(page) as temporary:
        temporary.write_text(body, encoding="utf-8")


def _title(notebook: Any, name: str) -> str:
    """Return the notebook's first heading, or its name."""
    for cell in notebook.cells:
        heading = re.search(r"^# +(.+)$", cell.source, flags=re.MULTILINE)
        if cell.cell_type == "markdown" and heading:
            return heading[1].replace("`", "").strip()
    return name


def mathjax() -> Path:
    """Return the file that is all of MathJax, from the distribution that carries it.

    Raises
    ------
    UserError
        If that is not installed, or has no such file.

    """
    for file in importlib.metadata.files(_CARRIER) or ():
        if file.as_posix().endswith(_MATHJAX):
            return Path(str(file.locate()))
    raise UserError(f"{_CARRIER}: no {_MATHJAX}; allowed: as in requirements.lock")
