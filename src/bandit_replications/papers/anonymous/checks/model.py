"""Checks on the model and its feedback: abstract, Sections 1 to 2 and 3.1, Appendix A.

Steps that are argued in words stand in `claims.yaml`, here and in the other modules of this room.
"""

from bandit_replications.ledger.decisions import (
    algebra,
    by_interpretation,
    exact,
    proof,
    statement,
)
from bandit_replications.papers.anonymous.theory import (
    base_grid,
    theorem_1,
    theorem_2,
)

FIRST_BATCH = algebra(
    "log2(a/sqrt(T)) <= 1, L = log2 T >= 2, B = log2 L or more",
    "L*p/(2 - 2*p) <= 1",
    over={"L": (2, "oo"), "x": (0, "oo")},
    p="1/(L + x)",
)
SURVIVOR = algebra(
    "⌊D/|A|⌋ is (D - |A| + y)/|A| with y > 0",
    "D/K - 1 <= (D - A + y)/A",
    over={"D": (0, "oo"), "A": (1, "oo"), "x": (0, "oo"), "y": (0, "oo")},
    K="A + x",
)
# K = 2, gap 1: half of batch 1 is played on the bad arm and costs a/2 a user.
NATURAL = exact("natural logarithms: a = O(sqrt(T) (ln T)^10)", base_grid.natural_logarithm)

# Lemma 1 with the most pulls for τ: equal arms with 1 and 2 pulls, each average accurate.
MOST = algebra("the most pulls, T = 16, K = 4: both arms stay", "(1 + sqrt(1/2))/2 <= sqrt(1/2)")

_LESS = "m - 2 + 1/(m - 1)"  # variance of the better estimate, in units of a reward's

CHECKS = {
    "introduction-algorithm-2-bound": proof(
        printed=(
            algebra(
                "regret N X/2 of exploring, without N",
                "N*X/2 <= X",
                over={"N": (50, "oo"), "X": (0, "oo")},
            ),
            exact("Theorem 3 at many users, without N", theorem_2.users_factor_needed),
        ),
    ),
    "section-2-2-base-regret": proof(FIRST_BATCH, SURVIVOR, printed=(NATURAL, MOST)),
    "lemma-2": proof(
        printed=(
            algebra(
                "ln E exp(s(X - μ)) of a N(μ, 1) reward, against variance 1/4",
                "s**2/2 <= v*s**2/2",
                over={"s": (0, "oo")},
                v="1/4",
            ),
        ),
    ),
    "lemma-2-better-estimate": statement(
        algebra("it is", f"(m - 1)*((m - 2)/(m - 1))**2 + 1 = {_LESS}"),
        algebra("half", f"{_LESS} < (2*m - 1)/2", over={"m": (2, "oo")}),
    ),
    "algorithm-3": proof(printed=(exact("last loop over batch B - 1", base_grid.last_loop),)),
    "appendix-a-gamma": by_interpretation(
        statement(),
        absolute_constant=statement(
            exact("γ = 6 log, C = 4", theorem_1.wrong_elimination),
            exact("γ = 6 log, C = 50", theorem_1.wrong_elimination, group_size=50, power=0.1),
            exact(
                "γ = 1000 log, C = 1e5, NKT = 1e12",
                theorem_1.wrong_elimination,
                constant=1000.0,
                group_size=10**5,
                product=1e12,
                power=0.1,
            ),
        ),
    ),
}
