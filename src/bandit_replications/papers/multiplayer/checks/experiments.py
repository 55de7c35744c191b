"""Decisions on Section 5: what the paper says of its Figures 1 to 4, and what we add.

The plotted numbers are not at hand, so a figure's claim is the message that the text attaches to
it. Regret is the online regret R_t against the K best arms of [t]. The vague words have these
meanings:

- "does not increase any more": a single run has stopped if its regret grows by at most one loss
  from `SEATED` rounds, when the chairs are taken, to T; ten runs, the paper's number, all have with
  probability one half when `GROWING` of the runs grow;
- "keeps accumulating": a single run does if its regret grows by a factor `STEP` from T/2 to 3T/4
  and again to T; ten runs all do with probability one half when `GROWING` of the runs do not;
- "larger", "ahead": by a factor of at least `LARGER`; "starts to increase": to at least
  `INCREASED` times; a change is "not yet" seen within a factor `FLAT_SO_FAR`.

Each rule is also judged at half and at twice its margin, the distance of its factor from 1, and
on a control, in which another algorithm or scenario takes the place of the one that it is about.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from bandit_replications.experiments.needs import Need
from bandit_replications.inference.intervals import clopper_pearson
from bandit_replications.ledger.claims import Finding, Results
from bandit_replications.ledger.decisions import (
    Decision,
    by_reading,
    measured,
    proof,
    statement,
    step,
)
from bandit_replications.ledger.rules import Numbers, Part, Share, all_of, level, ratio, within
from bandit_replications.papers.multiplayer.checks.samples import (
    CHAIRS,
    COORDINATE,
    DOUBLING,
    EXP3,
    EXPLORATION,
    METAPLAYER,
    PLAYERS,
    ROUND_ROBIN,
    SEATED,
    WITHOUT_QUIET,
    Online,
    online_needs,
)
from bandit_replications.papers.multiplayer.theory import bounds, change_points
from bandit_replications.papers.multiplayer.theory.block_trace import figure_1
from bandit_replications.papers.multiplayer.theory.mean_curves import last_crossing
from bandit_replications.runtime.errors import NotApplicable

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
# The sum over epochs of lengths …, T/4, T/2, T of their bounds is at most this times that of T.
DOUBLING_COST = 2 ** (2 / 3) / (2 ** (2 / 3) - 1)
# Readings with 135 rounds of ranking, of which hardly any fails: Appendix A.3's protocol in which
# the coordinator stays on arm 1, and the one with quiet players.
LONG_RANKING = "Theorem 4.1's ranking"
REPAIRED = f"repaired, {LONG_RANKING}"

LARGER_RATES = "rate times root 2"

# What the rules in claims.yaml name in braces.
FACTS: Mapping[str, object] = {
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
    "doubling": DOUBLING_COST,
    "seated": SEATED,
}

Parts = Sequence[Part]


# --- Musical Chairs' learning phase, and what follows it ------------------------------------


def _learns(runs: Online) -> Parts:
    name = f"Musical Chairs' mean regret at T0 over that after {SEATED} rounds"
    learnt, seated = runs.after(CHAIRS, EXPLORATION), runs.after(CHAIRS, SEATED)
    return [ratio(name, learnt, seated, LEARNING_SHARE, below=False, paired=True)]


def _growing(runs: Online) -> tuple[int, int]:
    """Return how many runs of Musical Chairs grow after the chairs are taken, and of how many."""
    grown = runs.at(CHAIRS) - runs.after(CHAIRS, SEATED) > GROWN
    return int(grown.sum()), grown.size


def _few_grow(runs: Online) -> Parts:
    count, total = _growing(runs)
    name = "share of Musical Chairs' runs that grow"
    return [Share(name=name, successes=count, trials=total, bound=GROWING)]


def _interval(runs: Online) -> Numbers:
    count, total = _growing(runs)
    low, high = clopper_pearson(count, total, confidence=0.95)
    return {
        "runs that grow": count,
        "runs": total,
        "95% interval of the share": f"{low:.4f} to {high:.4f}",
        "all of 10 runs are flat with probability": (1 - count / total) ** 10,
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


def _few_stop(runs: Online) -> Parts:
    points = [runs.at(COORDINATE, *share) for share in ((1, 2), (3, 4), (1, 1))]
    grows = (points[1] >= STEP * points[0]) & (points[2] >= STEP * points[1])
    name = "share of Coordinate and Play's runs that do not grow"
    return [Share(name=name, successes=int((~grows).sum()), trials=grows.size, bound=GROWING)]


# --- Changes --------------------------------------------------------------------------------


def _rises(runs: Online) -> Parts:
    name = "Musical Chairs' mean regret at T over that at T/4"
    last, quarter = runs.at(CHAIRS), runs.at(CHAIRS, 1, 4)
    return [ratio(name, last, quarter, INCREASED, below=False, paired=True)]


def _onset(runs: Online) -> Parts:
    quarter, third, half = (runs.at(CHAIRS, 1, denominator) for denominator in (4, 3, 2))
    name = f"experiment {runs.number}, Musical Chairs' mean regret"
    early, later = f"{name} at T/3 over that at T/4", f"{name} at T/2 over that at T/3"
    return [
        ratio(early, third, quarter, FLAT_SO_FAR, below=True, paired=True),
        ratio(later, half, third, INCREASED, below=False, paired=True),
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


def _final_ratio(a: str, b: str, factor: float, *, below: bool = True) -> Callable[[Online], Parts]:
    def parts(runs: Online) -> Parts:
        name = f"{a} / {b} in experiment {runs.number}"
        return [ratio(name, runs.at(a), runs.at(b), factor, below=below)]

    return parts


def _repaired_cost(runs: Online) -> Parts:
    name = f"repaired / Coordinate and Play in experiment {runs.number}"
    repaired = runs.reading(WITHOUT_QUIET, REPAIRED)
    quiet = runs.reading(COORDINATE, LONG_RANKING)
    return [ratio(name, repaired, quiet, LARGER, below=True)]


def _exp3_with_larger_rates(runs: Online) -> Parts:
    name = f"{EXP3} / {COORDINATE} in experiment {runs.number}"
    exp3, play = (runs.reading(one, LARGER_RATES) for one in (EXP3, COORDINATE))
    return [ratio(name, exp3, play, 1 / LARGER, below=True)]


def _within_lemma_3_1(runs: Online) -> Parts:
    bound = bounds.lemma_3_1_regret(players=PLAYERS, arms=8, horizon=runs.horizon)
    name = f"mean regret over Lemma 3.1's bound, scenario {runs.number}"
    return [level(name, runs.at(METAPLAYER) / bound, 1.0)]


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
    swapped : mapping
        The control: algorithm -> the one that takes its place.
    elsewhere : int, optional
        The control: the experiment that takes the place of the first one.
    readings : tuple of str
        Those whose final regrets are needed.
    shown : callable, optional
        Numbers beside those of the parts.
    caveat : callable, optional

    """

    numbers: tuple[int, ...]
    algorithms: tuple[str, ...]
    parts: tuple[Callable[[Online], Parts], ...]
    swapped: Mapping[str, str] = field(default_factory=dict)
    elsewhere: int | None = None
    readings: tuple[str, ...] = ()
    shown: Callable[[Online], Numbers] | None = None
    caveat: Callable[[Online], str] | None = None

    def needs(self, config: Any) -> tuple[Need, ...]:
        """Return the runs that the rule and its control are about."""
        numbers = self.numbers if self.elsewhere is None else (*self.numbers, self.elsewhere)
        algorithms = tuple(dict.fromkeys((*self.algorithms, *self.swapped.values())))
        found = online_needs(numbers, algorithms)(config)
        if not self.readings:
            return found
        if not {*self.readings} <= {entry.name for entry in config.readings.entries}:
            raise NotApplicable(f"the run lacks a reading of {', '.join(self.readings)}")
        return (*found, Need(experiment="readings", where={"reading": self.readings}))

    def decision(self, claim_id: str) -> Decision:
        """Return what decides the claim."""

        def parts_of(every: Sequence[Online]) -> list[Part]:
            return [part for runs in every for rule in self.parts for part in rule(runs)]

        def decide(results: Results, config: Any) -> Finding:
            horizon = config.online_regret.horizon
            every = [Online(results, horizon, number) for number in self.numbers]
            parts = parts_of(every)
            numbers = {part.name: part.value for part in parts}
            return all_of(
                claim_id,
                parts,
                {**numbers, **(self.shown(every[0]) if self.shown else {})},
                caveat=self.caveat(every[0]) if self.caveat else "",
            )

        def control(results: Results, config: Any) -> Finding:
            numbers = self.numbers if self.elsewhere is None else (self.elsewhere,)
            horizon = config.online_regret.horizon
            every = [Online(results, horizon, number, self.swapped) for number in numbers]
            return all_of(claim_id, parts_of(every))

        return measured(decide, self.needs, control=control, facts=FACTS)


