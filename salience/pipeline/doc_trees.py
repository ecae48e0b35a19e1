"""Constituent trees of a Doc: those that a component left there, or made from its dependencies."""

from spacy.tokens import Doc, Span

from salience.errors import CorpusError
from salience.language import language_of
from salience.pipeline.word_texts import words_of
from salience.trees.brackets import read_tree, rooted
from salience.trees.conversion import constituents
from salience.trees.tree import Tree

EXTENSION = "parse_string"
"""Where benepar leaves the brackets of a sentence: ``Span._.parse_string``."""


def trees_of(doc: Doc) -> list[Tree]:
    """A constituent tree for each sentence, without white space: read from brackets, else made.

    Raises:
        CorpusError: If brackets (`EXTENSION`) can't be read, or have other words than the sentence.

    Example:
        >>> from salience import load_pipeline
        >>> trees_of(load_pipeline()("Ann sings."))
        [(ROOT (S (NP-SBJ (NNP Ann)) (VP (VBZ sings)) (. .)))]
    """
    sentences = [s for s in doc.sents if not all(token.is_space for token in s)]
    if not Span.has_extension(EXTENSION):
        return constituents(words_of(doc), language_of(doc.vocab.lang))
    trees = []
    for i, sentence in enumerate(sentences):
        tree = read_tree(sentence._.get(EXTENSION), f"{EXTENSION} of sentence {i}")
        words = tuple(token.text for token in sentence if not token.is_space)
        if tree.words != words:
            raise CorpusError(
                f"{EXTENSION} of sentence {i} has the words {' '.join(tree.words)!r}, and the "
                f"sentence {' '.join(words)!r}: let the component that leaves it read this Doc."
            )
        trees.append(rooted(tree))
    return trees
