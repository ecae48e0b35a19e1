"""The names of the systems that models are compared with, for help and messages."""

NAMES = (
    *("every-entity", "first-sentence", "first-k-sentences", "mentions", "named-mentions"),
    *("head-tf-idf", "pagerank"),
)
"""All systems that have a name, in the order of tables; see `salience.evaluation.systems`."""

USUAL = ("first-sentence", "mentions", "every-entity")
"""What one model is compared with unless systems are named."""
