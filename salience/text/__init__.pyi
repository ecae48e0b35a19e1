from .words import Words as Words
from .words import plain_words as plain_words
