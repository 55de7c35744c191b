"""Figures of the paper, and ours about it: views of the data sets, one module for each topic."""

from bandit_replications.papers.anonymous.figures.beta import BETA
from bandit_replications.papers.anonymous.figures.decompositions import DECOMPOSITIONS
from bandit_replications.papers.anonymous.figures.exploring import EXPLORING
from bandit_replications.papers.anonymous.figures.lower_bounds import LOWER_BOUNDS
from bandit_replications.papers.anonymous.figures.price import PRICE
from bandit_replications.papers.anonymous.figures.readings import INTERPRETATIONS
from bandit_replications.papers.anonymous.figures.regret import REGRET_FIGURES
from bandit_replications.papers.anonymous.figures.scaling import SCALING
from bandit_replications.papers.anonymous.figures.tuning import TUNING
from bandit_replications.reporting.figures import FigureSpec

FIGURES: tuple[FigureSpec, ...] = (
    *REGRET_FIGURES,
    EXPLORING,
    TUNING,
    INTERPRETATIONS,
    SCALING,
    DECOMPOSITIONS,
    BETA,
    PRICE,
    LOWER_BOUNDS,
)
