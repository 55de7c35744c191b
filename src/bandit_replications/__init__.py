"""Five papers on bandits with many users, players and agents, replicated end to end.

The names below are the public library. They are loaded when they are first asked for, so
that importing the package takes no time and sets nothing in the process that imports it.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bandit_replications.library import (
        Comparison,
        ConfigurationError,
        Learner,
        Simulation,
        algorithms,
        compare,
        from_mabwiser,
        from_smpybandits,
        learner,
        load,
        load_results,
        run,
        simulate,
    )

    __version__: str

__all__ = [
    "Comparison",
    "ConfigurationError",
    "Learner",
    "Simulation",
    "algorithms",
    "compare",
    "from_mabwiser",
    "from_smpybandits",
    "learner",
    "load",
    "load_results",
    "run",
    "simulate",
]


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from bandit_replications.library.values import version  # noqa: PLC0415  when asked for

        return version()
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from bandit_replications import library  # noqa: PLC0415  when it is asked for

    return getattr(library, name)


def __dir__() -> list[str]:
    return sorted([*__all__, "__doc__", "__name__", "__path__", "__version__"])
