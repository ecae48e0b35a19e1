"""Finds out what a document is about."""
