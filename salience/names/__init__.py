"""Proper names: their parts, their keys, and when two may name the same."""
