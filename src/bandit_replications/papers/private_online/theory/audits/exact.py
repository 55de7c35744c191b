"""The cases of the privacy audit whose loss is computed exactly."""

from functools import partial
from typing import Any

from bandit_replications.papers.private_online.algorithms import (
    binary_mechanism,
    hybrid_mechanism,
    logarithmic_mechanism,
)
from bandit_replications.papers.private_online.theory.audits.case import AuditCase, exact_case
from bandit_replications.papers.private_online.theory.audits.exact_bandits import BANDIT_CASES
from bandit_replications.papers.private_online.theory.audits.losses import (
    epoch_outputs_loss,
    noised_sums_loss,
    selection_loss,
)

# --- Losses as functions of ε ---------------------------------------------------------------


def _stream(*, epsilon: float, mechanism: Any, items: int, **options: Any) -> float:
    return binary_mechanism.privacy_loss(
        *mechanism.noised_sums(length=items, epsilon=epsilon, **options)
    )


def _noisy_max(*, epsilon: float, noise_scale: float = 1.0, **epoch: Any) -> float:
    return selection_loss(scale=noise_scale / epsilon, **epoch)


def ftnl_loss(*, epsilon: float, actions: int, noise_scale: float = 1.0) -> float:
    """Return the loss of FTNL's decisions of 8 rounds; of naive FTNL's at the scale `actions`."""
    return epoch_outputs_loss(actions=actions, rounds=8, scale=noise_scale / epsilon)


# --- The cases ------------------------------------------------------------------------------


def _epoch(actions: int, rounds: int) -> str:
    return f"{actions}-actions-{rounds}-round" + "s" * (rounds > 1)


def _report_noisy_max() -> list[AuditCase]:
    case = partial(exact_case, "report-noisy-max")
    later = {"actions": 8, "rounds": 64}
    return [
        *(
            case(_epoch(2, n), "closed-form", _noisy_max, actions=2, rounds=n)
            for n in (1, 2, 64, 65536)
        ),
        *(
            case(_epoch(k, n), "quadrature", _noisy_max, actions=k, rounds=n)
            for k, n in ((3, 1), (3, 8), (8, 1), (32, 1))
        ),
        # Claim 3.9 of Dwork and Roth: all rewards of the vector move the same way
        case(
            f"{_epoch(8, 64)}-monotone-neighbours", "quadrature", _noisy_max, **later, monotone=True
        ),
        *(
            case(
                f"{_epoch(8, 64)}-doubled-{noise}",
                "closed-form" if noise == "gumbel" else "quadrature",
                _noisy_max,
                **later,
                noise=noise,
                noise_scale=2.0,
            )
            for noise in ("laplace", "exponential", "gumbel")
        ),
    ]


def _full_information() -> list[AuditCase]:
    variants = [
        ("ftnl", f"decisions-{k}-actions-8-rounds{suffix}", k, scale)
        for suffix, scale in (("", 1.0), ("-doubled-noise", 2.0))
        for k in (2, 8)
    ]
    variants += [("naive-ftnl", f"decisions-{k}-actions-8-rounds", k, float(k)) for k in (2, 8)]
    sums: dict[str, float] = {"noise_scale": 8.0, "sums": 8}
    return [
        *(
            exact_case(name, case, "enumeration", ftnl_loss, actions=k, noise_scale=scale)
            for name, case, k, scale in variants
        ),
        exact_case("naive-ftnl", "noised-sums-8-actions", "closed-form", noised_sums_loss, **sums),
    ]


def _mechanisms() -> list[AuditCase]:
    streams: list[tuple[str, str, Any, dict[str, Any]]] = [
        ("binary-mechanism", "2-items", binary_mechanism, {"items": 2}),
        ("binary-mechanism", "1024-items", binary_mechanism, {}),
        ("binary-mechanism", "1024-items-repaired", binary_mechanism, {"levels": "repaired"}),
        ("logarithmic-mechanism", "1024-items", logarithmic_mechanism, {}),
        ("hybrid-mechanism", "1024-items", hybrid_mechanism, {}),
    ]
    return [
        exact_case("laplace-sum", "one-sum", "closed-form", noised_sums_loss),
        exact_case(
            "laplace-sum-broken", "one-sum", "closed-form", noised_sums_loss, noise_scale=1 / 1.5
        ),
        *(
            exact_case(
                name,
                case,
                "closed-form",
                _stream,
                mechanism=mechanism,
                **{"items": 1024, **options},
            )
            for name, case, mechanism, options in streams
        ),
    ]


EXACT_CASES = (*_report_noisy_max(), *_full_information(), *BANDIT_CASES, *_mechanisms())
