"""Measures of predictions, rankings, agreement and coreference. They know no model."""
