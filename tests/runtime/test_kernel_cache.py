"""Compiled functions are kept by what they rest on."""

import os
import shutil
import subprocess
import sys

import pytest

from support.checkouts import copy_checkout, python

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


ONE = f"""
from bandit_replications.runtime import environment

environment.configure()
{COUNT.replace('br.simulate("hybrid-ucb", **arms)', "")}"""


def compiled(checkout, code=COUNT):
    """Simulate in a copy and return what was compiled for it by module."""
    unset = [name for name in os.environ if name.startswith("NUMBA_")]
    done = python(checkout, "-c", code, **dict.fromkeys(unset))
    assert done.returncode == 0, done.stderr
    return eval(done.stdout)


@pytest.mark.full
def test_an_edit_compiles_what_rests_on_it(tmp_path):
    """Nothing is compiled in a second process, and after an edit only what imports it."""
    checkout = copy_checkout(tmp_path, compiled=False)

    def edited(file, old, new):
        path = checkout / "src" / "bandit_replications" / file
        text = path.read_text()
        assert text.count(old) == 1
        path.write_text(text.replace(old, new))
        return compiled(checkout)

    algorithms = "papers/private_online/algorithms"
    assert {"hybrid_ucb_kernels", "dp_se_kernels", "runs"} <= set(compiled(checkout))
    assert compiled(checkout) == {}
    changed = edited(f"{algorithms}/hybrid_ucb_kernels.py", "BLOCK = 256", "BLOCK = 128")
    assert set(changed) == {"hybrid_ucb_kernels"}
    assert edited(f"{algorithms}/ftnl.py", "import kernel", "import  kernel") == {}
    changed = edited("bandits/runs.py", "def leader(", "def leader  (")
    assert set(changed) >= {"hybrid_ucb_kernels", "dp_se_kernels", "runs"}


@pytest.mark.full
def test_copied_checkout_finds_its_kernels(tmp_path):
    first = copy_checkout(tmp_path, compiled=False)
    assert "dp_se_kernels" in compiled(first, ONE)
    moved = shutil.move(first, tmp_path / "moved")
    assert compiled(moved, ONE) == {}


def test_command_sets_threads_before_numpy_is_loaded():
    code = (
        "import sys; from bandit_replications.workflow import forks; print('numpy' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
