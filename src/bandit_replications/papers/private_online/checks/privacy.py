"""Claims of the privacy audit: each mechanism's exact losses, its repairs, the audit itself."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from bandit_replications.experiments.needs import Need
from bandit_replications.ledger.claims import Claim, Finding, Results
from bandit_replications.papers.private_online.checks.theorem_6 import MONOTONE
from bandit_replications.runtime.errors import NotApplicable

if TYPE_CHECKING:
    import pandas as pd

ROUNDING = 1e-6  # results keep nine decimals; a loss this close to the claim equals it
REACHED = 0.8
FEWEST_SAMPLES = 100_000
SMALLEST_EPSILON, LARGEST_EPSILON = 0.1, 2.0

REPAIRS = ("doubled", "repaired", "first-pull-noised", "array-for-full-tree")
# Budgets by composition: upper bounds on a loss, shown and never judged.
BUDGETS = ("nodes-and-array",)
OTHER_READINGS = ("monotone-neighbours", "noise-each-release", "first-pull-as-printed")


def _audit_needs(mechanism: str | None = None) -> Callable[[Any], tuple[Need, ...]]:
    where = {} if mechanism is None else {"mechanism": (mechanism,)}
    return lambda config: (Need(experiment="privacy-audit", where=where),)


def _exact_rows(
    results: Results, *, repaired: bool, mechanism: str | None = None
) -> "pd.DataFrame":
    frame = results["privacy-audit"]
    frame = frame[frame["kind"] != "statistical"]
    if mechanism is not None:
        frame = frame[frame["mechanism"] == mechanism]
    repair = frame["case"].str.contains("|".join(REPAIRS))
    if repaired:
        return frame[repair]
    other = frame["case"].str.contains("|".join((*OTHER_READINGS, *BUDGETS)))
    return frame[~repair & ~other]


def _losses(rows: "pd.DataFrame") -> Finding:
    """Return whether all losses are as claimed, with the worst of them."""
    if rows.empty:
        raise NotApplicable("the run has no exact loss of this mechanism")
    ratios = rows["loss"] / rows["claimed"]
    worst = rows.iloc[int(ratios.to_numpy().argmax())]
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

    from bandit_replications.papers.private_online.theory.audits.sampled import SAMPLED_CASES  # noqa: PLC0415  scipy later

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
    if not any(SMALLEST_EPSILON <= epsilon <= LARGEST_EPSILON for epsilon in section.epsilons):
        raise NotApplicable(
            f"the run has no epsilon between {SMALLEST_EPSILON:g} and {LARGEST_EPSILON:g}"
        )
    return _audit_needs()(config)


def _calibration(results: Results, config: Any) -> Finding:
    rows = _sampled(results)
    shares = rows["loss"] / rows["exact"]
    judged = shares[rows["epsilon"].between(SMALLEST_EPSILON, LARGEST_EPSILON)]
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
    rows = frame[(frame["mechanism"] == "laplace-sum-broken") & (frame["kind"] == "statistical")]
    if rows.empty:
        raise NotApplicable("the run has no statistical audit of laplace-sum-broken")
    ratios = rows["loss"] / rows["claimed"]
    return Finding(
        numbers={"least certified loss over claim": float(ratios.min()), "values of ε": len(rows)},
        holds=bool((ratios > 1).all()),
    )


CLAIMS = (
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
        "Appendix E.2, (33)",
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
            f"with at least {FEWEST_SAMPLES} samples each certified loss is at least {REACHED:g} "
            f"of the exact one at ε between {SMALLEST_EPSILON:g} and {LARGEST_EPSILON:g}, and at "
            "no ε above it"
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
