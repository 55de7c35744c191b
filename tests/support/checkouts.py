"""A copy of the checkout in which commands run as a user types them."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# Where this checkout keeps what it compiles.
COMPILED = os.environ.get("NUMBA_CACHE_DIR", str(ROOT / ".cache" / "numba"))
LEFT_OUT = {".git", ".venv", "build", ".snakemake", ".cache"}
PUBLISHED = {"data", "figures"}


def copy_checkout(
    folder: Path, *, compiled: bool = True, source: Path = ROOT, published: bool = False
) -> Path:
    """Return a copy of the checkout, so that tests never touch the user's runs.

    With `compiled` the copy shares the compiled kernels, which are named by the code; with
    `published` it has what is published.
    """
    target = folder / "repository"

    def left_out(folder: str, names: list[str]) -> set[str]:
        top = (LEFT_OUT if published else LEFT_OUT | PUBLISHED) if Path(folder) == source else {}
        return {name for name in names if name == "__pycache__" or name in top}

    shutil.copytree(source, target, ignore=left_out)
    if compiled:
        share_kernels(target)
    return target


def share_kernels(checkout: Path) -> None:
    """Let a copy of the checkout use the kernels that are compiled here, and add its own."""
    Path(COMPILED).mkdir(parents=True, exist_ok=True)
    (checkout / ".cache").mkdir()
    (checkout / ".cache" / "numba").symlink_to(COMPILED, target_is_directory=True)


def run(checkout: Path, *words: str, **changes: str | None) -> subprocess.CompletedProcess[str]:
    """Run a command in the copy with changed variables; None takes one away."""
    variables = {**os.environ, "PYTHONPATH": str(checkout / "src"), "PYTHONUTF8": "1", **changes}
    return subprocess.run(
        words,
        cwd=checkout,
        env={name: value for name, value in variables.items() if value is not None},
        capture_output=True,
        encoding="utf-8",
        timeout=500,
        check=False,
    )


def python(checkout: Path, *words: str, **changes: str | None) -> subprocess.CompletedProcess[str]:
    """Run python in the copy."""
    return run(checkout, sys.executable, *words, **changes)
