"""Runs of protocols with few exchanges at their worst gaps, for the figure and the claims."""

from bandit_replications.inference.resampling import Floats
from bandit_replications.inference.summaries import Results
from bandit_replications.papers.distributed.analysis.growth import Point, worst_points
from bandit_replications.papers.distributed.parameters import Configuration
from bandit_replications.papers.distributed.theory import protocol_s

DATA, ARMS = "few-exchanges", "table-1-arms"
COUNTED = {"J=0": 0, "J=1": 1, "J=2": 2, "J=3": 3}  # named after the exchanges they may have


def worst_at_base(results: Results, config: Configuration, algorithm: str) -> list[Point]:
    """Return a protocol's runs at its worst gap of each size with the arms of the base."""
    arms = config.few_exchanges.base.arms
    points = worst_points(results[DATA], table=ARMS, algorithm=algorithm).values()
    return [point for point in points if point.size.width == arms]


def over_root(point: Point) -> Floats:
    """Return the runs' regrets over sqrt(KMT ln(MKT))."""
    m, k, t = point.size
    return point.regret / protocol_s.root(agents=m, arms=k, horizon=t)
