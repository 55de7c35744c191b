"""Claims on pages: verdicts that can be told apart, formulas, chapters."""

import re
from types import SimpleNamespace

import pytest

from bandit_replications.configuration.papers import PAPERS
from bandit_replications.ledger.scorecard import Verdict
from bandit_replications.site import ledger
from bandit_replications.workflow.registry import find_paper


def test_every_verdict_has_a_shape_of_its_own_and_a_colour():
    assert set(ledger.MARKS) == {str(verdict) for verdict in Verdict}
    assert len(set(ledger.MARKS.values())) == len(ledger.MARKS)
    for verdict, group in {
        "proof repaired": "good",
        "undecided": "caveat",
        "false as stated": "bad",
        "not testable here": "open",
    }.items():
        assert f'class="verdict {group}"' in ledger.badge(verdict)
    assert "proof" not in ledger.badge("proof checked", words=False)


def test_formulas_are_written_as_sphinx_writes_them():
    set_as = '<span class="math notranslate nohighlight">\\(x &lt; y\\)</span>'
    assert ledger.mathematics("if a < $x < y$.") == f"if a &lt; {set_as}."


def test_statements_show_tex_where_there_is_some():
    rows = [SimpleNamespace(paper="p", id=name, statement="x < 1") for name in ("a", "b")]
    records = [SimpleNamespace(id="a", tex="$x$"), SimpleNamespace(id="b", tex="")]
    paper = SimpleNamespace(name="p", ledger=SimpleNamespace(records=records))
    shown = ledger.statements(rows, [paper])
    assert shown == {"p/a": ledger.mathematics("$x$"), "p/b": "x &lt; 1"}


@pytest.mark.parametrize("paper", PAPERS)
def test_tex_says_what_the_statement_says(paper):
    for record in find_paper(paper).ledger.records:
        prose = re.sub(r"\$[^$]+\$", " ", record.tex)
        assert not {"\\", "{", "}"} & set(prose), record.id
        assert record.tex.count("{") == record.tex.count("}"), record.id
        words = set(re.findall(r"[A-Za-z]{2,}", prose))
        assert words <= set(re.findall(r"[A-Za-z]{2,}", record.statement)), record.id


def test_claims_stand_in_the_order_of_chapters():
    def entry(section):
        return SimpleNamespace(section=section, row=SimpleNamespace(paper="p"))

    listed = [entry(one) for one in ("", "10.2", "9", "9.1")]
    groups = ledger.by_section(
        [*listed, SimpleNamespace(row=SimpleNamespace(paper="q"))], "p", {"9": "N"}
    )
    assert {name: [one.section for one in group] for name, group in groups.items()} == {
        "9 N": ["9", "9.1"],
        "10 ": ["10.2"],
        "Elsewhere": [""],
    }
