"""Decisions on Appendix A.5: games of many lengths.

The appendix says what it plots and why: to compare the fitted lines with what Theorem 4.1 leads
one to expect. That is a regret below its bound, which grows like it. "Like" is an equivalence
within a factor `ALIKE` over the range of horizons: the fitted exponent may differ from that of the
bound by ln(1.25) over the logarithm of the longest horizon over the first. The exponent is the
slope of the line that A.5 fits, and its law is taken as normal.
"""

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from bandit_replications.experiments.needs import Need
from bandit_replications.inference.power_laws import fit_exponent
from bandit_replications.ledger.claims import Finding, Results
from bandit_replications.ledger.decisions import Decision, measured
from bandit_replications.ledger.rules import Comparison, Numbers, Share, Slope, all_of
from bandit_replications.papers.multiplayer.checks.samples import (
    CHAIRS,
    COORDINATE,
    EXPERIMENTS,
    EXPLORATION,
    PLAYERS,
    need_of,
)
from bandit_replications.papers.multiplayer.theory.bounds import theorem_4_1_regret
from bandit_replications.papers.multiplayer.theory.change_points import silent_regret
from bandit_replications.papers.multiplayer.theory.horizon_fits import fitted, slope_text
from bandit_replications.runtime.errors import NotApplicable

ALIKE = 1.25
RARELY = 0.10
QUARTER = 0.25
FAR = 2.0  # times all that the learning phase can cost, K T_0: such a run has linear regret
FEWEST_HORIZONS = 5
ROUNDING = 1e-9  # least standard error of a slope
LONG = 10.0  # ratio of the longest to the shortest game


def sweep_needs(
    numbers: Sequence[int], algorithms: Sequence[str]
) -> Callable[[Any], tuple[Need, ...]]:
    """Return the needs of a claim about A.5: these experiments and algorithms, many horizons."""

    def needs(config: Any) -> tuple[Need, ...]:
        found = need_of(config, "horizon_sweep", numbers, algorithms)
        horizons = config.horizon_sweep.horizons
        if len(horizons) < FEWEST_HORIZONS or horizons[-1] < LONG * horizons[0]:
            raise NotApplicable(
                f"the claim needs {FEWEST_HORIZONS} horizons, the longest {LONG:g} times the first"
            )
        return found

    return needs


def games(results: Results, number: int, algorithm: str) -> Any:
    """Return the rows of one experiment and algorithm, by horizon and replicate."""
    frame = results["horizon-sweep"]
    keep = (frame["scenario"] == EXPERIMENTS[number - 1].name) & (frame["algorithm"] == algorithm)
    return frame[keep].sort_values(["horizon", "replicate"])


def _figure(number: int) -> Decision:
    sizes = {"players": PLAYERS, "arms": EXPERIMENTS[number - 1].arms}
    silence = silent_regret(number)

    def finding(results: Results, algorithm: str) -> Finding:
        frame = games(results, number, algorithm)
        horizons = np.unique(frame["horizon"])
        bound = {T: theorem_4_1_regret(**sizes, horizon=int(T)) for T in horizons}
        law = fit_exponent(
            horizons, [np.full(2, bound[T]) for T in horizons], confidence=0.95, scatter=True
        )
        fit = fitted(frame)
        over = frame["regret"] / frame["horizon"].map(bound)
        means = over.groupby(frame["horizon"]).mean()
        slope = Slope(
            name="fitted slope",
            value=fit.slope,
            error=max(fit.error, ROUNDING),
            target=law.slope,
            room=math.log(ALIKE) / math.log(horizons[-1] / horizons[0]),
        )
        # a bound has no margin: the same at half and twice that of the exponent
        part = Comparison(name="mean regret over the bound", a=over.to_numpy(), factors=[1.0] * 3)
        above = int((means > 1).sum())
        vacuous = sum(silence * T <= bound[T] for T in horizons)
        numbers: Numbers = {
            slope.name: slope_text(fit),
            "that of the bound": law.slope,
            part.name: float(over.mean()),
            "largest mean of a horizon over its bound": float(means.max()),
            "horizons": len(horizons),
            "of them with a mean above the bound": above,
            "of them where silence keeps below the bound too": int(vacuous),
        }
        caveat = f"the mean of {above} horizons lies above the bound" if above else ""
        return all_of(f"figure-{number + 4:02}", [slope, part], numbers, caveat=caveat)

    return measured(
        lambda results, config: finding(results, COORDINATE),
        sweep_needs((number,), (COORDINATE, CHAIRS)),
        control=lambda results, config: finding(results, CHAIRS),
        facts={"alike": ALIKE},
    )


def _rarely_far(results: Results, algorithm: str) -> tuple[Share, str]:
    frame = games(results, 1, algorithm)
    horizons = np.unique(frame["horizon"])
    few = max(1, round(QUARTER * horizons.size))
    last = frame[frame["horizon"] >= horizons[-few]]
    far = int((last["regret"] > FAR * PLAYERS * EXPLORATION).sum())
    name = "share of the longest games with a large regret"
    part = Share(name=name, successes=far, trials=len(last), bound=RARELY)
    text = (
        f"{far} of {len(last)} of the longest games have linear regret (wrong chairs); fitted "
        f"slope of the mean {slope_text(fitted(frame))}"
    )
    return part, text * bool(far)


def _constant(results: Results, config: Any) -> Finding:
    part, text = _rarely_far(results, CHAIRS)
    return all_of("section-5-musical-chairs-constant", [part], caveat=text)


def _constant_control(results: Results, config: Any) -> Finding:
    return all_of("section-5-musical-chairs-constant", [_rarely_far(results, COORDINATE)[0]])


CHECKS = {
    **{f"figure-{number + 4:02}": _figure(number) for number in (1, 2, 3)},
    "section-5-musical-chairs-constant": measured(
        _constant,
        sweep_needs((1,), (CHAIRS, COORDINATE)),
        control=_constant_control,
        facts={"rarely": RARELY, "far": FAR},
    ),
}
