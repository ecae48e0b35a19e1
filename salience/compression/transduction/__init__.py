"""Sentences compressed by rules that rewrite their trees (Cohn and Lapata 2009)."""
