"""Figures of the paper, and ours about it: views of the data sets, by data set."""

from bandit_replications.papers.private_online.figures.anytime import ANYTIME
from bandit_replications.papers.private_online.figures.arrays import ARRAYS
from bandit_replications.papers.private_online.figures.final_regret_law import FINAL_REGRET_LAW
from bandit_replications.papers.private_online.figures.ftnl_rate import FTNL_RATE
from bandit_replications.papers.private_online.figures.full_information import (
    FULL_INFORMATION_FIGURES,
)
from bandit_replications.papers.private_online.figures.lower_bound import LOWER_BOUND
from bandit_replications.papers.private_online.figures.noisy_max import NOISY_MAX
from bandit_replications.papers.private_online.figures.packing import PACKING
from bandit_replications.papers.private_online.figures.privacy_audit import PRIVACY_AUDIT
from bandit_replications.papers.private_online.figures.readings import INTERPRETATIONS
from bandit_replications.papers.private_online.figures.regret import REGRET_FIGURES
from bandit_replications.papers.private_online.figures.repairs import REPAIRS
from bandit_replications.reporting.figures import FigureSpec

FIGURES: tuple[FigureSpec, ...] = (
    *REGRET_FIGURES,
    FINAL_REGRET_LAW,
    INTERPRETATIONS,
    REPAIRS,
    ANYTIME,
    ARRAYS,
    NOISY_MAX,
    FTNL_RATE,
    PACKING,
    *FULL_INFORMATION_FIGURES,
    PRIVACY_AUDIT,
    LOWER_BOUND,
)
