"""Tests of the decorator of compiled functions."""

import gc
import shutil
from pathlib import Path
from types import FunctionType

import numpy as np
import pytest
from numba.core.event import RecordingListener, install_listener

from bandit_replications.bandits import compiled
from bandit_replications.bandits.compiled import kernel
from support.checkouts import python

# Functions of this file stay out of numba's cache, which looks for the file's own folder.
pytestmark = pytest.mark.usefixtures("elsewhere")


def test_options_are_numbas():
    @kernel(error_model="numpy")
    def ratio(a, b):
        return a / b

    assert ratio(1.0, 0.0) == np.inf


def test_no_garbage_is_collected_while_a_kernel_compiles():
    seen, spy = [], RecordingListener()
    spy.on_start = lambda event: seen.append(gc.isenabled())
    with install_listener("numba:compile", spy):
        for module in (compiled.__name__, __name__):
            function = FunctionType((lambda: 0).__code__, {"__name__": module})
            kernel(cache=False)(function)()
            assert gc.isenabled()
    assert seen == [False, True]


WARNED = """
import warnings
warnings.simplefilter("always")
import bandit_replications as br
print(br.simulate("ftnl", means=[0.9, 0.5], epsilon=0.5, horizon=100))
"""


def test_each_process_compiles_without_a_writable_folder(tmp_path):
    """Numba's own caches are folders; here a file has the name of each."""
    package = tmp_path / "site" / "bandit_replications"
    source = Path(compiled.__file__).parents[1]
    shutil.copytree(source, package, ignore=shutil.ignore_patterns("__pycache__"))
    for folder in [package, *package.rglob("*")]:
        if folder.is_dir():
            (folder / "__pycache__").write_text("no folder")
    none = {"HOME": "/dev/null", "XDG_CACHE_HOME": "/dev/null/cache", "NUMBA_CACHE_DIR": None}
    done = python(tmp_path, "-B", "-c", WARNED, PYTHONPATH=str(package.parent), **none)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("Simulation: ftnl (private_online), 1 run, horizon 100")
    assert done.stderr.count("no folder for compiled functions can be written to") == 1
