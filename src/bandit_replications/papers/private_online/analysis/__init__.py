"""Series, ratios and means read from the data, which figures, tables and checks share."""
