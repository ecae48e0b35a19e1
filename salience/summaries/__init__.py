"""Summaries of documents, made of their own sentences."""
