"""Folders of arrays and cards: how all trained values are written, read and found by name."""
