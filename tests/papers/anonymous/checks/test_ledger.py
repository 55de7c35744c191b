"""Derivations decide as the errata say, and each decision follows its steps."""

from types import SimpleNamespace

import pytest

from bandit_replications.ledger import decisions
from bandit_replications.ledger.decisions import step_name
from bandit_replications.ledger.scorecard import Verdict
from bandit_replications.ledger.verdicts import decide
from bandit_replications.papers.anonymous.checks import CHECKS, LEDGER
from bandit_replications.runtime.paths import repo_root

# What the paper numbers, counted in its text.
ITEMS = {
    *(f"Theorem {number}" for number in range(1, 6)),
    *(f"Lemma {number}" for number in range(1, 7)),
    *(f"Corollary {number}" for number in (1, 2)),
    *(f"Algorithm {number}" for number in (1, 2, 3)),
    *(f"Figure {number}" for number in (1, 2)),
    *(f"Equation {number}" for number in (1, 2, 3)),
    "Open Problem 1",
}
# What fails (statements, and steps of proofs), and what holds with a caveat or with a repair: the
# steps that fail, as the errata say.
FAILING = {
    "theorem-3-construction": {"1/8 of it, K = 100", "1/100 of it, K = 1e6"},
    "section-3-4-2-logarithms": {"a user informs with probability < 1/2 for some K, C"},
    "section-3-4-2-at-least-as-good": {
        "β against greedy's 1/K, K = 2",
        "β against greedy's 1/K, K = 3",
    },
    "lemma-3-converse": {"greedy decomposition of the worst graph, K = 2, C = 1"},
    "corollary-1-proof": {"NK + 1 <= KC + 1"},
    "lemma-6-blocks": {"K = 3, C = 1, U = 3"},
    "corollary-2-scaling": {"worst graph, K = 2, U = C + 1", "P_C is closed downwards [2]"},
    "corollary-2-zero": {"S = {1}"},
    "appendix-b-greedy-recalled": {"two arms, C = 1"},
}
WITH_CAVEAT = {
    "introduction-algorithm-2-bound": {
        "regret N X/2 of exploring, without N",
        "Theorem 3 at many users, without N",
    },
    "introduction-algorithm-1-bound": {"blocks, U = 9"},
    "lemma-1": {"Hoeffding's inequality, x = TK, constant rewards"},
    "lemma-2": {"variance 1 of a N(μ, 1) reward against 1/4"},
    "algorithm-2": {"j_s = K mod K = 0 is an arm"},
    "algorithm-3": {"last loop over batch B - 1"},
    "theorem-1": {
        "the rounds fit",
        "the best arm stays with few estimates",
    },
    "theorem-2": {
        "7.5/5 estimates of each of 5 arms in ⌈7.5⌉ runs, as printed",
        "the noise is C-subgaussian",
        "cost of committing",
    },
    "theorem-3": {"regret within reach of the printed gap", "users on the arm are its group"},
    "theorem-4": {"observation 1 + Bern", "Markov's inequality at 2R"},
    "theorem-4-observation": {"least total 1"},
    "corollary-1": {"Lemma 3 gives KC + 1"},
    "corollary-1-efficient": {
        f"vertices from (1), N = 50, C = 1, D = {total}" for total in (500, 1003)
    },
    "lemma-6": {
        "α blocks of at most U/(C+1) arms exist",
        "the printed points, two larger blocks [2]",
    },
    "corollary-2": {"blocks, U = 9"},
    "corollary-2-efficient": {"blocks, U = 9"},
}
# Other readings under which a claim fails, although it holds under the main one.
REFUTED_READINGS = {
    "appendix-a-gamma": {"absolute_constant"},
    "introduction-algorithm-1-bound": {"natural_logarithm", "absolute_constant_in_gamma"},
    "lemma-1": {"natural_logarithm"},
    "lemma-6": {"arbitrary_blocks_of_any_size"},
    "section-2-2-base-regret": {"natural_logarithm"},
    "section-3-2-demand": {"T_is_the_number_of_rounds"},
    "theorem-1": {"natural_logarithm", "absolute_constant_in_gamma"},
}
# Claims of which a deciding step compares numbers at chosen points, and so shows no more than that
# they are not contradicted. The rest is an argument, or an enumeration at the sizes that it names.
SAMPLED = {
    *("lemma-1-measured", "theorem-1-measured", "theorem-2-measured"),  # runs
    *("algorithm-1-feedback", "section-3-2-demand"),
    *("corollary-2-efficient", "open-problem-1-decompositions"),  # decompositions drawn
}
# Claims that are argued in words alone.
IN_WORDS = {
    *("abstract-no-individual-decision", "introduction-lower-bound-factor"),
    *("section-1-2-no-action", "section-3-1-informative", "lemma-1-union", "lemma-2-correlation"),
    *("lemma-2-variance", "section-3-1-groups", "section-3-2-degrees", "section-3-4-1-greedy"),
    *("section-3-4-2-hull", "section-3-5-works", "appendix-a-grid-order", "appendix-a-gamma"),
    *("lemma-3", "lemma-3-combination", "lemma-3-converse-repaired", "lemma-4", "lemma-5"),
    *("lemma-4-unimodular", "lemma-6-repaired", "corollary-1", "corollary-1-efficient"),
    *("corollary-2", "algorithm-3", "lemma-2", "introduction-algorithm-2-bound"),
    *("appendix-a-gamma-repaired", "section-3-4-2-at-least-as-good-repaired"),
    *("corollary-2-blocks", "open-problem-1-literal", "appendix-b-group-size-factor"),
}


