"""Decisions on the private regret theorem and its proof, (9) to (31)."""

from typing import Any

import numpy as np

from bandit_replications.inference.checks import Check, at_most
from bandit_replications.ledger.decisions import proof, step
from bandit_replications.papers.cooperative.theory import frozen_noise
from bandit_replications.papers.cooperative.theory import private_regret as theory
from bandit_replications.papers.cooperative.theory.lower_bounds import lasting_noise

RUNS: dict[str, Any] = {"agents": 2, "gap": 0.1, "v": 1.49, "horizon": 200_000}


def five_runs() -> Check:
    """Compare the least regret of five runs on the instance `lasting_noise` with the bound."""
    found = [lasting_noise(**RUNS, generator=np.random.default_rng(seed)) for seed in range(5)]
    instance = "M = {agents}, gap {gap:g}, ε = 1/2, v = {v:g}, T = {horizon}".format(**RUNS)
    name = f"regret of {instance}, least of 5 runs, against the bound"
    return at_most(name, min(one.regret for one in found), found[0].bound)


_NEVER = step("h over the width (printed)", theory.hoeffding_applies, weighted=False)
_NEGATIVE = step("negative deviation (printed)", theory.hoeffding_22)
_AFTER = step("N counted after the round", theory.clique_pulls_12, counted="after")

CHECKS = {
    "theorem-private-regret": proof(
        *(
            step(f"ln regret against ln bound, v = {v:g}", frozen_noise.theorem_fails, v=v)
            for v in (1.01, 1.1, 1.25, 1.49)
        ),
        step("regret of five runs at v = 1.49", five_runs),
        facts=RUNS,
    ),
    "theorem-private-regret-growth": proof(step("exponent of T", frozen_noise.growth)),
    "clique-pulls": proof(
        _AFTER,
        printed=(step("N counted before the round", theory.clique_pulls_12, counted="before"),),
    ),
    "equation-13": proof(step("sum of means (printed)", theory.mean_of_means), method="argued"),
    "equation-13-repaired": proof(step("variance of the weighted noise", theory.weighted_noise)),
    "equation-15": proof(
        step("edge of the event (printed)", theory.sign_of_event_b), method="argued"
    ),
    "laplace-sums": proof(step("largest P/ω", theory.concentration_17)),
    "equation-19": proof(step("P(B) against P(both) (printed)", theory.equality_19, printed=True)),
    "equation-20": proof(step("P(B) against the sum", theory.equality_19, printed=False)),
    "equation-22": proof(_NEGATIVE, _NEVER),
    "equation-23": proof(_NEGATIVE),
    "equation-24": proof(step("exponents of (23) and (24) (printed)", theory.larger_noise_24)),
    "equation-25": proof(
        step("exponent", theory.exponential_25),
        printed=(_NEVER, step("with weighted noise", theory.hoeffding_applies, weighted=True)),
    ),
    "equation-26": proof(
        step("gap at that number", theory.event_c_26),
        step("unknown pulls", theory.delays, counted="before"),
    ),
    "equation-27": proof(
        _AFTER,
        step("forced pulls with ceil(1/ε)", theory.forced_rounds, printed=False),
        printed=(step("forced pulls with 1/ε", theory.forced_rounds, printed=True),),
    ),
    "equation-28": proof(step("pulls of (27) and (28) (printed)", theory.forced_twice_28)),
    "equation-30": proof(step("sum over rounds (printed)", theory.zeta_30)),
    "equation-30-repaired": proof(
        step("sum over rounds with 4 ζ(1.5)", theory.zeta_30, factor=4.0)
    ),
    "theorem-private-regret-chi": proof(
        step("clique number of a complete network", theory.clique_number_or_cover),
    ),
    "theorem-private-regret-sigma": proof(
        step("8 σ² at σ = 1", theory.sigma_in_the_theorem, sigma=1.0),
        printed=(step("8 σ² at σ = 1/2", theory.sigma_in_the_theorem),),
        method="argued",
    ),
}
