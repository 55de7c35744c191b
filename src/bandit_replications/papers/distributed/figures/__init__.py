"""Figures about the paper: views of the data sets, one module for each kind."""

from bandit_replications.papers.distributed.figures.crossovers import CROSSOVER_FIGURES
from bandit_replications.papers.distributed.figures.exponents import EXPONENT_FIGURES
from bandit_replications.papers.distributed.figures.few_exchanges import FEW_EXCHANGES
from bandit_replications.papers.distributed.figures.gaps import GAPS_FIGURES
from bandit_replications.papers.distributed.figures.lower_bound import LOWER_BOUND
from bandit_replications.papers.distributed.figures.messages import MESSAGES
from bandit_replications.papers.distributed.figures.moved_arms import MOVED_ARMS
from bandit_replications.papers.distributed.figures.pictures import PICTURES
from bandit_replications.papers.distributed.figures.scaling import SCALING_FIGURES
from bandit_replications.papers.distributed.figures.variants import VARIANTS
from bandit_replications.reporting.figures import FigureSpec

FIGURES: tuple[FigureSpec, ...] = (
    *EXPONENT_FIGURES,
    *GAPS_FIGURES,
    MOVED_ARMS,
    *SCALING_FIGURES,
    *CROSSOVER_FIGURES,
    MESSAGES,
    VARIANTS,
    LOWER_BOUND,
    FEW_EXCHANGES,
    *PICTURES,
)
