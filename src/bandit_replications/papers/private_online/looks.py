"""How the algorithms of the paper look in every figure, and what the paper calls them."""

from bandit_replications.reporting.looks import DASH_DOT, DASHED, SHORT, SOLID, Look, Looks

LOOKS = Looks(
    {
        "anytime-lazy-ucb": Look(
            "#0072B2", SOLID, "o", name="Anytime-Lazy-UCB", number="Algorithm 1"
        ),
        "hybrid-ucb": Look("#D55E00", DASHED, "s", name="Hybrid-UCB", number="Algorithm 4"),
        "dp-se": Look("#E69F00", DASH_DOT, "^", name="DP-SE"),
        "dp-se-restarted": Look(
            "#CC79A7", DASHED, "v", name="DP-SE, restarted", number="Section 7"
        ),
        "ucb1": Look("#000000", SHORT, "D", name="UCB1 (not private)"),
        "ftnl": Look("#0072B2", SOLID, "o", name="FTNL", number="Algorithm 2"),
        "naive-ftnl": Look("#D55E00", DASHED, "s", name="naive FTNL", number="Section 5"),
        "follow-the-leader": Look("#000000", SHORT, "D", name="Follow-the-Leader (not private)"),
    }
)
