"""Claims on privacy: Theorem 6 step by step, and the privacy audit of every mechanism."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from bandit_replications.checks import Check
from bandit_replications.claims import Claim, Finding, Results
from bandit_replications.errors import NotApplicable
from bandit_replications.needs import Need
from bandit_replications.private_online import derivations_theorem_6 as theorem_6
from bandit_replications.private_online.claim_cells import nearest_check
from bandit_replications.private_online.claim_steps import definition, derived, equation, step
from bandit_replications.private_online.exact_losses import epoch_outputs_loss

if TYPE_CHECKING:
    import pandas as pd

MONOTONE, INDEXING = "report-noisy-max-monotone", "ftnl-indexing"
NAIVE_REGRET = "naive-ftnl-regret"

EPSILONS = (0.1, 0.5, 1.0, 8.0)
ROUNDS = tuple(2**r for r in range(16))

# --- Theorem 6 ------------------------------------------------------------------------------


def largest_loss(*, noise_scale: float = 1.0) -> Check:
    """Return the choice whose loss is largest beside ε: two actions, epochs up to 32768 rounds."""
    return nearest_check(
        [
            theorem_6.claim_3_9(rounds=rounds, epsilon=epsilon, noise_scale=noise_scale)
            for rounds in ROUNDS
            for epsilon in EPSILONS
        ]
    )


def first_round_loss(*, noise_scale: float = 1.0) -> Check:
    """Return the same after one round with 3, 8 or 32 actions."""
    return nearest_check(
        [
            theorem_6.claim_3_9_first_round(arms=arms, epsilon=epsilon, noise_scale=noise_scale)
            for arms in (3, 8, 32)
            for epsilon in EPSILONS
        ]
    )


def decisions_loss(*, epsilon: float = 1.0, noise_scale: float = 1.0) -> Check:
    """Compare the exact loss of all decisions of 8 rounds of FTNL with ε."""
    return Check(
        step="(49): loss of the decisions of 8 rounds, 2 actions",
        left=epoch_outputs_loss(actions=2, rounds=8, scale=noise_scale / epsilon),
        relation="<=",
        right=epsilon,
    )


def repaired_regret(*, arms: int = 8, min_gap: float = 0.1, horizon: int = 65535) -> Check:
    """Compare FTNL's exact regret with noise of scale 2/ε with twice that with 1/ε, worst ε."""
    from bandit_replications.private_online.ftnl_exact import (  # noqa: PLC0415  loads scipy
        expected_regret,
    )

    means = [0.75 - min_gap] * (arms - 1) + [0.75]
    return nearest_check(
        [
            Check(
                step=f"regret with noise of scale 2/ε, ε = {epsilon:g}",
                left=expected_regret(
                    means=means, epsilon=epsilon, horizon=horizon, noise_scale=2.0
                ),
                relation="<=",
                right=2 * expected_regret(means=means, epsilon=epsilon, horizon=horizon),
            )
            for epsilon in EPSILONS
        ]
    )


_EPOCH = step("loss of a choice, 2 actions (printed)", largest_loss)
_ROUND = step("loss of the first choice, 3 to 32 actions (printed)", first_round_loss)
_DECISIONS = step("loss of the decisions of 8 rounds (printed)", decisions_loss)
_SEQUENCE = step("loss of all decisions and of one choice", theorem_6.sequence_loss)
_LAST_ROUND = step("last round of epoch 0 (printed)", theorem_6.last_round_of_epoch)

_GRID = "n = 1, 2, 4, …, 32768 and ε = 0.1, 0.5, 1, 8"

