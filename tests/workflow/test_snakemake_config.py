"""What snakemake's command line asks for."""

import pytest

from bandit_replications.workflow.snakemake_config import is_dry_run


@pytest.mark.parametrize("words", [["-n"], ["-np"], ["-c1", "-Fn"], ["--dry-run"], ["--dryrun"]])
def test_a_dry_run_is_noticed(words):
    """Long, short, or among other flags."""
    assert is_dry_run(["snakemake", *words, "--config", "scale=quick"])


@pytest.mark.parametrize("words", [["-c2"], ["-p", "--config", "n=1"], ["--nolock"], ["-jn1"]])
def test_other_words_do_something(words):
    """Nothing else with an n in it."""
    assert not is_dry_run(["snakemake", *words])
