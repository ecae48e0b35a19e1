from .doc_trees import trees_of as trees_of
from .word_texts import words_of as words_of
