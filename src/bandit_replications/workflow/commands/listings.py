"""Commands about a paper's parameters and places, and for a new one: nothing is run."""

from bandit_replications.configuration.papers import PAPERS, check_paper
from bandit_replications.workflow import new_paper as template
from bandit_replications.workflow import where as places
from bandit_replications.workflow.index import index
from bandit_replications.workflow.plan.plan import relative_name


def params(paper: str) -> int:
    """List every parameter of a paper: symbol, type, range, default, figures that it touches."""
    print(index(check_paper(paper))["parameters"])
    return 0


def where(what: str | None, paper: str | None) -> int:
    """Print the places of an item in the code, the ledger and the notebooks, or of all items."""
    papers = (paper,) if paper else PAPERS
    print(places.where(what, papers) if what else places.table(papers))
    return 0


def new_paper(name: str) -> int:
    """Write the files of a new paper, which runs at once."""
    for path in template.new_paper(name):
        print(relative_name(path))
    print(
        f"Written. Try: make claim ID={name}/learns; then `python -m snakemake -c2 "
        f'--config "papers=[{name}]" scale=quick`; make notebooks; make reproduce.'
    )
    return 0
