"""Decisions on Section 5, what the paper says of Figure 1, from runs.

"Significantly better", "higher" and "better" are decided by the sign, with the factor shown;
"large improvement" and "sharp decline", like "much", by a factor 1.25; "matches", "the same" and
"equivalent" by equivalence within 1.25. The paper's ε is unknown and its γ not an integer: an
unqualified sentence is judged at every ε and every rounding that Figure 1 was run with. Each rule
is applied also to the nearest alternative that violates the statement, its control, and, for the
private algorithm, to Algorithm 1 as printed, which counts an agent's own message beside its
rewards.
"""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from bandit_replications.ledger.claims import Finding, Results
from bandit_replications.ledger.decisions import (
    Decision,
    by_reading,
    exact,
    measured,
    statement,
)
from bandit_replications.ledger.parts import Comparison, ratio, within
from bandit_replications.ledger.rules import all_of
from bandit_replications.papers.cooperative.checks.runs import (
    ALL_PULLS,
    ALONE,
    BASELINE,
    FACTS,
    MATCHES,
    MUCH,
    OPEN,
    PRIVATE,
    ROBUST,
    Where,
    final,
    in_turn,
    needs,
)
from bandit_replications.papers.cooperative.parameters import Configuration
from bandit_replications.papers.cooperative.theory.setting import byzantine_constant


def _as_printed(decide: Callable[..., Finding], **changes: Any) -> Callable[..., Finding]:
    return partial(decide, **changes, own="counted")


def _both_readings(decide: Any, wanted: Any, control: Any) -> Decision:
    """Return the decision under the main reading and under Algorithm 1 as printed."""
    main = measured(partial(decide, own="left-out"), wanted, control=control, facts=FACTS)
    printed = measured(_as_printed(decide), wanted)
    return by_reading(main, **{"own message counted, as printed": printed})


def _cells(config: Configuration) -> Iterable[tuple[str, float]]:
    """Return every γ and ε of Figure 1(a)."""
    lives = [str(life) for life in config.private.message_lives]
    return [(life, epsilon) for epsilon in sorted(config.private.epsilons) for life in lives]


# --- Figure 1(a) ----------------------------------------------------------------------------


def _private_better(
    rival: str, results: Results, config: Configuration, *, own: str, player: str = PRIVATE
) -> Finding:
    """Judge that the private algorithm, or `player` in its place, is better than a rival."""
    values = partial(final, results, config, "private")
    parts = []
    for life, epsilon in _cells(config):
        where: Where = {"message_life": life, "own_message": own} if player == PRIVATE else {}
        other = values(rival, **({"epsilon": epsilon} if rival == BASELINE else {}))
        if player == "in-turn":
            mine = in_turn(config, "private", other.size)
        else:
            mine = values(player, **where, **({} if player == OPEN else {"epsilon": epsilon}))
        parts.append(ratio(f"γ {life}, ε = {epsilon:g}", mine, other, 1.0, below=True, paired=True))
    return all_of(parts, caveat=_turn(results, config, rival) if own != "in-turn" else "")


def _turn(results: Results, config: Configuration, rival: str) -> str:
    """Say at which ε of the sweep the private algorithm is no longer better than UCB1."""
    if rival != ALONE or "privacy-sweep" not in results:
        return ""
    values = partial(final, results, config, "privacy-sweep")
    section, v = config.privacy_sweep, min(config.private.exponents)
    worse = [
        epsilon
        for epsilon in sorted(section.epsilons)
        if values(PRIVATE, epsilon=epsilon, v=v).mean() > values(ALONE).mean()
    ]
    if not worse:
        return ""
    listed = ", ".join(f"{epsilon:g}" for epsilon in worse)
    return f"not for small ε: in the sweep UCB1 is the better one at ε = {listed}"


def _private_price(
    results: Results, config: Configuration, *, own: str, player: str = PRIVATE
) -> Finding:
    values, parts = partial(final, results, config, "private"), []
    for life, epsilon in _cells(config):
        free = values(OPEN, message_life=life)
        where: Where = {"message_life": life, "own_message": own, "epsilon": epsilon}
        private = values(player, **(where if player == PRIVATE else {}))
        name = f"γ {life}, ε = {epsilon:g}"
        parts.append(ratio(name, private, free, 1.0, below=False, paired=True))
    return all_of(parts)


# --- Figure 1(b) ----------------------------------------------------------------------------


def _robust_better(results: Results, config: Configuration, *, silent: bool = False) -> Finding:
    alone, parts = final(results, config, "byzantine", ALONE), []
    for life in config.byzantine.message_lives:
        if silent:
            robust = final(results, config, "byzantine-message-life", ROBUST, message_life="0")
        else:
            robust = final(results, config, "byzantine", ROBUST, message_life=str(life))
        parts.append(ratio(f"γ {life}", robust, alone, 1 / MUCH, below=True, paired=True))
    return all_of(parts)


