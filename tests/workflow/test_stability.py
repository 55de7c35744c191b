"""What other root seeds say of a verdict."""

import dataclasses

import pytest

from bandit_replications.experiments.run import create
from bandit_replications.ledger.claims import Finding
from bandit_replications.ledger.scorecard import write_rows
from bandit_replications.ledger.verdicts import judge
from bandit_replications.workflow import stability
from bandit_replications.workflow.plan import plan
from bandit_replications.workflow.registry import find_paper

PAPER = "private_online"


@pytest.fixture(scope="module")
def run():
    return create("paper", [PAPER])


@pytest.fixture(scope="module")
def random_claim(run):
    claims = find_paper(PAPER).ledger.claims
    return next(claim for claim in claims if stability.key(claim, run, PAPER))


@pytest.fixture
def table(run, random_claim, tmp_path, monkeypatch):
    """Return what writes the table from this many seeds that confirm and that refute."""
    monkeypatch.setattr(stability, "table_path", lambda: tmp_path / "stability.csv")

    def write(confirm, refute):
        others = []
        for number in range(confirm + refute):
            other = dataclasses.replace(run, name=f"stability-{number:02d}")
            monkeypatch.setattr(type(run), "directory", property(lambda run: tmp_path / run.name))
            rows = judge(
                find_paper(PAPER).ledger.claims,
                [Finding(holds=number < confirm) for _ in find_paper(PAPER).ledger.claims],
                paper=PAPER,
                config=run.configurations[PAPER],
            )
            write_rows(other.directory / "claims" / f"{PAPER}.csv", rows)
            others.append(other)
        stability.write(run, others)

    return write


def judged(claim, run):
    finding = Finding(holds=True)
    rows = judge([claim], [finding], paper=PAPER, config=run.configurations[PAPER])
    return stability.with_stability(rows, run, PAPER)[0]


@pytest.mark.parametrize(("refute", "undecided"), [(0, False), (1, False), (2, True)])
def test_a_verdict_that_two_of_twenty_seeds_do_not_share_is_undecided(
    table, random_claim, run, refute, undecided
):
    table(20 - refute, refute)
    row = judged(random_claim, run)
    assert (row.verdict == "undecided") is undecided
    assert row.stability.startswith(f"{20 - refute} of 20")


def test_other_parameters_make_it_stale(table, random_claim, run):
    table(20, 0)
    fewer = dataclasses.replace(random_claim, rule="another rule")
    line = {"key": stability.key(random_claim, run, PAPER), "verdicts": "reproduced: 20"}
    assert stability.key(fewer, run, PAPER) != line["key"]
    row = judged(random_claim, run)
    stale = stability._judged(row, line, stability.key(fewer, run, PAPER))
    assert (stale.stability, stale.verdict) == ("stale", row.verdict)


def test_seeds_are_no_part_of_the_key_and_other_runs_are_left_alone(table, random_claim, run):
    asked = plan(stability.configuration_of(3, [PAPER]))
    assert asked.targets() == [f"build/stability-03/claims/{PAPER}.csv"]
    other = asked.run
    table(18, 2)
    assert other.configurations[PAPER].root_seed != run.configurations[PAPER].root_seed
    assert stability.key(random_claim, other, PAPER) == stability.key(random_claim, run, PAPER)
    assert judged(random_claim, other).stability == ""
