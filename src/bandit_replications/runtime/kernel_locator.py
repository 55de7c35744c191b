"""Folder of a compiled function, named by the code it rests on and not by the checkout's path."""

from typing import Any

from numba.core.caching import UserProvidedCacheLocator

from bandit_replications.runtime.code_version import PACKAGE
from bandit_replications.runtime.environment import kernel_cache


class InCheckout(UserProvidedCacheLocator):
    """Numba's rule for a folder that is given, without the path of the source.

    The folder is named by the code of the module and of all it imports, so that a checkout that
    was copied or moved finds what it compiled.
    """

    @classmethod
    def get_suitable_cache_subpath(cls, py_file: str) -> str:
        """Return no folder below the one that is given."""
        return ""

    @classmethod
    def from_function(cls, py_func: Any, py_file: str) -> Any:
        """Return the place of a function of the package; None for another one."""
        module = py_func.__module__ or ""
        if not module.startswith(f"{PACKAGE}.") or kernel_cache(module) is None:
            return None
        return super().from_function(py_func, py_file)
