"""Examples of every algorithm's module and every paper's library."""

import doctest
import importlib

import pytest

from bandit_replications.configuration.papers import PAPERS
from bandit_replications.workflow.registry import find_paper

MODULES = [module for paper in PAPERS for module in find_paper(paper).algorithms.values()]


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_the_examples_of_an_algorithm(module):
    found = doctest.testmod(module, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert found.attempted > 1, "no example"
    assert found.failed == 0


@pytest.mark.parametrize("paper", PAPERS)
def test_the_example_of_a_paper_against_something_live(paper):
    module = importlib.import_module(f"bandit_replications.papers.{paper}.library")
    assert ".learner(" in module.__doc__
    found = doctest.testmod(module)
    assert found.attempted > 3
    assert found.failed == 0
