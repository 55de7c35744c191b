"""The stub of the library: written from the catalogue as it is, read by mypy and pyright."""

import json
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from bandit_replications.library import stubs

RIGHT = """
import bandit_replications as br
class Mine: ...
br.simulate("dp-se", means=[0.9, 0.5], epsilon=1.0, horizon=10, runs=2).regret
br.simulate("ucb1", paper="cooperative", means=[0.9, 0.5], agents=2, horizon=10)
br.simulate(Mine, means=[0.9, 0.5], horizon=10, first=1)
br.simulate("hybrid-ucb", rewards=[[0, 1]], epsilon=1.0)
br.compare(["dp-se"], epsilon=[1.0]).summary()
"""
WRONG = """
br.simulate("dp-se", means=[0.9, 0.5], epsilon=1.0, horizn=10)
br.simulate("dp-se", means=[0.9, 0.5], horizon=10)
br.simulate("dp-se", means=[0.9, 0.5], epsilon="1", horizon=10)
br.simulate("dp-see", means=[0.9, 0.5], epsilon=1.0, horizon=10)
br.simulate("ucb1", means=[0.9, 0.5], agents=2, horizon=10)
"""


def test_the_stub_is_that_of_the_catalogue():
    command = "; python -m bandit_replications.library.stubs writes it"
    assert stubs.STUB.read_text() == stubs.stub(), f"{stubs.STUB.name} is stale{command}"


def mypy(path, root):
    return [sys.executable, "-m", "mypy", "--strict", "--follow-imports=silent", path]


def pyright(path, root):
    """Return its call, which node runs: Playwright has one."""
    from playwright._impl._driver import compute_driver_executable

    path.with_name("pyrightconfig.json").write_text(json.dumps({"extraPaths": [f"{root}/src"]}))
    program = Path(find_spec("pyright").origin).parent / "dist" / "index.js"
    node, _ = compute_driver_executable()
    return [node, program, "--project", path.parent, "--pythonpath", sys.executable]


@pytest.mark.full
@pytest.mark.checkout
@pytest.mark.parametrize("checker", [mypy, pyright])
def test_right_calls_are_accepted_and_each_wrong_one_refused(checker, tmp_path, root):
    path = tmp_path / "calls.py"
    path.write_text(RIGHT + WRONG)
    command = checker(path, root)
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    first = len(RIGHT.splitlines()) + 1
    refused = set(map(int, re.findall(r"calls\.py:(\d+).*? error: ", done.stdout)))
    assert refused == set(range(first + 1, first + len(WRONG.splitlines()))), done.stdout
