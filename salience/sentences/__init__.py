"""Sentences of plain text: a classifier for periods (Gillick 2009), and rules for the rest.

`split` is the way in. `nlp.add_pipe("salience_sentences")` does the same in a spaCy pipeline.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
