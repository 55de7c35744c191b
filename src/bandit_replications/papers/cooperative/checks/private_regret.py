"""Decisions on the private regret theorem and its proof, (9) to (31)."""

from typing import Any

import numpy as np

from bandit_replications.inference.checks import Check, at_most, erratum
from bandit_replications.ledger.decisions import algebra, argued, exact, proof, sampled, statement
from bandit_replications.papers.cooperative.checks.setting import clique_number
from bandit_replications.papers.cooperative.theory import frozen_noise
from bandit_replications.papers.cooperative.theory.lower_bounds import lasting_noise

RUNS: dict[str, Any] = {"agents": 2, "gap": 0.1, "v": 1.49, "horizon": 200_000}


@erratum("frozen-noise")
def five_runs() -> Check:
    """Compare the least regret of five runs on the instance `lasting_noise` with the bound."""
    found = [lasting_noise(**RUNS, generator=np.random.default_rng(seed)) for seed in range(5)]
    instance = "M = {agents}, gap {gap:g}, ε = 1/2, v = {v:g}, T = {horizon}".format(**RUNS)
    name = f"regret of {instance}, least of 5 runs, against the bound"
    return at_most(name, min(one.regret for one in found), found[0].bound)


# The supermartingale exp(λ S - λ² n/8), mixed over λ ~ N(0, 4).
MIXTURE = (
    algebra(
        "exponent, its square completed",
        "l*S - l**2*n/8 - l**2/8 = 2*S**2/(n + 1) - (n + 1)/8*(l - 4*S/(n + 1))**2",
        real="l S",
    ),
    argued(
        "mixture",
        "the Gaussian integral over λ leaves (n + 1)^(-1/2) exp(2 S²/(n + 1)), and Markov's "
        "inequality bounds |S| for a random n",
    ),
)

# The mean of exp(λ S) (1 - λ²)^r over λ in (0, 1), and its width against that of a union over r.
_LEFT, _TAIL = "sqrt(2)", "(pi**2/6 - 1)*(r + 1)**2/2**r*(exp(L) - exp(-L))/(2*L)"
NOISES = (
    algebra("L <= r, squared", "2*exp(2)*r <= (pi**2/6 - 1)**2*(r + 1)**4", over={"r": (3, "oo")}),
    *(
        algebra(f"L > r, r = {r}, least L", f"{_LEFT} <= {_TAIL}", r=str(r), L=least)
        for r, least in ((1, "2*log(2)"), (2, "2*log(3)"), (3, "3"))
    ),
    algebra("L > r, r + 1 against r", "(r + 1)**3 <= (r + 2)**2*r", over={"r": (1, "oo")}),
)

_NEVER = algebra("least h over the width (printed)", "7*sqrt(log(2)) <= 1")
_RATIO = (
    algebra(
        "h over the width",
        "h/width = 7*M*sqrt(log(t))*n**((v - 1)/2)",
        h="7/2*log(t)*sqrt(8*M*n**(v - 2))",
        width="sqrt(2*log(t)/(M*n))",
    ),
    argued("its least value", "at t = 2, M = 1, n = 1, for the noise of all agents"),
)
_NEGATIVE = algebra("N = 100, 0.3 below the mean (printed)", "1 - exp(-18) <= exp(-18)")
_AFTER = argued(
    "N counted after the round",
    "pulls up to the last round with fewer than η are fewer than η, all later ones are counted",
)

CHECKS = {
    "theorem-private-regret": statement(
        *(
            exact(f"ln regret against ln bound, v = {v:g}", frozen_noise.theorem_fails, v=v)
            for v in (1.01, 1.1, 1.25, 1.49)
        ),
        printed=(sampled("least regret of five runs at v = 1.49", five_runs),),
    ),
    "theorem-private-regret-growth": proof(exact("exponent of T", frozen_noise.growth)),
    "clique-pulls": proof(_AFTER),
    "equation-13": proof(
        algebra(
            "means of two agents with m and n pulls, rewards all 1 (printed)",
            "(a + b)/(m + n) = a/m + b/n",
            a="m",
            b="n",
        )
    ),
    "equation-15": proof(
        algebra(
            "threshold, width 0.3, noise 0.4 (printed)",
            "width + noise <= width - noise",
            width="3/10",
            noise="4/10",
        )
    ),
    "laplace-sums": proof(sampled("largest P/ω", frozen_noise.concentration_17)),
    "equation-19": proof(
        algebra(
            "P(B) and P(both), one noise, width 1/2, h = 1 (printed)", "exp(-1/2)/2 = exp(-1)/2"
        )
    ),
    "equation-22": proof(_NEGATIVE, *_RATIO, _NEVER),
    "equation-23": proof(_NEGATIVE),
    "equation-24": proof(
        algebra(
            "exponents at h of 2 and 3 widths (printed)",
            "-(width - 2*width)**2 <= -(width - 3*width)**2",
            width="1",
        )
    ),
    "equation-25": proof(
        *_RATIO,
        algebra("exponent over ln t, at most", "-4*(7*sqrt(log(2)) - 1)**2 <= -7/2"),
        printed=(_NEVER,),
    ),
    "equation-27": proof(
        _AFTER,
        argued("forced pulls with ceil(1/ε)", "ceil(1/ε) < 1/ε + 1"),
        printed=(algebra("forced pulls at ε = 0.6", "ceiling(1/eps) <= 1/eps", eps="3/5"),),
    ),
    "equation-28": proof(
        algebra(
            "pulls of (27) and (28), M = 200, ε = 0.01 (printed)",
            "2*M/eps <= 8*log(1000) + M + 2 + M/eps",
            M="200",
            eps="1/100",
        )
    ),
    "equation-30": proof(
        algebra(
            "4 ζ(1.5) and ζ(1.5) = z, from 1 to 1 + 2 (printed)", "4*z <= z", over={"z": (1, 3)}
        )
    ),
    "theorem-private-regret-chi": proof(exact("cliques of a complete network", clique_number)),
    "theorem-private-regret-sigma": proof(
        algebra("8 σ² at σ = 1/2 (printed)", "8*sigma**2 = 8", sigma="1/2")
    ),
    "released-sums-regret": proof(*MIXTURE, *NOISES),
}
