"""Theorems 3 and 4 (Section 4.1, Appendices A, C, D): Anytime-Lazy-UCB's regret from Lemma 11.

Notation: array r = 1, 2, … of an arm has 2^r slots, array 0 is the initial pull; arrays 1..s have
ω^(s) = 2^(s+1) - 2 slots; θ is the index of the array with the arm's last observation:
floor(log2 O) after O pulls with the initial one; log is base 2, ln natural; T is the horizon.
Steps without a function hold as printed: (2) and (20) are sums over arms, (29) a case distinction.
"""

import math

import numpy as np

from bandit_replications.inference.checks import Check, at_most, equal, vanishes
from bandit_replications.papers.private_online.theory.bounds import (
    theorem_3_regret,
    theorem_4_regret,
)
from bandit_replications.papers.private_online.theory.grids import erratum, worst_case
from bandit_replications.papers.private_online.theory.lemma_11 import EPSILONS, GAPS, HORIZONS


@erratum("omega-summand")
def slots_omega(*, last: int = 3, printed_index: bool = True) -> Check:
    """Appendix C, and E.3.2: the sum that defines ω^(r).

    Printed over s = 1..r with the summand 2^r, which would be r 2^r; the value 2^(r+1) - 2 given
    next to it is that of the summand 2^s. In E.3.2 the same, from s = 0.
    """
    terms = [2.0 ** (last if printed_index else s) for s in range(1, last + 1)]
    return equal(
        f"Appendix C: sum that defines ω^({last})", math.fsum(terms), 2.0 ** (last + 1) - 2
    )


@erratum("initial-pull-uncounted")
def pulls_18(*, most: int = 4096, initial: int = 0) -> Check:
    """(18): O_j(T) <= ω^(θ).

    As printed it is false: Section 2 counts every pull in O_j(T), and the regret (2) to which the
    bound is applied in (20) does too, while ω starts at array 1. After the initial pull alone,
    1 <= 0. The text before (18) excepts the initial pull; then 1 must be added to (5), (19) and
    the regret of Theorem 3 grows by the sum of the gaps. `initial` = 1 is that repair.
    """
    pulls = np.arange(1, most + 1)
    slots = 2.0 ** (np.floor(np.log2(pulls)) + 1) - 2
    return at_most(
        f"(18): worst of O - ω^(θ) over O = 1..{most}, with {initial} added to ω",
        float(np.max(pulls - slots)),
        float(initial),
    )


@erratum("split-equality")
def split_18(*, last: int = 3, critical: int = 5, equality: bool = True) -> Check:
    """(18), and (36): the slots up to array θ are split at d_j by equalities.

    They are equalities only if θ >= d_j; below, the left side is smaller, and "<=" is what the
    proof needs.
    """
    beyond = max(0.0, 2.0 ** (last + 1) - 2.0 ** (critical + 1))
    return Check(
        step=f"(18): slots up to θ = {last}, split at d_j = {critical}",
        left=2.0 ** (last + 1) - 2,
        relation="==" if equality else "<=",
        right=2.0 ** (critical + 1) - 2 + beyond,
    )


def forms_theorem_3(*, arms: int = 2) -> tuple[Check, Check]:
    """Theorem 3 against the form of the introduction and of the lower bound.

    A: sum over sub-optimal arms of 1 / min(Δ, ε); B: sum of 1/Δ, plus K/ε (both times log T).
    True up to constants: max <= sum <= 2 max gives A <= B <= (2 + 1/(K-1)) A <= 3 A, the last
    because B has K and not K - 1 terms in 1/ε.
    """
    gaps = np.repeat(GAPS[:, None], arms - 1, axis=1)[:, None, :]
    form_a = np.sum(1 / np.minimum(gaps, EPSILONS[:, None]), axis=-1)
    form_b = np.sum(1 / gaps, axis=-1) + arms / EPSILONS
    return (
        worst_case("Theorem 3: A <= B", form_a, "<=", form_b),
        worst_case("Theorem 3: B <= 3 A", form_b, "<=", 3 * form_a),
    )


def constant_theorem_4(*, arms: int = 5) -> Check:
    """Theorem 4: its explicit bound covers Theorem 3's at every common gap of at least Δ*.

    True: ω^(d) + 1 + tail <= 4 · 24 ln(T) / (Δ min(Δ, ε)), since 2^d < 2x and 1 + 0.46 < 2.
    """
    horizons = HORIZONS[9:]
    rest, whole = [], []
    for epsilon in EPSILONS:
        whole_bound = theorem_4_regret(arms=arms, epsilon=float(epsilon), horizon=horizons)
        for gap in GAPS:
            used = np.sqrt(arms * np.log2(horizons) / horizons) <= gap
            gaps = [0.0] + [float(gap)] * (arms - 1)
            bound = theorem_3_regret(gaps=gaps, epsilon=float(epsilon), horizon=horizons)
            rest.extend(bound.total[used])
            whole.extend(whole_bound.total[used])
    return worst_case("Theorem 4 against Theorem 3", rest, "<=", whole)


def critical_gap_choice() -> Check:
    """Theorem 4: how much the choice of Δ* costs.

    With Theorem 3's constant 96 ln 2 in front of log(T)/Δ, the printed Δ* gives 96 ln 2 + 1 = 67.5
    times sqrt(K T log T); Δ* = sqrt(96 ln(2) K log(T) / T) balances both parts: 16.3 times.
    The order is the same, the printed choice is not the best constant.
    """
    constant = 96 * math.log(2)
    return at_most(
        "Theorem 4: constant with the printed and with the balanced Δ*",
        2 * math.sqrt(constant),
        constant + 1,
    )


def state_appendix_a(*, pulls: int = 1000, first_size: int = 1) -> Check:
    """Appendix A: counter, sum and size of the open array replace the arrays: O(1) space per arm.

    True, counted in words (the counter has O(log T) bits): the released sums are those of explicit
    arrays, and with the last private mean four numbers per arm are kept.
    """
    rewards = (np.arange(1, pulls + 1) * 0.618033988749895) % 1
    compact = []
    count, total, size = 0, 0.0, first_size
    for reward in rewards:
        count, total = count + 1, total + reward
        if count == size:
            compact.append(total)
            count, total, size = 0, 0.0, 2 * size
    explicit = [np.sum(rewards[2**r - 1 : 2 ** (r + 1) - 1]) for r in range(len(compact))]
    difference = float(np.max(np.abs(np.array(explicit) - np.array(compact))))
    return vanishes("Appendix A: largest difference of released sums", difference)
