"""Model folders: how trained values are written, read, and found by name."""
