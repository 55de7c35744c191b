"""Figures of the paper, and ours about it: views of the data sets, one module for each topic."""

from bandit_replications.papers.anonymous.figures.beta import BETA_FIGURES
from bandit_replications.papers.anonymous.figures.decompositions import DECOMPOSITION_FIGURES
from bandit_replications.papers.anonymous.figures.lower_bounds import LOWER_BOUNDS_FIGURES
from bandit_replications.papers.anonymous.figures.readings import READINGS_FIGURES
from bandit_replications.papers.anonymous.figures.regret import REGRET_FIGURES
from bandit_replications.papers.anonymous.figures.scaling import SCALING_FIGURES
from bandit_replications.papers.anonymous.figures.tuning import TUNING_FIGURES
from bandit_replications.reporting.figures import FigureSpec

FIGURES: tuple[FigureSpec, ...] = (
    *REGRET_FIGURES,
    *TUNING_FIGURES,
    *READINGS_FIGURES,
    *SCALING_FIGURES,
    *DECOMPOSITION_FIGURES,
    *BETA_FIGURES,
    *LOWER_BOUNDS_FIGURES,
)
