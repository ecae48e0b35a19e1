"""Tests of the package, room by room; what they share is in `tests.support`."""
