"""How the algorithms of the paper look in every figure, and what the paper calls them."""

from bandit_replications.reporting.looks import DASH_DOT, DASHED, SHORT, SOLID, Look, Looks

# What the paper's captions say of its experiments.
SCENARIO_TITLES = {
    "experiment-1": "Experiment 1: stochastic losses",
    "experiment-2": "Experiment 2: link failures",
    "experiment-3": "Experiment 3: link improves",
    "swinging": "ours: swinging losses",
    "one-good-arm": "ours: one good arm",
}


def scenario_title(name: str) -> str:
    """Return a scenario's title in figures: a user's goes by its name."""
    return SCENARIO_TITLES.get(name, name)


LOOKS = Looks(
    {
        "coordinate-and-play": Look(
            "#009E73", SOLID, "o", name="Coordinate & Play", number="Algorithms 2 to 4"
        ),
        "musical-chairs": Look("#0072B2", DASHED, "s", name="Musical Chairs"),
        "independent-exp3": Look("#D55E00", DASH_DOT, "^", name="independent EXP3"),
        "coordinate-without-quiet": Look(
            "#56B4E9", DASHED, "v", name="C&P without quiet", number="Appendix A.3"
        ),
        "round-robin-coordinator": Look("#CC79A7", DASH_DOT, "P", name="C&P, coordinators in turn"),
        "doubling": Look("#E69F00", SHORT, "X", name="C&P, doubling (T unknown)"),
        "k-metaplayer": Look(
            "#000000", SHORT, "D", name="K-Metaplayer (full communication)", number="Algorithm 1"
        ),
    }
)
