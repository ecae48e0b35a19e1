"""Learning from structures: weights that set the right output above all others."""
