"""The public names of the room, imported when they are first asked for."""

from .aligner import Aligner as Aligner
from .files import load_aligner as load_aligner
from .files import save_aligner as save_aligner
from .phrases.analysis import phrase_rows as phrase_rows
from .phrases.extraction import LinkedTexts as LinkedTexts
from .phrases.generative import EMSettings as EMSettings
from .phrases.generative import train_phrases as train_phrases
from .phrases.lattices import segmentation_lattices as segmentation_lattices
from .phrases.phrase_table import PhraseTable as PhraseTable
from .phrases.phrase_table import extract_phrases as extract_phrases
from .training import train_aligner as train_aligner
