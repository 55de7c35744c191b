"""The numbers that errata name in braces, computed by the derivations that they rest on."""

import math
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from bandit_replications.inference.checks import Check
from bandit_replications.papers.distributed.theory import (
    bounds,
    fact_1,
    finite_precision,
    lemma_b_2,
    lemma_b_4,
    lemma_b_5,
    lemma_f_1,
    lemma_h_1,
    schedule,
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
    "stale-maximum": (fact_1.stale_maximum,),
    "reallocate-announcement": (fact_1.announced, fact_1.moved_for_two),
    "short-phases": (lemma_b_4.short_phases,),
    "burn-in-constant": (
        fact_1.completed_phases,
        fact_1.cases_short_of_phases,
        lemma_b_2.gap_entering_stage_2,
    ),
    "burn-in-logarithm": (fact_1.burn_in_logarithm,),
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
    "failure-probability": (theorem_1.failure_as_printed,),
    "integers-sent": (finite_precision.integers_sent,),
    "communication-fraction": (
        partial(theorem_2.condition, inverse=PRINTED_FRACTION / 2, arms=10**9),
        partial(theorem_2.condition, inverse=PRINTED_FRACTION, arms=10**9),
    ),
    "hoeffding-exponent": (theorem_6.tail, theorem_6.printed_strings),
    "inverse-grid": (theorem_6.largest_mean,),
    "small-dimensions": (theorem_3.printed_support,),
    "support-without-48": (theorem_3.support_of_appendix_e,),
    "eliminated-actions": (
        lemma_f_1.eliminated_action,
        lemma_f_1.design_over_all,
        lemma_f_1.least_total,
    ),
    "estimate-norm": (lemma_f_1.far_estimate,),
    "estimate-entries": (finite_precision.entry_bits,),
    "sketch-gap": (theorem_3.gap_in_phase_2,),
    "unfinished-phase": (theorem_3.unfinished_phase,),
    "union-over-epochs": (lemma_h_1.data_orders,),
    "doubling-epochs": (theorem_4.doublings,),
    "simultaneous-triggers": (theorem_4.simultaneous,),
    "signs-of-rewards": (theorem_4.mean_of_a_sign,),
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


def _estimate_norm() -> Mapping[str, Any]:
    least = lemma_f_1.least_constant()
    return {"slack": bounds.C1 / least, "enough": math.ceil(least)}


def _burn_in() -> Mapping[str, Any]:
    size = {"agents": 2, "arms": 2, "horizon": 8000}
    return {
        "steps": bounds.burn_in(**size),
        "phase_1": schedule.stage_1_length(phases=1, **size),
        "settings": len(fact_1.GRID),
    }


def _rounded_down() -> Mapping[str, Any]:
    return {"phase": bounds.last_burn_in_phase(agents=64, arms=100, horizon=500) + 1}


def _pulls_of_phase_1() -> Mapping[str, Any]:
    return {"pulls": math.ceil(4 * bounds.C1 * math.log(3))}


def _fractions() -> Mapping[str, Any]:
    return {
        "two_arms": theorem_2.TWO_ARMS,
        "many_arms": theorem_2.MANY_ARMS,
        "loss": math.sqrt(math.log(4 / 3)) / 2,
    }


def _averaged() -> Mapping[str, Any]:
    return {"averaged": theorem_2.LEAST_FRACTION, "any": theorem_2.ANY_FRACTION}


# slug: other numbers that its prose names.
OTHERS: Mapping[str, Callable[[], Mapping[str, Any]]] = {
    "burn-in-constant": _burn_in,
    "communication-fraction": _fractions,
    "estimate-entries": _pulls_of_phase_1,
    "estimate-norm": _estimate_norm,
    "one-instance-for-all": _averaged,
    "pulls-rounded-down": _rounded_down,
}


def _values(slug: str) -> Mapping[str, Any]:
    """Return all values that an erratum's prose names."""
    others = OTHERS[slug]() if slug in OTHERS else {}
    return {**_sides(SIDES.get(slug, ())), **others}


FACTS = {slug: partial(_values, slug) for slug in (*SIDES, *(OTHERS.keys() - SIDES.keys()))}
