"""Labelled constituent trees: brackets in and out, conversion from dependencies, comparison."""
