"""Reading guide of a paper's page: sections for ten minutes and for an hour."""

import re
from typing import Any

from bandit_replications.configuration.messages import one_line
from bandit_replications.configuration.papers import publications
from bandit_replications.runtime.errors import UserError
from bandit_replications.site.links import section_anchor

_HEADING = re.compile(r"^#{2,4} (\d+(?:\.\d+)*)\.? +(.+)$", flags=re.MULTILINE)


def headings(notebook: Any) -> dict[str, str]:
    """Return the titles of a notebook's sections by number."""
    return dict(
        heading
        for cell in notebook.cells
        if cell.cell_type == "markdown"
        for heading in _HEADING.findall(cell.source)
    )


def guide(notebook: Any, paper: str) -> str:
    """Return links to the sections that `papers.yaml` names; none where nothing has a number.

    Raises
    ------
    UserError
        If it names a section that the notebook has not.

    """
    titles = headings(notebook)
    reading = publications()[paper].get("reading", {}) if titles else {}
    for number in (one for numbers in reading.values() for one in numbers):
        if number not in titles:
            known = ", ".join(titles)
            raise UserError(
                one_line(f"papers.yaml: {paper}, reading: {number}; allowed: one of {known}")
            )
    return "\n\n".join(
        f"**In {time}:** "
        + " · ".join(f"[{one} {titles[one]}](#{section_anchor(paper, one)})" for one in numbers)
        for time, numbers in reading.items()
    )
