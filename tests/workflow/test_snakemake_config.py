"""What snakemake's command line asks for."""

import pytest

from bandit_replications.workflow.snakemake_config import is_dry_run

DRY = [["-n"], ["-np"], ["-c1", "-Fn"], ["--dry-run"], ["--dryrun"]]
OTHER = [["-c2"], ["-p", "--config", "n=1"], ["--nolock"], ["-jn1"]]


@pytest.mark.parametrize("words", [*DRY, *OTHER])
def test_a_dry_run_is_noticed_and_nothing_else(words):
    assert is_dry_run(["snakemake", *words, "--config", "scale=quick"]) is (words in DRY)
