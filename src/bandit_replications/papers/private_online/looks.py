"""Line styles of the paper's algorithms, from its catalogue."""

from bandit_replications.papers.private_online.catalogue import ENTRIES
from bandit_replications.reporting.looks import Looks

LOOKS = Looks.of_entries(ENTRIES)
