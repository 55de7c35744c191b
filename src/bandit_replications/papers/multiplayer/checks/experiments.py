"""Decisions on Section 5: what the paper says of its Figures 1 to 4, and what we add.

The plotted numbers are not at hand, so a figure's claim is the message that the text attaches to
it. Regret is the online regret R_t against the K best arms of [t]. The vague words have these
meanings:

- "does not increase any more": a single run has stopped if its regret grows by at most one loss
  from `SEATED` rounds, when the chairs are taken, to T; ten runs, the paper's number, all have with
  probability one half when `GROWING` of the runs grow;
  or, another reading, the expected regret has stopped if it grows by a factor of at most `LARGER`;
- "keeps accumulating": a single run does if its regret grows from T/2 to 3T/4 and again to T; ten
  runs all do with probability one half when `GROWING` of the runs do not; or the expectation does;
- "larger" alone: the sign decides; "starts to increase", the opposite of flat: to at least `LARGER`
  times; "reacts": ahead by `LARGER`, in regret and in growth.

Factors in statements of ours are theirs. Each rule is also judged at half and at twice its margin,
the distance of its factor from 1, and on a control, in which another algorithm, scenario or
stretch of rounds takes the place of the one that it is about.
"""

from collections.abc import Callable, Mapping

import numpy as np

from bandit_replications.inference.proportions import clopper_pearson
from bandit_replications.ledger.claims import Results
from bandit_replications.ledger.decisions import by_reading, exact, proof, sampled, statement
from bandit_replications.ledger.parts import Share, level, ratio, within
from bandit_replications.ledger.rules import Numbers
from bandit_replications.papers.multiplayer.checks.online_rules import Parts, Rule
from bandit_replications.papers.multiplayer.checks.samples import (
    CHAIRS,
    COORDINATE,
    EXP3,
    EXPERIMENTS,
    EXPLORATION,
    METAPLAYER,
    PLAYERS,
    ROUND_ROBIN,
    SEATED,
    WITHOUT_QUIET,
    Online,
)
from bandit_replications.papers.multiplayer.theory import bounds, change_points
from bandit_replications.papers.multiplayer.theory.block_trace import BLOCKS, figure_1
from bandit_replications.papers.multiplayer.theory.mean_curves import last_crossing

GROWING = 1 - 0.5 ** (1 / 10)  # all of ten runs are flat with probability one half
LARGER = 1.25
INCREASED = 2.0  # in statements of ours
FLAT_SO_FAR = 1.10
GROWN = 1.0  # a run has grown if its regret has by more than one loss
# Losses per round that two failed arms cost.
CHAIRS_SLOPE = float(2 * (change_points.FAILED - change_points.OTHER))
ROUND_ROBIN_COST = float(np.sqrt(PLAYERS))
# Readings with Theorem 4.1's rounds of ranking, of which hardly any fails: with quiet players,
# Appendix A.3's protocol in which the coordinator stays on arm 1, and that protocol as printed.
LONG_RANKING = "Theorem 4.1's ranking"
REPAIRED = f"repaired, {LONG_RANKING}"
PRINTED = f"as printed, {LONG_RANKING}"

LARGER_RATES = "rate times root 2"

# What the rules in claims.yaml name in braces.
FACTS: Mapping[str, object] = {
    "growing": GROWING,
    "larger": LARGER,
    "increased": INCREASED,
    "flat_so_far": FLAT_SO_FAR,
    "grown": GROWN,
    "chairs_slope": CHAIRS_SLOPE,
    "round_robin_cost": ROUND_ROBIN_COST,
    "seated": SEATED,
}


# --- Musical Chairs' learning phase, and what follows it ------------------------------------


def _learns(runs: Online) -> Parts:
    name = f"Musical Chairs' mean regret at T0 over that after {SEATED} rounds"
    learnt, seated = runs.after(CHAIRS, EXPLORATION), runs.after(CHAIRS, SEATED)
    return [ratio(name, learnt, seated, 1 / LARGER, below=False, paired=True)]


def _growing(runs: Online) -> tuple[int, int]:
    """Return how many runs of Musical Chairs grow after the chairs are taken, and of how many."""
    grown = runs.at(CHAIRS) - runs.after(CHAIRS, SEATED) > GROWN
    return int(grown.sum()), grown.size


def _few_grow(runs: Online) -> Parts:
    count, total = _growing(runs)
    name = "share of Musical Chairs' runs that grow"
    return [Share(name=name, successes=count, trials=total, bound=GROWING)]


