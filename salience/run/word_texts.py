"""Documents and abstracts as the words that `salience.alignment.words` aligns."""

from __future__ import annotations

from spacy.tokens import Doc

from salience.alignment.words.tokens import Words


def words_of(doc: Doc) -> Words:
    """The words of a parsed text, without those that are white space.

    Example:
        >>> import spacy
        >>> vocab = spacy.blank("en").vocab
        >>> doc = Doc(vocab, words=["Ann", "\\n", "sings"], lemmas=["Ann", "\\n", "sing"],
        ...           heads=[2, 2, 2], deps=["nsubj", "dep", "ROOT"], spaces=[False, False, False])
        >>> words = words_of(doc)
        >>> words.texts, words.heads, words.relations, words.spans
        (('Ann', 'sings'), (1, 1), ('nsubj', 'root'), ((0, 3), (4, 9)))
    """
    kept = [token for token in doc if not token.is_space]
    now = {token.i: i for i, token in enumerate(kept)}
    starts = {next((now[t.i] for t in s if t.i in now), -1) for s in doc.sents} - {-1}
    return Words(
        tuple(t.text for t in kept),
        tuple((t.lemma_ or t.text).lower() for t in kept),
        tuple(t.pos_ for t in kept),
        tuple(now.get(t.head.i, now[t.i]) for t in kept),
        tuple(t.dep_.lower() for t in kept),
        tuple(sorted(starts)),
        tuple((t.idx, t.idx + len(t.text)) for t in kept),
    )
