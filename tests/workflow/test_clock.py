"""Files that are dated in the future."""

import itertools
import os
import time

import pytest

from bandit_replications.runtime.errors import UserError
from bandit_replications.workflow.plan import clock, snakemake_config


def test_only_future_files_are_dated_now(tmp_path):
    folder = tmp_path / "folder"
    folder.mkdir()
    now = time.time()
    dates = {tmp_path / "a": 7200, folder / ".b": 60, tmp_path / "c": -7200}
    for path, ahead in dates.items():
        path.write_text("")
        os.utime(path, (now + ahead, now + ahead))
    clock.date_now([tmp_path / "a", folder, tmp_path / "c", tmp_path / "missing"])
    assert all(now - 1 <= path.stat().st_mtime <= time.time() for path in list(dates)[:2])
    assert (tmp_path / "c").stat().st_mtime == pytest.approx(now - 7200, abs=1)


def test_file_that_cannot_be_dated_is_named(tmp_path, monkeypatch):
    path = tmp_path / "a"
    path.write_text("")
    os.utime(path, (time.time() + 7200,) * 2)

    def refused(*_):
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "utime", refused)
    with pytest.raises(UserError, match=r"/a: dated in the future \(.*not permitted\); `touch` it"):
        clock.date_now([path])


def test_all_inputs_of_the_workflow_are_looked_at(monkeypatch):
    looked = []
    monkeypatch.setattr(clock, "date_now", lambda paths: looked.extend(map(str, paths)))
    plan = snakemake_config.plan({"scale": "quick", "papers": ["multiplayer"]})
    clock.set_back(plan)
    inputs = ["notebooks/multiplayer.ipynb", "data/stability.csv", "docs/conf.py"]
    inputs += plan.ledger_files("multiplayer") + plan.batch_files("multiplayer")
    for name in (*inputs, *itertools.chain(*plan.outputs().values())):
        assert any(path.endswith(name) for path in looked), name
