"""Figures of the paper, and ours about it: views of the data sets, one module for each."""

from bandit_replications.papers.multiplayer.figures.block import BLOCK_FIGURES
from bandit_replications.papers.multiplayer.figures.final_regret_law import LAW_FIGURES
from bandit_replications.papers.multiplayer.figures.horizon_sweep import SWEEP_FIGURES
from bandit_replications.papers.multiplayer.figures.online_regret import ONLINE_FIGURES
from bandit_replications.papers.multiplayer.figures.ranking import RANKING_FIGURES
from bandit_replications.papers.multiplayer.figures.readings import VARIANTS_FIGURES
from bandit_replications.papers.multiplayer.figures.sampling import SAMPLING_FIGURES
from bandit_replications.papers.multiplayer.figures.scaling import SCALING_FIGURES
from bandit_replications.reporting.figures import FigureSpec

FIGURES: tuple[FigureSpec, ...] = (
    *BLOCK_FIGURES,
    *ONLINE_FIGURES,
    *LAW_FIGURES,
    *SWEEP_FIGURES,
    *VARIANTS_FIGURES,
    *SCALING_FIGURES,
    *RANKING_FIGURES,
    *SAMPLING_FIGURES,
)
