"""A path names one file, whatever the folder of a process."""

import pytest
from pydantic import TypeAdapter

from bandit_replications.bandits.entries import FileName, located
from bandit_replications.configuration.validation import load, to_values

named = TypeAdapter(FileName).validate_python

pytestmark = pytest.mark.checkout


def test_a_file_of_the_current_folder_comes_first(tmp_path, monkeypatch, root):
    (tmp_path / "README.md").write_text("mine")
    monkeypatch.chdir(tmp_path)
    assert named("README.md") == str(tmp_path / "README.md")
    assert located(named("README.md")).read_text() == "mine"
    assert named("references.bib") == "references.bib"  # of the repository
    assert located("references.bib") == root / "references.bib"
    monkeypatch.chdir(root / "docs")
    assert named("conf.py") == "docs/conf.py"
    assert located("docs/conf.py") == root / "docs" / "conf.py"


def test_a_configuration_keeps_the_file_that_was_meant(tmp_path, monkeypatch):
    (tmp_path / "means.txt").write_text("0.75\n0.5\n")
    monkeypatch.chdir(tmp_path)
    mine = {"regret": {"settings": [{"name": "mine", "file": "means.txt"}]}}
    values = to_values(load("private_online", overrides=mine))
    monkeypatch.chdir("/")
    again = load("private_online", overrides={"regret": {"settings": values["regret"]["settings"]}})
    assert again.regret.settings[0].resolve_means() == [0.75, 0.5]
