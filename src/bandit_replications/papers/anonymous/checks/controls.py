"""Controls of rules with several parts: broken in one part after the other."""

from collections.abc import Sequence
from dataclasses import replace

from bandit_replications.ledger.claims import Evidence, Finding
from bandit_replications.ledger.parts import Part
from bandit_replications.ledger.rules import Numbers, any_of


def each_refused(broken: Sequence[Part], numbers: Numbers | None = None) -> Finding:
    """Return what a rule of several parts finds of data that break one of them, at its weakest.

    `all_of` refuses data once one part is refused at its share of the level; data that break all
    parts at once would hide a part without power. So: refused only if each part by itself would
    make the rule refuse.

    Parameters
    ----------
    broken : sequence of Part
        Each part of the rule on data that break it.
    numbers : mapping, optional
        What is shown; default: the parts' values by name.

    """
    found = any_of(broken, numbers)
    assert isinstance(found.evidence, Evidence)
    against = min(1.0, len(broken) * found.evidence.p_against)
    return replace(found, evidence=replace(found.evidence, p_against=against))
