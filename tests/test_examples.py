"""Every algorithm's module has an example, and all examples give what they show."""

import doctest
import importlib

import pytest

from bandit_replications.configuration.papers import PAPERS, load_module

MODULES = [
    load_module(paper, "catalogue").module_name(algorithm)
    for paper in PAPERS
    for algorithm in load_module(paper, "catalogue").ALGORITHMS
]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_an_algorithm(name):
    module = importlib.import_module(name)
    found = doctest.testmod(module, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert found.attempted > 1, "no example"
    assert found.failed == 0
