"""The public names of the room, imported when they are first asked for."""

from .aligned import AlignedPair as AlignedPair
from .links import PhraseLink as PhraseLink
from .pairs import Pair as Pair
from .wordnet import WordNet as WordNet
