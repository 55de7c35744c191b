"""Sizes of the hard instances of Section 3.6 (light to import, for configurations)."""

from bandit_replications.runtime.errors import BadValue

CONSTRUCTIONS = ("theorem-3", "theorem-3-printed", "theorem-4", "theorem-5")

# users, arms, group_size
FIXED_SIZES = {"theorem-4": (3, 3, 2), "theorem-5": (2, 2, 2)}
LEAST_HORIZON = 9  # of Theorem 4: its gap T^(-1/3) must be below 1/2


def check_construction(
    construction: str, *, users: int, arms: int, group_size: int, horizon: int
) -> None:
    """Raise ValueError where a construction does not have this size.

    Theorems 4 and 5 fix N, K and C; Theorem 3's means are in [0, 1] for T >= CK.
    """
    sizes = (users, arms, group_size)
    fixed = FIXED_SIZES.get(construction)
    if fixed is not None and sizes != fixed:
        raise BadValue(f"users, arms, group_size: {sizes}; allowed: {fixed} for {construction}")
    least = LEAST_HORIZON if construction == "theorem-4" else 1
    least = group_size * arms if construction.startswith("theorem-3") else least
    if horizon < least:
        raise BadValue(f"horizon: {horizon}; allowed: at least {least} for {construction}")
