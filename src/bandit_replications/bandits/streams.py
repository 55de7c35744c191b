"""Random streams, named by the simulated parameters alone.

A stream is named by a root seed and a key of parameter values (paper, experiment, algorithm,
setting, replicate). List positions, core counts, shard sizes and order never enter, so a rerun of
a subset reproduces its rows exactly and more replicates leave the first ones as they were.
"""

import hashlib
import math

import numpy as np

from bandit_replications.runtime.errors import BadType, BadValue

Key = str | int | float | bool | None


def canonical(value: Key) -> str:
    """Return the canonical string of a component of a stream's key: 1, 1.0 and numpy's 1 agree.

    Raises
    ------
    TypeError
        If the value is not text, a number or None.
    ValueError
        If it is a number that is not finite.

    """
    if value is None:
        return "null"
    if isinstance(value, str):
        return f"text:{value}"
    if isinstance(value, (bool, np.bool_)):
        return f"bool:{bool(value)}"
    if not isinstance(value, (int, float, np.integer, np.floating)):
        raise BadType(f"stream key: {value!r}; allowed: text, a number or None")
    if not math.isfinite(value):
        raise BadValue(f"stream key: {value!r}; allowed: finite numbers")
    return f"number:{int(value) if float(value).is_integer() else float(value)!r}"


def spawn_key(*key: Key) -> tuple[int, ...]:
    """Return four 32-bit words hashed from the key's canonical text, for `SeedSequence`."""
    text = "\x1f".join(canonical(part) for part in key)
    digest = hashlib.sha256(text.encode()).digest()
    return tuple(int.from_bytes(digest[i : i + 4], "little") for i in range(0, 16, 4))


def generator(root: int, *key: Key) -> np.random.Generator:
    """Return the generator of the stream that `root` and `key` name.

    Parameters
    ----------
    root : int
        Root seed of the run, >= 0.
    *key : str, int, float, bool or None
        Parameter values, in a fixed order.

    """
    seed = np.random.SeedSequence(root, spawn_key=spawn_key(*key))
    return np.random.Generator(np.random.PCG64(seed))
