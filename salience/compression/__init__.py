"""Shorter sentences: words are deleted, and what stays still says what matters."""
