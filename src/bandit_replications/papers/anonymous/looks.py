"""Line styles of the paper's algorithms, from its catalogue."""

from bandit_replications.papers.anonymous.catalogue import DECOMPOSED, ENTRIES
from bandit_replications.reporting.looks import Looks

LOOKS = Looks({**Looks.of_entries(ENTRIES).table, **DECOMPOSED})
