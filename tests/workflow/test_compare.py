"""Tests of the comparison of a run with the published files."""

import shutil

import numpy as np
import pyarrow as pa
import pytest

from bandit_replications.experiments import store
from bandit_replications.experiments.cells import experiments_of
from bandit_replications.experiments.needs import select
from bandit_replications.ledger.scorecard import read_rows, write_rows
from bandit_replications.workflow.plan.selection import figure_spec
from bandit_replications.workflow.publish import compare as comparing
from bandit_replications.workflow.publish.compare import Likeness, matches, passes, report
from bandit_replications.workflow.publish.publish import compare, publish
from support import private_online_results as support

PAPER = "private_online"
RESULTS = f"data/results/{PAPER}/regret.parquet"
RECORD = f"data/results/{PAPER}/regret.provenance.json"
PICTURE = f"figures/{PAPER}/figure-05"
TABLE = f"data/tables/{PAPER}/table-1.csv"
NOTEBOOK = f"data/notebooks/{PAPER}.ipynb"
SCORECARD = "data/scorecard.csv"
LOGARITHM = np.log1p
BROKEN = (RESULTS, RECORD, f"{PICTURE}.csv", SCORECARD)
RECORDED = {"root_seed": 1, "code": ["abc"], "parameters": {"horizon": 100}}


def make(folder, *, logarithm=LOGARITHM, slower=1.0, one_run=1.0, **record):
    """Write results, numbers of a figure and a table, a notebook and a scorecard."""
    config = support.load()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(support.np, "log1p", logarithm)
        frame = support.results(config, "regret")
    frame["regret"] *= slower
    one = frame.query("setting == 'setting-1' and algorithm == 'dp-se' and replicate == 0").index
    frame.loc[one, "regret"] *= one_run
    columns = next(one.columns for one in experiments_of(PAPER) if one.name == "regret")
    table = pa.Table.from_pandas(frame, schema=store.to_table(columns, []).schema)
    store.write(folder / RESULTS, [table], columns=columns, provenance=RECORDED | record)
    spec = figure_spec(PAPER, "5")
    drawn = spec.plot(select(spec.needs(config), {"regret": frame}.__getitem__), config)
    mean = frame.regret.mean()
    bits = " ".join(map(repr, frame.regret))
    for name, text in (
        (f"{PICTURE}.csv", drawn[""].data.to_csv(index=False)),
        (f"{PICTURE}.svg", f"<svg>{bits}</svg>"),
        (TABLE, f"series,mean,text\nucb,{mean:.4g},(at {mean:.13g})\n"),
        (NOTEBOOK, bits),
    ):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    data = {"regret": frame, "readings": support.results(config, "readings")}
    write_rows(folder / SCORECARD, [support.verdict("abstract-lazy-competitive", data, config)])
    return folder


@pytest.fixture(scope="module")
def root(tmp_path_factory):
    """Return a repository with what is published."""
    folder = tmp_path_factory.mktemp("likeness")
    publish(make(folder / "run"), folder / "root")
    return folder / "root"


@pytest.fixture
def copied(root, tmp_path):
    """Return the folder of a run that made what is published."""
    return shutil.copytree(root.parent / "run", tmp_path / "run")


def found(source, root):
    return {one.name: one for one in matches(compare(source, root), source=source, root=root)}


def perturbed(x):
    """Return a logarithm whose last bits are another processor's."""
    return LOGARITHM(x) * (1 + np.where(np.arange(np.size(x)) % 2, 1, -1) * 4e-16)


def test_the_same_machine_makes_the_same_bytes(root, tmp_path):
    alike = found(make(tmp_path), root).values()
    assert {one.likeness for one in alike} == {Likeness.BYTES}
    assert passes(alike, strict=True)
    assert report(alike) == f"Compared with what is published: same bytes: {len(alike)}."


def test_perturbed_logarithm_makes_the_same_numbers(root, tmp_path):
    alike = found(make(tmp_path, logarithm=perturbed), root)
    assert {alike[name].likeness for name in (RESULTS, RECORD)} == {Likeness.NUMBERS}
    # Text and pictures are not read: their paper's numbers moved, its verdicts did not.
    assert {alike[name].likeness for name in (f"{PICTURE}.svg", NOTEBOOK)} == {Likeness.VERDICTS}
    assert passes(alike.values(), strict=False)
    assert not passes(alike.values(), strict=True)
    assert f"  same numbers: {RESULTS}" in report(alike.values()).splitlines()


