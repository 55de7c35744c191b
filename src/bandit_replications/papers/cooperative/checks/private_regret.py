"""Decisions on the private regret theorem and its proof, (9) to (31)."""

from functools import partial
from typing import Any

import numpy as np

from bandit_replications.inference.checks import Check, at_most
from bandit_replications.ledger.decisions import argued, exact, proof, sampled, statement
from bandit_replications.papers.cooperative.theory import frozen_noise, repaired_regret
from bandit_replications.papers.cooperative.theory import private_regret as theory
from bandit_replications.papers.cooperative.theory.lower_bounds import lasting_noise
from bandit_replications.papers.cooperative.theory.printed import erratum

RUNS: dict[str, Any] = {"agents": 2, "gap": 0.1, "v": 1.49, "horizon": 200_000}


@erratum("frozen-noise")
def five_runs() -> Check:
    """Compare the least regret of five runs on the instance `lasting_noise` with the bound."""
    found = [lasting_noise(**RUNS, generator=np.random.default_rng(seed)) for seed in range(5)]
    instance = "M = {agents}, gap {gap:g}, ε = 1/2, v = {v:g}, T = {horizon}".format(**RUNS)
    name = f"regret of {instance}, least of 5 runs, against the bound"
    return at_most(name, min(one.regret for one in found), found[0].bound)


_step = partial(proof)  # of a proof: no verdict of its own

_NEVER = argued("h over the width (printed)", theory.hoeffding_applies, weighted=False)
_NEGATIVE = exact("negative deviation (printed)", theory.hoeffding_22)
_AFTER = argued("N counted after the round", theory.clique_pulls_12, counted="after")

CHECKS = {
    "theorem-private-regret": statement(
        *(
            exact(f"ln regret against ln bound, v = {v:g}", frozen_noise.theorem_fails, v=v)
            for v in (1.01, 1.1, 1.25, 1.49)
        ),
        printed=(sampled("least regret of five runs at v = 1.49", five_runs),),
    ),
    "theorem-private-regret-growth": _step(exact("exponent of T", frozen_noise.growth)),
    "clique-pulls": _step(_AFTER),
    "equation-13": _step(exact("sum of means (printed)", theory.mean_of_means)),
    "equation-15": _step(exact("edge of the event (printed)", theory.sign_of_event_b)),
    "laplace-sums": _step(sampled("largest P/ω", theory.concentration_17)),
    "equation-19": _step(exact("P(B) against P(both) (printed)", theory.equality_19, printed=True)),
    "equation-20": _step(argued("P(B) against the sum", theory.equality_19, printed=False)),
    "equation-22": _step(_NEGATIVE, _NEVER),
    "equation-23": _step(_NEGATIVE),
    "equation-24": _step(exact("exponents of (23) and (24) (printed)", theory.larger_noise_24)),
    "equation-25": _step(
        sampled("exponent", theory.exponential_25),
        printed=(_NEVER, argued("with weighted noise", theory.hoeffding_applies, weighted=True)),
    ),
    "delays-before": _step(argued("unknown pulls", theory.delays, counted="before")),
    "equation-27": _step(
        _AFTER,
        argued("forced pulls with ceil(1/ε)", theory.forced_rounds, printed=False),
        printed=(exact("forced pulls with 1/ε", theory.forced_rounds, printed=True),),
    ),
    "equation-28": _step(exact("pulls of (27) and (28) (printed)", theory.forced_twice_28)),
    "equation-30": _step(exact("sum over rounds (printed)", theory.zeta_30)),
    "theorem-private-regret-chi": _step(
        exact("clique number of a complete network", theory.clique_number_or_cover),
    ),
    "theorem-private-regret-sigma": _step(
        exact("8 σ² at σ = 1/2 (printed)", theory.sigma_in_the_theorem),
    ),
    "released-sums-regret": proof(
        argued("mixture", repaired_regret.mixture),
        argued(
            "moment of a noise",
            "-ln(1 - x) is convex, 0 at 0 and ln 2 < 1 at 1/2: at most 2 x between",
        ),
        argued("tail of noises", repaired_regret.noise_tail),
        argued("tail of samples", repaired_regret.sample_tail),
        argued("released share", repaired_regret.released_share),
        argued("price of privacy of 16 times the agents", repaired_regret.more_agents),
    ),
}
