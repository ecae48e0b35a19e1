from .aligned import AlignedPair as AlignedPair
from .links import PhraseLink as PhraseLink
from .pairs import Pair as Pair
from .wordnet import WordNet as WordNet
