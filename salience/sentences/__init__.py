"""Sentences of plain text: a classifier for periods (Gillick 2009), and rules for the rest.

`split` is the way in. `nlp.add_pipe("salience_sentences")` does the same in a spaCy pipeline.
"""

from salience.sentences.splitter import Boundary, boundaries, split

__all__ = ["Boundary", "boundaries", "split"]
