"""How a paper's modules are found by the ids of its algorithms: only users depend on them."""

import importlib
from collections.abc import Callable
from types import ModuleType


def finders(package: str) -> tuple[Callable[[str], str], Callable[[str], ModuleType]]:
    """Return two functions of an algorithm's id, or of a place such as theory.bounds.

    Parameters
    ----------
    package : str
        Full name of the paper's package.

    Returns
    -------
    module_name : callable
        id -> the module's full name.
    load : callable
        id -> the module, loaded by name.

    """

    def module_name(name: str) -> str:
        place = name if "." in name or name == "simulation" else f"algorithms.{name}"
        return f"{package}.{place.replace('-', '_')}"

    def load(name: str) -> ModuleType:
        return importlib.import_module(module_name(name))

    return module_name, load
