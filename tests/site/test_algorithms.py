"""Algorithm pages: their examples run as they are copied, with keywords that exist."""

import pytest

from bandit_replications.configuration.papers import PAPERS, publications
from bandit_replications.site import algorithms
from bandit_replications.workflow.registry import find_paper


@pytest.mark.parametrize("paper", PAPERS)
def test_the_example_of_every_page_runs_when_copied(paper):
    for name, entries in find_paper(paper).entries.items():
        named = entries if isinstance(entries, tuple) else (entries,)
        code = algorithms.example(paper, name, named)
        assert code.startswith("import bandit_replications as br\n")
        made = {}
        exec(code, made)
        assert made["result"].regret.shape[0] == 10, name
        assert (made["learner"].played, made["learner"].paper) == (0, paper), name


@pytest.mark.parametrize("paper", PAPERS)
def test_pages_list_every_keyword_and_its_taker(paper):
    used = set()
    for name, entries in find_paper(paper).entries.items():
        named = entries if isinstance(entries, tuple) else (entries,)
        found = {one.parameter.key: one.taken_by for one in algorithms._keywords(named)}
        for entry in named:
            assert {*entry.own, *entry.asked, *entry.options} == set(found) or len(named) > 1, name
            assert all("`simulate`" in found[key] for key in (*entry.own, *entry.options))
        used |= set(found)
    assert set(publications()[paper]["example"]) <= {*used, "horizon"}


def test_an_id_of_two_papers_names_its_own():
    entries = (find_paper("cooperative").entries["ucb1"],)
    code = algorithms.example("cooperative", "ucb1", entries)
    assert code.count('"ucb1", paper="cooperative", ') == 2
