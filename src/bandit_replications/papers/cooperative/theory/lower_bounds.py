"""Runs on instances with a large regret.

The paper's own lower bound is the asymptotic one of Section 2, a guide (`bounds.centralised_rate`).
The two families here show what its upper bounds miss: noise that grows against the width for v
near 1.5, and false reports that the printed condition on ε lets through.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bandit_replications.bandits.rewards import bernoulli_table
from bandit_replications.papers.cooperative.algorithms import (
    byzantine_proof_ucb,
    private_multi_agent_ucb,
    released_sums_ucb,
)
from bandit_replications.papers.cooperative.environments.contamination import ContaminationEntry
from bandit_replications.papers.cooperative.environments.problems import (
    ByzantineProblem,
    PrivateProblem,
)
from bandit_replications.papers.cooperative.theory.bounds import (
    BEST,
    GAP,
    SIGMA,
    byzantine_regret,
    on_complete_network,
    private_regret,
)


@dataclass(frozen=True)
class Measured:
    """Group regret of a run beside the theorem's bound.

    Attributes
    ----------
    regret, bound : float
        Group pseudo-regret, and the printed bound on its expectation.

    """

    regret: float
    bound: float


def _complete(means: NDArray[np.float64], *, agents: int, horizon: int) -> dict[str, Any]:
    """Return a problem's attributes on a complete network, where γ = 1 reaches every agent."""
    return {
        "rewards": bernoulli_table(means),
        "distances": 1 - np.eye(agents, dtype=np.int64),
        "message_life": 1,
        "horizon": horizon,
    }


def lasting_noise(
    *,
    agents: int,
    gap: float,
    v: float | None,
    horizon: int,
    generator: np.random.Generator,
    epsilon: float = 0.5,
) -> Measured:
    """Run Private Multi-Agent UCB on a complete network with two arms of means 1/2 ± gap/2.

    The noise n^(v/2 - 1) of a mean of n pulls falls slower than the width sqrt(2 ln t / n), the
    more so the nearer v is to 1.5: the theorem's bound, which has no v in it, is passed for long
    runs.

    Parameters
    ----------
    agents : int
        M >= 2.
    gap : float
        In (0, 1).
    v, epsilon
        As for the algorithm; without v its repair runs, UCB on released sums.
    horizon : int
        T.
    generator : numpy.random.Generator

    """
    means = np.array([0.5 + gap / 2, 0.5 - gap / 2])
    gaps = means.max() - means
    instance = _complete(means, agents=agents, horizon=horizon)
    simulate = released_sums_ucb.simulate if v is None else private_multi_agent_ucb.simulate
    problem = PrivateProblem(**instance, epsilon=epsilon, v=v or 1.1)  # the repair uses no v
    run = simulate(problem, generator=generator)
    group = on_complete_network(agents)
    bound = private_regret(**group, gaps=gaps, horizon=horizon, epsilon=epsilon)
    return Measured(float(run.regret(gaps)[0]), bound)


def saturated_reports(
    *,
    agents: int,
    contamination: float,
    horizon: int,
    generator: np.random.Generator,
    estimator: Any = "trimmed-mean",
) -> Measured:
    """Run Byzantine-Proof Multi-Agent UCB where every false report is a 1.

    A complete network and two arms of means 0.99 and 0.93, σ the worse arm's deviation. At ε =
    0.04 the theorem's printed condition holds, both trimmed means stay at 1, and the agents
    divide their pulls: the regret is T M Δ/2. At ε = 0.01 the condition with a root holds, too,
    which does not save the theorem either (`locked_estimates`).

    Parameters
    ----------
    agents : int
        M >= 2.
    contamination : float
        ε.
    horizon : int
        T.
    generator : numpy.random.Generator
    estimator : str
        "trimmed-mean", or "clipped-mean" with its own width: the repair.

    """
    means = np.array([BEST, BEST - GAP])
    gaps = means.max() - means
    law = ContaminationEntry(probability=contamination, source="point-mass", value=1.0)
    problem = ByzantineProblem(
        **_complete(means, agents=agents, horizon=horizon),
        contamination=law.for_arms(means),
        assumed_contamination=contamination,
    )
    width: Any = "printed" if estimator == "trimmed-mean" else "anytime"
    options = byzantine_proof_ucb.Options(sigma=SIGMA, estimator=estimator, width=width)
    run = byzantine_proof_ucb.simulate(problem, generator=generator, options=options)
    room = GAP - 2 * SIGMA * contamination**0.5  # squared as printed, whatever its sign
    growth = 4 * SIGMA**2 * np.log(horizon) / room**2
    group = on_complete_network(agents)
    fixed = byzantine_regret(**group, gaps=gaps, horizon=1, contamination=0.0, sigma=SIGMA)
    return Measured(float(run.regret(gaps)[0]), float(growth + fixed))