# --- Figure 1(c) ----------------------------------------------------------------------------


def _lives(results: Results, config: Configuration, own: str) -> list[tuple[str, str, str, Where]]:
    """Return name, data set, algorithm and settings of each curve of Figure 1(c)."""
    curves: list[tuple[str, str, str, Where]] = [
        (f"private, ε = {epsilon:g}", "message-life", PRIVATE, {"epsilon": epsilon} | _own(own))
        for epsilon in sorted(config.message_life.epsilons)
    ]
    return [*curves, ("Byzantine-proof", "byzantine-message-life", ROBUST, {})]


def _own(own: str) -> Where:
    return {"own_message": own}


def _decline(
    results: Results, config: Configuration, *, own: str, last: str = "diameter"
) -> Finding:
    parts = []
    for name, data, algorithm, where in _lives(results, config, own):
        values = partial(final, results, config, data, algorithm, **where)
        far, near = values(message_life=last), values(message_life="1")
        parts.append(ratio(name, far, near, 1 / MUCH, below=True, paired=True))
    return all_of(parts)


def _optimum(
    results: Results, config: Configuration, *, own: str, life: str = "diameter", **anchor: str
) -> Finding:
    parts: list[Comparison] = []
    for name, data, algorithm, where in _lives(results, config, own):
        values = final(results, config, data, algorithm, message_life=life, **where)
        best = final(results, config, data, ALL_PULLS, **anchor)
        parts += within(name, values, best, MATCHES, paired=True)
    return all_of(parts)


def _true_optimum(results: Results, config: Configuration, *, life: str = "diameter") -> Finding:
    values = partial(final, results, config, "byzantine-message-life")
    honest = values(ROBUST, message_life=life, contamination=0.0)
    parts = within("ratio", honest, values(ALL_PULLS), MATCHES, paired=True)
    return all_of(parts)


def _isolated(results: Results, config: Configuration, *, own: str, life: str = "0") -> Finding:
    values = partial(final, results, config, "message-life")
    parts: list[Comparison] = []
    for epsilon in sorted(config.message_life.epsilons):
        private = values(PRIVATE, message_life=life, epsilon=epsilon, own_message=own)
        parts += within(f"ε = {epsilon:g}", private, values(ALONE), MATCHES, paired=True)
    return all_of(parts)


_FIGURE_A = needs(private=f"{PRIVATE} {OPEN} {ALONE} {BASELINE} {ALL_PULLS}")
_SWEEP = needs(
    private=f"{PRIVATE} {OPEN} {ALONE} {BASELINE} {ALL_PULLS}", privacy_sweep=f"{PRIVATE} {ALONE}"
)
_FIGURE_B = needs(byzantine=f"{ROBUST} {ALONE}")
_FIGURE_C = needs(
    message_life=f"{PRIVATE} {ALL_PULLS}", byzantine_message_life=f"{ROBUST} {ALL_PULLS}"
)

CHECKS = {
    "section-5-private-ucb1": _both_readings(
        partial(_private_better, ALONE),
        _SWEEP,
        partial(_private_better, ALONE, own="left-out", player=BASELINE),
    ),
    "section-5-private-dp-ucb-int": _both_readings(
        partial(_private_better, BASELINE),
        _FIGURE_A,
        partial(_private_better, BASELINE, own="left-out", player="in-turn"),
    ),
    "section-5-price-of-privacy": _both_readings(
        _private_price, _FIGURE_A, partial(_private_price, own="left-out", player=ALL_PULLS)
    ),
    "section-5-byzantine-ucb1": measured(
        _robust_better,
        needs(byzantine=f"{ROBUST} {ALONE}", byzantine_message_life=ROBUST),
        control=partial(_robust_better, silent=True),
        facts=FACTS,
    ),
    "section-5-decline": _both_readings(
        _decline, _FIGURE_C, partial(_decline, own="left-out", last="1")
    ),
    "section-5-optimum": by_reading(
        measured(
            partial(_optimum, own="left-out"),
            _FIGURE_C,
            control=partial(_optimum, own="left-out", life="1"),
            facts=FACTS,
        ),
        **{
            "own message counted, as printed": measured(_as_printed(_optimum), _FIGURE_C),
            "the optimum with UCB1's own width": measured(
                partial(_optimum, own="left-out", width="own"), _FIGURE_C
            ),
        },
    ),
    "remark-byzantine-rates": by_reading(
        measured(
            _true_optimum,
            needs(byzantine_message_life=f"{ROBUST} {ALL_PULLS}"),
            control=partial(_true_optimum, life="1"),
            facts=FACTS,
        ),
        **{
            "the printed bound against the lower one": statement(
                exact("leading terms", byzantine_constant, gap_factor=False)
            ),
        },
    ),
    "remark-no-communication": _both_readings(
        _isolated,
        needs(message_life=f"{PRIVATE} {ALONE}"),
        partial(_isolated, own="left-out", life="1"),
    ),
}
