"""The stub of the library: written from the catalogue as it is, and read by mypy."""

import subprocess
import sys

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


@pytest.mark.full
@pytest.mark.checkout
def test_mypy_accepts_right_calls_and_refuses_each_wrong_one(tmp_path, root):
    path = tmp_path / "calls.py"
    path.write_text(RIGHT + WRONG)
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--follow-imports=silent", path],
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
    )
    first = len(RIGHT.splitlines()) + 1
    refused = {line.split(":")[1] for line in done.stdout.splitlines() if ": error: " in line}
    expected = {str(first + line) for line in range(1, len(WRONG.splitlines()))}
    assert refused == expected, done.stdout
