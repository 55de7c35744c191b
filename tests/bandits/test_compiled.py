"""Arguments of compiled functions are not counted, and what is owned is counted as ever."""

import re
import shutil
import sys
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest
from numba import njit

from bandit_replications.bandits import compiled
from bandit_replications.bandits.compiled import kernel
from support.checkouts import python

# Functions of this file stay out of numba's cache, which looks for the file's own folder.
pytestmark = pytest.mark.usefixtures("elsewhere")


class Pair(NamedTuple):
    """Two arrays."""

    first: np.ndarray
    second: np.ndarray


def on_one_branch(values, flag):
    """Use an argument on one branch alone."""
    if flag and values[0] > 0.0:
        return values[0]
    return -1.0


def fields_in_a_loop(pair, rounds):
    """Read fields again and again, some of them on one branch."""
    total = 0.0
    for i in range(rounds):
        total += pair.first[i % pair.first.size]
        if i % 3 == 0:
            second = pair.second
            second[0] += total
    return total


def replaced(values, other, rounds):
    """Give an argument's name to a new array, to another argument and back."""
    kept = values
    for i in range(rounds):
        if i % 2:
            values = other
        elif i % 4:
            values = values + 1.0
        else:
            values = kept
    return values


def handed_back(pair, flag):
    """Return an argument's field, or a part of it."""
    first, second = pair
    return first if flag else second[1:]


def fails(values, flag):
    """Raise while arguments are held."""
    rest = values[1:]
    if flag:
        raise ValueError("as asked")
    return rest.sum()


def fresh():
    """Return new arguments."""
    return np.array([1.0, 2.0, 3.0]), np.array([4.0, 5.0, 6.0])


CALLS = {
    "branch": (on_one_branch, lambda a, b: [(a, True), (a, False)]),
    "fields": (fields_in_a_loop, lambda a, b: [(Pair(a, b), 20)]),
    "replaced": (replaced, lambda a, b: [(a, b, n) for n in (0, 1, 2, 3, 4, 9)]),
    "handed back": (handed_back, lambda a, b: [(Pair(a, b), True), (Pair(a, b), False)]),
}


@pytest.mark.parametrize("name", CALLS)
def test_the_result_and_the_counts_are_those_of_plain_python(name):
    """No array is let go of early, none is kept: neither an argument nor a new one."""
    function, calls = CALLS[name]
    compiled = kernel(function)
    a, b = fresh()
    for words in calls(a, b):
        compiled(*words)
    for number in range(len(calls(*fresh()))):
        (a, b), (c, d) = fresh(), fresh()
        counts = sys.getrefcount(a), sys.getrefcount(b)
        for _ in range(50):
            found = compiled(*calls(a, b)[number])
            expected = function(*calls(c, d)[number])
            np.testing.assert_array_equal(found, expected)
        np.testing.assert_array_equal(a, c)
        np.testing.assert_array_equal(b, d)
        del found, expected
        assert (sys.getrefcount(a), sys.getrefcount(b)) == counts


def test_an_error_keeps_no_argument():
    """Numba itself never lets go of the arguments of a function that raises."""
    compiled = kernel(fails)
    a, _ = fresh()
    assert compiled(a, False) == 5.0
    count = sys.getrefcount(a)
    for _ in range(20):
        with pytest.raises(ValueError, match="as asked"):
            compiled(a, True)
    assert sys.getrefcount(a) <= count + 20  # the part that it made itself


def test_arguments_are_not_counted():
    """In what numba makes of this function they are."""

    def counted(function):
        function(Pair(*fresh()), 20)
        (text,) = function.inspect_llvm().values()
        return len(re.findall(r"call void @NRT_incref\(ptr [^)]*%arg", text))

    assert counted(njit(fields_in_a_loop)) > 0
    assert counted(kernel(fields_in_a_loop)) == 0


def test_options_are_numbas():
    @kernel(error_model="numpy")
    def ratio(a, b):
        return a / b

    assert ratio(1.0, 0.0) == np.inf


WARNED = """
import warnings
warnings.simplefilter("always")
import bandit_replications as br
print(br.simulate("ftnl", means=[0.9, 0.5], epsilon=0.5, horizon=100))
"""


def test_where_nothing_can_be_written_each_process_compiles(tmp_path):
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
