"""Decisions on Appendix A.5 and on the Discussion's exponents: games of many lengths.

Appendix A.5 says what it plots and why (to compare the fitted lines with Theorem 4.1), and nothing
about the outcome. So Figures 5 to 7 themselves claim nothing, and the comparison is ours: an
exponent is within `NEAR` of Theorem 4.1's 2/3 (half and twice this distance). The exponent is the
slope of the line that A.5 fits, and its law is taken as normal.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from bandit_replications.experiments.needs import Need
from bandit_replications.ledger.claims import Finding, Results
from bandit_replications.ledger.decisions import Decision, measured
from bandit_replications.ledger.rules import Numbers, Share, Slope, all_of, level
from bandit_replications.papers.multiplayer.checks.samples import (
    CHAIRS,
    COORDINATE,
    EXPERIMENTS,
    EXPLORATION,
    PLAYERS,
    need_of,
)
from bandit_replications.papers.multiplayer.theory.bounds import theorem_4_1_regret
from bandit_replications.papers.multiplayer.theory.horizon_fits import fitted, slope_text
from bandit_replications.runtime.errors import NotApplicable

THEOREM = 2 / 3
NEAR = 0.05
RARELY = 0.10
QUARTER = 0.25
FAR = 2.0  # times all that the learning phase can cost, K T_0: such a run has linear regret
FEWEST_HORIZONS = 5
ROUNDING = 1e-9  # least standard error of a slope
LONG = 10.0  # ratio of the longest to the shortest game


def sweep_needs(numbers: Sequence[int], algorithm: str) -> Callable[[Any], tuple[Need, ...]]:
    """Return the needs of a claim about A.5: these experiments, one algorithm, many horizons."""

    def needs(config: Any) -> tuple[Need, ...]:
        found = need_of(config, "horizon_sweep", numbers, (algorithm,))
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


def _exponent(number: int) -> Decision:
    claim_id = f"appendix-5-exponent-experiment-{number}"

    def decide(results: Results, config: Any) -> Finding:
        frame = games(results, number, COORDINATE)
        fit = fitted(frame)
        error = max(fit.error, ROUNDING)
        slope = Slope(name="slope", value=fit.slope, error=error, target=THEOREM, room=NEAR)
        return all_of(claim_id, [slope], {"fitted slope": slope_text(fit), "games": len(frame)})

    facts = {"near": NEAR, "half": NEAR / 2, "twice": 2 * NEAR}
    return measured(decide, sweep_needs((number,), COORDINATE), facts=facts)


def _bound(number: int) -> Decision:
    claim_id = f"appendix-5-bound-experiment-{number}"
    sizes = {"players": PLAYERS, "arms": EXPERIMENTS[number - 1].arms}

    def decide(results: Results, config: Any) -> Finding:
        frame = games(results, number, COORDINATE)
        bounds = frame["horizon"].map(lambda rounds: theorem_4_1_regret(**sizes, horizon=rounds))
        over = frame["regret"] / bounds
        means = over.groupby(frame["horizon"]).mean()
        above = int((means > 1).sum())
        part = level("mean regret over the bound", over.to_numpy(), 1.0)
        numbers: Numbers = {
            part.name: part.value,
            "largest mean over a horizon's bound": float(means.max()),
            "horizons above it": above,
        }
        caveat = f"the mean of {above} horizons lies above the bound" if above else ""
        return all_of(claim_id, [part], numbers, caveat=caveat)

    return measured(decide, sweep_needs((number,), COORDINATE))


def _constant(results: Results, config: Any) -> Finding:
    frame = games(results, 1, CHAIRS)
    horizons = np.unique(frame["horizon"])
    few = max(1, round(QUARTER * horizons.size))
    last = frame[frame["horizon"] >= horizons[-few]]
    far = int((last["regret"] > FAR * PLAYERS * EXPLORATION).sum())
    slope = slope_text(fitted(frame))
    name = "share of the longest games with a large regret"
    part = Share(name=name, successes=far, trials=len(last), bound=RARELY)
    caveat = (
        f"{far} of {len(last)} of the longest games have linear regret (wrong chairs); fitted "
        f"slope of the mean {slope}"
    )
    numbers: Numbers = {name: part.value, "fitted slope of the mean": slope}
    return all_of("section-5-musical-chairs-constant", [part], numbers, caveat=caveat * bool(far))


def _open_question(results: Results, config: Any) -> Finding:
    return Finding(
        numbers={
            f"fitted slope in experiment {number}:": slope_text(
                fitted(games(results, number, COORDINATE))
            )
            for number in (1, 2, 3)
        },
        testable=False,
        caveat=(
            "an open question; exponents of one algorithm on three sequences say nothing of the "
            "best rate: with blocks tuned to T^(1/3) the Coordinate phases alone cost T^(2/3). "
            "Later work gives a rate of the root of T for two players"
        ),
    )


CHECKS = {
    **{f"appendix-5-exponent-experiment-{number}": _exponent(number) for number in (1, 2, 3)},
    **{f"appendix-5-bound-experiment-{number}": _bound(number) for number in (1, 2, 3)},
    "section-5-musical-chairs-constant": measured(
        _constant, sweep_needs((1,), CHAIRS), facts={"rarely": RARELY, "far": FAR}
    ),
    "discussion-exponent": measured(
        _open_question, sweep_needs((1, 2, 3), COORDINATE), method="none"
    ),
}
