"""Decisions on Section 5 and the Discussion: what the paper says of its Figures 2 to 4.

The plotted numbers are not at hand, so a figure's claim is the message that the text attaches to
it. Regret is the online regret R_t against the K best arms of [t]. The vague words have these
meanings:

- "does not increase any more": the mean at T is at most `FLAT` times that after `SEATED` rounds,
  when the chairs are taken;
- a single run has stopped if its regret grows by at most one loss from then to T; a mean over ten
  runs, the paper's number, is flat with probability one half when `GROWING` of the runs grow;
- "keeps accumulating": from T/2 to 3T/4 and on to T the mean grows by a factor of at least `STEP`;
- "larger", "ahead": by a factor of at least `LARGER`; "starts to increase": to at least
  `INCREASED` times; a change is "not yet" seen within a factor `FLAT_SO_FAR`.

Each rule is also judged at half and at twice its margin, the distance of its factor from 1.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from bandit_replications.inference.intervals import clopper_pearson
from bandit_replications.ledger.claims import Finding, Results
from bandit_replications.ledger.decisions import Decision, measured, proof, step
from bandit_replications.ledger.rules import Numbers, Part, Share, all_of, ratio, within
from bandit_replications.papers.multiplayer.checks.samples import (
    CHAIRS,
    COORDINATE,
    EXP3,
    EXPLORATION,
    PLAYERS,
    ROUND_ROBIN,
    SEATED,
    Online,
    online_needs,
)
from bandit_replications.papers.multiplayer.theory import change_points
from bandit_replications.papers.multiplayer.theory.block_trace import figure_1
from bandit_replications.papers.multiplayer.theory.mean_curves import last_crossing

FLAT = 1.05
GROWING = 1 - 0.5 ** (1 / 10)  # all of ten runs are flat with probability one half
STEP = 1.05
LARGER = 1.25
INCREASED = 2.0
FLAT_SO_FAR = 1.10
LEARNING_SHARE = 0.75
FIXED = 1.05
GROWN = 1.0  # a run has grown if its regret has by more than one loss
CHAIRS_SLOPE = 1.2  # losses per round that two failed arms cost, 2 (0.9 - 0.3)
ROUND_ROBIN_COST = float(np.sqrt(PLAYERS))

# What the rules in claims.yaml name in braces.
FACTS: Mapping[str, object] = {
    "flat": FLAT,
    "growing": GROWING,
    "step": STEP,
    "larger": LARGER,
    "increased": INCREASED,
    "flat_so_far": FLAT_SO_FAR,
    "learning_share": LEARNING_SHARE,
    "fixed": FIXED,
    "grown": GROWN,
    "chairs_slope": CHAIRS_SLOPE,
    "round_robin_cost": ROUND_ROBIN_COST,
    "seated": SEATED,
    "exploration": EXPLORATION,
    "first_change": int(change_points.FIRST_FAILURE * change_points.HORIZON),
}

Parts = Sequence[Part]


# --- Musical Chairs' learning phase, and what follows it ------------------------------------


def _learns(runs: Online) -> Parts:
    name = f"Musical Chairs' mean regret at T0 over that after {SEATED} rounds"
    learnt, seated = runs.after(CHAIRS, EXPLORATION), runs.after(CHAIRS, SEATED)
    return [ratio(name, learnt, seated, LEARNING_SHARE, below=False, paired=True)]


def _stops_on_average(runs: Online) -> Parts:
    name = f"mean regret at T over that after {SEATED} rounds"
    last, seated = runs.at(CHAIRS), runs.after(CHAIRS, SEATED)
    return [ratio(name, last, seated, FLAT, below=True, paired=True)]


def _growing(runs: Online) -> tuple[int, int]:
    """Return how many runs of Musical Chairs grow after the chairs are taken, and of how many."""
    grown = runs.at(CHAIRS) - runs.after(CHAIRS, SEATED) > GROWN
    return int(grown.sum()), grown.size


def _few_grow(runs: Online) -> Parts:
    count, total = _growing(runs)
    name = "share of Musical Chairs' runs that grow"
    return [Share(name=name, successes=count, trials=total, bound=GROWING)]


def _counts(runs: Online) -> Numbers:
    count, total = _growing(runs)
    return {"runs that grow": count, "runs": total}


def _interval(runs: Online) -> Numbers:
    count, total = _growing(runs)
    low, high = clopper_pearson(count, total, confidence=0.95)
    return {
        **_counts(runs),
        "95% interval of the share": f"{low:.4f} to {high:.4f}",
        "a mean of 10 runs is flat with probability": (1 - count / total) ** 10,
    }


def _grows_text(runs: Online) -> str:
    count, total = _growing(runs)
    if not count:
        return ""
    factor = runs.at(CHAIRS).mean() / runs.after(CHAIRS, SEATED).mean()
    return (
        f"in {count} of {total} runs players hold wrong chairs for good, with linear regret, so "
        f"that its mean grows by a factor {factor:.3g} after {SEATED} rounds"
    )


# --- Changes --------------------------------------------------------------------------------


def _rises(runs: Online) -> Parts:
    name = "Musical Chairs' mean regret at T over that at T/4"
    last, quarter = runs.at(CHAIRS), runs.at(CHAIRS, 1, 4)
    return [ratio(name, last, quarter, INCREASED, below=False, paired=True)]


def _onset(runs: Online) -> Parts:
    quarter, third, half = (runs.at(CHAIRS, 1, denominator) for denominator in (4, 3, 2))
    name = "Musical Chairs' mean regret at T/3 over that at T/4"
    return [
        ratio(name, third, quarter, FLAT_SO_FAR, below=True, paired=True),
        ratio("at T/2 over that at T/3", half, third, INCREASED, below=False, paired=True),
    ]


def _onset_caveat(runs: Online) -> str:
    early = runs.at(CHAIRS, 1, 3).mean() / runs.at(CHAIRS, 1, 4).mean()
    if early > FLAT_SO_FAR:
        return ""
    return (
        f"the rise does not begin at T/4: at T/3 the mean is still only {early:.3g} times that at "
        "T/4, because R_t compares with the K best arms of [t] and the changed arm passes the "
        "others in cumulative loss at T/3 only"
    )


def _cannot_react(runs: Online) -> Parts:
    rise = runs.last_quarter(CHAIRS)
    full = np.full(rise.size, CHAIRS_SLOPE * (runs.horizon - 3 * runs.horizon // 4))
    name = "growth of the mean regret in the last quarter over that of fixed arms"
    return within(name, rise, full, FIXED, paired=True)


# --- Coordinate and Play against others -----------------------------------------------------


def _accumulates(runs: Online) -> Parts:
    points = {"T/2": (1, 2), "3T/4": (3, 4), "T": (1, 1)}
    regrets = {name: runs.at(COORDINATE, *fraction) for name, fraction in points.items()}
    return [
        ratio(
            f"Coordinate and Play's mean regret at {later} over that at {earlier}",
            regrets[later],
            regrets[earlier],
            STEP,
            below=False,
            paired=True,
        )
        for earlier, later in (("T/2", "3T/4"), ("3T/4", "T"))
    ]


def _initially_larger(runs: Online) -> Parts:
    return [
        ratio(
            f"Coordinate and Play / Musical Chairs at T/{denominator}",
            runs.at(COORDINATE, 1, denominator),
            runs.at(CHAIRS, 1, denominator),
            LARGER,
            below=False,
        )
        for denominator in (8, 4)
    ]


def _reacts(runs: Online) -> Parts:
    name = "Coordinate and Play / Musical Chairs"
    play, chairs = runs.last_quarter(COORDINATE), runs.last_quarter(CHAIRS)
    return [
        ratio(f"{name} at T", runs.at(COORDINATE), runs.at(CHAIRS), 1 / LARGER, below=True),
        ratio(f"{name}, growth in the last quarter", play, chairs, 1 / INCREASED, below=True),
    ]


def ahead_from(results: Results, number: int) -> float:
    """Return from when on Coordinate and Play's mean is the lower one; nan if it is not so at T."""
    frame = results["online-regret"]
    frame = frame[frame["scenario"] == f"experiment-{number}"]
    means = frame.groupby(["algorithm", "round"])["regret"].mean()
    play, chairs = means[COORDINATE], means[CHAIRS]
    return last_crossing(play.index.to_numpy(), (chairs - play).to_numpy())


