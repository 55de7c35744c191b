"""A receipt notices every damage to its file or folder, and to itself."""

import hashlib

import pytest

from bandit_replications.runtime import receipts
from bandit_replications.runtime.errors import ResultsError


def finished(path, **files):
    """Write files, or the one of an empty name, and leave the receipt."""
    for name, text in files.items():
        file = path / name.replace("_", "/") if name else path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    receipts.leave(path)
    return path


@pytest.fixture
def file(tmp_path):
    return finished(tmp_path / "x.csv", **{"": "a,b\n1,2\n"})


HARMS = {
    "flipped": lambda content: content[:3] + bytes([content[3] ^ 1]) + content[4:],
    "truncated": lambda content: content[:-1],
    "empty": lambda content: b"",
    "another": lambda content: b"x",
}


@pytest.mark.parametrize("harm", HARMS)
@pytest.mark.parametrize("name", ["x.csv", ".x.csv.sha256"])
def test_a_damaged_file_or_receipt_is_noticed(file, name, harm):
    assert receipts.holds(file)
    assert receipts.damaged([file]) == []
    harmed = file.with_name(name)
    harmed.write_bytes(HARMS[harm](harmed.read_bytes()))
    assert receipts.damaged([file]) == [file]
    with pytest.raises(ResultsError, match=r"x\.csv: missing, truncated or altered; the same"):
        receipts.checked(file)


def test_unfinished_file_is_damaged_and_a_missing_one_is_not(file):
    file.with_name(".x.csv.sha256").unlink()
    assert receipts.damaged([file]) == [file]
    file.unlink()
    assert receipts.damaged([file]) == []
    assert not receipts.holds(file)


def test_the_receipt_of_a_file_is_the_line_of_sha256sum(file):
    digest = hashlib.sha256(file.read_bytes()).hexdigest()
    assert file.with_name(".x.csv.sha256").read_text() == f"{digest}  x.csv\n"
    assert receipts.checked(file) == file


@pytest.mark.parametrize(
    "harm",
    [
        lambda folder: (folder / "deep" / "y.csv").write_text("3"),
        lambda folder: (folder / "deep" / "y.csv").unlink(),
        lambda folder: (folder / "z.csv").write_text(""),
        lambda folder: (folder / "deep" / "y.csv").rename(folder / "y.csv"),
    ],
)
def test_a_folder_is_all_its_files(tmp_path, harm):
    folder = finished(tmp_path / "tables", **{"x.csv": "1", "deep_y.csv": "2"})
    (folder / ".stamp").write_text("another tool's")
    assert receipts.holds(folder)
    harm(folder)
    assert receipts.damaged([folder]) == [folder]
