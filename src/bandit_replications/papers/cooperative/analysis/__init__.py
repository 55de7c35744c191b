"""Series, ratios and means from the data, shared by figures, tables and checks."""
