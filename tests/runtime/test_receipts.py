"""A receipt notices every damage to what it belongs to, and to itself."""

import hashlib
import shutil
from pathlib import Path

import pytest

from bandit_replications.runtime import receipts
from bandit_replications.runtime.errors import ResultsError


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return a file that is finished."""
    path = tmp_path / "x.csv"
    path.write_text("a,b\n1,2\n")
    receipts.leave(path)
    return path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder that is finished."""
    path = tmp_path / "tables"
    (path / "deep").mkdir(parents=True)
    (path / "x.csv").write_text("1")
    (path / "deep" / "y.csv").write_text("2")
    receipts.leave(path)
    return path


def harm_of_files(path: Path) -> dict[str, bytes]:
    """Return what damage makes of a file's bytes."""
    content = path.read_bytes()
    flipped = bytearray(content)
    flipped[3] ^= 1
    return {"flipped": bytes(flipped), "truncated": content[:-1], "empty": b"", "longer": b"x"}


@pytest.mark.parametrize("harm", ["flipped", "truncated", "empty", "longer"])
@pytest.mark.parametrize("name", ["x.csv", ".x.csv.sha256"])
def test_a_damaged_file_or_receipt_is_noticed(file, name, harm):
    assert receipts.holds(file)
    assert receipts.damaged([file]) == []
    harmed = file.with_name(name)
    harmed.write_bytes(harm_of_files(harmed)[harm])
    assert receipts.damaged([file]) == [file]
    with pytest.raises(ResultsError, match=r"x\.csv: missing, truncated or altered; allowed"):
        receipts.checked(file)


def test_what_was_not_finished_is_damaged_and_what_is_not_there_is_not(file):
    file.with_name(".x.csv.sha256").unlink()
    assert receipts.damaged([file]) == [file]
    file.unlink()
    assert receipts.damaged([file]) == []
    assert not receipts.holds(file)


def test_the_receipt_of_a_file_is_the_line_of_sha256sum(file):
    digest = hashlib.sha256(file.read_bytes()).hexdigest()
    assert file.with_name(".x.csv.sha256").read_text() == f"{digest}  x.csv\n"
    assert receipts.checked(file) == file


@pytest.mark.parametrize("harm", ["altered", "missing", "more", "renamed"])
def test_a_folder_is_all_its_files(folder, harm):
    (folder / ".stamp").write_text("another tool's")
    assert receipts.holds(folder)
    inner = folder / "deep" / "y.csv"
    if harm == "altered":
        inner.write_text("3")
    elif harm == "missing":
        inner.unlink()
    elif harm == "more":
        (folder / "z.csv").write_text("")
    else:
        shutil.move(inner, folder / "y.csv")
    assert receipts.damaged([folder]) == [folder]
