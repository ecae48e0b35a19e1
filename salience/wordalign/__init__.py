"""Words and phrases of documents aligned with those of their abstracts (Daumé and Marcu 2005)."""
