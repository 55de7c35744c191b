"""What other root seeds say of a verdict."""

import dataclasses

import pandas as pd
import pytest

from bandit_replications.experiments.run import create
from bandit_replications.ledger.claims import Finding, needed
from bandit_replications.ledger.scorecard import write_rows
from bandit_replications.ledger.verdicts import judge
from bandit_replications.runtime import receipts
from bandit_replications.runtime.errors import UserError
from bandit_replications.workflow import stability
from bandit_replications.workflow.registry import find_paper
from bandit_replications.workflow.snakemake_config import plan

PAPER = "private_online"


@pytest.fixture(scope="module")
def columns(run):
    """Return the setting columns that any claim asks for, by data set."""
    found = {}
    for claim in find_paper(PAPER).ledger.claims:
        for need in needed(claim, run.configurations[PAPER]):
            found.setdefault(need.experiment, set()).update(need.where)
    return found


@pytest.fixture
def frames(columns):
    """Return data sets of one row that every claim needs."""
    return lambda name: pd.DataFrame({"regret": [1.0], **{key: [None] for key in columns[name]}})


@pytest.fixture(scope="module")
def run():
    return create("paper", [PAPER])


@pytest.fixture(scope="module")
def random_claim(run):
    claims = find_paper(PAPER).ledger.claims
    return next(claim for claim in claims if needed(claim, run.configurations[PAPER]))


@pytest.fixture
def table(run, frames, tmp_path, monkeypatch):
    """Return what writes the table from this many seeds that confirm and that refute."""
    monkeypatch.setattr(stability, "table_path", lambda: tmp_path / "stability.csv")

    def write(confirm, refute):
        monkeypatch.setattr(type(run), "directory", property(lambda run: tmp_path / run.name))
        others = [
            dataclasses.replace(run, name=f"stability-{number:02d}")
            for number in range(confirm + refute)
        ]
        for number, other in enumerate([*others, run]):
            rows = judge(
                find_paper(PAPER).ledger.claims,
                [Finding(holds=number < confirm) for _ in find_paper(PAPER).ledger.claims],
                paper=PAPER,
                config=run.configurations[PAPER],
            )
            path = other.directory / "claims" / f"{PAPER}.csv"
            write_rows(path, rows)
            receipts.leave(path)
        for number, other in enumerate(others, start=1):
            stability.add(run, other, {PAPER: frames}, number=number)

    return write


def judged(claim, run, frames):
    finding = Finding(holds=True)
    rows = judge([claim], [finding], paper=PAPER, config=run.configurations[PAPER])
    return stability.with_stability(rows, run, PAPER, frames)[0]


@pytest.mark.parametrize(("refute", "undecided"), [(0, False), (1, False), (2, True)])
def test_a_verdict_that_two_of_twenty_seeds_do_not_share_is_undecided(
    table, random_claim, run, frames, refute, undecided
):
    table(20 - refute, refute)
    row = judged(random_claim, run, frames)
    assert (row.verdict == "undecided") is undecided
    assert row.stability.startswith(f"{20 - refute} of 20")


def test_verdicts_of_one_sign_agree(random_claim, run, frames):
    row = judged(random_claim, run, frames)
    for words, verdict in (
        ("not contradicted: 16; reproduced: 4", "reproduced"),
        ("reproduced: 10; reproduced with caveat: 10", "reproduced"),
        ("reproduced: 18; not reproduced: 2", "undecided"),
        ("reproduced: 18; undecided: 2", "undecided"),
    ):
        key = stability.key(row, random_claim, run.configurations[PAPER], frames)
        again = dataclasses.replace(row, verdict="reproduced")
        found = stability._judged(again, {"key": key, "verdicts": words}, key)
        assert (found.verdict, found.stability.partition(": ")[2]) == (verdict, words)


def test_another_number_rule_or_data_make_it_stale(table, random_claim, run, frames):
    table(20, 0)
    row = judged(random_claim, run, frames)
    config = run.configurations[PAPER]
    made_from = stability.key(row, random_claim, config, frames)
    line = {"key": made_from, "verdicts": "reproduced: 20"}
    for change in ({"numbers": "ratio 2"}, {"rule": "another rule"}, {"readings": "another"}):
        other = stability.key(dataclasses.replace(row, **change), random_claim, config, frames)
        assert other != made_from
        stale = stability._judged(row, line, other)
        assert (stale.stability, stale.verdict) == ("stale", row.verdict)

    def changed(name):
        return frames(name).assign(regret=2.0)

    assert stability.key(row, random_claim, config, changed) != made_from
    assert judged(random_claim, run, changed).stability == "stale"
    assert stability.done(run, PAPER, changed) == 0


def test_rows_that_a_claim_needs_not_leave_it_fresh(random_claim, run, frames):
    config = run.configurations[PAPER]
    (need, *_) = needed(random_claim, config)

    def longer(name):
        further = frames(name).assign(**dict.fromkeys(need.where, "another"))
        return pd.concat([frames(name), further])

    row = judged(random_claim, run, frames)
    made_from = stability.key(row, random_claim, config, frames)
    assert stability.key(row, random_claim, config, longer) == made_from


def test_a_first_seed_begins_anew_and_leaves_other_papers(table, random_claim, run, frames):
    table(2, 1)
    assert stability.done(run, PAPER, frames) == 3
    path = stability.table_path()
    path.write_text(path.read_text() + "distributed,theorem-1,abc,proof repaired: 20\n")
    table(1, 0)
    assert stability.done(run, PAPER, frames) == 1
    assert judged(random_claim, run, frames).stability == "1 of 1"
    assert path.read_text().endswith("distributed,theorem-1,abc,proof repaired: 20\n")


def test_other_runs_are_left_alone(table, random_claim, run, frames):
    asked = plan(stability.configuration_of(3, [PAPER]))
    assert asked.targets() == [f"build/stability-03/claims/{PAPER}.csv"]
    table(18, 2)
    assert asked.run.configurations[PAPER].root_seed != run.configurations[PAPER].root_seed
    assert judged(random_claim, asked.run, frames).stability == ""


def test_nothing_is_simulated_before_the_papers_own_run_is_judged(
    run, frames, tmp_path, monkeypatch
):
    monkeypatch.setattr(type(run), "directory", property(lambda run: tmp_path / run.name))
    with pytest.raises(UserError, match=r"private_online\.csv: missing"):
        stability.done(run, PAPER, frames)
