"""Thread, BLAS and CPU settings for workflow processes, made before numpy is imported.

The library sets none of them. Linear algebra has one thread, since matrix products depend on the
number of threads. Every x86 machine uses the same instruction set for numpy's own loops and the
same OpenBLAS kernels, since the last bits of log, exp and matrix products depend on them. Compiled
functions are kept in a folder named by the code that they rest on, since numba's own cache does not
notice that a function in another file changed.
"""

import functools
import os
import platform
from pathlib import Path

from bandit_replications.runtime.code_version import PACKAGE, code_hash, modules_that_import
from bandit_replications.runtime.errors import UserError
from bandit_replications.runtime.paths import repo_root

THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
_X86_FEATURES = "X86_V3 X86_V4 AVX512_ICL AVX512_SPR"
_BLAS_KERNELS = "Haswell"  # the newest that every x86 processor with AVX2 can run
_BLAS_NEEDS = {"avx2", "fma"}
_PROCESSOR = Path("/proc/cpuinfo")
_LOCATORS = (
    f"{PACKAGE}.runtime.kernel_locator.InCheckout,"
    "UserProvidedCacheLocator,InTreeCacheLocator,UserWideCacheLocator,IPythonCacheLocator"
)


def kernel_modules() -> tuple[str, ...]:
    """Return the modules with compiled functions, sorted."""
    return modules_that_import("bandit_replications.bandits.compiled")


@functools.cache  # a module may have a dozen kernels
def kernel_cache(module: str) -> Path | None:
    """Return the folder of the compile cache for a module as it and all it imports are now.

    None where numba's own rule holds: if the user names a folder, or outside a checkout.
    """
    if "NUMBA_CACHE_DIR" in os.environ:
        return None
    try:
        root = repo_root()
    except UserError:
        return None
    return root / ".cache" / "numba" / code_hash(module)


def processor_features(listing: Path = _PROCESSOR) -> frozenset[str]:
    """Return the instruction sets that Linux lists for this processor; none on other systems.

    A processor that is told to run kernels that it lacks dies with an illegal instruction.
    """
    if not listing.is_file():
        return frozenset()
    flags = (line for line in listing.read_text().splitlines() if line.startswith("flags"))
    return frozenset(next(flags, "").partition(":")[2].split())


def configure() -> None:
    """Set the variables that the user has not set, for this process and its children."""
    for name in THREADS:
        os.environ.setdefault(name, "1")
    os.environ.setdefault("NUMBA_CACHE_LOCATOR_CLASSES", _LOCATORS)
    if platform.machine().lower() in ("x86_64", "amd64"):
        os.environ.setdefault("NPY_DISABLE_CPU_FEATURES", _X86_FEATURES)
        if processor_features() >= _BLAS_NEEDS:
            os.environ.setdefault("OPENBLAS_CORETYPE", _BLAS_KERNELS)
