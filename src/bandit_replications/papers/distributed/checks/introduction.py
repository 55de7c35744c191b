"""Claims of Sections 1 and 2: the model, Table 1, footnotes."""

from collections.abc import Mapping
from functools import partial

from bandit_replications.experiments.needs import Need
from bandit_replications.inference import summaries
from bandit_replications.ledger.claims import Finding, Results
from bandit_replications.ledger.decisions import (
    argued,
    by_interpretation,
    exact,
    measured,
    statement,
)
from bandit_replications.ledger.parts import Comparison, within
from bandit_replications.papers.distributed.analysis.growth import final_rows
from bandit_replications.papers.distributed.checks.agreeing import all_parts
from bandit_replications.papers.distributed.parameters import MAIN, Configuration
from bandit_replications.papers.distributed.theory import lemma_b_5
from bandit_replications.runtime.errors import NotApplicable

FACTOR = 1.25  # "almost no change"
FEWER = {"demab": "pulls-4^l", "delb": "C1-6"}  # pulls of a phase: what a change would look like
PEERS = dict.fromkeys(FEWER, "point-to-point")


def _almost_no_change(
    results: Results, config: Configuration, *, changed: Mapping[str, str] = PEERS
) -> Finding:
    """Compare the point-to-point protocols with the main ones; control: fewer pulls."""
    parts: list[Comparison] = []
    cell = ("algorithm", "instance", "horizon")
    for (algorithm, *place), runs in summaries.groups(final_rows(results["variants"]), *cell):
        if algorithm in changed:
            main, other = (runs[runs["variant"] == one] for one in (MAIN, changed[algorithm]))
            name = f"{algorithm}, {place[0]}, T = {place[1]}"
            pair = [one.sort_values("replicate")["regret"].to_numpy() for one in (other, main)]
            # a replicate's actions are the same
            parts += within(name, pair[0], pair[1], FACTOR, paired=algorithm == "delb")
    return all_parts(parts)


def _variants_needs(config: Configuration) -> tuple[Need, ...]:
    names = {*PEERS.values(), *FEWER.values()}
    if not names <= {one.variant for one in config.variants.variants}:
        raise NotApplicable(f"the run's variants have not all of {', '.join(sorted(names))}")
    return (Need(experiment="variants", where={"variant": (MAIN, *sorted(names))}),)


CHECKS = {
    "footnote-02": measured(
        _almost_no_change,
        _variants_needs,
        control=partial(_almost_no_change, changed=FEWER),
        facts={"factor": FACTOR},
    ),
    "abstract-communication-horizon": by_interpretation(
        statement(
            argued(
                "O(ML + K) in every run",
                "stage 2 has at most L = 4 + 1.5 log(MK) phases, and what a phase and all "
                "Reallocates send is bounded by M, K and L alone (theorem-1-communication-worst)",
            ),
        ),
        **{
            "O(M log(MK)) at every T, of which it is the summary": statement(
                exact("twice the T", lemma_b_5.expected_communication, at_half=True),
                exact("expected communication", lemma_b_5.expected_communication),
            )
        },
    ),
}
