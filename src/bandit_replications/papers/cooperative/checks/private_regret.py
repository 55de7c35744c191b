"""Claims of the private regret theorem and its proof, (9) to (31)."""

import math
from types import ModuleType

from bandit_replications.inference.checks import Check, at_least, at_most, below
from bandit_replications.ledger.claims import Claim
from bandit_replications.ledger.proof_steps import Step, derived, equation, not_testable, step
from bandit_replications.papers.cooperative.theory import frozen_noise
from bandit_replications.papers.cooperative.theory import private_regret as proof

NOISE, MEANS, SIGN = "frozen-noise", "sum-of-means", "noise-sign"
INTERSECTION, NEGATIVE, LARGER = (
    "intersection-for-union",
    "negative-deviation",
    "larger-noise-bound",
)
NEVER, ZETA, SIGMA = "condition-never-holds", "zeta-factor", "sigma-squared"
TWICE, SUBSCRIPT = "forced-pulls-twice", "event-a-subscript"
CHI, FORCED = "clique-number", "forced-rounds"

_NEVER = step("h over the width (printed)", proof.hoeffding_applies, weighted=False)
_ZETA = step("sum over rounds (printed)", proof.zeta_30)
_ZETA_REPAIRED = step("sum over rounds with 4 ζ(1.5)", proof.zeta_30, factor=4.0)
_DELAYS = step("pulls not heard of", proof.delays)


def lower_bounds() -> ModuleType:
    """Return the instances that run, with their compiled simulators."""
    from bandit_replications.papers.cooperative.theory import lower_bounds  # noqa: PLC0415

    return lower_bounds


def measured(*, v: float = 1.49, horizon: int = 200_000, runs: int = 5) -> Check:
    """Compare the least regret of runs on the instance `lasting_noise` with the bound."""
    import numpy as np  # noqa: PLC0415

    found = [
        lower_bounds().lasting_noise(
            agents=2, gap=0.1, v=v, horizon=horizon, generator=np.random.default_rng(seed)
        )
        for seed in range(runs)
    ]
    return at_most(
        (
            f"regret of M = 2, gap 0.1, ε = 1/2, v = {v:g}, T = {horizon}, least of {runs} runs, "
            "against the bound"
        ),
        min(one.regret for one in found),
        found[0].bound,
    )


def guarantee_at_one() -> Check:
    """Compare the privacy guarantee at ε = 1 with no privacy at all."""
    from bandit_replications.papers.cooperative.theory.privacy_accounting import guarantee  # noqa: PLC0415

    found = guarantee(epsilon=1.0, v=1.1, horizon=10, delta=None)
    return at_least("guarantee at ε = 1, v = 1.1, t = 10", found, math.inf)


def logarithmic() -> Check:
    """Compare the exponent of T that the exact lower bound proves with 0.99."""
    check = frozen_noise.growth()
    return below(check.step, check.left, check.right)


def _rearranged(number: int, statement: str, *, errata: tuple[str, ...] = ()) -> Claim:
    """Return the claim of a line that only writes the one before it in another order."""
    return not_testable(
        f"equation-{number:02d}",
        f"({number}), Appendix",
        statement,
        "sums in another order: nothing is claimed that a number could refute",
        errata=errata,
    )


THEOREM = derived(
    "theorem-private-regret",
    "Section 3.3 and Appendix, theorem on Private Multi-Agent UCB",
    "The expected group regret is at most the printed expression, logarithmic in T.",
    *(
        step(f"ln regret against ln bound, v = {v:g}", frozen_noise.theorem_fails, v=v)
        for v in (1.01, 1.1, 1.25, 1.49)
    ),
    Step("regret of five runs at v = 1.49", measured),
    rule="the exact lower bound on the regret of two agents, ε = 1/2, gap 1/2, at ln T = 80 is "
    "below the bound, and so is the least regret of five runs with v = 1.49, gap 0.1, T = 200000",
    errata=(NOISE, NEVER, ZETA, SIGMA, CHI, FORCED),
)


