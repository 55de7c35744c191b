"""Theorems 3, 4 and 5 against data: explicit bounds on the regret.

The bounds have the constants of the paper's own proofs (`bounds`), so no constant is fitted.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bandit_replications.bandits.streams import generator
from bandit_replications.experiments.needs import Need
from bandit_replications.inference.hypothesis_tests import mean_test
from bandit_replications.ledger.claims import Claim, Evidence, Finding, Results
from bandit_replications.ledger.proof_steps import Step, all_checks, both_sides, failing_text, step
from bandit_replications.papers.private_online.theory.bounds import (
    theorem_3_regret,
    theorem_4_regret,
    theorem_5_regret,
)
from bandit_replications.papers.private_online.theory.equation_43 import (
    halves_43,
    hoeffding_43,
    noise_probability_44,
    whole_noise_43,
)
from bandit_replications.papers.private_online.theory.lemma_11 import (
    constant_lemma_11,
    contradiction_27,
    event_25,
)
from bandit_replications.papers.private_online.theory.lemma_12 import (
    constant_lemma_12,
    domain_46,
    noise_width_47,
)
from bandit_replications.papers.private_online.theory.theorem_3 import (
    constant_theorem_4,
    identities_30_31,
    pulls_18,
    slots_omega,
    split_18,
)
from bandit_replications.runtime.errors import NotApplicable

LAZY, HYBRID = "anytime-lazy-ucb", "hybrid-ucb"

# Readings under which the proofs hold; other options change constants that they use.
COVERED = {
    LAZY: {"first_pull", "tie_breaking"},
    HYBRID: {"noise", "tree_levels", "tie_breaking"},
}

Sample = NDArray[np.float64]


class _Cell(NamedTuple):
    """One setting and ε, with the runs' final regrets, the bound and T times the largest gap."""

    setting: str
    epsilon: float
    regrets: Sample
    bound: float
    trivial: float


def required(config: Any, algorithm: str) -> tuple[Need, ...]:
    """Return the needs of a claim on an algorithm's regret that the proof as it is covers.

    Raises
    ------
    NotApplicable
        If the run lacks the algorithm or a second replicate, or changes the algorithm.

    """
    section = config.regret
    if algorithm not in section.algorithms:
        raise NotApplicable(f"the run has no {algorithm}")
    if section.replicates_of(algorithm) < 2:
        raise NotApplicable(f"the run has one replicate of {algorithm}; at least 2 are needed")
    other = sorted(set(section.options.get(algorithm, {})) - COVERED[algorithm])
    if other:
        raise NotApplicable(f"the run changes what the proof rests on: {', '.join(other)}")
    return (Need(experiment="regret", where={"algorithm": (algorithm,)}),)


# --- Explicit bounds ------------------------------------------------------------------------


def theorem_3(gaps: Sample, epsilon: float, horizon: int) -> float:
    """Return Theorem 3's explicit bound."""
    return float(theorem_3_regret(gaps=gaps, epsilon=epsilon, horizon=horizon).total)


def theorem_4(gaps: Sample, epsilon: float, horizon: int) -> float:
    """Return Theorem 4's explicit bound, which knows the number of arms only."""
    return float(theorem_4_regret(arms=gaps.size, epsilon=epsilon, horizon=horizon).total)


def theorem_5(gaps: Sample, epsilon: float, horizon: int) -> float:
    """Return Theorem 5's explicit bound."""
    return float(theorem_5_regret(gaps=gaps, epsilon=epsilon, horizon=horizon).total)


Bound = Callable[[Sample, float, int], float]


def _cells(results: Results, config: Any, algorithm: str, bound: Bound) -> Iterator[_Cell]:
    section = config.regret
    frame = results["regret"]
    at_end = frame[(frame["algorithm"] == algorithm) & (frame["round"] == section.horizon)]
    for setting in section.settings:
        gaps = setting.gaps
        if not gaps.max() > 0:
            continue
        for epsilon in section.epsilons:
            rows = (at_end["setting"] == setting.name) & (at_end["epsilon"] == epsilon)
            yield _Cell(
                setting.name,
                epsilon,
                at_end.loc[rows, "regret"].to_numpy(),
                bound(gaps, epsilon, section.horizon),
                section.horizon * float(gaps.max()),
            )


def _vacuous_text(cells: Sequence[_Cell]) -> str:
    vacuous = [cell for cell in cells if cell.bound >= cell.trivial]
    if not vacuous:
        return ""
    names = dict.fromkeys(cell.setting for cell in vacuous)
    parts = [
        f"{name} at ε = " + ", ".join(f"{c.epsilon:g}" for c in vacuous if c.setting == name)
        for name in names
    ]
    return (
        f"the bound is above T times the largest gap, and so says nothing, in {len(vacuous)} of "
        f"{len(cells)} cells: {'; '.join(parts)}"
    )