_BOTH, _THREE = (COORDINATE, CHAIRS), (1, 2, 3)
_PLAY_AS_CHAIRS, _CHAIRS_AS_PLAY = {CHAIRS: COORDINATE}, {COORDINATE: CHAIRS}

_RULES = {
    "experiment-1-musical-chairs-learns": _Rule((1,), (CHAIRS,), (_learns,), _PLAY_AS_CHAIRS),
    "experiment-1-musical-chairs-stops": _Rule(
        (1,), (CHAIRS,), (_few_grow,), _PLAY_AS_CHAIRS, shown=_interval, caveat=_grows_text
    ),
    "experiment-1-coordinate-and-play-accumulates": _Rule(
        (1,), (COORDINATE,), (_few_stop,), _CHAIRS_AS_PLAY
    ),
    "experiment-2-musical-chairs-rises": _Rule(
        (2,), (CHAIRS,), (_rises,), elsewhere=1, caveat=_onset_caveat
    ),
    "experiment-2-cannot-react": _Rule((2,), (CHAIRS,), (_cannot_react,), _PLAY_AS_CHAIRS),
    "experiment-2-initially-larger": _Rule(
        (2,), _BOTH, (_initially_larger,), {COORDINATE: METAPLAYER}
    ),
    "experiment-2-reacts": _Rule((2,), _BOTH, (_reacts,), _CHAIRS_AS_PLAY, shown=_ahead),
    "experiment-3-reacts": _Rule((3,), _BOTH, (_rises, _reacts), _CHAIRS_AS_PLAY, shown=_ahead),
    "experiment-2-onset": _Rule((2, 3), (CHAIRS,), (_onset,), _PLAY_AS_CHAIRS),
    "section-2-unknown-horizon": _Rule(
        _THREE,
        (COORDINATE, DOUBLING),
        (_final_ratio(DOUBLING, COORDINATE, DOUBLING_COST),),
        {DOUBLING: WITHOUT_QUIET},
    ),
    "section-5-stationary-ahead": _Rule(
        (1,),
        _BOTH,
        (_final_ratio(COORDINATE, CHAIRS, INCREASED, below=False),),
        {COORDINATE: METAPLAYER},
    ),
    "section-5-independent-exp3": _Rule(
        _THREE,
        (COORDINATE, EXP3),
        (_final_ratio(EXP3, COORDINATE, 1 / LARGER),),
        {EXP3: ROUND_ROBIN},
    ),
    "independent-exp3-breaks": _Rule(
        (5,),
        (COORDINATE, EXP3),
        (_final_ratio(EXP3, COORDINATE, INCREASED, below=False),),
        {EXP3: CHAIRS},
    ),
    "discussion-round-robin": _Rule(
        _THREE,
        (COORDINATE, ROUND_ROBIN),
        (_final_ratio(ROUND_ROBIN, COORDINATE, ROUND_ROBIN_COST),),
        {ROUND_ROBIN: WITHOUT_QUIET},
    ),
    "relaxed-repaired-cost": _Rule(
        _THREE,
        (),
        (_repaired_cost,),
        {WITHOUT_QUIET: WITHOUT_QUIET},
        readings=(REPAIRED, LONG_RANKING),
    ),
    "metaplayer-within-bound": _Rule(
        (1, 2, 3, 4, 5), (METAPLAYER,), (_within_lemma_3_1,), {METAPLAYER: COORDINATE}
    ),
}

_LARGER_RATES = _Rule(
    _THREE, (), (_exp3_with_larger_rates,), {EXP3: ROUND_ROBIN}, readings=(LARGER_RATES,)
)

_DECISIONS = {claim_id: rule.decision(claim_id) for claim_id, rule in _RULES.items()}
_EXP3 = "section-5-independent-exp3"
_DECISIONS[_EXP3] = by_reading(
    _DECISIONS[_EXP3], **{"both rates times root 2": _LARGER_RATES.decision(_EXP3)}
)

CHECKS = {
    "figure-01": statement(
        step("K = 4, N = 8", figure_1, players=4, arms=8),
        step("K = 3, N = 5", figure_1, players=3, arms=5),
        method="enumeration",
    ),
    "experiment-2-onset-exact": proof(
        step("after T/4", change_points.first_link_leaves),
        step("at T/3", change_points.first_link_leaves_as_the_second_fails),
        method="symbolic",
    ),
    **_DECISIONS,
}
