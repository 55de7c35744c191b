"""Places of a theorem, an algorithm or a figure: `make where WHAT="theorem 5"`.

Everything is looked up in what is there: the records of the ledger, the functions that decide them,
the modules of the algorithms, the figures' specifications and the notebooks. Nothing is kept by
hand, so nothing can be out of date.
"""

import ast
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from bandit_replications.configuration.messages import shown
from bandit_replications.configuration.papers import PAPERS
from bandit_replications.runtime.errors import UserError
from bandit_replications.runtime.paths import repo_root
from bandit_replications.workflow.index import index

SOURCE = Path(__file__).parents[1]


@dataclass(frozen=True)
class Place:
    """One place: what it is, its name, and the file with the line."""

    what: str
    name: str
    file: Path
    line: int

    def __str__(self) -> str:
        place = f"{self.file.relative_to(repo_root()).as_posix()}:{self.line}"
        return f"  {self.what:<11}{place:<75} {self.name}"


def where(what: str, papers: Sequence[str] = PAPERS) -> str:
    """Return the places of an item, an algorithm, a figure, a claim or an erratum, in lines.

    Parameters
    ----------
    what : str
        Such as "theorem 5", "Algorithm 2", "figure 1b", "dp-se" or an id of a claim; case and
        leading zeros do not count.
    papers : sequence of str
        Where to look.

    Raises
    ------
    UserError
        If none of the papers has it.

    """
    parts = []
    for paper in papers:
        found = list(_places(paper, _plain(what)))
        if found:
            parts.append("\n".join([paper, *(str(place) for place in dict.fromkeys(found))]))
    if not parts:
        raise UserError(
            f"where: {shown(what)} is in none of {', '.join(papers)}; allowed: a numbered item "
            "(theorem 5), an algorithm (dp-se), a figure (figure 1b), an id of a claim or erratum"
        )
    return "\n\n".join(parts)


def table(papers: Sequence[str] = PAPERS) -> str:
    """Return the places of every item of the papers."""
    return "\n\n".join(
        f"{item}\n{where(item, [paper])}" for paper in papers for item in index(paper)["items"]
    )


def _places(paper: str, wanted: str) -> Iterator[Place]:
    found, folder = index(paper), SOURCE / "papers" / paper
    records = found["records"]
    ids = {one for item, named in found["items"].items() if _plain(item) == wanted for one in named}
    ids |= {one for one in records if _plain(one) == wanted}
    ids |= {one for one in records if wanted.replace(" ", "-") in records[one]["errata"]}
    asked = {one: record for one, record in records.items() if one in ids}
    for one, record in asked.items():
        yield _in_text("claim", one, folder / "claims.yaml", f"- id: {one}")
        yield from _rule(folder, one)
        if record["compared"]:
            path = SOURCE / "ledger" / "comparisons.py"
            yield _in_text("rule", "compare: of the record, judged", path, "def judged(")
    for slug in sorted({slug for record in asked.values() for slug in record["errata"]}):
        yield _in_text("erratum", slug, folder / "errata.yaml", f"- slug: {slug}")
    functions = [name for record in asked.values() for name in record["functions"]]
    for name in dict.fromkeys(functions):
        module, _, function = name.partition(":")
        path = SOURCE.joinpath(*module.split(".")).with_suffix(".py")
        kind = "derivation" if ".theory." in name else "check"
        start = f"{function} = " if function.isupper() else f"def {function}("
        yield _in_text(kind, function, path, start)
    yield from _algorithms(folder, wanted)
    for figure, drawn in found["figures"].items():
        if wanted in (_plain(figure), _plain(figure.removeprefix("figure-"))):
            yield Place("figure", drawn["title"], Path(drawn["file"]), drawn["line"])
            for name in drawn["data"]:
                path = repo_root() / "data" / "results" / paper / f"{name}.parquet"
                yield Place("data", name, path, 1)
    yield from _sections(paper, wanted, ids)


def _rule(folder: Path, record: str) -> Iterator[Place]:
    """Yield the entry in `checks/` that decides a record."""
    for path in sorted((folder / "checks").glob("*.py")):
        if f'"{record}": ' in path.read_text(encoding="utf-8"):
            yield _in_text("rule", record, path, f'"{record}": ')


def _algorithms(folder: Path, wanted: str) -> Iterator[Place]:
    """Yield the modules of a name, and what names the item in the first line of a docstring."""
    for path in sorted((folder / "algorithms").rglob("*.py")):
        compiled = path.stem.endswith("_kernels")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)):
                continue
            first = (ast.get_docstring(node) or "").split("\n", 1)[0].rstrip(".")
            whole = isinstance(node, ast.Module)
            named = whole and _plain(path.stem) == wanted
            if named or (not compiled and names(first.lower(), wanted)):
                name = first if isinstance(node, ast.Module) else f"{node.name}: {first}"
                yield Place("algorithm", name, path, getattr(node, "lineno", 1))


def names(text: str, item: str) -> bool:
    """Return whether a text in small letters names an item, alone or in a list or range of them.

    Such as "protocol 4" in "protocols 1 and 3 to 7". An item after a name and a comma is another
    paper's.
    """
    kind, _, number = item.rpartition(" ")
    if not number.isdigit():
        return bool(re.search(rf"\b{re.escape(item)}\b(?!\.?\d)", text))
    ours = rf"(?<![a-z], )\b{re.escape(kind)}"
    if re.search(rf"{ours} {number}\b(?!\.?\d)", text):
        return True
    for found in re.finditer(rf"{ours}s (\d+(?:(?:,| and|, and| to|–|-) ?\d+)*)\b(?!\.\d)", text):
        parts = re.findall(r"(to|–|-|) ?(\d+)", found[1])
        numbers = [int(end) for _, end in parts]
        ends = zip([0, *numbers], numbers, parts, strict=False)
        if any(
            last == int(number) or (to and first < int(number) < last)
            for first, last, (to, _) in ends
        ):
            return True
    return False


def _sections(paper: str, wanted: str, ids: set[str]) -> Iterator[Place]:
    """Yield the sections of the notebook whose text names the item or one of its records."""
    path = repo_root() / "notebooks" / f"{paper}.ipynb"
    lines = path.read_text(encoding="utf-8").split("\n")
    starts = [number for number, line in enumerate(lines, start=1) if line == "  {"]
    section = ""
    for cell, start in zip(json.loads("\n".join(lines))["cells"], starts, strict=False):
        text = "".join(cell["source"])
        if cell["cell_type"] != "markdown":
            continue
        headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
        section = headings[-1] if headings else section
        if (
            names(_plain(text), wanted)
            or names(text.lower(), wanted)
            or any(f"`{one}`" in text for one in ids)
        ):
            yield Place("notebook", section, path, start)


def _in_text(what: str, name: str, path: Path, text: str) -> Place:
    """Return the place of a line that is a text, or begins with one that leaves its line open."""
    for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), start=1):
        if line.strip() == text or (
            text.endswith(("(", ": ", "= ")) and line.strip().startswith(text)
        ):
            return Place(what, name, path, number)
    return Place(what, name, path, 1)


def _plain(text: str) -> str:
    """Return a name without case, hyphens, underscores and leading zeros."""
    return re.sub(r"\b0+(?=\d)", "", re.sub(r"[-_\s]+", " ", text.lower())).strip()
