"""A clone has the published bytes whatever git is configured with."""

import shutil
import subprocess

import pytest

FILES = (
    "Makefile",
    "Snakefile",
    ".ci/run",
    "checksums/manifest.sha256",
    "requirements.lock",
    "data/scorecard.csv",
    "notebooks/anonymous.ipynb",
    "figures/private_online/figure-01.svg",
    "figures/private_online/figure-01.png",
    "data/results/private_online/regret.parquet",
)


@pytest.mark.skipif(shutil.which("git") is None, reason="needs git")
@pytest.mark.parametrize("line_ends", ["true", "input", "false"])
def test_clone_keeps_bytes_under_autocrlf(root, tmp_path, line_ends):
    origin, clone = tmp_path / "origin", tmp_path / "clone"
    for name in (".gitattributes", *FILES):
        (origin / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(root / name, origin / name)

    def git(*words):
        options = ("-c", f"core.autocrlf={line_ends}", "-c", "core.safecrlf=false")
        name = ("-c", "user.name=x", "-c", "user.email=x@example.org")
        subprocess.run(["git", *options, *name, *words], cwd=origin, check=True)

    git("init", "--quiet")
    git("add", ".")
    git("commit", "--quiet", "--message", "files")
    git("clone", "--quiet", ".", str(clone))
    for name in FILES:
        assert (clone / name).read_bytes() == (root / name).read_bytes(), name
