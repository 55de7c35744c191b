"""Figures of the paper, and ours about it: views of the data sets, one module for each."""

from bandit_replications.papers.multiplayer.figures.block import BLOCKS
from bandit_replications.papers.multiplayer.figures.final_regret_law import FINAL_REGRET_LAW
from bandit_replications.papers.multiplayer.figures.horizon_sweep import SWEEP_FIGURES
from bandit_replications.papers.multiplayer.figures.leaders import LEADERS
from bandit_replications.papers.multiplayer.figures.online_regret import ONLINE_FIGURES
from bandit_replications.papers.multiplayer.figures.ranking import RANKING
from bandit_replications.papers.multiplayer.figures.readings import VARIANTS_FIGURES
from bandit_replications.papers.multiplayer.figures.sampling import SAMPLING
from bandit_replications.papers.multiplayer.figures.sizes import SIZES_FIGURES
from bandit_replications.reporting.figures import FigureSpec

FIGURES: tuple[FigureSpec, ...] = (
    *BLOCKS,
    *ONLINE_FIGURES,
    LEADERS,
    FINAL_REGRET_LAW,
    *SWEEP_FIGURES,
    *VARIANTS_FIGURES,
    *SIZES_FIGURES,
    RANKING,
    SAMPLING,
)
