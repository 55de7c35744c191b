"""Figures of the paper, and ours about it: views of the data sets, one module for each data set."""

from bandit_replications.plotting import FigureSpec
from bandit_replications.private_online.figures_full_information import (
    FULL_INFORMATION_FIGURES,
)
from bandit_replications.private_online.figures_lower_bound import LOWER_BOUND_FIGURES
from bandit_replications.private_online.figures_privacy_audit import PRIVACY_AUDIT_FIGURES
from bandit_replications.private_online.figures_readings import READINGS_FIGURES
from bandit_replications.private_online.figures_regret import REGRET_FIGURES

FIGURES: tuple[FigureSpec, ...] = (
    *REGRET_FIGURES,
    *READINGS_FIGURES,
    *FULL_INFORMATION_FIGURES,
    *PRIVACY_AUDIT_FIGURES,
    *LOWER_BOUND_FIGURES,
)
