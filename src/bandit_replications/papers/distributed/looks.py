"""Line styles of the paper's algorithms, from its catalogue."""

from bandit_replications.papers.distributed.catalogue import ALGORITHMS
from bandit_replications.reporting.looks import Looks

LOOKS = Looks.of_entries(ALGORITHMS)