def made_of_steps(decision):
    """Return whether a decision needs neither data nor a configuration."""
    try:
        return decision.needs(None) == ()
    except AttributeError:
        return False


COMPUTED = [
    name
    for name, decision in CHECKS.items()
    if made_of_steps(decision) and name != "section-4-predicted"
]


@pytest.fixture(scope="module", autouse=True)
def _remembered():
    """Compute each step once for all tests of this module."""
    known = {}
    original = decisions.Step.checks

    def checks(self):
        if isinstance(self.run, str):
            return {}
        key = (self.name, self.run.func, repr((self.run.args, self.run.keywords)))
        if key not in known:
            known[key] = original(self)
        return known[key]

    decisions.Step.checks = checks
    yield
    decisions.Step.checks = original


@pytest.fixture
def turned(monkeypatch):
    """Let every check fail that holds, and hold that fails."""
    checks = decisions.Step.checks

    def turned(self):
        found = checks(self).items()
        return {key: SimpleNamespace(sides=one.sides, holds=not one.holds) for key, one in found}

    monkeypatch.setattr(decisions.Step, "checks", turned)


def test_the_list_has_every_numbered_item():
    assert set(LEDGER.items) == ITEMS


def expected(name, *, proof):
    """Return the verdict that the errata and the methods of the steps lead to."""
    if name in FAILING:
        return Verdict.INCOMPLETE if proof else Verdict.FALSE
    if name in SAMPLED:
        return Verdict.NOT_CONTRADICTED
    if name in WITH_CAVEAT:
        return Verdict.REPAIRED if proof else Verdict.WITH_CAVEAT
    return Verdict.CHECKED


@pytest.mark.parametrize("name", COMPUTED)
def test_steps_that_fail_and_verdicts(name):
    decision = CHECKS[name]
    finding = decision.decide({}, None)
    failing = {step_name(key)[0] for key, sides in finding.numbers.items() if "fails" in sides[-5:]}
    assert failing == (FAILING | WITH_CAVEAT).get(name, set())
    assert decide(decision.method, finding) == expected(name, proof=finding.of_proof)


@pytest.mark.parametrize("name", REFUTED_READINGS)
def test_other_readings_fail(name):
    finding = CHECKS[name].decide({}, None)
    assert finding.holds
    failing = {reading for reading, one in finding.readings.items() if not one.holds}
    assert failing == REFUTED_READINGS[name]


@pytest.mark.parametrize("name", [*REFUTED_READINGS, "section-3-4-2-logarithms"])
def test_refuted_readings_are_false_and_have_scripts(name):
    finding = CHECKS[name].decide({}, None)
    (claim,) = (one for one in LEDGER.claims if one.id == name)
    readings = [finding.readings[one] for one in REFUTED_READINGS.get(name, ())] or [finding]
    assert {decide(claim.kind, one) for one in readings} == {Verdict.FALSE}
    scripts = {path.stem for path in (repo_root() / "counterexamples").glob("*.py")}
    assert scripts & {slug.replace("-", "_") for slug in claim.errata}


@pytest.mark.parametrize("name", sorted({*COMPUTED} - {*FAILING} - IN_WORDS))
@pytest.mark.usefixtures("turned")
def test_verdicts_follow_the_steps(name):
    finding = CHECKS[name].decide({}, None)
    failing = Verdict.INCOMPLETE if finding.of_proof else Verdict.FALSE
    assert decide(CHECKS[name].method, finding) == failing


@pytest.mark.parametrize("name", sorted(IN_WORDS))
@pytest.mark.usefixtures("turned")
def test_words_argue_without_numbers(name):
    finding = CHECKS[name].decide({}, None)
    assert finding.holds
    assert finding.method == "argued"


def test_only_a_false_statement_is_false_as_stated():
    """Each has its erratum of that severity, under every reading, and a script of its own."""
    severe = {one.slug for one in LEDGER.errata if one.severity == "statement false"}
    for claim in LEDGER.claims:
        if claim.id in FAILING and not CHECKS[claim.id].decide({}, None).readings:
            assert severe & set(claim.errata), claim.id
    folder = repo_root() / "counterexamples"
    assert all((folder / f"{slug.replace('-', '_')}.py").is_file() for slug in severe)


def test_every_row_says_where_it_is_treated_and_statistical_ones_have_a_control():
    for claim in LEDGER.claims:
        assert claim.section, claim.id
        if claim.kind == "statistical":
            assert claim.control, claim.id
    mains = [record.id for record in LEDGER.records if record.main]
    assert 3 <= len(mains) <= 6


def test_prose_of_errata_is_filled_from_the_checks():
    """No braces are left where values are named, and every registered function is used."""
    for plain, filled in zip(LEDGER.errata, LEDGER.filled_errata, strict=True):
        assert (plain.slug in LEDGER.facts) == (plain != filled)
