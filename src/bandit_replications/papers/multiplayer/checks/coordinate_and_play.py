"""Decisions on Coordinate and Play: Algorithms 2 and 3, Section 4's protocol, Appendix A.3."""

from collections.abc import Callable, Mapping
from typing import Any

from bandit_replications.inference.checks import Check
from bandit_replications.ledger.decisions import (
    Checks,
    Step,
    algebra,
    argued,
    by_interpretation,
    exact,
    proof,
    statement,
)
from bandit_replications.papers.multiplayer.theory import coordinate_phase as phase
from bandit_replications.papers.multiplayer.theory import (
    reacting,
    silence,
    theorem_4_1,
)
from bandit_replications.papers.multiplayer.theory import staying_quiet as quiet

SMALL = ((2, 4), (3, 4), (3, 5), (4, 5))
SHORT = 200  # rounds of a game whose block does not hold its Coordinate phase

SMALL_GAMES = {"small": f"{', '.join(map(str, SMALL[:-1]))} and {SMALL[-1]}"}


def _several(checks: Checks) -> tuple[Check, ...]:
    return checks if isinstance(checks, tuple) else (checks,)


def in_small_games(name: str, check: Callable[..., Checks], **arguments: Any) -> Step:
    """Return a step argued in the notebook's 4.3, shown over all choices in every small game."""

    def checks() -> tuple[Check, ...]:
        return tuple(
            one for k, n in SMALL for one in _several(check(players=k, arms=n, **arguments))
        )

    return argued(name, checks)


def _from_other_arms() -> tuple[Check, ...]:
    return quiet.order_of_tries(players=4, arms=5)[1:]


_RELAXED = statement(
    in_small_games("tries from arm 1", quiet.followers_misled, waiting="first-arm"),
    facts=SMALL_GAMES,
)

_TAU = "(K**2*N*T/L)**(1/3)"  # L = ln N

CHECKS = {
    "section-4-coordinate-rounds": statement(
        in_small_games("wrong arms", phase.everyone_finds_the_arm), facts=SMALL_GAMES
    ),
    "figure-01": statement(in_small_games("blocks", phase.figure_1), facts=SMALL_GAMES),
    "coordination-cost": statement(
        in_small_games("losses of 0", phase.coordination_cost), facts=SMALL_GAMES
    ),
    "theorem-4-1-tight": proof(
        in_small_games("good arms last", phase.good_arms_last),
        algebra("Λ", f"K**2*N*T/({_TAU}) = (K**4*N**2*L*T**2)**(1/3)"),
        algebra(
            "over Λ, less a quarter, times K² N",
            "(K - 1)*((K - 1)*N - K + 2) - K**2*N/4 = (K - 2)*(N*(3*K - 2) - 4*(K - 1))/4",
        ),
        algebra(
            "never negative", "4*(K - 1) <= N*(3*K - 2)", over={"K": (2, "oo"), "N": (3, "oo")}
        ),
        facts=SMALL_GAMES,
    ),
    "appendix-3-relaxed": by_interpretation(
        _RELAXED,
        **{
            "tries from another arm, K = 4, N = 5": statement(exact("first try", _from_other_arms)),
            "the coordinator stays for the whole sub-block (Section 4's prose)": statement(
                in_small_games("stays", quiet.followers_misled, waiting="first-arm-stays"),
            ),
        },
    ),
    "relaxed-repaired": statement(
        in_small_games(
            "coordinator stays on arm 1", quiet.followers_misled, waiting="first-arm-repaired"
        ),
        facts=SMALL_GAMES,
    ),
}


# --- Values that the errata name in braces --------------------------------------------------


def _biased() -> Mapping[str, float]:
    moments = [check.left / check.right for check in theorem_4_1.unbiased()]
    return {
        "first": theorem_4_1.expected_share(1),
        "last": theorem_4_1.expected_share(theorem_4_1.ARMS),
        "length": theorem_4_1.theorem_block_length(**theorem_4_1.PAPER),
        "better": theorem_4_1.LOSS - theorem_4_1.GAP,
        "loss": theorem_4_1.LOSS,
        "least_below": 100 * (1 - max(moments)),
        "most_below": 100 * (1 - min(moments)),
    }


def _short() -> Mapping[str, float]:
    short = [T for T in range(9, 1000) if not phase.block_holds_phase(horizon=T).holds]
    check = phase.block_holds_phase(horizon=SHORT)
    return {"horizon": SHORT, "from_on": max(short) + 1, "length": check.left, "phase": check.right}


def _reacting() -> Mapping[str, float]:
    check = reacting.within_theorem_4_1()
    return {"least": check.left, "bound": check.right, "horizon": reacting.HORIZON}


def _misled() -> Mapping[str, float | str]:
    four = [check.left for check in quiet.order_of_tries(players=4, arms=5)]
    two = [check.left for check in quiet.order_of_tries(players=2, arms=4)]
    return {
        "of": len(list(phase.orders(players=4, arms=5))),
        "of_two": len(list(phase.orders(players=2, arms=4))),
        "first": four[0],
        "others": four[1],
        "two": ", ".join(f"{one:.0f}" for one in two),
    }


FACTS = {
    "reacting-adversary": _reacting,
    "quiet-loss-omitted": lambda: {"quiet": silence.quiet_rounds()},
    "algorithm-5-summand": dict,
    "coordinate-estimate-biased": _biased,
    "block-shorter-than-phase": _short,
    "first-arm-left": _misled,
}
