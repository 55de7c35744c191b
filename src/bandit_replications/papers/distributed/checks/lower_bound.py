"""Claims on Theorem 2 (Section 3.4, Appendix D)."""

from functools import partial

from bandit_replications.ledger.claims import Finding, Results
from bandit_replications.ledger.decisions import algebra, measured, proof
from bandit_replications.ledger.parts import Comparison
from bandit_replications.papers.distributed.analysis.lower_bound import (
    DATA,
    budget_means,
    lower_bound_needs,
    scale_of,
)
from bandit_replications.papers.distributed.checks.agreeing import Product, all_parts
from bandit_replications.papers.distributed.parameters import Configuration
from bandit_replications.runtime.errors import NotApplicable


def _above_bound(results: Results, config: Configuration, *, control: bool = False) -> Finding:
    """Compare mean regret with the bound at each budget, where the bound is positive.

    The control is what the protocols lose with their largest budget, against the largest bound.
    """
    frame = results[DATA]
    means = budget_means(frame, config)
    parts: list[Comparison] = []
    for row in means[means["bound"] > 0].to_dict("records"):
        own = means[means["protocol"] == row["protocol"]]
        budget = own["budget"].max() if control else row["budget"]
        chosen = (frame["protocol"] == row["protocol"]) & (frame["budget"] == budget)
        regret = frame.loc[chosen, "regret"].to_numpy(dtype=float) / scale_of(config)
        name = f"{row['protocol']}, budget {row['budget']}"
        parts.append(Product(name=name, a=regret, factors=[row["bound"]], below=False))
    if not parts:
        raise NotApplicable("the run has no cell whose bound is positive")
    return all_parts(parts)


_LEAST = "(1 - 1/2 - sqrt(log(4/3))/2)/4"  # the constant of the averaged bound at K = 2
_LEAST_ARMS = algebra(
    "the averaged bound is least at K = 2",
    f"{_LEAST} <= (1 - 1/K - sqrt(log(4/3))/2)/4",
    over={"K": (2, "oo")},
)
_LOST_TWO = algebra("38 · 2/3000 against 1/75", "38*2/3000 <= 1/75")

CHECKS = {
    "theorem-2": proof(
        _LEAST_ARMS,
        algebra("summed over agents", f"0.045 <= {_LEAST} - 38/3000"),
        printed=(
            _LOST_TWO,
            algebra("regrets of different instances added", "1 + 1 <= Max(0 + 1, 1 + 0)"),
        ),
    ),
    "theorem-2-fraction": proof(_LOST_TWO),
    "theorem-2-fraction-repaired": proof(
        *(
            algebra(
                f"the paper's lemmas, K >= {least}",
                f"5700**2*K <= {fraction}**2*(K - 1)",
                over={"K": (least, "oo")},
            )
            for fraction, least in ((8062, 2), (5701, 2851))
        ),
        _LEAST_ARMS,
        algebra("the averaged bound at K = 2", f"38 <= 656*{_LEAST}"),
    ),
    "theorem-2-budget-runs": measured(
        _above_bound,
        lower_bound_needs,
        control=partial(_above_bound, control=True),
        facts={"sizes": "sizes as in figure-lower-bound"},
    ),
    "theorem-2-condition": proof(algebra("K = 2, δ = 1/2851", "38/2851 <= sqrt(1 - 1/2)/75")),
    "lemma-d-2": proof(
        algebra(
            "two instances, T = r (K - 1)",
            "sqrt(r)/8*gap*(1 - 16*gap**2)**(r/2) = (1 - 1/n)**(n/2)/32",
            gap="1/(4*sqrt(1 + r))",
            n="1 + r",
        )
    ),
}
