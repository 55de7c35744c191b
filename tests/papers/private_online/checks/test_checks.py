"""Decisions without data: verdicts as expected, and errata whose numbers are those computed."""

import importlib
import pkgutil
import re

import pytest

from bandit_replications.ledger.claims import examine, no_needs
from bandit_replications.ledger.verdicts import judge
from bandit_replications.papers.private_online import theory
from bandit_replications.papers.private_online.checks import LEDGER
from bandit_replications.papers.private_online.theory import (
    bracket_sums,
    theorem_6,
    theorem_7,
)

# what the paper numbers, counted in its text
ITEMS = [
    "Definition 1",
    *(f"Theorem {number}" for number in (2, 3, 4, 5, 6, 7, 10)),
    *(f"Corollary {number}" for number in (8, 9)),
    *(f"Lemma {number}" for number in (11, 12, 13)),
    *(f"Fact {number}" for number in (1, 2)),
    *(f"Algorithm {number}" for number in range(1, 5)),
    *(f"Figure {number}" for number in range(1, 13)),
    *(f"Equation {number}" for number in range(1, 59)),
]
FALSE = {
    "theorem-5-privacy",
    "theorem-6",
    "theorem-7",
    "theorem-10-range",
    "section-4-2-first-group",
    "section-7-doubling-order",
}
WITH_CAVEAT = {
    "theorem-2",
    "theorem-5-loglog",
    "theorem-7-second-form",
    "abstract-full-information",
    "lemma-11",
    "lemma-12",
    "corollary-8-ii",
    "corollary-9",
    "section-5-minimax",
}
BROKEN_STEPS = {
    "theorem-2-proof",
    "lemma-11-chain",
    "appendix-g-starting-epoch",
    "appendix-g-bracket-count",
    *(f"equation-{number}" for number in (12, 13, 17, 18, 28, 36, 43, 46, 49, 52, 53)),
}
REPLACED_STEPS = {
    "appendix-g-series",
    "theorem-10-batch-to-online",
    *(f"equation-{number:02d}" for number in (5, 19, 20, 33, 44, 50, 51, 56)),
}


def test_the_list_has_every_numbered_item():
    assert sorted(LEDGER.items) == sorted(ITEMS)


@pytest.fixture(scope="module")
def rows():
    claims = [claim for claim in (*LEDGER.claims, *LEDGER.steps) if claim.needs is no_needs]
    findings = [examine(claim, {}, None) for claim in claims]
    return {row.id: row for row in judge(claims, findings, paper="private_online", config=None)}


def test_verdicts_without_data(rows):
    expected = {
        **dict.fromkeys(FALSE | BROKEN_STEPS, "false as stated"),
        **dict.fromkeys(WITH_CAVEAT | REPLACED_STEPS, "reproduced with caveat"),
        **{one.id: "not testable here" for one in LEDGER.records if one.not_testable},
    }
    assert set(expected) <= set(rows)
    for claim_id, row in rows.items():
        assert row.verdict == expected.get(claim_id, "reproduced"), claim_id
        assert row.numbers or row.verdict == "not testable here", claim_id


def test_what_is_not_as_printed_has_an_erratum(rows):
    for claim_id in FALSE | BROKEN_STEPS:
        assert rows[claim_id].errata, claim_id
    for claim_id in WITH_CAVEAT - {"theorem-5-loglog"}:
        assert rows[claim_id].errata.split()[0] in rows[claim_id].caveat


# --- Errata ---------------------------------------------------------------------------------

COUNTEREXAMPLES = {erratum.slug: erratum.counterexample for erratum in LEDGER.errata}


@pytest.mark.parametrize(
    ("slug", "claim_id", "numbers"),
    [
        ("initial-pull-noise", "theorem-2", ["0.6209"]),
        ("neighbour-decomposition", "equation-12", ["104", "224"]),
        ("conditioning-on-a-set", "equation-17", ["0.6967", "0.3033"]),
        ("split-equality", "equation-18", ["14", "62"]),
        ("lemma-11-chain", "lemma-11-chain", ["34.32"]),
        ("noise-width-split", "equation-43", ["33.94", "16.97", "1.134"]),
        ("tree-root-level", "theorem-5-privacy", ["1.249", "1.5"]),
        ("first-group-size", "section-4-2-first-group", ["63", "5"]),
        ("decreasing-function-domain", "equation-46", ["0.01758", "0.00117"]),
        ("omega-summand", "lemma-11", ["24", "14"]),
        ("hybrid-ucb1-constant", "section-6-hybrid-ucb1-widths", ["2.164"]),
        ("series-first-epoch", "appendix-g-series", ["27.87", "26.92"]),
        ("bracket-count", "theorem-7-second-form", ["2163", "512"]),
        ("bracket-count", "appendix-g-bracket-count", ["1.585"]),
        ("lower-bound-gap-range", "theorem-10-range", ["1.359"]),
        ("lower-bound-rounds", "theorem-10-batch-to-online", ["20.79"]),
        ("minimax-private-term", "section-5-minimax", ["10", "346.6", "348.3"]),
        ("doubling-order", "section-7-doubling-order", ["30", "6.21", "3.64"]),
    ],
)
def test_numbers_of_an_erratum_are_those_computed(rows, slug, claim_id, numbers):
    for number in numbers:
        assert re.search(rf"(?<![\d.]){re.escape(number)}(?!\d|\.\d)", COUNTEREXAMPLES[slug])
        assert re.search(rf"(?<![\d.]){re.escape(number)}", rows[claim_id].numbers), number


@pytest.mark.parametrize(
    ("slug", "numbers"),
    [
        (
            "report-noisy-max-monotone",
            lambda: [
                *(f"{theorem_6.claim_3_9(rounds=n).left:.4g}" for n in (2, 4, 64)),
                *(f"{theorem_6.claim_3_9_first_round(arms=k).left:.4g}" for k in (3, 8)),
            ],
        ),
        (
            "starting-epoch-constant",
            lambda: [
                f"{theorem_7.starting_epoch_constant().left:.0f}",
                f"{theorem_7.starting_epoch_constant().right:.0f}",
            ],
        ),
        (
            "singleton-brackets",
            lambda: [
                f"{bracket_sums.first_form_as_printed(epsilon=epsilon).left:.4g}"
                for epsilon in (0.1, 0.01, 0.001)
            ],
        ),
    ],
)
def test_further_numbers_of_an_erratum_are_those_computed(slug, numbers):
    for number in numbers():
        assert number in COUNTEREXAMPLES[slug], number


def test_derivations_that_errata_name_exist():
    modules = {
        name.rpartition(".")[2]: name
        for _, name, _ in pkgutil.walk_packages(theory.__path__, f"{theory.__name__}.")
    }
    named = 0
    for erratum in LEDGER.errata:
        text = " ".join((erratum.counterexample, erratum.repair, erratum.survives))
        for module, function in re.findall(r"\b([a-z]\w+)\.([a-z]\w+)", text):
            assert callable(getattr(importlib.import_module(modules[module]), function))
            named += 1
    assert named >= len(LEDGER.errata) - 3
