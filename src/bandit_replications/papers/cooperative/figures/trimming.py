"""What the trimmed mean leaves open: final group regret by ties, halves and estimator."""

from typing import Any

from bandit_replications.experiments.needs import Need
from bandit_replications.papers.cooperative.figures.series import Results, labelled, looks
from bandit_replications.papers.cooperative.figures.sweeps import BARS, against_life, draw_lives
from bandit_replications.reporting.figures import Drawing, FigureSpec
from bandit_replications.reporting.looks import SOLID, SPARE_LOOKS, Look

TRIMMING_LOOKS: tuple[Look, ...] = (Look("#D55E00", SOLID, "s"), *SPARE_LOOKS)


def trimming_needs(config: Any) -> tuple[Need, ...]:
    """Return the need of the figure on what the trimmed mean leaves open."""
    return (Need(experiment="trimming"),)


def plot_trimming(results: Results, config: Any) -> dict[str, Drawing]:
    """Draw final regret against the message life under each reading of the trimmed mean."""
    frame = labelled(results["trimming"], "estimator", "halves", "ties")
    data = against_life(frame, "trimming", config.trimming.message_lives, "")
    shown = dict(zip(looks(frame), TRIMMING_LOOKS, strict=True))
    return {"": draw_lives(data, shown, config.trimming.message_lives)}


TRIMMING_FIGURES = (
    FigureSpec(
        id="figure-trimming",
        title="What the trimmed mean leaves open",
        source="Section 4.1, (8)",
        caption=(
            "Final group pseudo-regret of Algorithm 3 (logarithmic, base 10) against the message "
            "life, 50 agents: by which of several shortest intervals counts, by who divides the "
            f"samples into halves, and with the plain and the clipped mean instead. {BARS}"
        ),
        needs=trimming_needs,
        plot=plot_trimming,
    ),
)
