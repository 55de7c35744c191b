"""Tasks that compile every kernel of a paper, before jobs that would each compile them."""

from bandit_replications.configuration import validation
from bandit_replications.experiments import costs
from bandit_replications.experiments.cells import experiments_of
from bandit_replications.experiments.tasks import Task, modules_of


def cheapest_tasks(paper: str) -> list[Task]:
    """Return tasks of the quick scale: of cells that differ in numbers alone the cheapest."""
    config = validation.load(paper, scale="quick")
    cheapest: dict[object, tuple[float, Task]] = {}
    for experiment in experiments_of(paper):
        for cell in experiment.cells(config):
            texts = tuple(value for value in cell.settings.values() if isinstance(value, str))
            key = type(cell.task), modules_of(cell.task), texts
            seconds = costs.seconds(paper, cell)
            if key not in cheapest or seconds < cheapest[key][0]:
                cheapest[key] = seconds, cell.task
    return [task for _, task in cheapest.values()]
