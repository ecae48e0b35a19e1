"""Documents aligned with their abstracts, and the silver labels that follow."""
