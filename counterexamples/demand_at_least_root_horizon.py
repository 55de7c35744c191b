"""Anonymous Bandits for Multi-User Systems, Section 3.2: the demand of a batch.

As printed: the demand D of a batch is at least sqrt(T). Refuted for T the number of rounds; with
BaSE's own horizon T' = T/(α(2C+2)) in place of T it is D >= ⌊sqrt(T')⌋.

The first batch has D_1 = ⌊a⌋, a = T'^(1/(2 - 2^(1-B))), B = ⌈log2 log2 T'⌉, and a <= 2 sqrt(T')
for T' >= 4. So D_1 <= 2 sqrt(T/(α(2C+2))) < sqrt(T) whenever α(2C+2) > 4: for every C >= 2 and α.
Whole numbers below: with B = b + 1, a = T'^(2^b/(2^(b+1) - 1)), so D_1 = d is the largest whole
number with d^(2^(b+1) - 1) <= T'^(2^b).
"""


def batches(horizon: int) -> int:
    """Return ⌈log2 log2 T'⌉: the least B with 2^(2^B) >= T'."""
    return next(b for b in range(1, 20) if 2**2**b >= horizon)


def first_batch(horizon: int) -> int:
    """Return ⌊a⌋ by bisection."""
    b = batches(horizon) - 1
    low, high = 1, horizon + 1
    while high - low > 1:
        middle = (low + high) // 2
        if middle ** (2 ** (b + 1) - 1) <= horizon ** (2**b):
            low = middle
        else:
            high = middle
    return low


print("  C       T     T'    D_1    D_1²    T")
for group, horizon in ((4, 10**5), (2, 6 * 10**4), (4, 10**7), (9, 2 * 10**8)):
    budget = horizon // (2 * group + 2)  # α = 1
    demand = first_batch(budget)
    print(f"{group:3} {horizon:9} {budget:8} {demand:6} {demand**2:9} {horizon:9}")
    assert demand**2 < horizon, "D_1 is at least sqrt(T)"
    assert (demand + 1) ** 2 > budget, "the control: D_1 is below ⌊sqrt(T')⌋"
