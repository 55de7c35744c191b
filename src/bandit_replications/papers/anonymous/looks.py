"""How the algorithms of the paper look in every figure, and what the paper calls them."""

from bandit_replications.reporting.looks import DASH_DOT, DASHED, SHORT, SOLID, Look, Looks

LOOKS = Looks(
    {
        "ucb": Look("#000000", SHORT, "D", name="UCB in parallel (not anonymous)"),
        "explore-then-commit": Look(
            "#E69F00", DASH_DOT, "^", name="explore-then-commit", number="Algorithm 2"
        ),
        "batched-elimination-greedy": Look(
            "#D55E00", DASHED, "s", name="Algorithm 1, greedy", number="Algorithm 1"
        ),
        "batched-elimination-same-arm": Look(
            "#8C6D1F", DASH_DOT, "<", name="Algorithm 1, same arm", number="Algorithm 1"
        ),
        "batched-elimination-random": Look(
            "#009E73", DASH_DOT, "v", name="Algorithm 1, random", number="Algorithm 1"
        ),
        "batched-elimination-lp": Look(
            "#0072B2", SOLID, "o", name="Algorithm 1, LP", number="Algorithm 1"
        ),
        "batched-elimination-blocks": Look(
            "#56B4E9", DASHED, "X", name="Algorithm 1, blocks", number="Algorithm 1"
        ),
        "batched-elimination-all-open": Look(
            "#CC79A7", SOLID, "P", name="Algorithm 1, all open", number="Algorithm 1"
        ),
        "batched-elimination-largest-beta": Look(
            "#117733", SOLID, "p", name="Algorithm 1, largest β", number="Algorithm 1"
        ),
        "batched-elimination-random-closing": Look(
            "#B8A000", DASHED, "*", name="Algorithm 1, random closing", number="Algorithm 1"
        ),
        "batched-elimination-closing": Look(
            "#882255", SOLID, "h", name="Algorithm 1, closing", number="Algorithm 1"
        ),
    }
)
