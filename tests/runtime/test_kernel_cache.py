"""Compiled functions are kept by what they rest on."""

import os
import shutil
import subprocess
import sys

import pytest

from support.checkouts import copy_checkout

COUNT = """
import collections, sys
from numba.core import event

compiled = collections.Counter()

class Count(event.Listener):
    def on_start(self, event):
        function = event.data["dispatcher"].py_func
        if function.__module__.startswith("bandit_replications."):
            compiled[function.__module__.rpartition(".")[2]] += 1

    def on_end(self, event):
        pass

event.register("numba:compile", Count())
import numpy as np
import bandit_replications as br

arms = {"means": [0.75, 0.5], "horizon": 100, "epsilon": 0.5, "runs": 1, "seed": 0}
br.simulate("hybrid-ucb", **arms)
br.simulate("dp-se", **arms)
print(dict(compiled))
"""


@pytest.fixture(scope="module")
def compiled(tmp_path_factory):
    """Return a function that simulates in a copy and returns what was compiled for it by module."""
    checkout = copy_checkout(tmp_path_factory.mktemp("kernels"), compiled=False)
    kept = {name: value for name, value in os.environ.items() if name != "NUMBA_CACHE_DIR"}

    def run(edited="", old="", new=""):
        if edited:
            path = checkout / "src" / "bandit_replications" / edited
            text = path.read_text()
            assert text.count(old) == 1
            path.write_text(text.replace(old, new))
        done = subprocess.run(
            [sys.executable, "-c", COUNT],
            env={**kept, "PYTHONPATH": str(checkout / "src")},
            capture_output=True,
            text=True,
            check=True,
        )
        return eval(done.stdout)

    return run


@pytest.mark.full
def test_an_edit_compiles_what_rests_on_it(compiled):
    """Nothing is compiled in a second process, and after an edit only what imports it."""
    algorithms = "papers/private_online/algorithms"
    first = compiled()
    assert {"hybrid_ucb_kernels", "dp_se_kernels", "runs"} <= set(first)
    assert compiled() == {}
    changed = compiled(f"{algorithms}/hybrid_ucb_kernels.py", "BLOCK = 256", "BLOCK = 128")
    assert set(changed) == {"hybrid_ucb_kernels"}
    assert compiled(f"{algorithms}/ftnl.py", "import kernel", "import  kernel") == {}
    changed = compiled("bandits/runs.py", "best, equals = 0, 1", "equals, best = 1, 0")
    assert set(changed) >= {"hybrid_ucb_kernels", "dp_se_kernels", "runs"}


ONE = f"""
from bandit_replications.runtime import environment

environment.configure()
{COUNT.replace('br.simulate("hybrid-ucb", **arms)', "")}"""


@pytest.mark.full
def test_copied_checkout_finds_its_kernels(tmp_path):
    first = copy_checkout(tmp_path, compiled=False)
    kept = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}

    def run(checkout):
        done = subprocess.run(
            [sys.executable, "-c", ONE],
            env={**kept, "PYTHONPATH": str(checkout / "src")},
            capture_output=True,
            text=True,
            check=True,
        )
        return eval(done.stdout)

    assert "dp_se_kernels" in run(first)
    moved = shutil.move(first, tmp_path / "moved")
    assert run(moved) == {}
