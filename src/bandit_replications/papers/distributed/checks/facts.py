"""The numbers that errata name in braces, computed by the derivations that they rest on."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from bandit_replications.inference.checks import Check
from bandit_replications.papers.distributed.theory import (
    fact_1,
    lemma_b_2,
    lemma_b_5,
    lemma_f_1,
    protocol_s,
    theorem_4,
    theorem_6,
)

# slug: the derivations whose left sides (`left`, `left_2`, …) and right sides its prose names.
SIDES: Mapping[str, tuple[Callable[[], Check], ...]] = {
    "reallocate-waiting": (fact_1.deadlocks,),
    "short-phases": (fact_1.short_phases,),
    "burn-in-constant": (fact_1.completed_phases, lemma_b_2.gap_entering_stage_2),
    "burn-in-logarithm": (fact_1.burn_in_logarithm,),
    "phase-within-horizon": (fact_1.fits,),
    "alive-at-phase-start": (lemma_b_2.alive_gap,),
    "dropped-one-phase-later": (lemma_b_2.dropped_in_phase,),
    "stage-1-imbalance": (
        lemma_b_5.reallocation_is_rare,
        lemma_b_5.expected_communication,
        lemma_b_5.communication_is_likely,
    ),
    "steep-trade-off": (protocol_s.trade_off,),
    "hoeffding-exponent": (theorem_6.printed_strings,),
    "eliminated-actions": (lemma_f_1.eliminated_action,),
    "estimate-norm": (lemma_f_1.far_estimate,),
    "sketch-gap": (lemma_f_1.gap_in_phase_2,),
    "union-over-epochs": (theorem_4.data_orders,),
    "last-synchronisation": (theorem_4.last_matrix,),
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
