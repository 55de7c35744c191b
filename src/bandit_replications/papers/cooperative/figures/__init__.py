"""Figures of the paper, and ours about it: views of the data sets, one module for each kind."""

from bandit_replications.papers.cooperative.figures.curves import CURVE_FIGURES
from bandit_replications.papers.cooperative.figures.limits import LIMIT_FIGURES
from bandit_replications.papers.cooperative.figures.networks import NETWORK_FIGURES
from bandit_replications.papers.cooperative.figures.private_and_robust import BOTH_FIGURES
from bandit_replications.papers.cooperative.figures.sweeps import SWEEP_FIGURES
from bandit_replications.papers.cooperative.figures.trimming import TRIMMING_FIGURES
from bandit_replications.papers.cooperative.figures.zero_estimate import ZERO_FIGURES
from bandit_replications.reporting.figures import FigureSpec

FIGURES: tuple[FigureSpec, ...] = (
    *CURVE_FIGURES,
    *SWEEP_FIGURES,
    *BOTH_FIGURES,
    *TRIMMING_FIGURES,
    *NETWORK_FIGURES,
    *LIMIT_FIGURES,
    *ZERO_FIGURES,
)
