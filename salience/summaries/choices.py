"""What can be chosen of a summary, for those who need no solver to know it."""

from collections.abc import Mapping
from typing import Literal, get_args

Unit = Literal["words", "characters", "sentences"]
Method = Literal[
    "coverage", "greedy", "mcdonald", "lead", "first", "mmr", "annealed-mmr", "lsa", "lexrank"
]
"""How sentences are chosen: by the concepts that they cover, by the program of McDonald (2007), or
by a baseline."""
Scheme = Literal["bigrams", "words", "entities", "mixture"]
"""What is to be covered; `mixture` is bigrams and entities."""
Compress = Literal["none", "tree", "compressor"]
"""Whether sentences may be made shorter: by what their compression trees can do without, or by what
a compressor leaves out."""
METHODS: tuple[Method, ...] = get_args(Method)
SCHEMES: tuple[Scheme, ...] = get_args(Scheme)
COMPRESS: tuple[Compress, ...] = get_args(Compress)
UNITS: tuple[Unit, ...] = get_args(Unit)
GAP = 0.01
"""The part of its bound by which a solution may fall short of the best."""
TIME_LIMIT = 10.0
"""Seconds that the solver may take."""
POOL = 100
"""From so many sentences at most, the most relevant, the program of McDonald chooses."""

Part = Literal[
    "count", "documents", "stop", "position", "words", "headline", "salience", "name", "tags"
]
"""What the learned weight of a bigram depends on, see `salience.summaries.learned.features`."""
PARTS: tuple[Part, ...] = get_args(Part)
Learner = Literal["logistic", "svm", "mira"]
LEARNING_C: Mapping[Learner, float] = {"logistic": 0.1, "svm": 0.01, "mira": 0.01}
"""The weight of errors while weights are learned: small, as a summary of some hundred bigrams has a
loss of 1."""
