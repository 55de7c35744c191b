"""DEMAB's worst regret over the closed form of shared elimination, at every size by itself."""

from functools import partial

from bandit_replications.ledger.claims import Finding, Results
from bandit_replications.ledger.decisions import measured
from bandit_replications.ledger.parts import level
from bandit_replications.papers.distributed.analysis.growth import GAPS, worst_points
from bandit_replications.papers.distributed.checks.agreeing import all_parts
from bandit_replications.papers.distributed.checks.table_1 import needs
from bandit_replications.papers.distributed.parameters import Configuration
from bandit_replications.papers.distributed.theory.elimination_worst import worst

ARMS = "table-1-arms"
# The grid of gaps meets a crest at 0.93 of it or more, and coins may keep an arm a phase longer.
MOST, LEAST = 1.05, 0.85
ALONE = 2.0  # at M = 1 the printed C2 skips a phase


def _over_form(
    results: Results,
    config: Configuration,
    *,
    algorithm: str = "demab",
    least: bool = False,
    last_phase_only: bool = False,
) -> Finding:
    """Compare mean regret at the worst gap of each size with the closed form.

    `least` holds it from below, too; `last_phase_only` takes c for max(c, 1/(2c)), a control.
    """
    parts, shown = [], {}
    for size, point in worst_points(results[GAPS[ARMS]], table=ARMS, algorithm=algorithm).items():
        agents, arms, horizon = size
        form = worst(agents=agents, arms=arms, horizon=horizon)
        shape = form.last_phase if last_phase_only else form.one_gap
        ratios = point.regret / (form.scale * shape)
        name = f"M = {agents}, K = {arms}, T = {horizon}"
        most = MOST * (ALONE if agents == 1 and algorithm == "demab" else 1)
        parts.append(level(f"{name}, at most", ratios, most))
        if least:
            parts.append(level(f"{name}, at least", ratios, LEAST, below=False))
        shown[name] = float(ratios.mean())
    return all_parts(parts, shown)


CHECKS = {
    "table-1-arms-demab-regret": measured(
        _over_form,
        needs(GAPS[ARMS], "demab", beside="independent-elimination"),
        control=partial(_over_form, algorithm="independent-elimination"),
        facts={"most": MOST, "alone": MOST * ALONE},
    ),
    "elimination-closed-form": measured(
        partial(_over_form, algorithm="demab-repaired", least=True),
        needs(GAPS[ARMS], "demab-repaired"),
        control=partial(_over_form, algorithm="demab-repaired", least=True, last_phase_only=True),
        facts={"most": MOST, "least": LEAST},
    ),
}
