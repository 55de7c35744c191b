"""Appendix A: BaSE's static grid, the base of log log T, and the last loop of Algorithm 3.

u_1 = a, u_m = a sqrt(u_(m-1)), a = T^(1/(2 - 2^(1-B))) (Gao et al., 2019; the paper uses u and a
without saying what they are).
"""

import math

from bandit_replications.inference.checks import Check, at_most, equal, erratum
from bandit_replications.papers.anonymous.algorithms.batched_successive_elimination import grid


@erratum("loglog-base")
def natural_logarithm(*, log_horizon: float = 1e12, power: int = 10) -> Check:
    """Check a/sqrt(T) <= (ln T)^p with B = ln ln T (not rounded): fails for every p at some T.

    ln(a/sqrt(T)) is ln(T) 2^(-B) / (2 - 2^(1-B)) and 2^(-B) = (ln T)^(-ln 2), so that it is about
    (ln T)^0.307 / 2, which outgrows p ln ln T. Both sides as logarithms.
    """
    shrunk = 2.0 ** -math.log(log_horizon)
    return at_most(
        f"ln(a/sqrt(T)), natural logarithms, ln T = {log_horizon:g}, power {power}",
        log_horizon * shrunk / (2 - 2 * shrunk),
        power * math.log(log_horizon),
    )


@erratum("algorithm-3-last-loop")
def last_loop(*, horizon: int = 100000, batches: int = 5) -> Check:
    """Check that Algorithm 3 plays T rounds.

    The printed last loop runs from t_(b-1) + 1 to t_b; after the loop over b = 1, …, B - 1 its b
    is B - 1, so a batch is repeated and the last never played. With b = B all rounds are.
    """
    *_, start, end, _ = grid(horizon=horizon, batches=batches)
    return equal(
        "rounds that Algorithm 3 plays, last loop over batch B - 1", 2 * end - start, horizon
    )
