"""Summaries whose weights were learned from documents with abstracts."""
