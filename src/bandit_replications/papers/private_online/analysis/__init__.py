"""Series, ratios and means of the data, shared by figures, tables and checks."""
