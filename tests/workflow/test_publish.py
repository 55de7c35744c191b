"""Publishing replaces what is ours, removes what is no longer made, touches nothing else."""

import hashlib
import shutil

import pytest

from bandit_replications.runtime.errors import ResultsError
from bandit_replications.workflow.publish import publish as publishing
from bandit_replications.workflow.publish.publish import (
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


def write(root, files):
    """Write files below a folder, or remove those without a text, and return the folder."""
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).unlink(missing_ok=True)
        if text is not None:
            (root / name).write_text(text)
    return root


def text_of(root):
    """Return all files below a folder with their text, the manifest apart."""
    files = [path for path in root.rglob("*") if path.is_file() and path != root / MANIFEST]
    return {path.relative_to(root).as_posix(): path.read_text() for path in files}


@pytest.fixture
def run(tmp_path):
    """Return the folder of a run of paper one."""
    return write(tmp_path / "build" / "paper", ONE)


@pytest.fixture
def root(tmp_path):
    """Return a repository without published files."""
    return write(tmp_path / "repository", {"README.md": "words"})


def test_first_publication_is_complete_and_its_manifest_lists_all(run, root):
    write(run, {"data/tables/one/.stamp": "", "data/.one.part/a.csv": ""})  # hidden: do not count
    assert compare(run, root) == Comparison(new=tuple(sorted(ONE)))
    assert "6 files written, 0 removed, 6 in all" in publish(run, root)
    assert text_of(root) == ONE | {"README.md": "words"}
    assert (root / MANIFEST).read_text().splitlines() == [
        f"{hashlib.sha256(ONE[name].encode()).hexdigest()}  {name}" for name in sorted(ONE)
    ]
    after = compare(run, root)
    assert after.identical
    assert after.same == tuple(sorted(ONE))


def test_publishing_the_same_or_nothing_changes_nothing(run, root, tmp_path):
    publish(run, root)
    times = {root / name: (root / name).stat().st_mtime_ns for name in text_of(root)}
    assert "0 files written" in publish(run, root)
    publish(tmp_path / "nothing", root)
    assert times == {path: path.stat().st_mtime_ns for path in times}


FIRST, SECOND, THIRD = (f"figures/one/figure-0{number}.svg" for number in (1, 2, 3))
OWN = {"figures/one/mine.png": "mine", "data/notes.txt": "mine"}


@pytest.mark.parametrize(
    ("by_hand", "made", "compared", "said"),
    [
        (
            OWN,
            {FIRST: "better", SECOND: None, THIRD: "3"},
            {"changed": (FIRST,), "new": (THIRD,), "missing": (SECOND,)},
            f"removed {SECOND}",
        ),
        (
            {"data/scorecard.csv": "reproduced!", FIRST: None, SECOND: None},
            {},
            {"altered": ("data/scorecard.csv",), "deleted": (FIRST, SECOND)},
            "3 files written",
        ),
        ({THIRD: "mine"}, {THIRD: "3"}, {"new": (THIRD,)}, f"replaced {THIRD}"),
        ({SECOND: "mine"}, {SECOND: None}, {"altered": (SECOND,)}, f"kept {SECOND}"),
    ],
)
def test_differences_are_named_and_published(run, root, by_hand, made, compared, said):
    publish(run, root)
    write(root, by_hand)
    write(run, made)
    found = compare(run, root)
    assert not found.identical
    for kind, names in compared.items():
        assert getattr(found, kind) == names
        assert all(name in found.report() for name in names)
    assert said in publish(run, root)
    others = {name: text for name, text in by_hand.items() if name not in {**ONE, THIRD: ""}}
    kept = {SECOND: "mine"} if said.startswith("kept") else {}
    assert text_of(root) == {"README.md": "words", **others, **text_of(run), **kept}
    assert compare(run, root).identical


def test_other_papers_and_what_speaks_of_them_are_left_alone(run, root):
    publish(write(run, ONE | TWO), root)
    shutil.rmtree(run)
    write(run, ONE | {FIRST: "better"})
    before, listed = text_of(root), read_manifest(root)
    found = compare(run, root)
    assert (found.changed, found.missing) == ((FIRST,), ())
    assert found.aside == ("data/README.md", "data/scorecard.csv")
    assert "left alone" in found.report()
    publish(run, root)
    assert text_of(root) == before | {FIRST: "better"}
    assert {name for name, _ in listed.items() ^ read_manifest(root).items()} == {FIRST}


def test_an_interrupted_publication_is_mended(run, root, monkeypatch):
    publish(run, root)
    write(run, {name: text + "!" for name, text in ONE.items()})
    copied = []

    def copy(source, target):
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
    before = text_of(root), path.read_text()
    with pytest.raises(ResultsError, match=rf"{MANIFEST}, line 7: .*allowed"):
        publish(run, root)
    assert (text_of(root), path.read_text()) == before


@pytest.mark.parametrize("text", ["onf", None])
def test_a_damaged_published_file_is_named_with_what_to_do(run, root, text):
    publish(run, root)
    assert publishing.checked("data/scorecard.csv", root) == root / "data/scorecard.csv"
    write(root, {"data/scorecard.csv": text})
    with pytest.raises(ResultsError, match=r"scorecard\.csv: missing or altered .*git checkout"):
        publishing.checked("data/scorecard.csv", root)
