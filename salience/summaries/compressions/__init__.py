"""Sentences made shorter: what may be cut, and programs that choose it."""