def _expectation_is_flat(runs: Online) -> Parts:
    name = f"Musical Chairs' mean regret at T over that after {SEATED} rounds"
    return [
        ratio(name, runs.at(CHAIRS), runs.after(CHAIRS, SEATED), LARGER, below=True, paired=True)
    ]


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
    grows = (points[1] > points[0]) & (points[2] > points[1])
    name = "share of Coordinate and Play's runs that do not grow"
    return [Share(name=name, successes=int((~grows).sum()), trials=grows.size, bound=GROWING)]


def _expectation_grows(runs: Online) -> Parts:
    points = [runs.at(COORDINATE, *share) for share in ((1, 2), (3, 4), (1, 1))]
    name = "Coordinate and Play's mean regret at"
    return [
        ratio(f"{name} 3T/4 over T/2", points[1], points[0], 1.0, below=False, paired=True),
        ratio(f"{name} T over 3T/4", points[2], points[1], 1.0, below=False, paired=True),
    ]


# --- Changes --------------------------------------------------------------------------------


def _rises(runs: Online) -> Parts:
    name = "Musical Chairs' mean regret at T over that at T/4"
    last, quarter = runs.at(CHAIRS), runs.at(CHAIRS, 1, 4)
    return [ratio(name, last, quarter, LARGER, below=False, paired=True)]


def _rises_before(runs: Online) -> Parts:
    name = f"Musical Chairs' mean regret at T/4 over that after {SEATED} rounds"
    quarter, seated = runs.at(CHAIRS, 1, 4), runs.after(CHAIRS, SEATED)
    return [ratio(name, quarter, seated, LARGER, below=False, paired=True)]


def _onset(runs: Online) -> Parts:
    quarter, third, half = (runs.at(CHAIRS, 1, denominator) for denominator in (4, 3, 2))
    name = f"experiment {runs.number}, Musical Chairs' mean regret"
    early, later = f"{name} at T/3 over that at T/4", f"{name} at T/2 over that at T/3"
    return [
        ratio(early, third, quarter, FLAT_SO_FAR, below=True, paired=True),
        ratio(later, half, third, INCREASED, below=False, paired=True),
    ]


