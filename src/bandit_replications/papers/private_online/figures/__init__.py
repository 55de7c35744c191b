"""Figures of the paper, and ours about it: views of the data sets, by data set."""

from bandit_replications.papers.private_online.figures.anytime import ANYTIME_FIGURES
from bandit_replications.papers.private_online.figures.final_regret_law import FINAL_REGRET_LAW
from bandit_replications.papers.private_online.figures.full_information import (
    FULL_INFORMATION_FIGURES,
)
from bandit_replications.papers.private_online.figures.lower_bound import LOWER_BOUND_FIGURES
from bandit_replications.papers.private_online.figures.privacy_audit import PRIVACY_AUDIT_FIGURES
from bandit_replications.papers.private_online.figures.readings import READINGS_FIGURES
from bandit_replications.papers.private_online.figures.regret import REGRET_FIGURES
from bandit_replications.papers.private_online.figures.repairs import REPAIRS_FIGURES
from bandit_replications.reporting.figures import FigureSpec

FIGURES: tuple[FigureSpec, ...] = (
    *REGRET_FIGURES,
    FINAL_REGRET_LAW,
    *READINGS_FIGURES,
    *REPAIRS_FIGURES,
    *ANYTIME_FIGURES,
    *FULL_INFORMATION_FIGURES,
    *PRIVACY_AUDIT_FIGURES,
    *LOWER_BOUND_FIGURES,
)