CLAIMS = (
    THEOREM,
    derived(
        "theorem-private-regret-growth",
        "Section 3.3",
        "The regret grows like ln T.",
        Step("exponent of T", logarithmic),
        rule="the exponent that the exact lower bound proves at ln T = 10^6 is below 0.99",
        errata=(NOISE,),
    ),
    equation(9, "Appendix", "Group regret as a sum over agents."),
    _rearranged(10, "The same as a sum over a cover by cliques."),
    _rearranged(11, "The same with probabilities of pulls."),
    equation(
        12,
        "Appendix",
        "A clique's pulls of an arm: at most η, and those made when it has η of them.",
        step("N counted after the round", proof.clique_pulls_12, counted="after"),
        printed=(step("N counted before the round", proof.clique_pulls_12, counted="before"),),
    ),
    equation(
        13,
        "Appendix",
        "An agent's group mean is the sum over its neighbours of their means and noise.",
        step("sum of means (printed)", proof.mean_of_means),
        errata=(MEANS,),
    ),
    derived(
        "equation-13-repaired",
        "(13), Appendix",
        "The group mean weights means by pulls; its noise shrinks with the number of agents.",
        step("variance of the weighted noise", proof.weighted_noise),
        errata=(MEANS,),
    ),
    equation(
        14, "Appendix", "Event (A): the best arm's noise-free mean is low.", errata=(SUBSCRIPT,)
    ),
    equation(
        15,
        "Appendix",
        "Event (B): another arm's noise-free mean is high.",
        step("edge of the event (printed)", proof.sign_of_event_b),
        errata=(SIGN,),
    ),
    equation(16, "Appendix", "Event (C): the width exceeds half of the gap."),
    equation(
        17,
        "Appendix",
        "A sum of Laplace variables exceeds ln(1/ω) sqrt(8 Σ b²) with probability at most ω.",
        step("largest P/ω", proof.concentration_17),
    ),
    equation(18, "Appendix", "Probability of event (B).", errata=(SIGN,)),
    equation(
        19,
        "Appendix",
        "Event (B) is the intersection of a large noise and a high noise-free mean.",
        step("P(B) against P(both) (printed)", proof.equality_19, printed=True),
        errata=(INTERSECTION,),
    ),
    equation(
        20,
        "Appendix",
        "The probability is at most the sum of the two.",
        step("P(B) against the sum", proof.equality_19, printed=False),
        errata=(INTERSECTION,),
    ),
    equation(
        21,
        "Appendix",
        "The first of the two has probability at most ω.",
        step("largest P/ω", proof.concentration_17),
    ),
    equation(
        22,
        "Appendix",
        "Hoeffding's inequality bounds the second, for any h.",
        step("negative deviation (printed)", proof.hoeffding_22),
        _NEVER,
        errata=(NEGATIVE, NEVER),
    ),
    equation(
        23,
        "Appendix",
        "With ω = t^-3.5 the two are inserted.",
        step("negative deviation (printed)", proof.hoeffding_22),
        errata=(NEGATIVE,),
    ),
    equation(
        24,
        "Appendix",
        "A larger bound on the noise, from n >= 1/ε - γ, makes the exponential larger.",
        step("exponents of (23) and (24) (printed)", proof.larger_noise_24),
        errata=(LARGER,),
    ),
    equation(
        25,
        "Appendix",
        "For enough pulls the probability is at most 2 t^-3.5.",
        step("exponent", proof.exponential_25),
        printed=(
            _NEVER,
            step("with weighted noise", proof.hoeffding_applies, weighted=True),
        ),
        errata=(NEVER,),
    ),
    equation(
        26,
        "Appendix",
        "Event (C) needs fewer than 8 σ² ln t/Δ² samples.",
        step("gap at that number", proof.event_c_26),
        _DELAYS,
    ),
    equation(
        27,
        "Appendix",
        "A clique's regret: pulls before, forced pulls, and pulls after.",
        step("N counted after the round", proof.clique_pulls_12, counted="after"),
        step("forced pulls with ceil(1/ε)", proof.forced_rounds, printed=False),
        printed=(step("forced pulls with 1/ε", proof.forced_rounds, printed=True),),
        errata=(FORCED,),
    ),
    equation(
        28,
        "Appendix",
        "The maximum in η with the forced pulls is at most its first term, the forced pulls and 2.",
        step("pulls of (27) and (28) (printed)", proof.forced_twice_28),
        errata=(TWICE,),
    ),
    _rearranged(29, "The line before, once more."),
    equation(
        30,
        "Appendix",
        "The sum of 4 t^-1.5 is at most ζ(1.5).",
        _ZETA,
        errata=(ZETA,),
    ),
    derived(
        "equation-30-repaired",
        "(30), Appendix",
        "The sum of 4 t^-1.5 is at most 4 ζ(1.5).",
        _ZETA_REPAIRED,
        errata=(ZETA,),
    ),
    _rearranged(31, "Summed over the cliques of a cover.", errata=(CHI,)),
    derived(
        "theorem-private-regret-chi",
        "Section 3.3 and Appendix",
        "χ in the theorem is the clique number.",
        step("clique number of a complete network", proof.clique_number_or_cover),
        rule="the clique number of a complete network is 1, as the remark has it",
        errata=(CHI,),
    ),
    derived(
        "theorem-private-regret-sigma",
        "Appendix",
        "The leading term of the regret is 8 σ² ln T/Δ.",
        step("8 σ² at σ = 1", proof.sigma_in_the_theorem, sigma=1.0),
        printed=(step("8 σ² at σ = 1/2", proof.sigma_in_the_theorem),),
        rule="at σ = 1 it is what the width of Algorithm 2 gives, 8 ln T/Δ",
        errata=(SIGMA,),
    ),
    derived(
        "remark-no-privacy",
        "Remark after the private theorem",
        "ε = 1 is no privacy.",
        Step("guarantee at ε = 1", guarantee_at_one),
        rule="the paper's own guarantee at ε = 1 for 10 pulls (v = 1.1) is infinite",
    ),
    not_testable(
        "remark-private-constant",
        "Remark after the private theorem",
        "At ε = 1 the private term is a constant of M.",
        "M (1 + ζ(1.5)) is 3.61 M: of that order, with no constant named",
    ),
    not_testable(
        "section-3-2-overhead",
        "Section 3.2",
        "The private overhead depends on M by much less than a factor M.",
        "said of the theorem's additive term, which is linear in M; the theorem is judged itself",
    ),
)
