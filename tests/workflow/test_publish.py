"""Publishing replaces what is ours, removes what is no longer made, touches nothing else."""

import hashlib
import shutil
from pathlib import Path

import pytest

from bandit_replications.runtime.errors import ResultsError
from bandit_replications.workflow import publish as publishing
from bandit_replications.workflow.publish import (
    MANIFEST,
    Comparison,
    compare,
    publish,
    read_manifest,
)

ONE = {
    "data/README.md": "all",
    "data/scorecard.csv": "one",
    "data/results/one/regret.parquet": "1",
    "data/notebooks/one.ipynb": "1",
    "figures/one/figure-01.svg": "1",
    "figures/one/figure-02.svg": "2",
}
TWO = {
    "data/scorecard.csv": "one two",
    "data/results/two/regret.parquet": "2",
    "figures/two/figure-01.svg": "2",
}


def write(root: Path, files: dict[str, str]) -> Path:
    """Write files below a folder and return it."""
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    return root


def text_of(root: Path) -> dict[str, str]:
    """Return all files below a folder with their text."""
    return {
        path.relative_to(root).as_posix(): path.read_text()
        for path in root.rglob("*")
        if path.is_file()
    }


@pytest.fixture
def run(tmp_path: Path) -> Path:
    """Return the folder of a run of paper one."""
    return write(tmp_path / "build" / "paper", ONE)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Return an empty repository."""
    return write(tmp_path / "repository", {"README.md": "words"})


def test_first_publication_is_complete_and_its_manifest_lists_all(run, root):
    write(run, {"data/tables/one/.stamp": "", "data/.one.part/a.csv": ""})  # hidden: do not count
    before = compare(run, root)
    assert before == Comparison(new=tuple(sorted(ONE)))
    assert "6 files written, 0 removed, 6 in all" in publish(run, root)
    found = text_of(root)
    manifest = found.pop(MANIFEST)
    assert found == ONE | {"README.md": "words"}
    assert manifest.splitlines() == sorted(manifest.splitlines(), key=lambda line: line[66:])
    after = compare(run, root)
    assert after.identical
    assert after.same == tuple(sorted(ONE))
    for line in manifest.splitlines():
        digest, name = line.split("  ")
        assert digest == hashlib.sha256(ONE[name].encode()).hexdigest()


def test_publishing_the_same_or_nothing_changes_nothing(run, root, tmp_path):
    publish(run, root)
    times = {path: path.stat().st_mtime_ns for path in root.rglob("*") if path.is_file()}
    del times[root / MANIFEST]
    assert "0 files written" in publish(run, root)
    publish(tmp_path / "nothing", root)
    assert times == {path: path.stat().st_mtime_ns for path in times}


def test_changed_new_and_missing_files(run, root):
    publish(run, root)
    write(root, {"figures/one/mine.png": "mine", "data/notes.txt": "mine"})
    shutil.rmtree(run)
    names = [name for name in ONE if name != "figures/one/figure-02.svg"]
    made = {name: ONE[name] for name in names}
    made |= {"figures/one/figure-01.svg": "better", "figures/one/figure-03.svg": "3"}
    write(run, made)
    found = compare(run, root)
    assert found.changed == ("figures/one/figure-01.svg",)
    assert found.new == ("figures/one/figure-03.svg",)
    assert found.missing == ("figures/one/figure-02.svg",)
    assert not found.identical
    for name in (*found.changed, *found.new, *found.missing):
        assert name in found.report()
    assert "removed figures/one/figure-02.svg" in publish(run, root)
    others = {"README.md": "words", "figures/one/mine.png": "mine", "data/notes.txt": "mine"}
    found_files = text_of(root)
    del found_files[MANIFEST]
    assert found_files == made | others
    assert list(read_manifest(root)) == sorted(made)


def test_altered_and_deleted_files_are_named_and_restored(run, root):
    publish(run, root)
    write(root, {"data/scorecard.csv": "reproduced!"})
    shutil.rmtree(root / "figures")
    found = compare(run, root)
    assert found.altered == ("data/scorecard.csv",)
    assert found.deleted == ("figures/one/figure-01.svg", "figures/one/figure-02.svg")
    assert len(found.same) == len(ONE)
    assert "changed by hand" in found.report()
    assert "data/scorecard.csv" in found.report()
    publish(run, root)
    assert compare(run, root).identical


def test_users_files_are_kept_or_named_when_replaced(run, root):
    write(root, {"figures/one/figure-01.svg": "mine"})
    assert "replaced figures/one/figure-01.svg" in publish(run, root)
    write(root, {"figures/one/figure-02.svg": "mine"})
    (run / "figures/one/figure-02.svg").unlink()
    assert "kept figures/one/figure-02.svg" in publish(run, root)
    assert (root / "figures/one/figure-02.svg").read_text() == "mine"


def test_other_papers_and_what_speaks_of_them_are_left_alone(run, root):
    publish(write(run, ONE | TWO), root)
    shutil.rmtree(run)
    before = text_of(root)
    write(run, ONE | {"figures/one/figure-01.svg": "better"})
    found = compare(run, root)
    assert found.changed == ("figures/one/figure-01.svg",)
    assert found.missing == ()
    assert found.aside == ("data/README.md", "data/scorecard.csv")
    assert "left alone" in found.report()
    publish(run, root)
    after = text_of(root)
    assert {*before.pop(MANIFEST).splitlines()} ^ {*after.pop(MANIFEST).splitlines()} == {
        f"{hashlib.sha256(text).hexdigest()}  figures/one/figure-01.svg"
        for text in (b"1", b"better")
    }
    assert after == before | {"figures/one/figure-01.svg": "better"}


def test_an_interrupted_publication_is_mended(run, root, monkeypatch):
    publish(run, root)
    write(run, {name: text + "!" for name, text in ONE.items()})
    copied = []

    def copy(source: Path, target: Path) -> None:
        if len(copied) == 2:
            raise OSError("disk full")
        copied.append(target.write_bytes(source.read_bytes()))

    with monkeypatch.context() as patch:
        patch.setattr(publishing.shutil, "copyfile", copy)
        with pytest.raises(OSError, match="disk full"):
            publish(run, root)
    assert compare(run, root).altered == ()
    publish(run, root)
    assert compare(run, root).identical
    assert not list(root.rglob(".*"))


@pytest.mark.parametrize("line", ["0" * 64 + "  src/x.py", "0" * 64 + "  data/../src/x", "words"])
def test_an_altered_manifest_is_refused_and_nothing_is_touched(run, root, line):
    publish(run, root)
    path = root / MANIFEST
    path.write_text(path.read_text() + line + "\n")
    before = text_of(root)
    with pytest.raises(ResultsError, match=rf"{MANIFEST}, line 7: .*allowed"):
        publish(run, root)
    assert text_of(root) == before


@pytest.mark.parametrize("harm", ["altered", "deleted"])
def test_a_damaged_published_file_is_named_with_what_to_do(run, root, harm):
    publish(run, root)
    path = publishing.checked("data/scorecard.csv", root)
    assert path == root / "data/scorecard.csv"
    if harm == "altered":
        path.write_text("onf")
    else:
        path.unlink()
    with pytest.raises(ResultsError, match=r"scorecard\.csv: missing or altered .*git checkout"):
        publishing.checked("data/scorecard.csv", root)
