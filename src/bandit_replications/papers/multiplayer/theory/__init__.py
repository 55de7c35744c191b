"""Proofs of the paper, step by step: functions that return Checks or numbers."""
