"""Labels and scores as records and tables: written, read, checked, split and signed."""
