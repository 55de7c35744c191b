"""Letters of errata to the authors: one page for each paper, and the same as a PDF."""

import shutil
import subprocess
import tempfile
from pathlib import Path

from bandit_replications.configuration.messages import short
from bandit_replications.runtime.errors import UserError
from bandit_replications.runtime.paths import repo_root

SECONDS = 300  # for Chromium to print one page on a busy machine
OPTIONS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-pdf-tagging",
    "--no-pdf-header-footer",
    "--window-size=1000,20000",  # formulas are set when they are in view
    "--virtual-time-budget=60000",
)


def letter(paper: str) -> str:
    """Return the letter to the authors of a paper: Markdown."""
    return (repo_root() / "docs" / "letters" / f"{paper}.md").read_text(encoding="utf-8")


def printer() -> str | None:
    """Return the program that prints pages, Chromium; None if it is not installed."""
    return shutil.which("chromium")


def print_pages(folder: Path) -> None:
    """Print each page of a folder as a PDF beside it, if there is a printer.

    Raises
    ------
    UserError
        If Chromium writes none.

    """
    program = printer()
    if program is None:
        return
    for page in folder.glob("*.html"):
        made = page.with_suffix(".pdf")
        with tempfile.TemporaryDirectory() as profile:
            command = [program, *OPTIONS, f"--user-data-dir={profile}", f"--print-to-pdf={made}"]
            command.append(page.resolve().as_uri())
            done = subprocess.run(command, capture_output=True, timeout=SECONDS, check=False)
        if not made.is_file():
            raise UserError(f"{short(page)}: {program} printed no PDF (status {done.returncode})")
