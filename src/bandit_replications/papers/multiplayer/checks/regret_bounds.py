"""Decisions on blocks and on the regret of Coordinate and Play: Theorems 4.1 and 4.2."""

from bandit_replications.ledger.decisions import algebra, exact, proof
from bandit_replications.papers.multiplayer.checks.coordinate_and_play import SHORT
from bandit_replications.papers.multiplayer.theory import coordinate_phase as phase
from bandit_replications.papers.multiplayer.theory import theorem_4_1

_FACTS = {"horizon": theorem_4_1.HORIZON}
_TAU = "(K**2*N*T/L)**(1/3)"  # L = ln N
_TURNS = "(K*N*T/L)**(1/3)"
_LEADING = "(K**4*N**2*L*T**2)**(1/3)"

CHECKS = {
    "section-2-unknown-horizon": proof(
        algebra("their sum", "Sum(2**(-2*j/3), (j, 0, oo)) = 2**(2/3)/(2**(2/3) - 1)"),
        facts={"factor": 2 ** (2 / 3) / (2 ** (2 / 3) - 1)},
    ),
    "experiment-2-onset-exact": proof(
        algebra(
            "link 1's sum meets that of an arm with 0.3 at t = 1/3, not at 1/4",
            "1/10*1/4 + 9/10*(t - 1/4) = 3/10*t",
            t="1/3",
        ),
    ),
    "theorem-4-1-play-term": proof(
        algebra("2 Λ", f"tau*C*sqrt(T/tau) = 2*{_LEADING}", C="2*K*sqrt(N*L)", tau=_TAU),
    ),
    "theorem-4-1-coordinate-term": proof(
        algebra("all phases", f"T/tau*K**2*N = {_LEADING}", tau=_TAU),
    ),
    "theorem-4-1-rest-term": proof(
        algebra("K τ", "K*tau = (K**5*N*T/L)**(1/3)", tau=_TAU),
        algebra("N", "N <= N*T*log(N)**2", over={"N": (2, "oo"), "T": (3, "oo")}),
    ),
    "theorem-4-1-failure-term": proof(
        algebra(
            "from T = 2 on", "K**2 <= K**2*exp(1)*log(T)", over={"T": (2, "oo"), "K": (1, "oo")}
        ),
    ),
    "theorem-4-1": proof(
        printed=(
            exact("mean of the estimate", theorem_4_1.unbiased),
            exact("room for the Coordinate phase", phase.block_holds_phase, horizon=SHORT),
        ),
        failing="steps of the printed proof that fail",
    ),
    "coordinators-in-turn": proof(
        algebra(
            "blocks of one",
            "tau*(K*L/eta + eta*K*N*B/2) = tau*K*sqrt(2*N*L*B)",
            eta="sqrt(2*L/(B*N))",
        ),
        algebra(
            "learning, blocks tuned",
            "sqrt(K)*K*sqrt(2*N*L*tau*T) = sqrt(2)*(K**5*N**2*L*T**2)**(1/3)",
            tau=_TURNS,
        ),
        algebra("coordination", "K**2*N*T/tau = (K**5*N**2*L*T**2)**(1/3)", tau=_TURNS),
        algebra("over Λ", f"(K**5*N**2*L*T**2)**(1/3)/({_LEADING}) = K**(1/3)"),
    ),
    "theorem-4-1-scope": proof(
        algebra(
            "Section 5",
            "4*(K**4*N**2*log(N)*T**2)**(1/3) + 2*K**2*exp(1)*log(T) <= K*T",
            over={"T": (theorem_4_1.HORIZON, "oo")},
            K="4",
            N="8",
        ),
        facts=_FACTS,
    ),
}
