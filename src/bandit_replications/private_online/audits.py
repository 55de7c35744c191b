"""Interim."""

AUDIT_CASES = ()
