"""Steps of the proofs as functions that return both sides."""
