"""Claims on Theorem 2 (Section 3.4, Appendix D)."""

import math
from functools import partial

from bandit_replications.experiments.needs import Need
from bandit_replications.ledger.claims import Finding, Results
from bandit_replications.ledger.decisions import argued, exact, measured, proof, sampled
from bandit_replications.ledger.parts import Comparison, level
from bandit_replications.papers.distributed.analysis.lower_bound import budget_means
from bandit_replications.papers.distributed.checks.agreeing import all_parts
from bandit_replications.papers.distributed.parameters import Configuration
from bandit_replications.papers.distributed.theory import theorem_2
from bandit_replications.papers.distributed.theory.theorem_2 import (
    MANY_ARMS,
    PRINTED_FRACTION,
    TWO_ARMS,
)
from bandit_replications.runtime.errors import NotApplicable

# An agent of DEMAB would be MOSS after its few steps of burn-in: nothing of DEMAB is left.
PROTOCOLS = ("immediate-sharing", "independent-elimination")


def _budget_needs(config: Configuration) -> tuple[Need, ...]:
    if not any(len(budgets) > 1 for budgets in config.lower_bound.budgets.values()):
        raise NotApplicable("the run's lower_bound has no protocol with two budgets")
    return (Need(experiment="lower-bound"),)


def _above_bound(results: Results, config: Configuration, *, control: bool = False) -> Finding:
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


def scale_of(config: Configuration) -> float:
    """Return M sqrt(KT)."""
    section = config.lower_bound
    return float(section.agents * math.sqrt(section.arms * section.horizon))


_SILENCE = argued("silence", theorem_2.silence)
_LEAST_ARMS = "c_K = (1 - 1/K - sqrt(log(4/3))/2)/4 grows with K"

CHECKS = {
    "theorem-2": proof(
        exact("averaged bound against 76/3000, least at K = 2", theorem_2.uniform_prior),
        argued(
            "divergence in the averaged bound's proof",
            "-log(1 - x)/x increases and x = K/(4T) <= 1/4, so -(T/K) log(1 - x) <= log(4/3)",
        ),
        argued("summed over agents", theorem_2.sum_over_agents),
        _SILENCE,
        printed=(
            exact(
                "38 · 2/3000 against 1/75",
                theorem_2.condition,
                inverse=PRINTED_FRACTION / 2,
                arms=10**9,
            ),
            exact("regrets of different instances added", theorem_2.one_instance_for_all),
        ),
        facts={"averaged": theorem_2.AVERAGED},
    ),
    "theorem-2-fraction": proof(
        exact("38 · 2/3000", theorem_2.condition, inverse=PRINTED_FRACTION / 2, arms=10**9)
    ),
    "theorem-2-fraction-repaired": proof(
        argued("5700 sqrt(K/(K - 1)) falls with K", "so that the least K decides"),
        exact("the paper's lemmas at K = 2", theorem_2.repaired_fraction, fraction=TWO_ARMS),
        exact("at K = 10^5", theorem_2.repaired_fraction, arms=10**5, fraction=MANY_ARMS),
        argued("the averaged bound", _LEAST_ARMS),
        exact("the averaged bound at K = 2", theorem_2.least_repaired_fraction),
        facts={
            "two_arms": TWO_ARMS,
            "many_arms": MANY_ARMS,
            "averaged": theorem_2.LEAST_FRACTION,
        },
    ),
    "theorem-2-fifth": proof(
        argued("the worst case is K = 2", _LEAST_ARMS),
        exact("any continuation", theorem_2.without_moss),
        _SILENCE,
    ),
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
    "theorem-2-condition": proof(exact("K = 2", theorem_2.condition, inverse=2851, arms=2)),
    "theorem-2-quiet-agents": proof(
        argued(
            "the quiet half",
            "the j-th smallest of M numbers with sum s is at most s/(M - j + 1), which is 2 s/M or "
            "less for j <= M/2",
        )
    ),
    "section-3-4-silence": proof(
        argued("MOSS by each agent alone", "M times 38 sqrt(KT), by lemma-d-1")
    ),
    "lemma-d-1": proof(
        argued(
            "the cited theorem by scaling",
            "rewards in [0, 1], doubled, are 1-subgaussian: half of 39 sqrt(KT) + 2 (K - 1), at "
            "most 20.5 sqrt(KT) for T >= K",
        )
    ),
    "lemma-d-2": proof(argued("constant of the two-instance proof", theorem_2.lower_constant)),
}
