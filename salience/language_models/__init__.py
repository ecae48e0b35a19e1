"""N-gram models: how likely a word is after the words before it."""