ITEMS = (
    definition("algorithm-2", "Algorithm 2, Section 5.1", "FTNL.", errata=(INDEXING,)),
    definition("algorithm-3", "Algorithm 3, Section 5.1", "Report Noisy Max."),
    derived(
        "theorem-6",
        "Theorem 6, Section 5.1, Appendix F",
        "FTNL, with noise Lap(1/ε) on each sum of an epoch, is ε-differentially private.",
        _EPOCH,
        _ROUND,
        _DECISIONS,
        rule=(
            f"the exact loss of a choice after n rounds of two actions is at most ε at {_GRID}; "
            "so is that after one round of 3, 8 or 32 actions, and that of the decisions of 8 "
            "rounds at ε = 1; the worst are shown"
        ),
        errata=(MONOTONE,),
    ),
    derived(
        "theorem-6-repaired",
        "Theorem 6, repaired",
        "With noise Lap(2/ε) on each sum FTNL is ε-differentially private.",
        step("loss of a choice, 2 actions (repaired)", largest_loss, noise_scale=2.0),
        step(
            "loss of the first choice, 3 to 32 actions (repaired)",
            first_round_loss,
            noise_scale=2.0,
        ),
        step("loss of the decisions of 8 rounds (repaired)", decisions_loss, noise_scale=2.0),
        _SEQUENCE,
        rule=f"as theorem-6, at {_GRID}, with noise of scale 2/ε",
        errata=(MONOTONE,),
    ),
    derived(
        "theorem-6-repair-cost",
        "Theorem 6, repaired",
        "Noise of scale 2/ε instead of 1/ε at most doubles FTNL's regret.",
        step("8 actions", repaired_regret),
        step("128 actions", repaired_regret, arms=128),
        rule="exact regrets at T = 65535, gaps 0.1, ε = 0.1, 0.5, 1, 8: factor at most 2",
        errata=(MONOTONE,),
        kind="bound",
    ),
    derived(
        "section-5-fresh-observations",
        "Section 5.1",
        "Choices from observations that an earlier choice has used are not ε-private.",
        step("loss of one choice", theorem_6.reused_observations, releases=1),
        step("loss of two choices above ε", lambda: reuse_loses()),
        rule=(
            "with the noise that makes one choice from 2 rounds ε-private, two choices from the "
            "same rounds lose more than ε = 1"
        ),
    ),
    derived(
        "section-5-naive-ftnl-privacy",
        "Section 5, first paragraph",
        "Naive FTNL, with the budget split over the K sums of an epoch, is ε-private.",
        step("loss of the decisions, K = 2", lambda: naive_loss(actions=2)),
        step("loss of the decisions, K = 8", lambda: naive_loss(actions=8)),
        step("loss of the released sums, K = 8", lambda: naive_sums_loss(actions=8)),
        rule=(
            "exact losses at most ε = 1: that of the decisions of 8 rounds for 2 and 8 actions, "
            "and (to a relative 1e-9) that of the noised sums"
        ),
    ),
)


def reuse_loses() -> Check:
    """Return the same comparison the other way round: the loss of two choices exceeds ε."""
    check = theorem_6.reused_observations()
    return Check(step=check.step, left=check.left, relation=">", right=check.right)


def naive_loss(*, actions: int, epsilon: float = 1.0) -> Check:
    """Compare the exact loss of naive FTNL's decisions over 8 rounds with ε."""
    return Check(
        step=f"naive FTNL: loss of the decisions of 8 rounds, K = {actions}",
        left=epoch_outputs_loss(actions=actions, rounds=8, scale=actions / epsilon),
        relation="<=",
        right=epsilon,
    )


def naive_sums_loss(*, actions: int, epsilon: float = 1.0) -> Check:
    """Compare the exact loss of the K noised sums of an epoch with ε."""
    from bandit_replications.private_online.exact_losses import noised_sums_loss  # noqa: PLC0415

    return Check(
        step=f"naive FTNL: loss of {actions} noised sums",
        left=noised_sums_loss(epsilon=epsilon, noise_scale=actions, sums=actions),
        relation="==",
        right=epsilon,
    )


EQUATIONS = (
    equation(
        49,
        "Appendix F",
        "For each sequence of decisions of FTNL the probabilities differ by at most e^ε.",
        _DECISIONS,
        errata=(MONOTONE,),
    ),
    *(
        equation(
            number,
            "Appendix F",
            f"On {which} the law of the decisions is a product over epochs.",
            _SEQUENCE,
            printed=(_LAST_ROUND,),
            errata=(INDEXING,),
            kind="enumeration",
        )
        for number, which in ((50, "one input"), (51, "its neighbour"))
    ),
    *(
        equation(
            number,
            "Appendix F",
            f"The law of {what} changes by a factor of at most e^ε.",
            _EPOCH,
            _ROUND,
            errata=(MONOTONE,),
        )
        for number, what in (
            (52, "an epoch's choice"),
            (53, "the next epoch's first decision"),
        )
    ),
    equation(
        54,
        "Appendix F",
        "Given an epoch's first decision, the others have the same law on both inputs.",
        _SEQUENCE,
        kind="enumeration",
    ),
)

# --- The privacy audit ----------------------------------------------------------------------

ROUNDING = 1e-6  # results keep nine decimals; a loss this close to the claim equals it
REACHED = 0.8
FEWEST_SAMPLES, LARGEST_EPSILON = 100_000, 1.0

REPAIRS = ("doubled", "repaired", "first-pull-noised", "array-for-full-tree")
OTHER_READINGS = ("monotone-neighbours", "noise-each-release", "first-pull-as-printed")


