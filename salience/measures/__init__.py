"""Texts measured against texts, measures against people, and people against each other."""
