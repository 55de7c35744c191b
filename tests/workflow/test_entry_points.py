"""Requests by make, snakemake and papermill: carried out, or refused in one line."""

import json
import re
import shutil
import sys

import nbformat
import pytest
import yaml
from hypothesis import assume, given, settings

from bandit_replications.configuration.papers import PAPERS
from bandit_replications.runtime.errors import ConfigurationError
from bandit_replications.workflow.plan import snakemake_config
from support.checkouts import python, run
from support.random_changes import bounded, changed, check_line, laid_over

pytestmark = pytest.mark.full
SURROGATE = re.compile("[\ud800-\udfff]")  # papermill cannot write it into a notebook
drawn = settings(bounded, max_examples=10, deadline=None)


def written(case):
    """Return a paper and changes to it as a file can hold them."""
    paper, values, changes = case
    try:
        over = json.loads(json.dumps(laid_over(values, changes)))
        yaml.safe_dump(over, allow_unicode=True).encode()
    except (TypeError, UnicodeEncodeError):
        assume(False)
    return paper, over


def refusal(request):
    """Return what the validator says of a request, None if it is accepted."""
    try:
        snakemake_config.plan(request)
    except ConfigurationError as error:
        return str(error)
    return None


@drawn
@given(changed())
def test_snakemake_says_what_the_validator_says(checkout, case):
    paper, over = written(case)
    request = {"run": "rerun-doors", "scale": "quick", paper: over}
    file = checkout / "doors.yaml"
    file.write_text(yaml.safe_dump(request))
    done = python(checkout, "-m", "snakemake", "-n", "--quiet", "all", "--configfile", str(file))
    said = refusal(request)
    assert (done.returncode == 0) == (said is None), done.stdout + done.stderr
    if said is not None:
        lines = (done.stdout + done.stderr).splitlines()
        assert said in [line.strip() for line in lines]
        assert "Traceback" not in lines
        assert not (checkout / "build" / "rerun-doors").exists()


@pytest.fixture(scope="module")
def openings(checkout):
    """Return each paper's notebook up to the cell that opens the study."""
    short = {}
    for paper in PAPERS:
        notebook = nbformat.read(checkout / "notebooks" / f"{paper}.ipynb", as_version=4)
        last = next(n for n, cell in enumerate(notebook.cells) if "open_study(" in cell.source)
        notebook.cells = notebook.cells[: last + 1]
        short[paper] = checkout / f"{paper}-opening.ipynb"
        nbformat.write(notebook, short[paper])
    return short


@drawn
@given(changed())
def test_papermill_ends_with_what_the_validator_says(checkout, openings, case):
    paper, over = written(case)
    assume(SURROGATE.search(json.dumps(over, ensure_ascii=False)) is None)
    file = checkout / "parameters.yaml"
    file.write_text(yaml.safe_dump(over))
    output = str(checkout / "out.ipynb")
    done = python(checkout, "-m", "papermill", str(openings[paper]), output, "-f", str(file))
    said = refusal({"run": "rerun-doors", "scale": "quick", paper: over})
    assert (done.returncode == 0) == (said is None), done.stdout + done.stderr
    if said is not None:
        own = done.stderr.partition("Exception encountered")[2].strip().splitlines()
        assert own[1:] == [f"error: {said}"]
    assert not (checkout / "build" / "quick" / "shards").exists()


def make(checkout, *words):
    """Run make in the copy with the Python that runs the tests in place of its own."""
    return run(checkout, "make", f"PYTHON_ENV={sys.prefix}", *words)


REFUSED = [
    ["figure", "PAPER=private_online", "FIGURE=99"],
    ["figure"],
    ["claim", "ID=theorem-99"],
    ["params", "PAPER=priv\x1b[31mate"],
    ["where", "WHAT=Lemma 99's proof"],
    ["claim", "ID=--help"],
    ["new-paper", "NAME=Not A Name"],
    ["verify-numbers", "SCALE=huge"],
]


@pytest.mark.skipif(shutil.which("make") is None, reason="needs make")
@pytest.mark.parametrize("words", REFUSED, ids=lambda words: " ".join(words)[:40])
def test_make_refuses_in_one_line(checkout, words):
    done = make(checkout, *words)
    assert done.returncode == 2
    said, from_make = done.stderr.strip().splitlines()  # what is wrong, and make's own last line
    assert re.match(r"make(\[\d+\])?: \*\*\*", from_make)
    assert said.startswith("error: ")
    check_line(said.removeprefix("error: "))


@pytest.mark.skipif(shutil.which("make") is None, reason="needs make")
def test_make_does_what_it_accepts(checkout):
    for words in (["params", "PAPER=anonymous"], ["claim", "ID=private_online/theorem-6"]):
        done = make(checkout, *words)
        assert done.returncode == 0, done.stderr[-3000:]
        assert "root_seed" in done.stdout or "verdict" in done.stdout