def _audit_needs(mechanism: str | None = None) -> Callable[[Any], tuple[Need, ...]]:
    where = {} if mechanism is None else {"mechanism": (mechanism,)}
    return lambda config: (Need(experiment="privacy-audit", where=where),)


def _exact_rows(results: Results, *, repaired: bool, mechanism: str | None = None) -> "pd.DataFrame":
    frame = results["privacy-audit"]
    frame = frame[frame["kind"] != "statistical"]
    if mechanism is not None:
        frame = frame[frame["mechanism"] == mechanism]
    repair = frame["case"].str.contains("|".join(REPAIRS))
    if repaired:
        return frame[repair]
    other = frame["case"].str.contains("|".join(OTHER_READINGS))
    return frame[~repair & ~other]


def _losses(rows: "pd.DataFrame") -> Finding:
    """Return whether all losses are as claimed, with the worst of them."""
    if rows.empty:
        raise NotApplicable("the run has no exact loss of this mechanism")
    ratios = rows["loss"] / rows["claimed"]
    worst = rows.loc[ratios.idxmax()]
    return Finding(
        numbers={
            "largest loss over claim": float(ratios.max()),
            "at": f"{worst['mechanism']}, {worst['case']}, ε = {worst['epsilon']:g}",
            "cases above the claim": int((ratios > 1 + ROUNDING).sum()),
            "cases": len(rows),
        },
        holds=bool((ratios <= 1 + ROUNDING).all()),
    )


def _audited(
    mechanism: str,
    source: str,
    statement: str,
    *,
    errata: tuple[str, ...] = (),
    as_printed_too: str = "",
) -> Claim:
    """Return the claim that a mechanism's exact losses are at most ε.

    `as_printed_too` names cases of a literal reading that are shown in a caveat; then the repaired
    cases decide beside the others.
    """

    def check(results: Results, config: Any) -> Finding:
        import pandas as pd  # noqa: PLC0415  plans do without it

        rows = _exact_rows(results, repaired=False, mechanism=mechanism)
        caveat = ""
        if as_printed_too:
            repaired = _exact_rows(results, repaired=True, mechanism=mechanism)
            rows = pd.concat([rows, repaired], ignore_index=True)
            caveat = _literal_text(results, mechanism, as_printed_too, errata)
        found = _losses(rows)
        return Finding(numbers=found.numbers, holds=found.holds, caveat=caveat)

    return Claim(
        id=f"privacy-{mechanism}",
        source=source,
        statement=statement,
        kind="exact",
        rule=(
            "every exact loss of the audit is at most the claim, to a relative 1e-6 for rounding"
            + (" (with the repair)" if as_printed_too else "")
        ),
        needs=_audit_needs(mechanism),
        check=check,
        errata=errata,
    )


def _literal_text(results: Results, mechanism: str, part: str, errata: Sequence[str]) -> str:
    frame = results["privacy-audit"]
    rows = frame[
        (frame["mechanism"] == mechanism)
        & (frame["kind"] != "statistical")
        & frame["case"].str.contains(part)
    ]
    worst = (rows["loss"] / rows["claimed"]).max()
    if not worst > 1 + ROUNDING:
        return ""
    return f"read literally, the loss is {worst:.4g} times the claim (errata: {', '.join(errata)})"


def _repairs(results: Results, config: Any) -> Finding:
    return _losses(_exact_rows(results, repaired=True))


def _sampled(results: Results) -> "pd.DataFrame":
    """Return statistical rows beside the exact loss of the same release, where it is known."""
    import pandas as pd  # noqa: PLC0415  plans do without it

    from bandit_replications.private_online.sampled_audits import (  # noqa: PLC0415  scipy later
        SAMPLED_CASES,
    )

    frame = results["privacy-audit"]
    references = pd.DataFrame(
        [(one.mechanism, one.case, one.reference) for one in SAMPLED_CASES if one.reference],
        columns=["mechanism", "case", "reference"],
    )
    rows = frame[frame["kind"] == "statistical"].merge(references, on=["mechanism", "case"])
    exact = frame[frame["kind"] != "statistical"].rename(
        columns={"case": "reference", "loss": "exact"}
    )
    keys = ["mechanism", "reference", "epsilon"]
    merged: pd.DataFrame = rows.merge(exact[[*keys, "exact"]], on=keys)
    return merged


def _calibration_needs(config: Any) -> tuple[Need, ...]:
    section = config.privacy_audit
    if section.samples < FEWEST_SAMPLES:
        raise NotApplicable(f"the run has {section.samples} samples; needed: {FEWEST_SAMPLES}")
    if min(section.epsilons) > LARGEST_EPSILON:
        raise NotApplicable(f"the run has no epsilon of at most {LARGEST_EPSILON:g}")
    return _audit_needs()(config)