def _against_bound(claim_id: str, cells: Sequence[_Cell]) -> Evidence:
    """Return the p-values: each cell's mean is below the bound, or one is above (Bonferroni)."""
    tests = [
        mean_test(
            cell.regrets,
            bound=cell.bound,
            generator=generator(0, "claims", claim_id, cell.setting, cell.epsilon),
        )
        for cell in cells
    ]
    return Evidence(
        p_for=max(test.below for test in tests),
        p_against=min(1.0, len(tests) * min(test.above for test in tests)),
    )


def _bound_claim(
    claim_id: str,
    source: str,
    statement: str,
    algorithm: str,
    bound: Bound,
    *steps: Step,
    explicit: str,
    printed: Sequence[Step] = (),
    errata: tuple[str, ...] = (),
) -> Claim:
    def check(results: Results, config: Any) -> Finding:
        deciding, shown = all_checks(steps), all_checks(printed)
        cells = list(_cells(results, config, algorithm, bound))
        informative = [cell for cell in cells if cell.bound < cell.trivial]
        if not informative:
            raise NotApplicable(
                f"the explicit bound is above T times the largest gap in each of {len(cells)} cells"
            )
        slack = [cell.bound / cell.regrets.mean() for cell in cells]
        proved = all(one.holds for one in deciding.values())
        caveats = (
            failing_text(shown, "as printed these steps fail", errata),
            _vacuous_text(cells),
        )
        return Finding(
            numbers={
                "least slack": float(min(slack)),
                "largest slack": float(max(slack)),
                "cells": len(cells),
                "vacuous cells": len(cells) - len(informative),
                **both_sides({**deciding, **shown}),
            },
            holds=None if proved else False,
            evidence=_against_bound(claim_id, informative) if proved else None,
            caveat="; ".join(text for text in caveats if text),
        )

    return Claim(
        id=claim_id,
        source=source,
        statement=statement,
        kind="statistical",
        rule=(
            f"every repaired step of the proof holds, and in each setting and at each ε where the "
            f"bound is below T times the largest gap the mean final regret is at most {explicit}"
        ),
        needs=lambda config: required(config, algorithm),
        check=check,
        errata=errata,
    )


THEOREM_3 = _bound_claim(
    "theorem-3",
    "Theorem 3, Section 4.1, Appendix C",
    "The regret of Anytime-Lazy-UCB is O(Σ log T / min(Δ_j, ε)) over the sub-optimal arms.",
    LAZY,
    theorem_3,
    step("(18) pulls (repaired)", pulls_18, initial=1),
    step("(18) split (repaired)", split_18, equality=False),
    step("(25)", event_25),
    step("(27)", contradiction_27),
    step("Lemma 11's sum", constant_lemma_11),
    printed=(step("(18) pulls (printed)", pulls_18), step("ω (printed)", slots_omega)),
    explicit="Σ Δ_j (2^(d_j + 1) - 1 + 0.46) with d_j = ceil(log2(24 ln T / (Δ_j min(Δ_j, ε))))",
    errata=("initial-pull-uncounted", "omega-summand"),
)

THEOREM_4 = _bound_claim(
    "theorem-4",
    "Theorem 4, Section 4.1, Appendix D",
    "The regret of Anytime-Lazy-UCB is O(sqrt(K T log T) + K log T / ε) whatever the gaps.",
    LAZY,
    theorem_4,
    step("(30), (31)", identities_30_31),
    step("covers Theorem 3", constant_theorem_4),
    explicit="T Δ* + 96 K ln T / min(Δ*, ε) with Δ* = sqrt(K log2(T) / T)",
)

THEOREM_5 = _bound_claim(
    "theorem-5-regret",
    "Theorem 5, Section 4.2, Appendix E.3.2",
    (
        "The regret of Hybrid-UCB is O(Σ max(log T / Δ_j, log T / ε · log(log T / (ε Δ_j)))) over "
        "the sub-optimal arms."
    ),
    HYBRID,
    theorem_5,
    step("(43) noise (repaired)", whole_noise_43),
    step("(43) mean", hoeffding_43),
    step("(44) noise (repaired)", noise_probability_44),
    step("(44) noise, tree of r + 1 levels", noise_probability_44, extra_levels=1),
    step("(47)", noise_width_47),
    step("Lemma 12's sum", constant_lemma_12),
    printed=(
        step("(43) split (printed)", halves_43),
        step("(46) domain (printed)", domain_46),
        step("ω (printed)", slots_omega),
    ),
    explicit=(
        "Σ Δ_j (2^(d_j + 1) - 1 + 0.016) with 2^d_j the first power of 2 from "
        "max(256 L / Δ_j², y log2 y), y = 256 L / (ε Δ_j), L = log2 T"
    ),
    errata=("noise-width-split", "decreasing-function-domain", "omega-summand"),
)
