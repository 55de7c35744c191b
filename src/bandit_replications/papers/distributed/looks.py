"""How the algorithms of the paper look in every figure, and what the paper calls them."""

from bandit_replications.reporting.looks import DASH_DOT, DASHED, SHORT, SOLID, Look, Looks

LOOKS = Looks(
    {
        "demab": Look("#0072B2", SOLID, "o", name="DEMAB", number="Protocols 1 and 3"),
        "demab-instance-dependent": Look(
            "#56B4E9", DASHED, "v", name="DEMAB with D = l0 = 0", number="Theorem 5"
        ),
        "demab-repaired": Look("#CC79A7", DASH_DOT, "^", name="DEMAB repaired (ours)"),
        "immediate-sharing": Look(
            "#009E73", DASH_DOT, "P", name="immediate sharing", number="Table 1"
        ),
        "independent-elimination": Look("#D55E00", DASHED, "s", name="elimination, alone"),
        "independent-ucb1": Look("#000000", SHORT, "D", name="UCB1, alone"),
        "delb": Look("#0072B2", SOLID, "o", name="DELB", number="Protocol 2"),
        "dislinucb": Look("#E69F00", DASHED, "^", name="DisLinUCB", number="Protocol 8"),
        "dcb": Look("#CC79A7", DASH_DOT, "X", name="DCB (simplified)", number="Table 1"),
        "independent-delb": Look("#D55E00", DASHED, "s", name="DELB, alone"),
        "independent-linucb": Look("#000000", SHORT, "D", name="LinUCB, alone"),
    }
)
