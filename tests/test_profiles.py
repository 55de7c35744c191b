"""Profiles hold options that snakemake knows."""

from pathlib import Path

import pytest
import yaml

# Options of snakemake-executor-plugin-slurm, which is not installed here (its own documentation).
SLURM = {
    "slurm-no-account",
    "slurm-status-command",
    "slurm-init-seconds-before-status-checks",
}


def known_options() -> set[str]:
    """Return the long options of the installed snakemake."""
    from snakemake.cli import get_argument_parser

    actions = get_argument_parser()._actions
    return {option.lstrip("-") for action in actions for option in action.option_strings}


@pytest.mark.parametrize("profile", ["default", "slurm"])
def test_every_key_is_an_option(root: Path, profile: str) -> None:
    content = yaml.safe_load((root / "profiles" / profile / "config.yaml").read_text())
    plugin = SLURM if content.get("executor") == "slurm" else set()
    assert set(content) - plugin <= known_options()
