"""Claims on Theorem 2 (Section 3.4, Appendix D)."""

import math
from functools import partial
from typing import Any

from bandit_replications.experiments.needs import Need
from bandit_replications.ledger.claims import Finding, Results
from bandit_replications.ledger.decisions import measured, proof, sampled
from bandit_replications.ledger.parts import Comparison, level
from bandit_replications.papers.distributed.checks.agreeing import all_parts
from bandit_replications.papers.distributed.figures.lower_bound import budget_means
from bandit_replications.papers.distributed.theory import theorem_2
from bandit_replications.papers.distributed.theory.theorem_2 import (
    MANY_ARMS,
    PRINTED_FRACTION,
    TWO_ARMS,
)
from bandit_replications.runtime.errors import NotApplicable

# An agent of DEMAB would be MOSS after its few steps of burn-in: nothing of DEMAB is left.
PROTOCOLS = ("immediate-sharing", "independent-elimination")


def _budget_needs(config: Any) -> tuple[Need, ...]:
    if not any(len(budgets) > 1 for budgets in config.lower_bound.budgets.values()):
        raise NotApplicable("the run's lower_bound has no protocol with two budgets")
    return (Need(experiment="lower-bound"),)


def _above_bound(results: Results, config: Any, *, control: bool = False) -> Finding:
    """Return whether mean regret is at least the bound at what is sent, where that is positive.

    The control is what the protocols lose with their largest budget, against the largest bound.
    """
    means = budget_means(results["lower-bound"])
    parts: list[Comparison] = []
    frame = results["lower-bound"]
    for row in means[means["bound"] > 0].to_dict("records"):
        own = means[means["protocol"] == row["protocol"]]
        budget = own["budget"].max() if control else row["budget"]
        chosen = (frame["protocol"] == row["protocol"]) & (frame["budget"] == budget)
        regret = frame.loc[chosen, "regret"].to_numpy(dtype=float) / scale_of(config)
        name = f"{row['protocol']}, budget {row['budget']}"
        parts.append(level(name, regret, row["bound"], below=False))
    if not parts:
        raise NotApplicable("the run has no cell whose bound is positive")
    return all_parts(parts)


def scale_of(config: Any) -> float:
    """Return M sqrt(KT)."""
    section = config.lower_bound
    return float(section.agents * math.sqrt(section.arms * section.horizon))


CHECKS = {
    "theorem-2": proof(
        sampled("averaged bound against 76/3000", theorem_2.uniform_prior),
        sampled("divergence in the averaged bound's proof", theorem_2.divergence_of_prior),
        sampled("averaged bound at K = T = 2", theorem_2.uniform_prior_by_hand),
        sampled("summed over agents", theorem_2.sum_over_agents),
        sampled("silence", theorem_2.silence),
        printed=(
            sampled(
                "38 · 2/3000 against 1/75",
                theorem_2.condition,
                inverse=PRINTED_FRACTION / 2,
                arms=10**9,
            ),
            sampled("regrets of different instances added", theorem_2.one_instance_for_all),
        ),
        facts={"averaged": theorem_2.AVERAGED},
    ),
    "theorem-2-fraction": proof(
        sampled("38 · 2/3000", theorem_2.condition, inverse=PRINTED_FRACTION / 2, arms=10**9)
    ),
    "theorem-2-fraction-repaired": proof(
        sampled("the paper's lemmas at K = 2", theorem_2.repaired_fraction, fraction=TWO_ARMS),
        sampled("at K = 10^5", theorem_2.repaired_fraction, arms=10**5, fraction=MANY_ARMS),
        sampled("the averaged bound", theorem_2.least_repaired_fraction),
        sampled(
            "38/c in place of 38 · 2/c", theorem_2.condition, inverse=PRINTED_FRACTION, arms=10**9
        ),
        facts={
            "two_arms": TWO_ARMS,
            "many_arms": MANY_ARMS,
            "averaged": theorem_2.LEAST_FRACTION,
        },
    ),
    "theorem-2-fifth": proof(sampled("any continuation", theorem_2.without_moss)),
    "theorem-2-reduction-runs": proof(
        *(
            sampled(f"an agent of {protocol}", theorem_2.reduced_regret, protocol=protocol)
            for protocol in PROTOCOLS
        ),
    ),
    "theorem-2-budget-runs": measured(
        _above_bound,
        _budget_needs,
        control=partial(_above_bound, control=True),
        facts={"sizes": "sizes as in figure-lower-bound"},
    ),
    "theorem-2-condition": proof(sampled("K = 2", theorem_2.condition, inverse=2851, arms=2)),
    "theorem-2-quiet-agents": proof(sampled("the quiet half", theorem_2.quiet_half)),
    "section-3-4-silence": proof(sampled("MOSS by each agent alone", theorem_2.moss_sum)),
    "lemma-d-1": proof(sampled("the cited theorem by scaling", theorem_2.moss_sum)),
    "lemma-d-2": proof(
        sampled("constant of the two-instance proof", theorem_2.lower_constant),
        sampled("inequality of Bretagnolle and Huber", theorem_2.bretagnolle_huber),
    ),
}
