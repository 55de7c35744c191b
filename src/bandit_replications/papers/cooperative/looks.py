"""How the algorithms of the paper look in every figure, and what the paper calls them."""

from bandit_replications.reporting.looks import DASHED, SHORT, SOLID, Look, Looks

LOOKS = Looks(
    {
        "private-multi-agent-ucb": Look(
            "#0072B2", SOLID, "o", name="private multi-agent UCB", number="Algorithm 2"
        ),
        "released-sums-ucb": Look(
            "#CC79A7", SOLID, "P", name="private UCB on released sums (ours)"
        ),
        "byzantine-proof-ucb": Look(
            "#D55E00", SOLID, "s", name="Byzantine-proof UCB", number="Algorithm 3"
        ),
        "multi-agent-ucb": Look("#009E73", DASHED, "v", name="multi-agent UCB (not private)"),
        "ucb1": Look("#000000", SHORT, "D", name="UCB1 (not private)"),
        "dp-ucb-int": Look("#E69F00", DASHED, "^", name="DP-UCB-INT, alone"),
        "centralised-ucb1": Look("#7F7F7F", DASHED, "h", name="one UCB1 with all pulls"),
    }
)
