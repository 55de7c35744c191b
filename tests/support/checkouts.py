"""A copy of the checkout in which commands run as a user types them."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# Where copies keep what they compile: what a paper's kernels compiled to here is not made again.
COMPILED = os.environ.get("NUMBA_CACHE_DIR", str(ROOT / ".cache" / "numba"))
LEFT_OUT = {".git", ".venv", "build", ".snakemake", ".cache", "data", "figures"}


def copy_checkout(folder: Path) -> Path:
    """Return a copy of the checkout, so that tests never touch the user's runs."""
    target = folder / "repository"

    def left_out(folder: str, names: list[str]) -> set[str]:
        top = Path(folder) == ROOT
        return {name for name in names if name == "__pycache__" or (top and name in LEFT_OUT)}

    shutil.copytree(ROOT, target, ignore=left_out)
    return target


def run(checkout: Path, *words: str, **changes: str) -> subprocess.CompletedProcess[str]:
    """Run a command in the copy, with the compile cache of this checkout."""
    variables = {
        **os.environ,
        "PYTHONPATH": str(checkout / "src"),
        "NUMBA_CACHE_DIR": COMPILED,
        "PYTHONUTF8": "1",
        **changes,
    }
    return subprocess.run(
        words,
        cwd=checkout,
        env=variables,
        capture_output=True,
        encoding="utf-8",
        timeout=500,
        check=False,
    )


def python(checkout: Path, *words: str, **changes: str) -> subprocess.CompletedProcess[str]:
    """Run python in the copy."""
    return run(checkout, sys.executable, *words, **changes)
