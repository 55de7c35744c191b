"""Decisions on what is optimal with bandit feedback: our proofs of a lower and an upper bound.

Notation: d is a gap, at most 1/4; y = ln(T) / 4; L = ln T; h = 0.8; m arrays have n rewards.
"""

from bandit_replications.inference.checks import above
from bandit_replications.ledger.decisions import algebra, argued, exact, proof, statement
from bandit_replications.papers.private_online.checks.privacy import loss_against
from bandit_replications.papers.private_online.theory import private_bandit_lower_bound, remembering
from bandit_replications.papers.private_online.theory.audits.remembering_decisions import (
    remembering_loss,
)

_TAIL = algebra(
    "Hoeffding's bound for the mean", "exp(-2*n*width**2) = t**-6", width="sqrt(3*L/n)", L="log(t)"
)
_SOLVED = (
    algebra("both widths at n = A + B, s = A/n", "1 - sqrt(s) - (1 - s)/2 = (1 - sqrt(s))**2/2"),
    algebra("first width", "sqrt(3*L/n) = gap/2*sqrt(A/n)", A="12*L/gap**2"),
)

LOWER = {
    "private-bandit-lemma": proof(
        argued(
            "divergence of randomised response", private_bandit_lower_bound.divergence_of_decisions
        ),
        exact(
            "control: half of it fails",
            private_bandit_lower_bound.divergence_of_decisions,
            constant=0.5,
            relation=">",
        ),
        exact(
            "control: without E[N] it fails",
            private_bandit_lower_bound.divergence_of_decisions,
            rewards=2,
            by_pulls=False,
            relation=">",
        ),
    ),
    "private-bandit-lower-bound": proof(
        algebra(
            "divergence of two coins, means u and w = 1 - u",
            "u*(log(u) - log(w)) + w*(log(w) - log(u)) = (w - u)*(log(w) - log(u))",
        ),
        algebra("its chord on [0, 1/4]", "8*log(3) <= 8.8"),
        algebra("T >= 2981", "exp(8) <= 2981"),
        algebra("from p = T^(-1/4)", "log(2) + y/2 <= (1 - exp(-y))*y", over={"y": (2, "oo")}),
        algebra("constant", "8*8.8 <= 71"),
    ),
}

UPPER = {
    "remembering-privacy": proof(
        argued("loss of six rounds and ε", loss_against, loss=remembering_loss),
        exact(
            "control: half the noise, loss above ε",
            loss_against,
            loss=remembering_loss,
            noise_scale=0.5,
            compare=above,
        ),
    ),
    "remembering-regret": proof(
        _TAIL,
        algebra(
            "sum of m Laplace variables",
            "(1 - h**2)**(-m)*exp(-m*log(1/(1 - h**2)) - x) = exp(-x)",
            h="4/5",
        ),
        algebra("number of the arrays", "(log(1/(1 - 0.8**2))/log(2) + 3)/0.8 <= 5.6"),
        *_SOLVED,
        algebra(
            "second width, B = 22.4 L / (ε Δ)", "5.6*L/(eps*n) = gap/4*B/n", B="22.4*L/(eps*gap)"
        ),
        argued("sum over rounds", remembering.deviations, largest=0.27),
        exact("control: without the arrays' term it fails", remembering.tail, relation=">"),
    ),
    "theorem-3-short": proof(
        _TAIL,
        *_SOLVED,
        algebra("second width, B = 12 L / (ε Δ)", "3*L/(eps*n) = gap/4*B/n", B="12*L/(eps*gap)"),
        argued("sum over rounds", remembering.deviations, noise=0.5, largest=0.2),
    ),
}

ELIMINATION = {
    "dp-se-regret": proof(
        algebra("h_e at the least R_e", "sqrt(l/(2*R)) = gap/8", R="32*l/gap**2"),
        algebra("c_e at the least R_e", "l/(eps*R) = gap/8", R="8*l/(eps*gap)"),
        algebra(
            "an arm's mean beyond h_e + c_e, S arms alive",
            "2*exp(-l) + exp(-m) = 1/(2*S*e**2*T)",
            l="log(8*S*e**2*T)",
            m="log(4*S*e**2*T)",
        ),
        algebra("over arms and epochs, times T", "pi**2/12 <= 1"),
        algebra("sum of 32 · 4^e, 2^e <= 2/Δ, times 6", "32*(4/3)*4*6 = 1024"),
        algebra("sum of 8 · 2^e, times 6", "8*2*2*6 = 192"),
        algebra(
            "ln(8 T³) and 6 ln T, x = ln T", "3*log(2) + 3*x <= 6*x", over={"x": ("log(2)", "oo")}
        ),
        algebra("tangent at a = e/2, times Δ", "1 + (log(a) - 1)/log(2) = 0", a="exp(1)/2"),
        algebra("rounding up, all epochs", "4/(exp(1)*log(2)) <= 2.2"),
    ),
    "section-4-same-gap-free": proof(
        algebra("T Δ* and K ln T / Δ*", "T*gap + K*L/gap = 2*sqrt(K*L*T)", gap="sqrt(K*L/T)")
    ),
    "section-3-tree-pulls": statement(
        algebra(
            "probability, L = ln T",
            "exp(-n*gap*eps*log(2)/(8*L))/2 = 1/16",
            n="24*L/(gap*eps)",
        ),
        printed=(
            algebra("printed count times the gap is above Theorem 3's term", "L/m < gap*L/(gap*m)"),
        ),
    ),
}

CHECKS = {**LOWER, **UPPER, **ELIMINATION}
