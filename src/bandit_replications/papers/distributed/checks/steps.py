"""What derivations of this paper are: proofs with explicit constants, followed step by step."""

from functools import partial

from bandit_replications.ledger.decisions import proof

derived = partial(proof, method="symbolic")
