"""From a spaCy Doc to its mentions, with what mentions must agree in."""
