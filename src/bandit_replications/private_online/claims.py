"""Interim."""

CLAIMS = ()
ERRATA = ()