def _calibration(results: Results, config: Any) -> Finding:
    rows = _sampled(results)
    shares = rows["loss"] / rows["exact"]
    judged = shares[rows["epsilon"] <= LARGEST_EPSILON]
    if judged.empty:
        raise NotApplicable("the run has no statistical audit with an exact loss beside it")
    return Finding(
        numbers={
            "least share of the exact loss": float(judged.min()),
            "largest share": float(shares.max()),
            "audits": int(judged.size),
            "least share at any ε": float(shares.min()),
        },
        holds=bool(judged.min() >= REACHED and shares.max() <= 1 + ROUNDING),
    )


def _broken(results: Results, config: Any) -> Finding:
    frame = results["privacy-audit"]
    rows = frame[
        (frame["mechanism"] == "laplace-sum-broken") & (frame["kind"] == "statistical")
    ]
    if rows.empty:
        raise NotApplicable("the run has no statistical audit of laplace-sum-broken")
    ratios = rows["loss"] / rows["claimed"]
    return Finding(
        numbers={"least certified loss over claim": float(ratios.min()), "ε": len(rows)},
        holds=bool((ratios > 1).all()),
    )


AUDITS = (
    _audited(
        "laplace-sum",
        "Fact 1, (16)",
        "A sum of rewards with noise Lap(1/ε) is ε-private.",
    ),
    _audited(
        "anytime-lazy-ucb",
        "Theorem 2, Section 4.1",
        "Decisions and noised sums of Anytime-Lazy-UCB, first pulls noised, are ε-private.",
        as_printed_too="first-pull-as-printed",
        errata=("initial-pull-noise",),
    ),
    _audited(
        "hybrid-ucb",
        "Theorem 5, Section 4.2",
        "Decisions and released sums of Hybrid-UCB are ε-private.",
        errata=("tree-root-level",),
    ),
    _audited(
        "dp-se",
        "Section 1, after Sajed and Sheffet",
        "DP-SE, the algorithm compared with, is ε-private.",
    ),
    _audited(
        "report-noisy-max",
        "Algorithm 3, Section 5.1",
        "Report Noisy Max with noise Lap(1/ε) is ε-private when one reward vector is replaced.",
        errata=(MONOTONE,),
    ),
    _audited(
        "ftnl",
        "Theorem 6, Section 5.1",
        "The decisions of FTNL with noise Lap(1/ε) are ε-private.",
        errata=(MONOTONE,),
    ),
    _audited(
        "naive-ftnl",
        "Section 5, first paragraph",
        "Decisions and noised sums of naive FTNL are ε-private.",
    ),
    _audited(
        "binary-mechanism",
        "Section 4.2, after Chan, Shi and Song",
        "A tree over n items with noise for log2(n) levels makes running sums ε-private.",
        errata=("tree-root-level",),
    ),
    _audited(
        "logarithmic-mechanism",
        "Section 4.2, after Chan, Shi and Song",
        "The logarithmic mechanism is ε-private.",
    ),
    _audited(
        "hybrid-mechanism",
        "Section 4.2, after Chan, Shi and Song",
        "The hybrid mechanism is ε-private.",
    ),
    Claim(
        id="privacy-repairs",
        source="Theorems 2, 5 and 6, repaired",
        statement="Each repair of a mechanism makes it ε-private.",
        kind="exact",
        rule=(
            "every exact loss of the audit's repaired cases is at most the claim, to a relative "
            "1e-6 for rounding"
        ),
        needs=_audit_needs(),
        check=_repairs,
    ),
    Claim(
        id="privacy-audit-calibration",
        source="the audit itself",
        statement="The statistical audit certifies most of a loss that is known exactly.",
        kind="statistical",
        rule=(
            f"at ε of at most {LARGEST_EPSILON:g} and with at least {FEWEST_SAMPLES} samples each "
            f"certified loss is at least {REACHED:g} of the exact one, and at no ε above it (at "
            "larger ε the events that prove the loss are too rare)"
        ),
        needs=_calibration_needs,
        check=_calibration,
    ),
    Claim(
        id="privacy-audit-broken",
        source="the audit itself",
        statement="The statistical audit catches a mechanism that is broken on purpose.",
        kind="statistical",
        rule="with 2/3 of the noise that is due, the certified loss exceeds the claim at each ε",
        needs=_audit_needs("laplace-sum-broken"),
        check=_broken,
    ),
)

CLAIMS = (*ITEMS, *EQUATIONS, *AUDITS)
