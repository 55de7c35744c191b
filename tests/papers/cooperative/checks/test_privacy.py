"""The guarantee at chosen settings: it holds if repaired and fails for the printed series."""

import pandas as pd
import pytest

from bandit_replications.ledger.verdicts import decide
from bandit_replications.papers.cooperative.checks.privacy import CHECKS
from bandit_replications.papers.cooperative.theory.privacy_accounting import composed_loss


@pytest.mark.parametrize(
    ("repaired", "expected"),
    [("constant-interval", "not contradicted"), ("as-printed", "false as stated")],
)
def test_the_guarantee(repaired, expected, quick_config):
    section = quick_config.privacy
    rows = []
    for series in section.series:
        taken = repaired if series == "constant-interval" else series
        for accounting in section.accountings:
            delta = None if accounting == "basic" else section.delta
            found = composed_loss(
                epsilon=0.1, v=1.1, horizon=100, series=taken, delta=delta, accounting=accounting
            )
            rows.append({"series": series, "accounting": accounting, **vars(found)})
    decision = CHECKS["lemma-privacy-guarantee"]
    finding = decision.decide({"privacy": pd.DataFrame(rows)}, quick_config)
    assert decide(decision.method, finding) == expected
