"""A claim names every row that its rule, its interpretations and its control look at.

Nothing else is simulated when it is asked for alone, and a row that is not named is not seen within
the whole run either: an interpretation would be missing, or a control untested, without an error.
"""

import pytest

from bandit_replications.configuration.papers import PAPERS
from bandit_replications.experiments.needs import select
from bandit_replications.ledger.claims import examine
from bandit_replications.runtime.errors import NotApplicable
from bandit_replications.workflow.registry import find_paper


@pytest.fixture(scope="module", params=PAPERS)
def paper(request):
    return request.param


def outcome(function, *arguments):
    """Return the result of a function, or its error."""
    try:
        return repr(function(*arguments))
    except (NotApplicable, ValueError, ArithmeticError) as reason:
        return repr(reason)


@pytest.mark.full
def test_a_claim_needs_no_other_rows(paper, published):
    config, frames = published(paper)
    judged = 0
    for claim in find_paper(paper).ledger.claims:
        needs = claim.needs(config)
        if needs:
            named = select(needs, frames.__getitem__)
            every = {name: frames[name] for name in named}
            judged += 1
            if all(len(named[name]) == len(every[name]) for name in named):
                continue  # it names all of them
            assert outcome(examine, claim, named, config) == outcome(
                examine, claim, every, config
            ), claim.id
    assert judged > 5
