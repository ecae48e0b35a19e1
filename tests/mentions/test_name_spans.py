"""Where names begin and end: golden cases, and what holds for any Doc."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from spacy.tokens import Doc, Span
from spacy.vocab import Vocab

from salience.mentions.doc_columns import DocColumns
from salience.mentions.name_spans import find_names
from salience.mentions.noun_phrases import PhraseTree
from tests.support.builders import cases
from tests.support.docs import mentions_of

VOCAB = Vocab()


def make_doc(case):
    words = case["text"].split()
    spaces = [i not in case.get("no_space", ()) for i in range(len(words))]
    doc = Doc(
        VOCAB,
        words=words,
        spaces=spaces,
        pos=case["pos"].split(),
        tags=case["tag"].split(),
        deps=case["deps"].split(),
        heads=case["heads"],
    )
    doc.ents = [Span(doc, *ent) for ent in case["ents"]]
    return doc


def names_of(doc):
    columns = DocColumns(doc)
    return find_names(columns, PhraseTree(columns))


@pytest.mark.parametrize("case", cases("names"), ids=lambda case: case["note"])
def test_names_begin_and_end_where_a_reader_says(case):
    # Known failures are marked; one that begins to work is to be taken out.
    doc = make_doc(case)
    found = [doc[name.start : name.end].text for name in names_of(doc)]
    assert (found == case["names"]) == (not case.get("fails")), found


@pytest.mark.parametrize("case", cases("names"), ids=lambda case: case["note"])
def test_named_mentions_are_these_names(case):
    doc = make_doc(case)
    spans = {(name.start, name.end) for name in names_of(doc)}
    named = [m for m in mentions_of(doc) if m.kind == "named"]
    assert {m.name for m in named} <= spans
    assert all(m.name[0] <= m.head < m.name[1] and m.start <= m.name[0] for m in named)


TAGS = st.sampled_from(["NOUN", "PROPN", "VERB", "ADP", "PUNCT", "NUM", "ADJ", "DET", "CCONJ"])
WORDS = st.sampled_from(["Oslo", "Bank", "of", "Mayor", "and", '"', "9", "the", "Lee", ",", "for"])


@settings(deadline=None)
@given(st.lists(st.tuples(WORDS, TAGS), min_size=1, max_size=12), st.data())
def test_names_never_overlap_and_cover_what_is_there(tokens, data):
    n = len(tokens)
    heads = [data.draw(st.integers(0, i)) for i in range(n)]
    doc = Doc(VOCAB, words=[w for w, _ in tokens], pos=[t for _, t in tokens], heads=heads,
              deps=["ROOT" if heads[i] == i else "compound" for i in range(n)])  # fmt: skip
    start = data.draw(st.integers(0, n - 1))
    label = data.draw(st.sampled_from(["PER", "ORG", "LOC", "MISC", "DATE"]))
    doc.ents = [Span(doc, start, data.draw(st.integers(start + 1, n)), label)]
    names = names_of(doc)
    taken = [i for name in names for i in range(name.start, name.end)]
    assert taken == sorted(set(taken)) and all(name.start < name.end <= n for name in names)
    mentions_of(doc)


def test_a_long_row_of_capitals_is_no_single_name():
    n = 500
    heads = [*range(1, n), n - 1]
    doc = Doc(VOCAB, words=["Oslo"] * n, pos=["PROPN"] * n, heads=heads,
              deps=["compound"] * (n - 1) + ["ROOT"])  # fmt: skip
    assert all(name.end - name.start <= 50 for name in names_of(doc))