def _ahead(runs: Online) -> Numbers:
    found = ahead_from(runs.results, runs.number)
    text = "never" if np.isnan(found) else f"{found:.0f} ({found / runs.horizon:.3g} T)"
    return {"Coordinate and Play ahead from round": text}


def _stationary_ahead(runs: Online) -> Parts:
    name = "Coordinate and Play / Musical Chairs at T"
    return [ratio(name, runs.at(COORDINATE), runs.at(CHAIRS), INCREASED, below=False)]


def _final_ratio(a: str, b: str, factor: float) -> Callable[[Online], Parts]:
    def parts(runs: Online) -> Parts:
        name = f"{a} / {b} in experiment {runs.number}"
        return [ratio(name, runs.at(a), runs.at(b), factor, below=True)]

    return parts


# --- All rules ------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Rule:
    """Inequalities in some of the paper's experiments that make a claim together.

    Attributes
    ----------
    numbers : tuple of int
        The experiments'.
    algorithms : tuple of str
    parts : tuple of callable
    shown : callable, optional
        Numbers beside those of the parts.
    caveat : callable, optional

    """

    numbers: tuple[int, ...]
    algorithms: tuple[str, ...]
    parts: tuple[Callable[[Online], Parts], ...]
    shown: Callable[[Online], Numbers] | None = None
    caveat: Callable[[Online], str] | None = None

    def decision(self, claim_id: str) -> Decision:
        """Return what decides the claim."""

        def decide(results: Results, config: Any) -> Finding:
            horizon = config.online_regret.horizon
            every = [Online(results, horizon, number) for number in self.numbers]
            parts = [part for runs in every for rule in self.parts for part in rule(runs)]
            numbers = {part.name: part.value for part in parts}
            return all_of(
                claim_id,
                parts,
                {**numbers, **(self.shown(every[0]) if self.shown else {})},
                caveat=self.caveat(every[0]) if self.caveat else "",
            )

        return measured(decide, online_needs(self.numbers, self.algorithms), facts=FACTS)


