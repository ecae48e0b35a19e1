"""The public names of the room, imported when they are first asked for."""

from .aligner import Aligner as Aligner
from .files import load_aligner as load_aligner
from .files import save_aligner as save_aligner
from .link_scores import link_agreement as link_agreement
from .link_scores import link_scores as link_scores
from .phrases.analysis import entropy_histogram as entropy_histogram
from .phrases.analysis import mean_entropy as mean_entropy
from .phrases.analysis import phrase_rows as phrase_rows
from .phrases.extraction import LinkedTexts as LinkedTexts
from .phrases.generative import EMSettings as EMSettings
from .phrases.generative import train_phrases as train_phrases
from .phrases.phrase_table import PhraseTable as PhraseTable
from .phrases.phrase_table import extract_phrases as extract_phrases
from .training import train_aligner as train_aligner
