"""Compiled functions are kept by the code that they rest on."""

import ast
import os
import shutil
import subprocess
import sys

import pytest

from support.checkouts import copy_checkout

# Prints how many functions are compiled for a simulation, by module.
COUNT = """
import collections
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
import bandit_replications as br

for algorithm in {algorithms}:
    br.simulate(algorithm, means=[0.75, 0.5], horizon=100, epsilon=0.5, runs=1, seed=0)
print(dict(compiled))
"""
CONFIGURED = "from bandit_replications.runtime import environment\nenvironment.configure()\n"


def compiled(checkout, program, *algorithms):
    """Return the number of functions that a simulation in a copy compiles, by module."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    done = subprocess.run(
        [sys.executable, "-c", program.replace("{algorithms}", str(algorithms))],
        env={**kept, "PYTHONPATH": str(checkout / "src")},
        capture_output=True,
        text=True,
        check=True,
    )
    return ast.literal_eval(done.stdout)


@pytest.mark.full
def test_an_edit_compiles_what_rests_on_it(tmp_path):
    """Nothing is compiled in a second process, and after an edit only modules that import it."""
    checkout = copy_checkout(tmp_path, compiled=False)

    def found(edited="", old="", new=""):
        if edited:
            path = checkout / "src" / "bandit_replications" / edited
            text = path.read_text()
            assert text.count(old) == 1
            path.write_text(text.replace(old, new))
        return compiled(checkout, COUNT, "hybrid-ucb", "dp-se")

    algorithms = "papers/private_online/algorithms"
    assert {"hybrid_ucb_kernels", "dp_se_kernels", "runs"} <= set(found())
    assert found() == {}
    changed = found(f"{algorithms}/hybrid_ucb_kernels.py", "BLOCK = 256", "BLOCK = 128")
    assert set(changed) == {"hybrid_ucb_kernels"}
    assert found(f"{algorithms}/ftnl.py", "import kernel", "import  kernel") == {}
    changed = found("bandits/runs.py", "best, equals = 0, 1", "equals, best = 1, 0")
    assert set(changed) >= {"hybrid_ucb_kernels", "dp_se_kernels", "runs"}


@pytest.mark.full
def test_copied_checkout_finds_its_kernels(tmp_path):
    first = copy_checkout(tmp_path, compiled=False)
    assert "dp_se_kernels" in compiled(first, CONFIGURED + COUNT, "dp-se")
    moved = shutil.move(first, tmp_path / "moved")
    assert compiled(moved, CONFIGURED + COUNT, "dp-se") == {}
