"""The numbers that errata name in braces, computed by the derivations that they rest on."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from bandit_replications.inference.checks import Check
from bandit_replications.papers.distributed.theory import (
    fact_1,
    finite_precision,
    lemma_b_2,
    lemma_b_4,
    lemma_b_5,
    lemma_f_1,
    lemma_h_1,
    theorem_1,
    theorem_2,
    theorem_3,
    theorem_4,
    theorem_6,
    theorem_7,
)
from bandit_replications.papers.distributed.theory.theorem_2 import PRINTED_FRACTION

# slug: the derivations whose left sides (`left`, `left_2`, …) and right sides its prose names.
SIDES: Mapping[str, tuple[Callable[[], Check], ...]] = {
    "reallocate-waiting": (fact_1.deadlocks,),
    "burn-in-constant": (fact_1.cases_short_of_phases,),
    "phase-within-horizon": (fact_1.fits,),
    "burn-in-rounding": (fact_1.floor_forgotten,),
    "alive-at-phase-start": (lemma_b_2.alive_gap,),
    "dropped-one-phase-later": (lemma_b_2.dropped_in_phase,),
    "two-roundings": (lemma_b_4.ceilings,),
    "stage-1-imbalance": (
        lemma_b_5.reallocation_is_rare,
        lemma_b_5.expected_communication,
        lemma_b_5.communication_is_likely,
    ),
    "burn-in-length": (theorem_1.burn_in_length,),
    "failure-probability": (theorem_1.failure_as_printed, theorem_1.failure_cost),
    "integers-sent": (finite_precision.integers_sent,),
    "communication-fraction": (
        partial(theorem_2.condition, inverse=PRINTED_FRACTION / 2, arms=10**9),
        partial(theorem_2.condition, inverse=PRINTED_FRACTION, arms=10**9),
    ),
    "hoeffding-exponent": (theorem_6.tail,),
    "number-of-strings": (theorem_6.printed_strings,),
    "inverse-grid": (theorem_6.largest_mean,),
    "small-dimensions": (theorem_3.printed_support,),
    "support-without-48": (theorem_3.support_of_appendix_e,),
    "eliminated-actions": (lemma_f_1.eliminated_action,),
    "estimate-norm": (lemma_f_1.far_estimate,),
    "sketch-gap": (theorem_3.gap_in_phase_2,),
    "unfinished-phase": (theorem_3.unfinished_phase,),
    "union-over-epochs": (lemma_h_1.data_orders,),
    "doubling-epochs": (theorem_4.doublings,),
    "last-synchronisation": (theorem_4.last_matrix,),
    "divergence-of-signs": (theorem_4.divergence_of_signs,),
    "reallocate-stages": (theorem_7.donations,),
}


def _sides(derivations: tuple[Callable[[], Check], ...]) -> Mapping[str, Any]:
    """Return `left`, `right` and their `ratio` of the first derivation, `left_2`… of the next."""
    values = {}
    for number, derivation in enumerate(derivations, start=1):
        check, suffix = derivation(), "" if number == 1 else f"_{number}"
        values[f"left{suffix}"], values[f"right{suffix}"] = check.left, check.right
        values[f"ratio{suffix}"] = check.left / check.right if check.right else 0.0
    return values


FACTS = {slug: partial(_sides, derivations) for slug, derivations in SIDES.items()}
