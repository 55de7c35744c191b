"""Every algorithm's module has an example, and all examples give what they show."""

import doctest

import pytest

from bandit_replications.configuration.papers import PAPERS
from bandit_replications.workflow.registry import find_paper

MODULES = [module for paper in PAPERS for module in find_paper(paper).algorithms.values()]


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_the_examples_of_an_algorithm(module):
    found = doctest.testmod(module, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert found.attempted > 1, "no example"
    assert found.failed == 0
