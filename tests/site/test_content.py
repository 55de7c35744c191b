"""Handwritten parts of the site against their subjects."""

import doctest
import re

import nbformat
import pytest
import yaml

from bandit_replications.configuration.papers import PAPERS
from bandit_replications.runtime.errors import UserError
from bandit_replications.runtime.paths import repo_root
from bandit_replications.site import algorithms, guide, reruns
from bandit_replications.site.links import on_site

ROOT = repo_root()


def notebook(*texts):
    return nbformat.v4.new_notebook(cells=[nbformat.v4.new_markdown_cell(one) for one in texts])


def test_missing_sections_to_read_are_refused(monkeypatch):
    named = {"private_online": {"reading": {"ten minutes": ["1", "4.2"]}}}
    monkeypatch.setattr(guide, "publications", lambda: named)
    there = notebook("# T\n\n## 1. One", "### 4.2 Two of $x$\n")
    links = guide.guide(there, "private_online")
    assert "[4.2 Two of $x$](#private-online-section-4-2)" in links
    with pytest.raises(UserError, match=r"private_online, reading: 4\.2; allowed: one of 1$"):
        guide.guide(notebook("## 1. One"), "private_online")


def test_a_page_without_numbered_sections_has_no_guide():
    assert guide.guide(notebook("# A figure"), "private_online") == ""


@pytest.mark.parametrize("paper", PAPERS)
def test_sections_to_read_are_in_the_notebook(paper):
    published = nbformat.read(ROOT / "data" / "notebooks" / f"{paper}.ipynb", as_version=4)
    assert guide.guide(published, paper).count("](#") >= 5


@pytest.mark.parametrize("paper", PAPERS)
def test_worked_example_was_made_by_the_documented_command(paper):
    example = (ROOT / "docs" / "examples" / f"{paper}.md").read_text()
    built_in, own = reruns.commands(paper)
    assert example.startswith(f"% Made by: {built_in.text}\n")
    assert yaml.safe_load(own.parameters)


def test_a_command_is_split_into_options_and_parameters():
    command = reruns.commands("private_online")[0]
    assert yaml.safe_load(command.parameters)["regret"]["epsilons"] == [0.3]
    assert command.short.endswith("private_online label=tonight config=mine.yaml figure=5")


def test_the_examples_of_use_print_as_shown():
    blocks = re.findall(
        "^```python$(.+?)^```$", (ROOT / "docs/guide/use.md").read_text(), re.M | re.S
    )
    test = doctest.DocTestParser().get_doctest("".join(blocks), {}, "use.md", None, 0)
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    assert runner.run(test).failed == 0
    assert runner.tries > 10


def test_handwritten_pages_link_files_and_pages():
    for page in (ROOT / "docs" / "meet.md", *(ROOT / "docs" / "guide").glob("*.md")):
        text = page.read_text()
        targets = re.findall(r"\]\(([^)#]+)", text)
        assert all((page.parent / target).is_file() for target in targets), page
        on_pages = re.findall(r"\]\(([^)#]+)", on_site(text))
        assert all(one.endswith(".html") or one.startswith("files/") for one in on_pages), page


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [(4.027e-4, "400 µs"), (0.001, "1 ms"), (0.0732, "73 ms"), (0.59, "590 ms"), (123.4, "120 s")],
)
def test_times_are_shown_in_plain_digits(seconds, shown):
    assert algorithms._time(seconds) == shown
