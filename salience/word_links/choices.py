"""What can be chosen of an aligner, for those who only need the names."""

from typing import Literal

Jumps = Literal["relative", "gaussian", "syntax"]
"""Names of the models of jumps."""

DEFAULT = "en-wordalign"
"""The model that ships."""

METEOR = "meteor"
"""The aligner that is no model; see `meteor.py`."""

MODEL_1 = "model-1"
WORD_MODELS = (MODEL_1, "hmm")
"""Names of the baselines that learn from the documents that are given."""

PROBABLE = 0.35
"""The least probability of a link, where it makes the best F1 on pairs to choose on; see the
recipe."""

WORDNET = "/usr/share/wordnet"
"""Where Debian's package `wordnet-base` puts its files."""