_BOTH = (COORDINATE, CHAIRS)
_EXP3 = _final_ratio(EXP3, COORDINATE, 1 / LARGER)
_TURNS = _final_ratio(ROUND_ROBIN, COORDINATE, ROUND_ROBIN_COST)

_RULES = {
    "experiment-1-musical-chairs-learns": _Rule((1,), (CHAIRS,), (_learns,)),
    "experiment-1-musical-chairs-stops": _Rule((1,), (CHAIRS,), (_stops_on_average,), _counts),
    "experiment-1-musical-chairs-typical-run": _Rule(
        (1,), (CHAIRS,), (_few_grow,), _interval, _grows_text
    ),
    "experiment-1-coordinate-and-play-accumulates": _Rule((1,), (COORDINATE,), (_accumulates,)),
    "figure-02": _Rule((1,), _BOTH, (_learns, _few_grow, _accumulates), caveat=_grows_text),
    "experiment-2-musical-chairs-rises": _Rule((2,), (CHAIRS,), (_rises,), caveat=_onset_caveat),
    "experiment-2-cannot-react": _Rule((2,), (CHAIRS,), (_cannot_react,)),
    "experiment-2-initially-larger": _Rule((2,), _BOTH, (_initially_larger,)),
    "experiment-2-reacts": _Rule((2,), _BOTH, (_reacts,), _ahead),
    "experiment-3-reacts": _Rule((3,), _BOTH, (_reacts,), _ahead),
    "figure-03": _Rule((2,), _BOTH, (_rises, _initially_larger, _reacts), _ahead, _onset_caveat),
    "experiment-2-onset": _Rule((2,), (CHAIRS,), (_onset,)),
    "experiment-3-onset": _Rule((3,), (CHAIRS,), (_onset,)),
    "figure-04": _Rule((3,), (CHAIRS,), (_rises,), caveat=_onset_caveat),
    "section-5-stationary-ahead": _Rule((1,), _BOTH, (_stationary_ahead,)),
    "section-5-independent-exp3": _Rule((1, 2, 3), (COORDINATE, EXP3), (_EXP3,)),
    "discussion-round-robin": _Rule((1, 2, 3), (COORDINATE, ROUND_ROBIN), (_TURNS,)),
}

CHECKS = {
    "figure-01": proof(
        step("K = 4, N = 8", figure_1, players=4, arms=8),
        step("K = 3, N = 5", figure_1, players=3, arms=5),
        method="enumeration",
    ),
    "experiment-2-after-learning": proof(
        step("T0 before the first change", change_points.changes_after_learning),
        method="argued",
        facts=FACTS,
    ),
    "experiment-2-onset-exact": proof(
        step("after T/4", change_points.first_link_leaves),
        step("at T/3", change_points.first_link_leaves_as_the_second_fails),
    ),
    "section-5-rewards": proof(
        step("regret in losses and in rewards", change_points.rewards_and_losses)
    ),
    **{claim_id: rule.decision(claim_id) for claim_id, rule in _RULES.items()},
}
