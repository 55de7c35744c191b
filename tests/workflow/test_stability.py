"""What other root seeds say of a verdict."""

import dataclasses
import functools

import pandas as pd
import pytest

from bandit_replications.experiments.needs import needed, select
from bandit_replications.experiments.run import create
from bandit_replications.ledger.claims import Finding
from bandit_replications.ledger.scorecard import write_rows
from bandit_replications.ledger.verdicts import judge
from bandit_replications.runtime import receipts
from bandit_replications.runtime.errors import UserError
from bandit_replications.workflow.plan.snakemake_config import plan
from bandit_replications.workflow.publish import stability
from bandit_replications.workflow.registry import find_paper

PAPER = "private_online"
RUN = create("paper", [PAPER])
CONFIG = RUN.configurations[PAPER]
CLAIMS = find_paper(PAPER).ledger.claims
CLAIM = next(claim for claim in CLAIMS if needed(claim, CONFIG))  # rests on random numbers
OTHER_PAPER = "distributed,theorem-1,abc,proof repaired: 20\n"


@functools.cache  # asked for by each of 40 claims under each of 20 seeds
def frames(name):
    """Return a data set of one row, which every claim needs."""
    needs = [need for claim in CLAIMS for need in needed(claim, CONFIG) if need.experiment == name]
    columns = {column: [None] for need in needs for column in need.where}
    return pd.DataFrame({"regret": [1.0], **columns})


def rows_of(claims, *, holds=True):
    return judge(claims, [Finding(holds=holds) for _ in claims], paper=PAPER, config=CONFIG)


def selecting(frames=frames):
    return lambda needs: select(needs, frames)


def judged(frames=frames, run=RUN):
    return stability.with_stability(rows_of([CLAIM]), run, PAPER, selecting(frames))[0]


def key(row, frames=frames):
    return stability.key(row, CLAIM, CONFIG, selecting(frames))


@pytest.fixture
def table(tmp_path, monkeypatch):
    """Return a function that writes the table from seeds that confirm and that refute."""
    monkeypatch.setattr(stability, "table_path", lambda: tmp_path / "stability.csv")
    monkeypatch.setattr(type(RUN), "directory", property(lambda run: tmp_path / run.name))

    def write(confirm, refute):
        seeds = range(1, confirm + refute + 1)
        others = [dataclasses.replace(RUN, name=f"stability-{seed:02d}") for seed in seeds]
        for number, other in enumerate([*others, RUN]):
            path = other.directory / "claims" / f"{PAPER}.csv"
            write_rows(path, rows_of(CLAIMS, holds=number < confirm))
            receipts.leave(path)
        for seed, other in zip(seeds, others, strict=True):
            stability.add(RUN, other, {PAPER: selecting()}, number=seed)

    return write


@pytest.mark.parametrize(("refute", "undecided"), [(0, False), (1, False), (2, True)])
def test_a_verdict_that_two_of_twenty_seeds_do_not_share_is_undecided(table, refute, undecided):
    table(20 - refute, refute)
    row = judged()
    assert (row.verdict == "undecided") is undecided
    assert row.stability.startswith(f"{20 - refute} of 20")


@pytest.mark.parametrize(
    ("words", "verdict"),
    [
        ("not contradicted: 16; reproduced: 4", "reproduced"),
        ("reproduced: 10; reproduced with caveat: 10", "reproduced"),
        ("reproduced: 18; not reproduced: 2", "undecided"),
        ("reproduced: 18; undecided: 2", "undecided"),
    ],
)
def test_verdicts_of_one_sign_agree(words, verdict):
    row = dataclasses.replace(rows_of([CLAIM])[0], verdict="reproduced")
    found = stability._judged(row, {"key": key(row), "verdicts": words}, key(row))
    assert (found.verdict, found.stability.partition(": ")[2]) == (verdict, words)


def test_another_number_rule_or_data_make_it_stale(table):
    table(20, 0)
    row = judged()
    line = {"key": key(row), "verdicts": "reproduced: 20"}
    for change in ({"numbers": "ratio 2"}, {"rule": "another rule"}, {"readings": "another"}):
        other = key(dataclasses.replace(row, **change))
        assert other != key(row)
        stale = stability._judged(row, line, other)
        assert (stale.stability, stale.verdict) == ("stale", row.verdict)

    def changed(name):
        return frames(name).assign(regret=2.0)

    assert key(row, changed) != key(row)
    assert judged(changed).stability == "stale"
    assert stability.done(RUN, PAPER, selecting(changed)) == 0


def test_rows_that_a_claim_needs_not_leave_it_fresh():
    (need, *_) = needed(CLAIM, CONFIG)

    def longer(name):
        return pd.concat([frames(name), frames(name).assign(**dict.fromkeys(need.where, "x"))])

    row = rows_of([CLAIM])[0]
    assert key(row, longer) == key(row)


def test_a_first_seed_begins_anew_and_leaves_other_papers(table):
    table(2, 1)
    assert stability.done(RUN, PAPER, selecting()) == 3
    path = stability.table_path()
    path.write_text(path.read_text() + OTHER_PAPER)
    table(1, 0)
    assert stability.done(RUN, PAPER, selecting()) == 1
    assert judged().stability == "1 of 1"
    assert path.read_text().endswith(OTHER_PAPER)


def test_other_runs_ask_for_verdicts_alone():
    asked = plan(stability.configuration_of(3, [PAPER]))
    assert asked.run.configurations[PAPER].root_seed != CONFIG.root_seed
    assert asked.targets() == [f"build/stability-03/claims/{PAPER}.csv"]
    assert judged(run=asked.run).stability == ""


def test_nothing_is_simulated_before_the_papers_own_run_is_judged(table):
    with pytest.raises(UserError, match=r"private_online\.csv: missing"):
        stability.done(RUN, PAPER, selecting())