def test_a_run_that_decided_otherwise_makes_the_same_verdicts(root, tmp_path):
    alike = found(make(tmp_path, one_run=1.5), root)
    assert alike[RESULTS].likeness is Likeness.VERDICTS
    assert alike[f"{PICTURE}.csv"].likeness is Likeness.VERDICTS
    assert alike[RECORD].likeness is Likeness.NUMBERS
    assert passes(alike.values(), strict=False)


@pytest.mark.parametrize(
    "change",
    [
        {"root_seed": 2, "one_run": 1.5},
        {"code": ["abd"], "slower": 1.01},
        {"parameters": {"horizon": 101}},
    ],
)
def test_another_seed_constant_or_parameter_is_different(root, tmp_path, change):
    alike = found(make(tmp_path, **change), root)
    assert alike[RECORD].likeness is Likeness.DIFFERENT
    assert not passes(alike.values(), strict=False)
    if "parameters" not in change:
        assert {alike[RESULTS].likeness, alike[f"{PICTURE}.csv"].likeness} == {Likeness.DIFFERENT}


def test_another_verdict_is_different(root, tmp_path):
    source = make(tmp_path, one_run=1.5)
    text = (source / SCORECARD).read_text()
    verdict = read_rows(source / SCORECARD)[0].verdict
    (source / SCORECARD).write_text(text.replace(f",{verdict},", ",false as stated,"))
    alike = found(source, root)
    assert {alike[name].likeness for name in (RESULTS, SCORECARD)} == {Likeness.DIFFERENT}


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        (f"{PICTURE}.svg", "<svg>", "<svg>0"),
        (f"{PICTURE}.csv", ",7,", ",8,"),
        (TABLE, "ucb", "ucb1"),
        (NOTEBOOK, ".", ","),
        (RECORD, "abc", "abd"),
    ],
)
def test_changed_file_of_same_numbers_is_different(root, copied, name, old, new):
    text = (copied / name).read_text()
    assert old in text
    (copied / name).write_text(text.replace(old, new, 1))
    alike = found(copied, root).values()
    assert [one.name for one in alike if one.likeness is Likeness.DIFFERENT] == [name]
    assert {one.likeness for one in alike} == {Likeness.DIFFERENT, Likeness.BYTES}


def test_altered_deleted_and_missing_files_are_named(root, copied, tmp_path):
    here = shutil.copytree(root, tmp_path / "root")
    (here / RESULTS).write_bytes(b"")
    (here / SCORECARD).unlink()
    (copied / NOTEBOOK).unlink()
    alike = found(copied, here)
    assert not passes(alike.values(), strict=False)
    for name, remark in (
        (RESULTS, "altered since it was published; `git checkout` or `make reproduce`"),
        (SCORECARD, "deleted since it was published; `git checkout` or `make reproduce`"),
        (NOTEBOOK, "published, but not made by this run"),
    ):
        assert str(alike[name]).startswith(f"different: {name} ({remark}")


@pytest.mark.parametrize(
    ("ours", "theirs", "alike"),
    [
        ([1.0, 2.0], [1.0, 2.0 + 1e-12], True),
        ([1.0, 2.0], [1.0, 2.0 + 1e-8], False),
        ([1e6, 0.0], [1e6, 1e-9], True),  # what is left of a difference of large numbers
        ([1.0, np.nan], [1.0, np.nan], True),
        ([1.0, np.nan], [1.0, 1.0], False),
        ([np.inf], [-np.inf], False),
    ],
)
def test_columns_of_numbers(ours, theirs, alike):
    assert comparing._close(np.array(ours), np.array(theirs), comparing.TOLERANCE) is alike


def test_unreadable_file_is_different(root, copied):
    for name in BROKEN:
        (copied / name).write_bytes(b"\xff")
    alike = found(copied, root)
    assert {alike[name].likeness for name in BROKEN} == {Likeness.DIFFERENT}
