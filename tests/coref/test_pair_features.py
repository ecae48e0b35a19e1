"""What is known of mentions and pairs, and which pairs may corefer at all."""

import pytest
from spacy.tokens import Doc, Span
from spacy.vocab import Vocab

from salience.coref.feature_templates import (
    BITS,
    LINK_TEMPLATES,
    LINK_TEMPLATES_OF_BOTH_TYPES,
    NEW_TEMPLATES,
)
from salience.coref.mention_ranking import analyse
from salience.mentions.doc_columns import DocColumns
from tests.support.coref import MODEL, people_doc
from tests.support.docs import mentions_of


def two_sentences(*subjects):
    """A Doc of `<subject> slept .` for each; *of* hangs a noun phrase on the one before it."""
    words, pos, heads, deps, ents = [], [], [], [], []
    for subject in subjects:
        parts, start = subject.split(), len(words)
        of = parts.index("of") if "of" in parts else len(parts)
        verb = start + len(parts)
        for n, word in enumerate(parts):
            above, inner = start + of - 1, verb - 1
            pos.append({"the": "DET", "of": "ADP"}.get(word, "NOUN" if word.islower() else "PROPN"))
            deps.append("case" if n == of else "det" if word == "the" else "compound")
            heads.append(above if n < of else inner)
            if start + n == inner and of < len(parts):
                heads[-1], deps[-1] = above, "nmod"
            if start + n == above:
                heads[-1], deps[-1] = verb, "nsubj"
        if parts[-1] == "Ford":
            ents.append((verb - 1, verb))
        words += [*parts, "slept", "."]
        pos += ["VERB", "PUNCT"]
        heads += [verb, verb]
        deps += ["ROOT", "punct"]
    doc = Doc(Vocab(), words=words, lemmas=words, pos=pos, heads=heads, deps=deps)
    doc.ents = [Span(doc, *ent, "PER") for ent in ents]
    return doc


@pytest.mark.parametrize(
    ("first", "second", "may"),
    [
        ("the president", "the president", True),
        ("the president", "the vice president", False),
        ("the vice president", "the president", False),
        ("the deputy mayor", "the deputy mayor", True),
        ("the house of the vice president", "the house", True),
        ("President Ford", "the president", True),
        ("President Ford", "the vice president", False),
        ("Vice President Ford", "the president", False),
        ("Vice President Ford", "the vice president", True),
    ],
)
def test_a_rank_makes_another_role(first, second, may):
    doc = two_sentences(first, second)
    mentions = mentions_of(doc)
    _, pairs = analyse(DocColumns.from_doc(doc), mentions, MODEL.frequent)
    [last] = [i for i, m in enumerate(mentions) if m.start == len(first.split()) + 2]
    found = set(zip(pairs.mention.tolist(), pairs.antecedent.tolist(), strict=True))
    assert ((last, 0) in found) == may


def test_a_pair_has_a_number_for_each_template_and_a_mention_too():
    doc = people_doc([[["Ann", "Lee"], ["Tom", "Smith"]], [["she"], ["him"]]])
    mentions = mentions_of(doc)
    _, pairs = analyse(DocColumns.from_doc(doc), mentions, MODEL.frequent)
    templates = len(LINK_TEMPLATES) + len(LINK_TEMPLATES_OF_BOTH_TYPES)
    assert pairs.links.shape == (len(pairs.mention), templates)
    assert pairs.new.shape == (len(mentions), len(NEW_TEMPLATES))
    assert max(pairs.links.max(), pairs.new.max()) < 1 << BITS


@pytest.mark.parametrize("at_once", [1, 5, 8])
def test_features_are_the_same_however_many_pairs_are_taken_at_once(
    at_once: int, monkeypatch: pytest.MonkeyPatch
):
    doc = two_sentences(*("the mayor", "Ford", "the mayor of Oslo") * 4)
    mentions = mentions_of(doc)
    whole = analyse(DocColumns.from_doc(doc), mentions, MODEL.frequent)[1]
    monkeypatch.setattr("salience.coref.pair_features.AT_ONCE", at_once)
    parts = analyse(DocColumns.from_doc(doc), mentions, MODEL.frequent)[1]
    assert len(whole.links) > 8
    assert (parts.links == whole.links).all()
