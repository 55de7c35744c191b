"""Receipts: a checksum beside each file of the workflow, against damage.

The receipt of `claims/x.csv` is the hidden file `claims/.x.csv.sha256`, written after it; a folder
that one job fills has one receipt. What has none, or differs from it, was not finished or was
altered since: it is never read nor published, but made again.
"""

import hashlib
from collections.abc import Iterable
from pathlib import Path

from bandit_replications.runtime.errors import ResultsError
from bandit_replications.runtime.processes import atomic_write


def leave(*outputs: Path) -> None:
    """Write the receipts of files or folders that are finished."""
    for output in outputs:
        with atomic_write(_receipt(output)) as temporary:
            temporary.write_text(_line(output))


def holds(output: Path) -> bool:
    """Return True if a file or folder is as its receipt says."""
    try:
        return _receipt(output).read_bytes() == _line(output).encode()
    except OSError:
        return False


def checked(output: Path) -> Path:
    """Return the path after checking the file.

    Raises
    ------
    ResultsError
        If it is missing, truncated or altered.

    """
    if not holds(output):
        raise ResultsError(
            f"{output}: missing, truncated or altered; the same command makes it again"
        )
    return output


def damaged(outputs: Iterable[Path]) -> list[Path]:
    """Return those that are there and not as their receipts say."""
    return [output for output in outputs if output.exists() and not holds(output)]


def _receipt(output: Path) -> Path:
    return output.with_name(f".{output.name}.sha256")


def _line(output: Path) -> str:
    """Return the line that `sha256sum` writes of a file; of a folder, that of all its lines."""
    if output.is_dir():
        parts = sorted(path for path in output.rglob("[!.]*") if path.is_file())
        lines = "".join(f"{path.relative_to(output)} {_line(path)}" for path in parts)
        content = lines.encode()
    else:
        content = output.read_bytes()
    return f"{hashlib.sha256(content).hexdigest()}  {output.name}\n"
