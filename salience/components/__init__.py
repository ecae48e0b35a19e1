"""Trained spaCy components in numpy: encoder, parser and recogniser of names."""
