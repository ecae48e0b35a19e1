"""The public names of the room, imported when they are first asked for."""

from .words import Words as Words
from .words import plain_words as plain_words
