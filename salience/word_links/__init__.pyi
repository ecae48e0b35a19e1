from .links import AlignedPair as AlignedPair
from .links import Pair as Pair
from .links import PhraseLink as PhraseLink
from .wordnet import WordNet as WordNet