def _cannot_react(runs: Online) -> Parts:
    rise = runs.last_quarter(CHAIRS)
    full = np.full(rise.size, CHAIRS_SLOPE * (runs.horizon - 3 * runs.horizon // 4))
    name = "growth of the mean regret in the last quarter over that of fixed arms"
    return within(name, rise, full, LARGER, paired=True)


# --- Coordinate and Play against others -----------------------------------------------------


def _initially_larger(runs: Online) -> Parts:
    return [
        ratio(
            f"Coordinate and Play / Musical Chairs at T/{denominator}",
            runs.at(COORDINATE, 1, denominator),
            runs.at(CHAIRS, 1, denominator),
            1.0,
            below=False,
        )
        for denominator in (8, 4, 3)
    ]


def _not_yet_larger(runs: Online) -> str:
    """Name the first recorded rounds at which Coordinate and Play's mean is not the larger one."""
    found = {
        t: runs.after(COORDINATE, t).mean() / runs.after(CHAIRS, t).mean()
        for t in (EXPLORATION, SEATED)
    }
    smaller = [f"after {t} rounds ({factor:.3g})" for t, factor in found.items() if factor <= 1]
    return f"not in the first rounds, when Musical Chairs learns: {', '.join(smaller)}" * bool(
        smaller
    )


def _reacts(runs: Online) -> Parts:
    name = "Coordinate and Play / Musical Chairs"
    play, chairs = runs.last_quarter(COORDINATE), runs.last_quarter(CHAIRS)
    return [
        ratio(f"{name} at T", runs.at(COORDINATE), runs.at(CHAIRS), 1 / LARGER, below=True),
        ratio(f"{name}, growth in the last quarter", play, chairs, 1 / LARGER, below=True),
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
    return within(name, repaired, quiet, LARGER)


def _exp3_with_larger_rates(runs: Online) -> Parts:
    name = f"{EXP3} / {COORDINATE} in experiment {runs.number}"
    exp3, play = (runs.reading(one, LARGER_RATES) for one in (EXP3, COORDINATE))
    return [ratio(name, exp3, play, 1 / LARGER, below=True)]


def _within_lemma_3_1(runs: Online) -> Parts:
    bound = bounds.lemma_3_1_regret(players=PLAYERS, arms=8, horizon=runs.horizon)
    name = f"mean regret over Lemma 3.1's bound, {EXPERIMENTS[runs.number - 1].name}"
    return [level(name, runs.at(METAPLAYER) / bound, 1.0)]


# --- All rules ------------------------------------------------------------------------------


_BOTH, _THREE = (COORDINATE, CHAIRS), (1, 2, 3)
_PLAY_AS_CHAIRS, _CHAIRS_AS_PLAY = {CHAIRS: COORDINATE}, {COORDINATE: CHAIRS}

_RULES = {
    "experiment-1-musical-chairs-learns": Rule((1,), (CHAIRS,), (_learns,), _PLAY_AS_CHAIRS),
    "experiment-1-musical-chairs-stops": Rule(
        (1,), (CHAIRS,), (_few_grow,), _PLAY_AS_CHAIRS, shown=_interval, caveat=_grows_text
    ),
    "experiment-1-coordinate-and-play-accumulates": Rule(
        (1,), (COORDINATE,), (_few_stop,), _CHAIRS_AS_PLAY
    ),
    "experiment-2-musical-chairs-rises": Rule((2,), (CHAIRS,), (_rises,), instead=(_rises_before,)),
    "experiment-2-cannot-react": Rule((2,), (CHAIRS,), (_cannot_react,), _PLAY_AS_CHAIRS),
    "experiment-2-initially-larger": Rule(
        (2,), _BOTH, (_initially_larger,), {COORDINATE: METAPLAYER}, caveat=_not_yet_larger
    ),
    "experiment-2-reacts": Rule((2,), _BOTH, (_reacts,), _CHAIRS_AS_PLAY, shown=_ahead),
    "experiment-3-reacts": Rule((3,), _BOTH, (_rises, _reacts), _CHAIRS_AS_PLAY, shown=_ahead),
    "experiment-2-onset": Rule((2, 3), (CHAIRS,), (_onset,), _PLAY_AS_CHAIRS),
    "section-5-stationary-ahead": Rule(
        (1,),
        _BOTH,
        (_final_ratio(COORDINATE, CHAIRS, INCREASED, below=False),),
        {COORDINATE: METAPLAYER},
    ),
    "section-5-independent-exp3": Rule(
        _THREE,
        (COORDINATE, EXP3),
        (_final_ratio(EXP3, COORDINATE, 1 / LARGER),),
        {EXP3: ROUND_ROBIN},
    ),
    "independent-exp3-breaks": Rule(
        (5,),
        (COORDINATE, EXP3),
        (_final_ratio(EXP3, COORDINATE, INCREASED, below=False),),
        elsewhere=2,
    ),
    "discussion-round-robin": Rule(
        _THREE,
        (COORDINATE, ROUND_ROBIN),
        (_final_ratio(ROUND_ROBIN, COORDINATE, ROUND_ROBIN_COST),),
        {ROUND_ROBIN: CHAIRS},
    ),
    "relaxed-repaired-cost": Rule(
        _THREE,
        (),
        (_repaired_cost,),
        readings=(REPAIRED, LONG_RANKING),
        other_readings={REPAIRED: PRINTED},
    ),
    "metaplayer-within-bound": Rule(
        (1, 2, 3, 4, 5), (METAPLAYER,), (_within_lemma_3_1,), {METAPLAYER: COORDINATE}
    ),
}

_LARGER_RATES = Rule(
    _THREE, (), (_exp3_with_larger_rates,), {EXP3: ROUND_ROBIN}, readings=(LARGER_RATES,)
)

_DECISIONS = {claim_id: rule.decision(FACTS) for claim_id, rule in _RULES.items()}
_EXP3 = "section-5-independent-exp3"
_EXPECTED = {
    "experiment-1-musical-chairs-stops": Rule(
        (1,), (CHAIRS,), (_expectation_is_flat,), _PLAY_AS_CHAIRS
    ),
    "experiment-1-coordinate-and-play-accumulates": Rule(
        (1,), (COORDINATE,), (_expectation_grows,), _CHAIRS_AS_PLAY
    ),
}
for _id, _rule in _EXPECTED.items():
    _other = _rule.decision(FACTS)
    _DECISIONS[_id] = by_reading(_DECISIONS[_id], **{"expected regret": _other})
_DECISIONS[_EXP3] = by_reading(
    _DECISIONS[_EXP3], **{"both rates times root 2": _LARGER_RATES.decision(FACTS)}
)

CHECKS = {
    "figure-01": statement(
        sampled("K = 4, N = 8", figure_1, players=4, arms=8),
        sampled("K = 3, N = 5", figure_1, players=3, arms=5),
        facts={"blocks": BLOCKS},
    ),
    "experiment-2-onset-exact": proof(
        exact("after T/4", change_points.first_link_leaves),
        exact("at T/3", change_points.first_link_leaves_as_the_second_fails),
    ),
    **_DECISIONS,
}
