"""Interim."""

TABLES = ()
