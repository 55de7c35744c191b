"""Errata: the functions that they name, and the numbers that they carry."""

import re
from importlib import import_module

from bandit_replications.papers.distributed import theory
from bandit_replications.papers.distributed.checks import LEDGER


def test_only_draws_and_runs_with_a_fixed_seed_are_sampled():
    sampled = {claim.id for claim in LEDGER.claims if claim.kind == "sampled"}
    assert sampled == {"lemma-b-5-coins", "theorem-2-reduction-runs"}


def test_what_errata_are_based_on_exists():
    for erratum in LEDGER.errata:
        text = " ".join((erratum.counterexample, erratum.repair))
        for module, name in re.findall(r"\b([a-z0-9_]+)\.([a-z][a-z0-9_]+)\b", text):
            assert hasattr(import_module(f"{theory.__name__}.{module}"), name), erratum.slug


def test_errata_name_computed_numbers():
    filled = {erratum.slug: erratum for erratum in LEDGER.filled_errata}
    assert "at least 468716, 9.2 times the bound" in filled["stage-1-imbalance"].counterexample
    assert "asks for 2637 pulls" in filled["estimate-entries"].counterexample
