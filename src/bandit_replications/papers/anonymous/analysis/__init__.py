"""Analyses of the data sets that figures, tables and checks share."""
